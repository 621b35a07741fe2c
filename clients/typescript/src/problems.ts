/** Refusals and failures as one error with the code of the service. */
import type { components } from "./schema.js";

type Problem = components["schemas"]["Problem"];

/** What was refused, failed, or could not be reached. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** As `E_NOT_FOUND`; the table is in docs/service.md. */
  readonly code: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  readonly traceId: string;
  readonly requestId: string;
  /** What is wrong with a request, by field. */
  readonly errors: Problem["errors"];

  constructor(
    detail: string,
    problem: Partial<Problem> = {},
    /** After how many milliseconds the service said to try again, if it did. */
    readonly retryAfterMs = 0,
    /** Whether the service may have got the request. */
    readonly sent = true,
  ) {
    super(problem.detail ?? detail);
    this.code = problem.code ?? "E_INTERNAL";
    this.status = problem.status ?? 0;
    this.retryable = problem.retryable ?? false;
    this.traceId = problem.traceId ?? "";
    this.requestId = problem.requestId ?? "";
    this.errors = problem.errors ?? [];
  }
}

/** The error of what cannot be sent: nothing was. */
export function unsendable(detail: string): ServiceError {
  return new ServiceError(detail, { code: "E_BAD_REQUEST" }, 0, false);
}

/** The error that an answer is; a proxy's, too, that is no problem+json. */
export async function errorOf(response: Response): Promise<ServiceError> {
  const { status, headers } = response;
  const passing = [429, 502, 503, 504].includes(status);
  const code = passing ? "E_DEP_UNAVAILABLE" : status >= 400 && status < 500 ? "E_BAD_REQUEST" : "E_INTERNAL";
  const typed = headers.get("Content-Type")?.startsWith("application/problem+json");
  const problem = typed ? ((await response.json().catch(() => ({}))) as Partial<Problem>) : {};
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return new ServiceError(
    `the service answered with the status ${status}`,
    { status, code, retryable: passing, ...problem },
    Number.isFinite(seconds) ? seconds * 1000 : 0,
  );
}

/** The error of a key function that gives nothing within the time limit: nothing was sent. */
export function keyIsLate(): ServiceError {
  return new ServiceError("key gave nothing in time", { code: "E_DEP_TIMEOUT", retryable: true }, 0, false);
}

/** The error that a failed connection or a time limit is. */
export function errorOfNetwork(error: unknown): ServiceError {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  const code = late ? "E_DEP_TIMEOUT" : "E_DEP_UNAVAILABLE";
  const what = late ? "the service did not answer in time" : "the service cannot be reached, or broke off";
  return new ServiceError(what, { code, retryable: true }, 0, !unconnected((error as Error | undefined)?.cause));
}

/** Whether there was no connection, as far as Node tells: what failed was a name or a connect. Browsers tell nothing. */
function unconnected(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length) return cause.errors.every(unconnected);
  const { syscall, code } = (cause ?? {}) as { syscall?: unknown; code?: unknown };
  return syscall === "connect" || syscall === "getaddrinfo" || code === "UND_ERR_CONNECT_TIMEOUT";
}
