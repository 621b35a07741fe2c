/** The client against a real service, which tests/client/test_typescript.py starts. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { EywaClient, ServiceError } from "../src/index.js";

const baseUrl = process.env["EYWA_URL"] ?? "";
const client = new EywaClient({ baseUrl, firstWaitMs: 1 });

test("what is told is found, proved and known", async () => {
  const userId = "ana";
  const turn = await client.afterLlm({ userId, userMessage: "I live in Turku.", assistantMessage: "好的。" });
  assert.equal(turn.accepted, true);
  assert.equal(turn.anchors.length, 2);
  const [hit] = (await client.retrieve({ userId, query: "Turku", limit: 1 })).hits;
  assert.ok(hit);
  assert.equal(hit.text, "I live in Turku.");
  const proof = await client.api.POST("/v1/prove", {
    body: { userId, citation: hit.citation, contentHash: hit.anchor.contentHash },
  });
  assert.equal(proof.data?.status, "ok");
  assert.match((await client.beforeLlm({ userId, message: "Where do I live?" })).context, /Turku/);
  assert.equal((await client.facts({ userId, question: "Where do I live?" })).facts[0]?.object, "Turku");
});

test("pages are walked, each record once", async () => {
  const userId = "ben";
  for (let n = 0; n < 5; n++) await client.append({ userId, content: `Note ${n}.`, timestamp: 1_750_000_000_000 + n });
  const texts: string[] = [];
  for await (const one of client.listAll({ userId, limit: 2, oldest: true })) texts.push(one.text);
  assert.deepEqual(texts, [0, 1, 2, 3, 4].map((n) => `Note ${n}.`));
});

test("a refusal is thrown with its code", async () => {
  const path = { eventId: "nobody" };
  await assert.rejects(client.api.GET("/v1/memories/{eventId}", { params: { path } }), (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.code, error.status, error.retryable], ["E_NOT_FOUND", 404, false]);
    return error.traceId !== "";
  });
});

const unsent = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "E_BAD_REQUEST" && !error.sent && !error.retryable;

test("a client is not made of what it could not send", async () => {
  for (const wrong of ["", "127.0.0.1:8765", "localhost:8765", "ftp://x", "http://", "http://a:b@x", 5 as never])
    assert.throws(() => new EywaClient({ baseUrl: wrong }), unsent);
  for (const key of ["sécret", "a\nb", 5 as never]) {
    assert.throws(() => new EywaClient({ baseUrl, key }), unsent);
    await assert.rejects(new EywaClient({ baseUrl, key: () => key }).append({ content: "x" }), unsent);
  }
});

test("an id that would make another path is not sent", async () => {
  const get = (eventId: string) => client.api.GET("/v1/memories/{eventId}", { params: { path: { eventId } } });
  for (const wrong of ["..", ".", "", null as never]) await assert.rejects(get(wrong), unsent);
  for (const nobody of ["钥匙 ?#%", "a/b"]) await assert.rejects(get(nobody), { code: "E_NOT_FOUND", status: 404 });
});

test("half a character in an address is not sent", async () => {
  for (const half of ["a\ud83d", "\udc00钥匙"]) {
    const path = client.api.GET("/v1/memories/{eventId}", { params: { path: { eventId: half } } });
    await assert.rejects(path, unsent);
    await assert.rejects(client.api.GET("/v1/memories", { params: { query: { text: half } } }), unsent);
  }
});

test("a write whose answer is lost is sent again and written once", async () => {
  const keys: (string | null)[] = [];
  const lossy: typeof fetch = async (input, init) => {
    keys.push((input as Request).headers.get("Idempotency-Key"));
    const response = await fetch(input, init);
    if (keys.length > 1) return response;
    throw new TypeError("fetch failed");
  };
  const unlucky = new EywaClient({ baseUrl, fetch: lossy, firstWaitMs: 1 });
  await unlucky.append({ userId: "cleo", content: "Once." });
  assert.equal(keys.length, 2);
  assert.ok(keys[0] && keys[0] === keys[1]);
  const all = [];
  for await (const one of client.listAll({ userId: "cleo" })) all.push(one);
  assert.equal(all.length, 1);
});

/** A client of a service whose answers these are, one after another, and how many were asked for. */
function answeredBy(...answers: [body: BodyInit, init: ResponseInit][]) {
  let asked = 0;
  const fetch = async (): Promise<Response> => new Response(...answers[Math.min(asked++, answers.length - 1)]!);
  return { fake: new EywaClient({ baseUrl, fetch, firstWaitMs: 1 }), asked: () => asked };
}
const typed = (type: string, status = 200): ResponseInit => ({ status, headers: { "Content-Type": type } });
const brokenOff = (): ReadableStream =>
  new ReadableStream({
    start: (body) => body.enqueue(new TextEncoder().encode('{"facts":')),
    pull: (body) => body.error(new TypeError("terminated")),
  });
