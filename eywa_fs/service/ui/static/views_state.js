// How the memory does, the audit trail and a trace of it step by step, and the jobs.

import { scope, to } from './address.js';
import { button, capped, chip, code, el, field, link, name, note, pairs, prose, svg, table, time } from './dom.js';
import { millis, named, number, percent, seconds, size, t } from './language.js';
import { get, Problem } from './service.js';

const AGAIN_S = 10;
const TRAIL = 200;

const mark = (well, text) => chip(text, well ? 'ok' : 'bad');

export async function health({ signal, again, every }) {
  every(AGAIN_S);
  const [ready, version, state, done] = await Promise.all([
    get('ready', {}, signal), get('version', {}, signal), measured('status', signal), measured('jobs', signal)]);
  const parts = Object.entries({ ...ready.parts, ...(state ? state.parts : {}) });
  return [
    el('p', { class: 'bar' }, mark(ready.ready, t(ready.ready ? 'ready' : 'not_ready')),
      state ? mark(state.ok, t(state.ok ? 'all_work' : 'not_well')) : '',
      el('span', { class: 'faint' }, `eywa-fs ${version.version}`), button(t('refresh'), again, { class: 'quiet' })),
    state?.next.length ? note(el('ul', {}, state.next.map((one) => el('li', {}, one))), 'warn') : '',
    state && !state.ok ? el('p', { class: 'faint' }, t('status_says')) : '',
    done ? compared(done.jobs) : '',
    state ? figures(state) : note(t('measures_forbidden')),
    el('h2', {}, t('parts')),
    table(t('parts_are'), [t('part'), t('how_it_is')], parts.map(([part, how]) =>
      [named('part', part), mark(how === 'ok', named('how', how))])),
    state ? counts(state) : '',
  ];
}

/** That parts work says nothing of the files: when a job compared them last, and which jobs found
 * something wrong. */
function compared(found) {
  const last = [found.verify, found.deep_verify].filter(Boolean).toSorted((a, b) => b.at - a.at)[0];
  const wrong = Object.entries(found).filter(([, one]) => one && !one.ok).map(([job]) => named('job', job));
  return [
    wrong.length ? note(el('span', {}, `${t('jobs_wrong', { jobs: wrong.join(', ') })} `, link(to('jobs'), t('view.jobs'))), 'bad') : '',
    el('p', { class: 'faint' }, last ? [`${t('compared')} `, time(last.at)] : t('not_compared')),
  ];
}

