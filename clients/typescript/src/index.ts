/** A typed client of the HTTP service of eywa-fs: every route of its OpenAPI document. */
import createClient, {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  type Client,
} from "openapi-fetch";
import type { components, paths } from "./schema.js";
import { ServiceError, errorOf, errorOfNetwork, keyIsLate, unsendable } from "./problems.js";
import { FILE, KEYED, READ, TEXT } from "./routes.js";

export { ServiceError } from "./problems.js";
export type { components, operations, paths } from "./schema.js";

type Schemas = components["schemas"];
type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? Q : never;

/** The body of a route that takes a file: sent as it is. */
export type FileBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
type Octets<B> = { requestBody: { content: { "application/octet-stream": B } } };
type TakesFile<O> = O extends Octets<string> ? Omit<O, "requestBody"> & Octets<FileBody> : O;
/** The routes of the document; those that take a file take it in any form that `fetch` sends. */
export type Routes = { [P in keyof paths]: { [M in keyof paths[P]]: TakesFile<paths[P][M]> } };

/** What ends a call and its waits. */
export type Ending = Pick<RequestInit, "signal">;

export interface Options {
  /** Of the service, as `http://127.0.0.1:8765`. */
  baseUrl: string;
  /** An API key or token, or what gives one each time it is needed. */
  key?: string | (() => string | Promise<string>);
  /**
   * Milliseconds until an answer must be there, one read as a stream must have begun, with the time that
   * `key` takes; the service has its own limit of 30 seconds. That of a file to import may take any time.
   */
  timeoutMs?: number;
  /** Times a request is sent again after an error that may pass; 0 for never. */
  retries?: number;
  /** Milliseconds of the first wait; each is twice the one before. */
  firstWaitMs?: number;
  /** No wait is longer. Where the service asks for a longer one, the error is thrown instead. */
  longestWaitMs?: number;
  fetch?: typeof fetch;
}

/** What is known of a request: whether it only reads, brings a file, and how it is answered and that is read. */
interface Asked {
  reads: boolean;
  file: boolean;
  type: string;
  parseAs: string;
}

/**
 * The memory behind an HTTP service. `api` has every route, with its types:
 * `await client.api.POST("/v1/retrieve", { body: { query: "walnuts" } })`.
 * Whatever is not a success is thrown as a {@link ServiceError}. What may pass is tried again where
 * that is safe: reads, writes with an idempotency key, which is made where none is given, and what
 * cannot have arrived.
 */
export class EywaClient {
  readonly api: Client<Routes>;
  private readonly asked = new WeakMap<Request, Asked>();

  constructor(private readonly options: Options) {
    this.api = createClient<Routes>({
      baseUrl: usableUrl(options.baseUrl),
      fetch: (request) => this.send(request),
      pathSerializer: (path, named) => {
        for (const [name, value] of Object.entries(named)) refuseInPath(name, value);
        return spelled(() => defaultPathSerializer(path, named));
      },
      bodySerializer: (body: unknown) => (isFile(body) ? body : defaultBodySerializer(body)),
      querySerializer: (query) => spelled(() => createQuerySerializer()(query)),
    });
    if (typeof options.key !== "function") usableKey(options.key);
    this.api.use({
      onRequest: ({ request, schemaPath, options: { parseAs } }) => {
        const operation = `${request.method} ${schemaPath}`;
        const type = TEXT.has(operation) ? "text/plain" : "application/json";
        const file = FILE.has(operation);
        this.asked.set(request, { reads: READ.has(operation), file, type, parseAs });
        if (file) request.headers.set("Content-Type", "application/octet-stream");
        if (KEYED.has(operation) && !request.headers.has("Idempotency-Key"))
          request.headers.set("Idempotency-Key", crypto.randomUUID());
        return undefined;
      },
    });
  }

  /** Remember one exchange: both messages are on disk when this resolves. */
  afterLlm = async (body: Schemas["TurnAsked"], { signal = null }: Ending = {}): Promise<Schemas["TurnGiven"]> =>
    said(await this.api.POST("/v1/turns", { body, signal }));

  /** What to tell the model about a user before it answers a message. */
  beforeLlm = async (body: Schemas["ContextAsked"], { signal = null }: Ending = {}): Promise<Schemas["ContextGiven"]> =>
    said(await this.api.POST("/v1/context", { body, signal }));

  /** Find the records of a user that answer a query, each proved against its file. */
  retrieve = async (body: Schemas["RetrieveAsked"], { signal = null }: Ending = {}): Promise<Schemas["RetrieveGiven"]> =>
    said(await this.api.POST("/v1/retrieve", { body, signal }));

  /** Write a record. When this resolves, it is on disk. */
  append = async (body: Schemas["CreateAsked"], { signal = null }: Ending = {}): Promise<Schemas["MemoryAnswer"]> =>
    said(await this.api.POST("/v1/memories", { body, signal }));

  /** Facts that answer a question, or fit a filter, or all current ones. */
  facts = async (query: Query<"/v1/facts"> = {}, { signal = null }: Ending = {}): Promise<Schemas["FactsGiven"]> =>
    said(await this.api.GET("/v1/facts", { params: { query }, signal }));

