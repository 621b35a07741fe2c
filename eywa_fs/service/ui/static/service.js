// The service's own routes, and the key that is sent to them. The key is kept in this tab only.

const KEY = 'eywa-key';
const SENDABLE = /^[\x21-\x7e]+$/; // a header takes nothing else, and no key or token has it

/** An answer that is none: the fields of a problem (RFC 9457); status 0: no answer came. */
export class Problem extends Error {
  constructor(fields) {
    super(fields.detail || fields.code);
    Object.assign(this, fields);
  }
}

export const key = {
  get: () => sessionStorage.getItem(KEY) || '',
  set: (value) => sessionStorage.setItem(KEY, value),
  forget: () => sessionStorage.removeItem(KEY),
};

const LEFT = new Promise(() => {});

/** What a route answers; nothing ever where `signal` has aborted: nobody waits for it. Throws a Problem. */
async function ask(path, options) {
  const headers = { Accept: 'application/json', ...options.headers };
  if (key.get() && !SENDABLE.test(key.get())) throw new Problem({ status: 401, code: 'E_UNAUTHENTICATED' });
  if (key.get()) headers.Authorization = `Bearer ${key.get()}`;
  let answer;
  try {
    answer = await fetch(`../v1/${path}`, { ...options, headers, cache: 'no-store' });
  } catch (error) {
    if (options.signal?.aborted) return LEFT;
    throw new Problem({ status: 0, code: 'E_UNREACHABLE', retryable: true });
  }
  const value = await answer.json().catch(() => ({}));
  if (options.signal?.aborted) return LEFT;
  if (answer.ok || 'ready' in value) return value; // `ready` answers 503 where it says no
  throw new Problem({ code: 'E_INTERNAL', detail: answer.statusText, ...value, status: answer.status });
}

/** Ask a GET route; parameters that are undefined or empty are left out. */
export function get(path, params = {}, signal = undefined) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== '' && value !== false) query.append(name, value);
  }
  const text = query.toString();
  return ask(text ? `${path}?${text}` : path, { signal });
}

/** Ask a POST route. */
export function post(path, body, signal = undefined) {
  const headers = { 'Content-Type': 'application/json' };
  return ask(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
}
