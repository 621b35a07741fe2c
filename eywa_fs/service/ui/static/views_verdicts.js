// What the arbiter says of a fact: layer, score, rule and the parts of the score; and confirming it.

import { scope } from './address.js';
import { deciding, wrong } from './deciding.js';
import { chip, el, note, pairs } from './dom.js';
import { named, number, t } from './language.js';
import { get, post, Problem } from './service.js';

const LAYERS = { truth: 'ok', candidate: 'warn', clue: '' };
const MOST = { confirmation: 40, stability: 20, repetition: 20, reading: 20, risk: 0 }; // points

/** The newest verdict on each fact, by the fact's id. */
export async function verdicts(signal) {
  const asked = Object.keys(LAYERS).map((layer) => get('verdicts', { ...scope(), layer, every: true }, signal));
  const found = (await Promise.all(asked)).flatMap((one) => one.facts);
  const rank = (one) => (one.status === 'promoted' ? 0 : 1); // such a candidate is a truth now
  return new Map(found.toSorted((a, b) => rank(a) - rank(b)).map((one) => [one.fact.atomicId, one]));
}

/** A verdict, if there is one; `signal` ends what it asks for later, `may` is what the key may do. */
export function verdict(one, signal, may) {
  if (!one) return '';
  const box = el('div', { class: 'verdict', tabindex: '-1' });
  const said = el('div', { role: 'status' });
  const layer = [named('layer', one.layer), one.version ? t('version', { n: number(one.version) }) : ''].filter(Boolean).join(' · ');
  const open = may.includes('write') && !['overridden', 'revoked'].includes(one.status);
  box.append(
    el('div', { class: 'meta' }, chip(layer, LAYERS[one.layer]),
      one.status === 'active' ? '' : chip(named('standing', one.status), 'warn'),
      el('span', {}, el('meter', { min: 0, max: 100, value: one.score, 'aria-label': t('score') }), ` ${t('points', { n: number(one.score) })}`),
      el('span', {}, named('rule', one.rule)), open ? confirming(one, box, said, signal, may) : '', said),
    parts(one, signal));
  return box;
}

function confirming(one, box, said, signal, may) {
  return deciding(t('confirm'), async () => {
    await post(`facts/${encodeURIComponent(one.fact.atomicId)}/confirm`, scope());
    const now = verdict((await verdicts(signal)).get(one.fact.atomicId), signal, may);
    box.replaceWith(now);
    now.focus();
  }, said, { class: 'quiet', 'aria-label': `${t('confirm')} ${one.fact.object}` });
}

/** The points by part, asked for when they are opened: the verdict is made again from the files. */
function parts(one, signal) {
  const box = el('details', {}, el('summary', {}, t('why_verdict')));
  box.addEventListener('toggle', async () => {
    if (!box.open || box.children.length > 1) return;
    const into = box.appendChild(el('div', { role: 'status' }, t('loading')));
    try {
      const { tenantId, userId } = scope();
      // The personal API has it, beside /v1.
      const told = await get(`../api/v1/memory.audit/${encodeURIComponent(one.sourceTrace)}`, { tenant_id: tenantId, user_id: userId }, signal);
      into.replaceChildren(...told.verdicts.map(({ score }) => pairs(Object.entries(MOST).map(([part, most]) =>
        [named('points', part), most ? t('points_of', { n: number(score[part]), all: number(most) }) : number(score[part])]))),
      told.same ? '' : note(t('not_same'), 'warn'));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      into.replaceChildren(wrong(error));
    }
  });
  return box;
}