  /** All records of a listing, page by page as they are needed. */
  async *listAll(
    query: Query<"/v1/memories"> = {},
    { signal = null }: Ending = {},
  ): AsyncGenerator<Schemas["MemoryGiven"]> {
    for (let cursor: string | null | undefined = query?.cursor; ; ) {
      const page: Schemas["ListGiven"] = said(
        await this.api.GET("/v1/memories", {
          params: { query: { ...query, cursor: cursor ?? null } },
          signal,
        }),
      );
      yield* page.memories;
      cursor = page.nextCursor;
      if (cursor == null) return;
    }
  }

  /** Send a request, again where that is safe and may help; throws what is no success. */
  private async send(request: Request): Promise<Response> {
    const { retries = 4, firstWaitMs = 250, longestWaitMs = 20_000 } = this.options;
    const repeatable = this.asked.get(request)?.reads || request.headers.has("Idempotency-Key");
    for (let done = 1; ; done++) {
      const answer = await this.sendOnce(request);
      if (answer instanceof Response) return answer;
      const asked = answer.retryAfterMs;
      const safe = repeatable || !answer.sent;
      if (done > retries || !safe || !answer.retryable || asked > longestWaitMs) throw answer;
      const step = Math.min(longestWaitMs, firstWaitMs * 2 ** (done - 1));
      await sleep(Math.max(asked, step * (1 - Math.random() / 2)), request.signal);
    }
  }

  private async sendOnce(request: Request): Promise<Response | ServiceError> {
    const { timeoutMs = 35_000, fetch: ask = fetch } = this.options;
    const asked = this.asked.get(request);
    const copy = request.clone();
    const end = new AbortController();
    request.signal.throwIfAborted();
    request.signal.addEventListener("abort", () => end.abort(request.signal.reason), { once: true });
    const late = new DOMException("too late", "TimeoutError");
    const timer = setTimeout(() => end.abort(late), timeoutMs);
    try {
      const token = await this.token(end.signal);
      if (token) copy.headers.set("Authorization", `Bearer ${token}`);
      if (asked?.file) clearTimeout(timer);
      const answer = await answered(ask, copy, end.signal, asked);
      if (!(answer instanceof Response)) request.signal.throwIfAborted(); // the caller's own wish, as it is
      return answer;
    } catch (error) {
      request.signal.throwIfAborted();
      if (error === late) return keyIsLate();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The key, as soon as it is there; throws the reason of a signal that ends the waiting for it. */
  private async token(signal: AbortSignal): Promise<string | undefined> {
    const { key } = this.options;
    return usableKey(typeof key === "function" ? await unlessEnded(key(), signal) : key);
  }
}

/** What the service answers, or the error that this or a failed connection is. */
async function answered(
  ask: typeof fetch,
  request: Request,
  signal: AbortSignal,
  asked: Asked | undefined,
): Promise<Response | ServiceError> {
  try {
    // A redirect is not followed: what is remembered would go to another host.
    const response = await ask(request, { signal, redirect: "manual" });
    // Ready or not, /v1/ready answers with what it found.
    const whole = response.ok || (response.status === 503 && request.url.endsWith("/v1/ready"));
    return whole ? await received(response, asked) : await errorOf(response);
  } catch (error) {
    return errorOfNetwork(error);
  }
}

/** An answer whose body is there and of its form; one that is read as a stream is as it comes. */
async function received(response: Response, asked: Asked | undefined): Promise<Response | ServiceError> {
  const { status, headers } = response;
  if (asked && !headers.get("Content-Type")?.startsWith(asked.type))
    return response.ok
      ? new ServiceError(`the answer is no ${asked.type}: another program may have given it`, { status })
      : errorOf(response);
  if (!asked || asked.parseAs === "stream") return response;
  const body = await response.text();
  try {
    if (asked.parseAs === "json") JSON.parse(body);
  } catch {
    return new ServiceError("the answer is no whole JSON", { status });
  }
  return new Response(body, { status, headers });
}

function isFile(body: unknown): body is FileBody {
  return typeof body === "string" || body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

function usableUrl(url: string): string {
  const known = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (known && /^https?:$/.test(known.protocol) && !known.username && !known.password) return url;
  throw unsendable("baseUrl is none: give the address of the service, as http://127.0.0.1:8765");
}

function usableKey(key: string | undefined): string | undefined {
  if (key === undefined || (typeof key === "string" && /^[ -~]*$/.test(key))) return key;
  throw unsendable("key takes only printable ASCII characters");
}

/** Refuse an id that would make another path. */
function refuseInPath(name: string, value: unknown): void {
  if (typeof value === "string" && !["", ".", ".."].includes(value)) return;
  throw unsendable(`${name} ${JSON.stringify(value)} cannot stand in a path: name it as listings do`);
}

/** A part of an address; refused where it has half a character, which no address can hold. */
function spelled(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw unsendable("half a character stands in an id or a query: take it out");
  }
}

/** The body of an answer that is a success; others were thrown. */
function said<T>(answer: { data?: T }): T {
  if (answer.data === undefined) throw new ServiceError("the answer has no body");
  return answer.data;
}

/** What a promise gives; rejects with the reason of a signal that aborts before. */
function unlessEnded<T>(promised: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    const settled = (): void => signal.removeEventListener("abort", stop);
    Promise.resolve(promised).then(resolve, reject).finally(settled);
  });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => (clearTimeout(timer), reject(signal.reason as Error));
    const timer = setTimeout(() => (signal.removeEventListener("abort", stop), resolve()), ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
