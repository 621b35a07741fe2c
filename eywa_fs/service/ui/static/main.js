// The frame around the views: navigation, whose memory, language, colours, the key, errors.

import { current, to } from './address.js';
import { keyForm } from './deciding.js';
import { button, choice, el, field, link, note, safeName } from './dom.js';
import { language, languages, setLanguage, t } from './language.js';
import { key, Problem } from './service.js';
import { evaluations } from './views_evaluations.js';
import { conflicts, course, profile } from './views_facts.js';
import { graph } from './views_graph.js';
import { record, records, sessions, users } from './views_records.js';
import { search } from './views_search.js';
import { audit, health, jobs, objectives } from './views_state.js';
import { whose } from './whose.js';

const VIEWS = { health, users, sessions, records, record, search, profile, course, graph, conflicts, audit, jobs, objectives, evaluations };
const IN_NAVIGATION = ['health', 'users', 'sessions', 'records', 'search', 'profile', 'graph', 'conflicts', 'audit', 'jobs', 'objectives', 'evaluations'];
const COLOURS = 'eywa-colours';

const main = el('main', { id: 'main', tabindex: '-1' });
let running = new AbortController();
let timer = 0;

/** Show the view that the address names. `silent`: keep what is there until the new one is. */
async function show({ silent = false, focus = true } = {}) {
  clearTimeout(timer);
  running.abort();
  const mine = (running = new AbortController());
  let period = 0;
  const { view, params } = current();
  const title = view in VIEWS ? t(`view.${view}`) : t('no_view');
  const heading = el('h1', { tabindex: '-1' }, title);
  document.title = `${title} · eywa-fs`;
  if (!silent) {
    frame();
    main.setAttribute('aria-busy', 'true');
    main.replaceChildren(heading, el('p', { role: 'status', class: 'loading' }, t('loading')));
    if (focus) heading.focus();
  }
  const context = {
    params,
    signal: mine.signal,
    again: () => show(),
    every: (seconds) => { period = seconds; },
  };
  let found;
  try {
    if (!(view in VIEWS)) throw new Problem({ status: 404, code: 'E_NOT_FOUND', detail: location.hash });
    const { access, instead } = await whose(view, params, mine.signal);
    if (access && !mine.signal.aborted) tell(access);
    found = instead ?? await VIEWS[view]({ ...context, may: access?.may ?? [] });
  } catch (error) {
    if (error.status === 401) period = 0; // the form for a key stays
    found = failed(error);
  }
  if (mine.signal.aborted) return;
  main.removeAttribute('aria-busy');
  const first = main.firstElementChild; // stays where it is, and so does the focus on it
  while (first.nextSibling) first.nextSibling.remove();
  first.after(...[found].flat(9).filter(Boolean));
  if (period) renew(period, mine.signal);
}

/** Show the view again after some seconds, but not while nobody looks or something in it has the focus. */
function renew(seconds, signal) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (signal.aborted) return;
    if (document.hidden || main.querySelector(':focus:not(h1)')) renew(seconds, signal);
    else show({ silent: true });
  }, seconds * 1000);
}

/** What stands in place of a view that failed. */
function failed(error) {
  if (!(error instanceof Problem)) {
    console.error(error);
    return el('section', { role: 'alert', class: 'card bad' }, el('h2', {}, t('failed')), note(String(error)));
  }
  if (error.status === 401) return locked(error);
  const words = error.status === 0 ? t('unreachable') : error.status === 403 ? t('forbidden') : error.detail;
  return el('section', { role: 'alert', class: 'card bad' },
    el('h2', {}, error.status === 404 ? t('not_found') : t('failed')),
    el('p', { class: 'prose', dir: 'auto' }, words || error.code),
    el('p', { class: 'faint' }, [error.status || '', error.code, error.traceId].filter(Boolean).join(' · ')),
    button(t('try_again'), () => show()));
}

/** What asks for a key in place of a view. */
function locked(error) {
  return keyForm(() => show(), [
    el('h2', {}, t('key_needed')),
    key.get() ? el('p', { class: 'note bad', role: 'alert' }, t('key_refused')) : '',
    el('p', { class: 'prose', dir: 'auto' }, error.detail)],
  el('p', { class: 'faint' }, t('key_kept')), { class: 'card' });
}

