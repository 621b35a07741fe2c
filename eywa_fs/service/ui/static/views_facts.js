// What is known of somebody: the profile, one thing in the course of time, what contradicts.

import { scope, to } from './address.js';
import { deciding } from './deciding.js';
import { capped, chip, code, el, field, link, name, note, prose, time } from './dom.js';
import { bound, last, named, number, t } from './language.js';
import { get, post } from './service.js';
import { seal } from './views_records.js';
import { verdict, verdicts } from './views_verdicts.js';

const VALUES = 5; // values of one thing that a profile shows; its timeline has all

const KINDS = { holds: 'ok', ahead: '', over: 'warn', unsure: '' };

/** One fact, with the words that say it and the record they stand in. */
export function fact(one, more = '') {
  return el('article', { class: `card ${one.atTime === 'over' ? 'ended' : ''}` },
    el('p', { class: 'prose', dir: 'auto' }, el('strong', {}, value(one))),
    el('div', { class: 'meta' },
      link(to('course', { subject: one.subject, predicate: one.predicate }), name(`${one.subject} · ${one.predicate}`)),
      one.status === 'retracted' ? chip(t('taken_back'), 'bad') : chip(named('at_time', one.atTime), KINDS[one.atTime]),
      one.inConflict ? chip(t('in_conflict'), 'bad') : '', seal(one), span(one)),
    more,
    el('details', {}, el('summary', {}, t('said')), prose(one.said || one.text),
      el('div', { class: 'meta' }, time(one.observedAt), code(one.citation), code(one.rule),
        link(to('record', { id: one.eventId }), t('open_record')),
        one.restatedBy.length ? t('restated', { n: number(one.restatedBy.length) }) : '')));
}

/** What a fact says, with its denial. */
const value = (one) => `${one.negated ? `${t('not')} ` : ''}${one.object}`;

/** From when to when a fact holds, as far as that is known; `show` has the words of a bound. */
export function span(one, show = bound) {
  if (one.validFrom === null && one.validTo === null) return '';
  if (one.validFrom === one.validTo) return el('span', {}, t('never_held'));
  const first = one.validFrom === null ? '…' : show(one.validFrom);
  const end = one.validTo === null ? '…' : show(last(one.validTo));
  return el('span', {}, first === end ? first : `${first} – ${end}`);
}

/** The record that ended a fact, or will, and the value that took its place, if it is at hand. */
function ender(one, byId) {
  if (one.status === 'active') return '';
  const by = byId.get(one.supersededBy);
  const what = [by ? el('strong', { dir: 'auto' }, el('bdi', {}, value(by))) : '', ' ', one.endedBy ? code(one.endedBy) : ''];
  return [by || one.endedBy ? el('p', {}, `${t(one.atTime === 'over' ? 'ended_by' : 'ends_by')} `, what) : '',
    one.status === 'retracted' && !by ? el('p', { class: 'faint' }, t('retracted_by_nothing')) : ''];
}

/** What is to be known of an answer before it is read: what of it was refused, which part failed. */
export const lessGood = ({ degraded, dropped }) => [refused(dropped), degraded.length
  ? el('div', { class: 'note warn', role: 'status' }, t('degraded'),
    el('ul', {}, degraded.map((one) => el('li', {}, code(one.reason), ` ${one.meaning}`)))) : ''];

function refused(dropped) {
  const found = counted(dropped);
  return found ? el('p', { class: 'note bad', role: 'status' }, t('refused', { found })) : '';
}

/** What was refused, by what it was and why, and how many. */
export const counted = (dropped) => Object.entries(dropped).map(([reason, n]) => {
  const [why, kind] = reason.split('_').reverse();
  return `${kind ? t('facts_of') : t('records')}, ${named('dropped', why)}: ${number(n)}`;
}).join('; ');

export async function profile({ params, signal, may }) {
  const subject = params.subject || 'user';
  const [found, judged] = await Promise.all([
    get('facts', { ...scope(), subject, every: true }, signal), verdicts(signal)]);
  const form = el('form', { class: 'bar' },
    field(t('subject'), el('input', { name: 'subject', value: subject, maxlength: '1000', required: true })),
    el('button', { type: 'submit' }, t('show')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = to('profile', { subject: new FormData(form).get('subject').trim() });
  });
  const byId = new Map(found.facts.map((one) => [one.atomicId, one]));
  const groups = Map.groupBy(found.facts, (one) => one.predicate);
  const things = [...groups].map(([predicate, facts]) => [predicate, newestFirst(facts)]);
  return [el('div', { class: 'tools' }, form), lessGood(found), things.length
    ? capped(things, (some) => el('div', {}, some.map(([predicate, facts]) =>
      thing(subject, predicate, facts, (one) => [ender(one, byId), verdict(judged.get(one.atomicId), signal, may)]))))
    : note(t('no_facts'))];
}

