// Users, their sessions, the records of these page by page, one record with its versions.

import { scope, to } from './address.js';
import { capped, chip, choice, code, el, field, link, name, note, pairs, prose, table, time } from './dom.js';
import { named, number, size, t } from './language.js';
import { get, Problem } from './service.js';

const PAGE = 50;

export async function users({ signal }) {
  let found;
  try {
    found = (await get('users', scope({ whole: true }), signal)).users;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403) throw error;
    return [note(t('users_forbidden')), el('p', {}, link(to('sessions'), t('view.sessions')))];
  }
  if (!found.length) return note(t('no_users'));
  const columns = [t('user'), t('sessions'), t('records'), t('files'), t('size'), t('first_day'), t('last_day')];
  const rows = (some, all) => table(t('users_are', { n: number(all) }), columns, some.map((one) => [
    link(to('sessions', { tenant: one.tenantId, user: one.userId }), name(one.userId)),
    number(one.sessions), number(one.records), number(one.files), size(one.bytes), one.firstDay || '–', one.lastDay || '–',
  ]));
  return filtered(found, (one) => one.userId, rows);
}

export async function sessions({ signal }) {
  const found = (await get('sessions', scope(), signal)).sessions;
  if (!found.length) return note(t('no_sessions'));
  const columns = [t('session'), t('records'), t('files'), t('size'), t('first_day'), t('last_day')];
  const rows = (some, all) => table(t('sessions_are', { n: number(all) }), columns, some.map((one) => [
    link(to('records', { session: one.sessionId }), name(one.sessionId)),
    number(one.records), number(one.files), size(one.bytes), one.firstDay, one.lastDay,
  ]));
  return filtered(found, (one) => one.sessionId, rows);
}

/** A list with a field that leaves only what has some letters in its name. */
function filtered(found, nameOf, rows) {
  const box = el('div', {}, capped(found, rows));
  const input = el('input', { type: 'search', name: 'filter', autocomplete: 'off' });
  input.addEventListener('input', () => {
    const wanted = input.value.toLocaleLowerCase();
    const left = found.filter((one) => nameOf(one).toLocaleLowerCase().includes(wanted));
    box.replaceChildren(left.length ? capped(left, rows) : note(t('nothing_fits')));
  });
  return [el('div', { class: 'tools' }, field(t('filter'), input)), box];
}

export async function records({ params, signal }) {
  const found = await get('memories', {
    ...scope(), limit: PAGE, cursor: params.cursor, sessionId: params.session, text: params.text,
    role: params.role, oldest: Boolean(params.oldest), hidden: Boolean(params.hidden),
  }, signal);
  const rest = found.nextCursor
    ? link(to('records', { ...params, cursor: found.nextCursor }), t('next_page')) : '';
  const first = params.cursor ? link(to('records', { ...params, cursor: '' }), t('first_page')) : '';
  return [
    recordsForm(params),
    found.memories.length ? found.memories.map(listed) : note(t('no_records')),
    el('nav', { class: 'bar', 'aria-label': t('pages') }, first, rest),
  ];
}

function recordsForm(params) {
  const roles = ['', 'user', 'assistant', 'system', 'tool'].map((one) => [one, one ? named('role', one) : t('any')]);
  const form = el('form', { class: 'bar' },
    field(t('session'), el('input', { name: 'session', value: params.session, maxlength: '200' })),
    field(t('words'), el('input', { name: 'text', value: params.text, maxlength: '1000' })),
    field(t('role'), choice({ name: 'role' }, roles, params.role || '')),
    field(t('oldest_first'), el('input', { type: 'checkbox', name: 'oldest', checked: Boolean(params.oldest) })),
    field(t('hidden_too'), el('input', { type: 'checkbox', name: 'hidden', checked: Boolean(params.hidden) })),
    el('button', { type: 'submit' }, t('show')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = to('records', Object.fromEntries(new FormData(form)));
  });
  return el('div', { class: 'tools' }, form);
}

/** How the line of a record is sealed, where it is not by a hash that fits. */
export const seal = (one) => (one.seal === 'sealed' ? '' : chip(t(`seal.${one.seal}`), one.seal === 'broken' ? 'bad' : 'warn'));

/** What is known of a record besides its text, in a line. */
function about(one) {
  return el('div', { class: 'meta' },
    time(one.timestamp), el('span', {}, named('role', one.role)), one.speaker ? name(one.speaker) : '',
    link(to('records', { session: one.sessionId }), name(one.sessionId)),
    one.state && one.state !== 'active' ? chip(named('state', one.state), 'warn') : '',
    one.version > 1 ? chip(t('version', { n: one.version })) : '',
    seal(one), one.tags.map((tag) => chip(tag)));
}

function listed(one) {
  return el('article', { class: 'card' }, prose(one.text), about(one),
    el('div', { class: 'meta' }, code(one.citation), link(to('record', { id: one.eventId }), t('open_record'))));
}

export async function record({ params, signal }) {
  if (!params.id) return [note(t('no_record_named')), el('p', {}, link(to('records'), t('view.records')))];
  const path = `memories/${encodeURIComponent(params.id)}`;
  const [found, history] = await Promise.all([
    get(path, scope(), signal), get(`${path}/history`, scope(), signal)]);
  const one = found.memory;
  return [
    el('article', { class: 'card' }, prose(one.text), about(one), pairs([
      [t('id'), code(one.eventId)], [t('where'), code(one.citation)],
      [t('seal'), t(`seal.${one.seal}`)], [t('pinned'), found.pinned ? t('yes') : ''],
      [t('expires'), found.expiresAt === null ? '' : time(found.expiresAt)],
      [t('confirmed'), found.confirmedAt === null ? '' : time(found.confirmedAt)],
    ])),
    el('h2', {}, t('versions')),
    el('ol', { class: 'course' }, history.versions.map(version).reverse()),
  ];
}

function version(one) {
  return el('li', { class: 'card' },
    el('div', { class: 'meta' }, chip(`${number(one.number)} · ${named('op', one.op)}`),
      chip(named('state', one.state)), time(one.at), one.operator ? name(one.operator) : ''),
    one.text === null ? note(t('text_gone'), 'bad') : prose(one.text),
    one.reason ? pairs([[t('reason'), prose(one.reason)]]) : '',
    el('p', { class: 'faint' }, code(one.citation)));
}