/** What only some keys may see; null for the others. */
async function measured(path, signal) {
  try {
    return await get(path, {}, signal);
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

function figures(state) {
  const shown = (label, value, more = '') => el('section', { class: 'card' },
    el('h2', { class: 'faint' }, label), el('div', { class: 'figure' }, value), el('div', { class: 'faint' }, more));
  const waiting = Object.entries(state.outbox).map(([kind, n]) => `${named('outbox', kind)}: ${number(n)}`).join(', ');
  return el('div', { class: 'grid' },
    shown(t('lag'), size(state.lag.bytes), t('oldest_waits', { s: seconds(state.lag.seconds) })),
    shown(t('users'), number(state.truth.users), t('in_sessions', { n: number(state.truth.sessions) })),
    shown(t('truth'), size(state.truth.bytes), t('in_files', { n: number(state.truth.files) })),
    shown(t('indexed'), number(state.documents.total ?? 0), waiting || t('nothing_waits')));
}

function counts(state) {
  return [el('h2', {}, t('index')), pairs([
    [t('indexer'), state.indexing ? t(state.indexerWell ? 'indexing' : 'indexer_waits') : t('nobody_indexes')],
    [t('embedder'), code(state.embedder || '–')], [t('generation'), state.generation ?? '–'],
    ...Object.entries(state.documents).map(([kind, n]) => [named('documents', kind), number(n)]),
    [t('erasures'), Object.entries(state.erasures).map(([kind, n]) => `${named('erasures', kind)}: ${number(n)}`).join(', ')],
    [t('backup'), state.backupStale ? chip(t('backup_stale'), 'bad') : ''],
  ])];
}

export async function jobs({ signal }) {
  const found = await measured('jobs', signal);
  if (!found) return note(t('measures_forbidden'));
  const columns = [t('job'), t('last'), t('result'), t('took'), t('figures')];
  return table(t('jobs_are'), columns, Object.entries(found.jobs).map(([job, last]) => [
    named('job', job), last ? time(last.at) : t('not_known'),
    last ? mark(last.ok, last.ok ? t('well') : last.code || t('not_well')) : '–',
    last ? seconds(last.seconds) : '–',
    last ? Object.entries(last.figures).map(figure).filter(Boolean).join(', ') || '–' : '–',
  ]));
}

/** What a job counted; kinds of findings stay as `eywa verify` names them. */
function figure([what, n]) {
  if (what === 'timestamp') return ''; // the time of the job stands beside it
  const [first, kind] = what.split('.');
  const words = first === 'findings' ? `${t('found')} ${kind}` : named('figure', what);
  return `${words}: ${what.endsWith('bytes') ? size(n) : number(n)}`;
}

export async function objectives({ signal, every }) {
  every(AGAIN_S);
  const found = await measured('slo', signal);
  if (!found) return note(t('measures_forbidden'));
  return [el('p', found.met === null ? { class: 'faint' } : {},
    found.met === null ? t('not_measured') : mark(found.met, t(found.met ? 'all_met' : 'one_missed'))),
    el('div', { class: 'grid' }, found.objectives.map(objective))];
}

/** An objective: what is wanted, what was measured, and both as a bar. */
function objective(one) {
  return el('section', { class: 'card' },
    el('h2', {}, named('objective', one.name)), el('p', { class: 'prose', dir: 'auto' }, named('aim', one.name, one.aim)),
    one.measured === null ? el('p', { class: 'faint' }, t('not_measured')) : [
      svg('svg', { class: one.met ? 'share ok' : 'share bad', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        svg('rect', { class: 'all', width: 100, height: 8 }), svg('rect', { width: 100 * one.measured, height: 8 }),
        svg('line', { x1: 100 * one.share, x2: 100 * one.share, y1: 0, y2: 8 })),
      el('p', {}, mark(one.met, t(one.met ? 'met' : 'missed')), ' ',
        t('measured_of', { share: percent(one.measured), good: number(one.good), of: number(one.of) }))],
    el('p', { class: 'faint' }, t('wanted', { share: percent(one.share) })));
}

export async function audit({ params, signal }) {
  const form = el('form', { class: 'bar' },
    field(t('trace'), el('input', { name: 'trace', value: params.trace, maxlength: '200', autocomplete: 'off' })),
    el('button', { type: 'submit' }, t('show')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = to('audit', { trace: new FormData(form).get('trace').trim() });
  });
  return [el('div', { class: 'tools' }, form), params.trace ? await replay(params.trace, signal) : await newest(signal)];
}

async function newest(signal) {
  const { entries, tenantId, whole } = await get('audit', { ...scope({ whole: true }), limit: TRAIL }, signal);
  const ofWhat = el('p', { class: 'faint' }, t(whole ? 'trail_whole' : 'trail_tenant', { tenant: tenantId }),
    entries.length < TRAIL ? '' : ` ${t('trail_newest', { n: number(TRAIL) })}`);
  if (!entries.length) return [ofWhat, note(t('no_entries'))];
  const columns = [t('at'), t('action'), t('of'), t('who'), t('reason'), t('trace')];
  return [ofWhat, capped(entries.toReversed(), (some, all) => table(t('newest_entries', { n: number(all) }), columns,
    some.map((one) => [time(one.timestamp), one.action, name(one.target), name(one.operator), name(named('given', one.reason) || '–'),
      one.traceId ? link(to('audit', { trace: one.traceId }), name(one.traceId)) : '–'])))];
}

/** What was done under one trace, step by step, each with the state before and after it. */
async function replay(trace, signal) {
  const { entries } = await get(`audit/${encodeURIComponent(trace)}`, scope({ whole: true }), signal);
  if (!entries.length) return note(t('no_trace'));
  const began = entries[0].timestamp;
  return capped(entries, (some) => el('ol', { class: 'course' }, some.map((one, n) => el('li', { class: 'card' },
    el('h2', {}, `${number(n + 1)} · ${one.action}`),
    el('div', { class: 'meta' }, time(one.timestamp), `+${millis(one.timestamp - began)}`, name(one.operator),
      one.userId ? name(one.userId) : ''),
    pairs([[t('of'), name(one.target)], [t('reason'), one.reason ? prose(named('given', one.reason)) : ''],
      [t('request'), one.requestId ? code(one.requestId) : ''], [t('where'), code(one.citation)]]),
    el('div', { class: 'two' }, standing(t('before'), one.before), standing(t('after'), one.after))))));
}

function standing(label, value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return el('div', {}, el('h3', {}, label), value === null ? el('p', { class: 'faint' }, '–') : el('pre', { dir: 'auto' }, text));
}
