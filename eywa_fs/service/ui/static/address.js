// The address of a view: `#/records?user=ana&session=s1`. Whose memory it is about stays from view
// to view.

const SCOPE = ['tenant', 'user'];

/** The view that the address names, and its parameters by name. */
export function current() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { view: path || 'health', params: Object.fromEntries(new URLSearchParams(query || '')) };
}

/** The address of a view of the same memory; a parameter that is empty is left out. */
export function to(view, params = {}) {
  const now = current().params;
  const query = new URLSearchParams();
  for (const name of SCOPE) if (!(name in params) && now[name]) query.set(name, now[name]);
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value);
  const text = query.toString();
  return `#/${view}${text ? `?${text}` : ''}`;
}

/** Whose memory the address is about, as the service's routes name it. */
export function scope({ whole = false } = {}) {
  const { tenant, user } = current().params;
  const found = {};
  if (tenant) found.tenantId = tenant;
  if (user && !whole) found.userId = user;
  return found;
}
