// A search, and the proof of each hit: file, line, bytes, hash, what each source gave, why.

import { scope, to } from './address.js';
import { button, chip, choice, code, el, field, link, name, note, pairs, prose, time } from './dom.js';
import { counted, fact, lessGood } from './views_facts.js';
import { seal } from './views_records.js';
import { millis, named, number, seconds, size, t, when } from './language.js';
import { post, Problem } from './service.js';

const LIMIT = 20;
const STRATEGIES = ['auto', 'exact', 'semantic', 'temporal', 'hybrid'];

export async function search({ params, signal }) {
  const query = (params.q || '').trim();
  if (!query) return note(t('search_empty'));
  const page = Math.max(1, Math.trunc(Number(params.page)) || 1);
  const from = (page - 1) * LIMIT;
  const body = { ...scope(), query, limit: LIMIT + 1, offset: from }; // one more tells of the next page
  if (params.strategy) body.strategy = params.strategy;
  const found = await post('retrieve', body, signal);
  const { dropped } = found.retrievalTrace;
  const hits = found.hits.slice(0, LIMIT);
  const more = found.hits.length > LIMIT;
  const paged = (n) => to('search', { ...params, page: n > 1 ? String(n) : '' });
  return [
    strategyForm(params),
    lessGood({ degraded: found.degraded, dropped }),
    found.nothingCertain && found.hits.length ? note(t('nothing_certain'), 'warn') : '',
    found.facts.length && page === 1 ? [el('h2', {}, t('facts')), found.facts.map((one) => fact(one))] : '',
    el('h2', {}, hits.length && (more || page > 1) ? t('hits_part', { first: number(from + 1), last: number(from + hits.length) }) : t('hits', { n: number(hits.length) })),
    hits.length ? el('ol', { class: 'course', start: from + 1 }, hits.map(hit)) : note(t(counted(dropped) ? 'none_proved' : 'no_hits')),
    more || page > 1 ? el('nav', { class: 'bar', 'aria-label': t('pages') }, page > 1 ? link(paged(1), t('first_page')) : '',
      more ? [el('span', {}, t('more_hits')), link(paged(page + 1), t('next_page'))] : '') : '',
    trace(found.retrievalTrace),
  ];
}

function strategyForm(params) {
  const options = STRATEGIES.map((one) => [one, named('strategy', one)]);
  const change = (event) => { location.hash = to('search', { ...params, page: '', strategy: event.target.value }); };
  return el('div', { class: 'tools' }, field(t('strategy'), choice({ name: 'strategy', on: { change } }, options, params.strategy || 'auto')));
}

function hit(one) {
  const section = one.sourceType === 'longterm'; // of Markdown: it has no time, session or versions
  return el('li', { class: `card ${one.outdated ? 'ended' : ''}` },
    prose(one.text),
    el('div', { class: 'meta' }, section ? el('span', {}, 'Markdown') : [time(one.timestamp), el('span', {}, named('role', one.role))],
      one.speaker ? name(one.speaker) : '', section ? '' : link(to('records', { session: one.sessionId }), name(one.sessionId)),
      one.seal === 'broken' ? '' : chip(t('proved'), 'ok'), seal(one), one.certain ? '' : chip(t('uncertain'), 'warn'),
      one.tags.map((tag) => chip(tag)),
      section ? '' : link(to('record', { id: one.eventId }), t('open_record'))),
    one.outdated ? note(el('span', {}, chip(t('outdated'), 'warn'), ' ', outdated(one.outdated)), 'warn') : '',
    one.partly.length ? note(`${t('partly')} ${one.partly.join(' · ')}`, 'warn') : '',
    one.newer ? el('p', { class: 'faint' }, `${t('newer')} `, code(one.newer)) : '',
    proof(one));
}

/** Why a record is no longer so, in words of the page. */
function outdated(text) {
  const [, why, by] = /^outdated: (replaced by|taken back|over) ?(.*)/.exec(text) ?? [];
  return why ? [named('outdated', why), ' ', by ? code(by) : ''] : text;
}

/** Where a hit stands and what it was found by, and a button that has the file read again. */
function proof(one) {
  const said = el('span', { role: 'status' });
  const again = button(t('verify_again'), async () => {
    again.disabled = true;
    said.replaceChildren(t('verifying'));
    said.replaceChildren(await proved(one.anchor));
    again.disabled = false;
  }, { class: 'quiet' });
  const anchor = one.anchor;
  const lines = anchor.lineStart === anchor.lineEnd ? number(anchor.lineStart) : `${anchor.lineStart}–${anchor.lineEnd}`;
  const most = Math.max(...Object.values(one.sources), one.score, 0.01);
  const scores = Object.entries(one.sources).map(([source, score]) => el('div', {},
    el('meter', { min: 0, max: most, value: Math.max(0, score), 'aria-label': named('source', source) }),
    ` ${named('source', source)} ${number(score)}`));
  return el('details', {},
    el('summary', {}, t('proof')),
    pairs([
      [t('file'), code(anchor.filePath)], [t('line'), lines],
      [t('bytes'), `${number(anchor.byteStart)}–${number(anchor.byteEnd)}`],
      [t('hash'), code(anchor.contentHash)], [t('score'), number(one.score)],
      [t('scores'), scores], [t('why'), el('bdi', {}, one.why)],
    ]),
    el('p', { class: 'bar' }, again, said));
}

async function proved(anchor) {
  try {
    const asked = { ...scope(), citation: anchor.citation, contentHash: anchor.contentHash };
    const { status } = await post('prove', asked);
    return chip(t(`proof.${status}`, { at: when(Date.now()) }), status === 'ok' ? 'ok' : 'bad');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return chip(error.detail || t('unreachable'), 'bad');
  }
}

function trace(one) {
  const stages = Object.entries(one.stagesMs).map(([stage, ms]) => `${named('stage', stage)} ${millis(ms)}`).join(' · ');
  return el('details', {}, el('summary', {}, t('how')), pairs([
    [t('strategy'), named('strategy', one.strategy)], [t('intent'), one.intent], [t('time_intent'), one.timeIntent],
    [t('verified'), number(one.verified)], [t('dropped'), counted(one.dropped) || t('none')],
    [t('lag'), `${size(one.lag.bytes)}, ${seconds(one.lag.seconds)}`], [t('stages'), stages],
  ]));
}