function newestFirst(facts) {
  const rank = (one) => (one.atTime === 'holds' ? 1 : 0);
  return facts.toSorted((a, b) => rank(b) - rank(a) || b.observedAt - a.observedAt);
}

function thing(subject, predicate, facts, more) {
  const left = facts.length - VALUES;
  const course = link(to('course', { subject, predicate }), left > 0 ? t('and_more', { n: number(left) }) : t('view.course'));
  return el('section', {}, el('h2', {}, name(predicate)),
    el('div', { class: 'two' }, facts.slice(0, VALUES).map((one) => fact(one, more(one)))),
    el('p', {}, course));
}

export async function course({ params, signal }) {
  const asked = { ...scope(), subject: params.subject || 'user', predicate: params.predicate || 'lives_in' };
  const found = await get('facts/history', asked, signal);
  const byId = new Map(found.facts.map((one) => [one.atomicId, one]));
  return [
    el('p', {}, name(`${asked.subject} · ${asked.predicate}`), ' ', link(to('profile', { subject: asked.subject }), t('view.profile'))),
    lessGood(found),
    found.facts.length
      ? capped(found.facts, (some) => el('ol', { class: 'course' }, some.map((one) => el('li', {}, fact(one, ender(one, byId))))))
      : note(t('no_facts')),
  ];
}

export async function conflicts({ signal, may }) {
  const told = el('div', {});
  const id = ({ left, right }) => `${left.atomicId} ${right.atomicId}`;
  const cards = new Map();
  let open = new Set();
  const look = async (until) => {
    const { conflicts: found } = await get('conflicts', scope(), until);
    told.replaceChildren(found.length ? note(t('conflicts_are', { n: number(found.length) })) : note(t('no_conflicts'), 'ok'));
    open = new Set(found.map(id));
    for (const [one, card] of cards) if (!open.has(one)) card.over();
    return found;
  };
  const card = (one) => {
    if (!cards.has(id(one))) cards.set(id(one), pair(one, look, may.includes('write')));
    const made = cards.get(id(one));
    if (!open.has(id(one))) made.over();
    return made.section;
  };
  const found = await look(signal);
  return [told, capped(found, (some) => el('div', {}, some.map(card)))];
}

/** That somebody had settled a conflict before, or that it is none any more; nothing was written. */
const before = ({ settledBy, settledAt }, { subject, predicate }) => note(el('span', {},
  settledBy === null ? t('settled_by_none') : [`${t('settled_before')} `, name(settledBy), ', ', time(settledAt)], ' ',
  link(to('course', { subject, predicate }), t('view.course'))), 'warn');

/** The `section` of two facts that cannot both stand; where the key `writes`, a button under each says
 * it does, then `look` sees what is left. `over()`: they do not contradict any more. */
function pair({ left, right }, look, writes) {
  const reason = el('input', { name: 'reason', maxlength: '2000', autocomplete: 'off' });
  const said = el('div', { role: 'status' });
  let open = true;
  const end = (...shown) => {
    open = false;
    section.replaceChildren(...shown);
  };
  const keep = (kept, dropped) => writes && deciding(t('keep'), async () => {
    const all = section.querySelectorAll('button');
    all.forEach((one) => { one.disabled = true; });
    try {
      const made = await post('conflicts/resolve', {
        ...scope(), kept: kept.atomicId, dropped: dropped.atomicId, reason: reason.value.trim(), onlyOpen: true });
      end(made.citation ? note(el('span', {}, `${t('settled')} `, el('bdi', {}, value(kept))), 'ok') : before(made, kept));
      section.focus();
    } finally {
      all.forEach((one) => { one.disabled = false; });
    }
    await look();
  }, said);
  const section = el('section', { class: 'card', tabindex: '-1' },
    el('div', { class: 'two' }, fact(left, keep(left, right)), fact(right, keep(right, left))),
    writes && field(t('reason'), reason), said);
  const over = () => open && end(note(el('span', {}, el('bdi', {}, value(left)), ' · ', el('bdi', {}, value(right)), `: ${t('settled_meanwhile')} `,
    link(to('course', { subject: left.subject, predicate: left.predicate }), t('view.course')))));
  return { section, over };
}
