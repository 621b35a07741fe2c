// One stretch of load on the service: node mix.mjs < OPTIONS-AS-JSON
// With a rate, requests fall due at random moments (a Poisson process, the same in each run) whether or not
// earlier ones were answered, and a latency counts from when the request was due, so that a service that falls
// behind can't hide it. Without a rate each connection asks again as soon as it was answered.
// Prints one line of JSON: requests, errors, statuses, latencies in milliseconds.
import { readFileSync } from "node:fs";
import http from "node:http";

const options = JSON.parse(readFileSync(0, "utf8"));
const url = new URL(options.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: options.rate ? Infinity : options.connections });
const TIMEOUT_MS = 30_000;

let state = options.seed;
function random(below) {
  // xorshift32: the same requests in each run
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state % below;
}

let made = 0;
function next() {
  made += 1;
  const userId = `user${random(options.users)}`;
  const writes = random(100) < options.writes;
  const known = options.texts[random(writes ? options.texts.length : options.asked)];
  const text = options.cached ? known : `${known} ${options.seed} ${made}`;
  const body = writes
    ? { userId, sessionId: `s${random(20)}`, role: "user", content: text }
    : { userId, query: text, limit: 10 };
  return { path: writes ? "/v1/memories" : options.path, body: JSON.stringify(body) };
}

const statuses = {};
const latencies = [];
let errors = 0, timeouts = 0;

function ask(due) {
  const { path, body } = next();
  return new Promise((done) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const request = http.request({
      agent, headers, method: "POST", host: url.hostname, port: url.port, path, timeout: TIMEOUT_MS,
    }, (response) => {
      response.on("error", failed).on("end", () => {
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
        latencies.push(performance.now() - due);
        done();
      }).resume();
    });
    function failed() { errors += 1; done(); }
    request.on("error", failed);
    request.on("timeout", () => { timeouts += 1; request.destroy(); });
    request.end(body);
  });
}

async function onTime(end) {
  const under_way = [];
  for (let due = performance.now(); due < end;) {
    due += (-Math.log((random(1e6) + 1) / 1e6) * 1000) / options.rate;
    const early = due - performance.now();
    if (early > 1) await new Promise((go) => setTimeout(go, early));
    under_way.push(ask(due));
  }
  await Promise.all(under_way);
}

async function oneByOne(end) {
  while (performance.now() < end) await ask(performance.now());
}

const began = performance.now();
const end = began + options.seconds * 1000;
if (options.rate) await onTime(end);
else await Promise.all(Array.from({ length: options.connections }, () => oneByOne(end)));
const seconds = (performance.now() - began) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => Math.round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0);
console.log(JSON.stringify({
  asked: options.rate, rate: made / seconds, requests: made, errors, timeouts, statuses,
  p50: at(.5), p90: at(.9), p95: at(.95), p99: at(.99), max: at(1),
}));
process.exit(0);