/** Everything around the view, in the language and of the memory that are chosen. */
function frame() {
  const { view, params } = current();
  document.documentElement.lang = language() === 'zh' ? 'zh-Hans' : 'en';
  const items = IN_NAVIGATION.map((one) => el('li', {},
    el('a', { href: to(one), 'aria-current': one === view ? 'page' : null }, t(`view.${one}`))));
  const header = el('header', {},
    el('a', { class: 'skip', href: '#main', on: { click: skip } }, t('skip')),
    link(to('health'), el('strong', {}, 'eywa-fs')),
    searchForm(params),
    el('nav', { 'aria-label': t('views') }, el('ul', {}, items)),
    chosen(params));
  const before = document.querySelector('body > header');
  const held = before?.querySelector(':focus')?.name;
  if (before) before.replaceWith(header);
  else document.body.replaceChildren(header, main);
  if (held) header.querySelector(`[name="${held}"]`).focus();
}

function skip(event) {
  event.preventDefault();
  main.focus();
}

function go(address) {
  if (location.hash === address) show();
  else location.hash = address;
}

function searchForm(params) {
  const input = el('input', {
    type: 'search', name: 'q', id: 'search', value: params.q, maxlength: '2000', autocomplete: 'off',
    placeholder: t('search_hint'), 'aria-label': t('search_label'), 'aria-keyshortcuts': '/',
  });
  const send = (event) => {
    event.preventDefault();
    go(to('search', { q: input.value, strategy: current().params.strategy }));
  };
  return el('form', { role: 'search', on: { submit: send } }, input, el('button', { type: 'submit' }, t('search')));
}

/** Say in the frame whose memory is asked. */
function tell({ tenantId, userId }) {
  document.getElementById('whose').textContent = `${t('whose')}: ${[tenantId, userId].filter(Boolean).map(safeName).join(' · ')}`;
  document.querySelector('header [name=user]').placeholder = userId || t('usual');
}

/** Whose memory, and the looks of the page: folded up where there is little room. */
function chosen(params) {
  const before = document.querySelector('header > details');
  const open = before ? before.open : matchMedia('(min-width: 40.01rem)').matches;
  const named = [params.tenant, params.user].filter(Boolean).map(safeName).join(' · ');
  return el('details', { open },
    el('summary', {}, `${t('chosen')} `, el('bdi', { class: 'faint', id: 'whose' }, named)),
    el('div', { class: 'bar' }, scopeForm(params), settings()));
}

function scopeForm(params) {
  const input = (name) => el('input', {
    name, value: params[name], maxlength: '200', autocomplete: 'off', spellcheck: 'false', placeholder: t('usual'),
  });
  const tenant = input('tenant');
  const user = input('user');
  const send = (event) => {
    event.preventDefault();
    const { view, params: now } = current();
    const kept = { ...now, tenant: tenant.value.trim(), user: user.value.trim(), cursor: '', page: '', session: '', id: '' };
    go(to(view === 'record' ? 'records' : view, kept));
  };
  return el('form', { class: 'bar', 'aria-label': t('whose'), on: { submit: send } },
    field(t('tenant'), tenant), field(t('user'), user), el('button', { type: 'submit' }, t('apply')));
}

function settings() {
  const speak = (event) => {
    setLanguage(event.target.value);
    show({ focus: false });
  };
  const paint = (event) => {
    localStorage.setItem(COLOURS, event.target.value);
    colours();
  };
  const schemes = ['auto', 'light', 'dark'].map((one) => [one, t(`colours.${one}`)]);
  const forget = () => {
    key.forget();
    show();
  };
  return el('div', { class: 'bar' },
    field(t('language'), choice({ name: 'language', on: { change: speak } }, languages, language())),
    field(t('colours'), choice({ name: 'colours', on: { change: paint } }, schemes, localStorage.getItem(COLOURS) || 'auto')),
    key.get() ? button(t('key_forget'), forget, { class: 'quiet' }) : '');
}

function colours() {
  document.documentElement.dataset.colours = localStorage.getItem(COLOURS) || 'auto';
}

addEventListener('hashchange', () => show());
addEventListener('keydown', (event) => {
  const typing = event.target.closest('input, select, textarea');
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.getElementById('search').select();
});
colours();
show({ focus: false });