const failed = (status: number) => (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "E_INTERNAL" && error.status === status && !error.retryable;

test("an answer that breaks off in its body is asked for again", async () => {
  const whole: [string, ResponseInit] = ['{"facts":[],"memories":[],"anchors":[]}', typed("application/json")];
  const calls: ((from: EywaClient) => Promise<unknown>)[] = [
    (from) => from.facts(),
    (from) => from.afterLlm({ userMessage: "a", assistantMessage: "b" }),
    (from) => from.listAll().next(),
  ];
  for (const call of calls) {
    const { fake, asked } = answeredBy([brokenOff(), typed("application/json")], whole);
    await call(fake);
    assert.equal(asked(), 2);
  }
  const { fake, asked } = answeredBy([brokenOff(), typed("application/json")]);
  const once = fake.api.POST("/v1/conflicts/resolve", { body: { kept: "af_0" } });
  await assert.rejects(once, { name: "ServiceError", code: "E_DEP_UNAVAILABLE" });
  assert.equal(asked(), 1);
});

test("an answer of another form is no success, and is not asked for again", async () => {
  for (const answer of [
    ["<html>Log in.</html>", typed("text/html")],
    ['{"facts":', typed("application/json")],
    ["", typed("application/json")],
    ["", { status: 307, headers: { Location: "http://127.0.0.1:1/" } }],
  ] satisfies [string, ResponseInit][]) {
    const { fake, asked } = answeredBy(answer);
    await assert.rejects(fake.facts(), failed(answer[1].status ?? 0));
    await assert.rejects(fake.append({ content: "x" }), failed(answer[1].status ?? 0));
    await assert.rejects(fake.api.GET("/v1/export", { parseAs: "stream" }), failed(answer[1].status ?? 0));
    assert.equal(asked(), 3);
  }
  const lines = await client.api.GET("/v1/export", { params: { query: { userId: "ben" } }, parseAs: "text" });
  assert.match(lines.data ?? "", /Note 4/);
  await assert.rejects(client.api.GET("/v1/export", { params: { query: { userId: "ben" } } }), failed(200));
});

test("a proxy's page is no answer of /v1/ready, and is asked for again where that may pass", async () => {
  const found: [string, ResponseInit] = ['{"ready":false}', typed("application/json", 503)];
  const { fake, asked } = answeredBy(["<html>Busy.</html>", typed("text/html", 503)], found);
  assert.deepEqual((await fake.api.GET("/v1/ready")).error, { ready: false });
  assert.equal(asked(), 2);
});

test("a redirect is not followed", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(307, { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const moved = new EywaClient({ baseUrl: `http://127.0.0.1:${port}`, firstWaitMs: 1 });
  const answer = await moved.append({ content: "x" }).catch((error: unknown) => error);
  server.closeAllConnections();
  server.close();
  assert.ok(failed(307)(answer));
  assert.deepEqual(asked, ["/v1/memories"]);
});

test("a busy service is asked again, a decision about facts is not", async () => {
  let asked = 0;
  const busy: typeof fetch = async (input, init) => {
    asked += 1;
    if (asked === 1) return new Response("{}", { status: 503, headers: { "Retry-After": "0" } });
    return fetch(input, init);
  };
  const patient = new EywaClient({ baseUrl, fetch: busy, firstWaitMs: 1 });
  assert.deepEqual((await patient.retrieve({ userId: "dan", query: "x" })).hits, []);
  assert.equal(asked, 2);
  asked = 0;
  const resolve = patient.api.POST("/v1/conflicts/resolve", { body: { kept: "af_0" } });
  await assert.rejects(resolve, { code: "E_DEP_UNAVAILABLE", retryable: true });
  assert.equal(asked, 1);
});

test("a wait longer than the client waits is the caller's", async () => {
  const headers = { "Retry-After": "3600" };
  const fetch = async (): Promise<Response> => new Response("", { status: 429, headers });
  await assert.rejects(new EywaClient({ baseUrl, fetch }).facts(), { retryAfterMs: 3_600_000 });
});

test("nobody there, too slow, and the caller's own end are told apart", async () => {
  const gone = new EywaClient({ baseUrl: "http://127.0.0.1:1", retries: 1, firstWaitMs: 1 });
  await assert.rejects(gone.facts(), { code: "E_DEP_UNAVAILABLE", status: 0 });
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
    );
  const slow = new EywaClient({ baseUrl, fetch: never, timeoutMs: 5, retries: 0 });
  await assert.rejects(slow.facts(), { code: "E_DEP_TIMEOUT" });
  const stop = new AbortController();
  const { signal } = stop;
  const asking = new EywaClient({ baseUrl, fetch: never, retries: 0 });
  const waiting = [
    asking.api.GET("/v1/users", { signal }),
    asking.afterLlm({ userMessage: "a", assistantMessage: "b" }, { signal }),
    asking.beforeLlm({ message: "a" }, { signal }),
    asking.retrieve({ query: "a" }, { signal }),
    asking.append({ content: "a" }, { signal }),
    asking.facts({}, { signal }),
    asking.listAll({}, { signal }).next(),
  ];
  stop.abort();
  for (const one of await Promise.allSettled<unknown>(waiting))
    assert.equal(one.status === "rejected" && (one.reason as Error).name, "AbortError");
  await assert.rejects(asking.retrieve({ query: "a" }, { signal }), { name: "AbortError" });
  const later = new AbortController();
  const sent = asking.append({ content: "a" }, { signal: later.signal });
  setTimeout(() => later.abort(new RangeError("enough")), 20); // the request is under way
  await assert.rejects(sent, RangeError);
});

test("a key that is not given in time ends the call, and so does the caller", async () => {
  const key = (): Promise<string> => new Promise(() => {});
  const asking = new EywaClient({ baseUrl, key, timeoutMs: 60_000 });
  for (const reason of [new Error("enough"), undefined]) {
    const stop = new AbortController();
    const call = asking.retrieve({ query: "a" }, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 5);
    await assert.rejects(call, (error: unknown) => error === stop.signal.reason);
  }
  let times = 0;
  const late = new EywaClient({ baseUrl, key: () => (times++, key()), timeoutMs: 5, retries: 1, firstWaitMs: 1 });
  const resolve = late.api.POST("/v1/conflicts/resolve", { body: { kept: "af_0" } });
  await assert.rejects(resolve, { name: "ServiceError", code: "E_DEP_TIMEOUT", retryable: true, sent: false });
  assert.equal(times, 2);
  const failing = new EywaClient({ baseUrl, key: () => Promise.reject(new RangeError("no token")) });
  await assert.rejects(failing.facts(), RangeError);
});

test("what cannot have arrived is sent again, a decision too; what may have is not", async () => {
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const cutting = createServer((request) => request.socket.destroy());
  await new Promise<void>((done) => cutting.listen(0, "127.0.0.1", done));
  const cut = (cutting.address() as AddressInfo).port;
  for (const [url, sent, times] of [
    [`http://127.0.0.1:${port}`, false, 3],
    [`http://localhost:${port}`, false, 3],
    ["http://nobody.invalid", false, 3],
    [`http://127.0.0.1:${cut}`, true, 1],
  ] as const) {
    let asked = 0;
    const counted: typeof fetch = (input, init) => (asked++, fetch(input, init));
    const alone = new EywaClient({ baseUrl: url, fetch: counted, retries: 2, firstWaitMs: 1 });
    const told = alone.api.POST("/v1/facts", { body: { subject: "user", predicate: "p", object: "o", quote: "q" } });
    await assert.rejects(told, { code: "E_DEP_UNAVAILABLE", status: 0, retryable: true, sent });
    assert.equal(asked, times, url);
  }
  cutting.closeAllConnections();
  cutting.close();
});

test("a file is imported as it is, in any form, and waited for", async () => {
  const lines = (who: string): string => `{"content":"The kiln of ${who} fires on Monday. 窑"}\n`;
  const forms = [
    lines,
    (who: string) => new Blob([lines(who)]),
    (who: string) => Buffer.from(lines(who)),
    (who: string) => new TextEncoder().encode(lines(who)).buffer,
  ];
  for (const [n, form] of forms.entries()) {
    const userId = `potter${n}`;
    const slow: typeof fetch = (input, init) =>
      new Promise((resolve, reject) => setTimeout(() => fetch(input, init).then(resolve, reject), 60));
    const patient = new EywaClient({ baseUrl, fetch: slow, timeoutMs: 20, retries: 0 });
    const done = await patient.api.POST("/v1/import", { params: { query: { userId } }, body: form(userId) });
    assert.equal(done.data?.new, 1);
    const [hit] = (await client.retrieve({ userId, query: "kiln", limit: 1 })).hits;
    assert.equal(hit?.text, `The kiln of ${userId} fires on Monday. 窑`);
  }
});

test("a key is sent, also one that is asked for", async () => {
  const sent: (string | null)[] = [];
  const spy: typeof fetch = (input, init) => {
    sent.push((input as Request).headers.get("Authorization"));
    return fetch(input, init);
  };
  for (const key of ["eywa_1", async () => "eywa_2"])
    await new EywaClient({ baseUrl, key, fetch: spy }).api.GET("/v1/health").then((a) => assert.ok(a.data));
  assert.deepEqual(sent, ["Bearer eywa_1", "Bearer eywa_2"]);
});
