// Whose memory a view asks: what the key may do there, and where to go when there is no such memory.

import { scope, to } from './address.js';
import { capped, el, field, link, name, note, safeName } from './dom.js';
import { t } from './language.js';
import { get, Problem } from './service.js';

const OF_TENANT = ['users', 'audit'];
const OF_USER = ['sessions', 'records', 'record', 'search', 'profile', 'course', 'graph', 'conflicts'];

/** What the service says of the memory that a view asks, and what stands in place of the view where
 * there is no such memory; nothing of a view that is of the whole service. */
export async function whose(view, params, signal) {
  if (![...OF_TENANT, ...OF_USER].includes(view)) return {};
  const access = await get('access', scope(), signal);
  const { exists, tenants, tenantId, userId, users } = access;
  const there = view === 'record' ? 'records' : view;
  const offer = (what, missing, names) => offered(there, params, what, missing, names);
  if (!exists && tenants.length && !tenants.includes(tenantId)) return { access, instead: offer('tenant', tenantId, tenants) };
  if (OF_USER.includes(view) && !params.user && users.length > 1) return { instead: [note(t('key_of_several'), 'warn'), links(there, params, 'user', users)] };
  if (OF_TENANT.includes(view)) return { access: { ...access, userId: '' } };
  if (exists) return { access };
  const others = await known(signal);
  if (others === null) return { access, instead: [missed('user', userId), asked(there, params)] };
  return others.length ? { access, instead: offer('user', userId, others) } : { access };
}

/** The users of the tenant; null where the key may not list them. */
async function known(signal) {
  try {
    const { users } = await get('users', scope({ whole: true }), signal);
    return users.map((one) => one.userId);
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return null;
    throw error;
  }
}

/** That there is no tenant or user (`what`) of a name, and links to those there are; where none was
 * named and there is one, it is gone to. */
function offered(view, params, what, missing, names) {
  if (names.length === 1 && !params[what]) location.replace(to(view, { ...params, [what]: names[0] }));
  return [missed(what, missing), names.length ? el('p', {}, t(`there_are.${what}`)) : '',
    links(view, params, what, names)];
}

const missed = (what, name) => note(t(`nobody.${what}`, { name: safeName(name) }), 'warn');

/** A form that asks which user, where the key may not list them. */
function asked(view, params) {
  const input = el('input', { name: 'whose', value: params.user, required: true, maxlength: '200', autocomplete: 'off', spellcheck: 'false' });
  const send = (event) => {
    event.preventDefault();
    location.hash = to(view, { ...params, user: input.value.trim() });
  };
  return el('form', { class: 'bar', on: { submit: send } },
    el('p', {}, t('name_user')), field(t('user'), input), el('button', { type: 'submit' }, t('show')));
}

/** A link to the view of each tenant or user. */
const links = (view, params, what, names) => capped(names, (some) => el('ul', {}, some.map((one) =>
  el('li', {}, link(to(view, { ...params, [what]: one }), name(one))))));
