/** Operations that may be sent twice (READ, KEYED), that answer in TEXT, and that take a FILE. Made by scripts/make_clients.py: do not edit. */
export const READ: ReadonlySet<string> = new Set([
  "GET /api/v1/memory.audit/{trace_id}",
  "GET /api/v1/memory.facts",
  "GET /v1/access",
  "GET /v1/audit",
  "GET /v1/audit/{traceId}",
  "GET /v1/conflicts",
  "GET /v1/episodes",
  "GET /v1/erasures/{erasureId}",
  "GET /v1/evaluations",
  "GET /v1/export",
  "GET /v1/facts",
  "GET /v1/facts/history",
  "GET /v1/graph",
  "GET /v1/health",
  "GET /v1/jobs",
  "GET /v1/memories",
  "GET /v1/memories/{eventId}",
  "GET /v1/memories/{eventId}/compare",
  "GET /v1/memories/{eventId}/history",
  "GET /v1/metrics",
  "GET /v1/profile",
  "GET /v1/ready",
  "GET /v1/sessions",
  "GET /v1/slo",
  "GET /v1/status",
  "GET /v1/users",
  "GET /v1/verdicts",
  "GET /v1/version",
  "POST /api/v1/memory.query",
  "POST /v1/context",
  "POST /v1/episodes/query",
  "POST /v1/explain",
  "POST /v1/layers",
  "POST /v1/prove",
  "POST /v1/retrieve"
]);
export const KEYED: ReadonlySet<string> = new Set([
  "DELETE /v1/memories/{eventId}",
  "PATCH /v1/memories/{eventId}",
  "POST /api/v1/events.append",
  "POST /api/v1/events.batch_append",
  "POST /v1/memories",
  "POST /v1/memories/batch",
  "POST /v1/memories/{eventId}/restore",
  "POST /v1/memories/{eventId}/standing",
  "POST /v1/transactions",
  "POST /v1/turns",
  "PUT /v1/memories/{eventId}"
]);
export const TEXT: ReadonlySet<string> = new Set([
  "GET /v1/export",
  "GET /v1/metrics"
]);
export const FILE: ReadonlySet<string> = new Set([
  "POST /v1/import"
]);
