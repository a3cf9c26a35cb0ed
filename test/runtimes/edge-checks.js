/** The expected responses of the edge example: checks by name, each given the origin where it is served, its module, and its `env`. */
import assert from "node:assert/strict";
import { request } from "node:http";

const MIB = 1024 * 1024;
export const NDJSON = "application/x-ndjson";

export async function post(address, body, type = "application/json") {
  const response = await fetch(address, { method: "POST", body, headers: { "content-type": type }, duplex: "half" });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function refused(expected, status, address, body, type) {
  const answer = await post(address, body, type);
  assert.deepEqual([answer.status, JSON.parse(answer.text).error], [status, expected]);
}

const container = (members) => JSON.stringify({ kind: "Pod", spec: { containers: [{ name: "app", ...members }] } });
const unresolved = (name, count) => ({
  reason: "UnresolvedReference",
  message: `$(${name}) is not expanded: the variable is not defined`,
  count,
});

/** A body of unknown length: `chunk`, `count` times, each when it is asked for. */
function stream(chunk, count, pulled = () => {}) {
  let left = count;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (left-- > 0) {
        pulled();
        controller.enqueue(chunk.slice());
        return;
      }
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

/** 64 KiB of lines. */
const LINES = new TextEncoder().encode(`${JSON.stringify("x".repeat(1021))}\n`.repeat(64));

const recordsRequest = (body, headers = {}) =>
  new Request("http://worker/records", {
    method: "POST",
    body,
    headers: { "content-type": NDJSON, ...headers },
    duplex: "half",
  });

/** The answer to records that are too long: as much as the limit allows, and the error. */
function checkCut(text) {
  const [error, ...lines] = text.split("\n").slice(0, -1).reverse();
  assert.deepEqual(JSON.parse(error).varexpand.error, { message: "the body is longer than 8388608 bytes" });
  assert.equal(lines.length, (8 * MIB) / 1024);
}

export const checks = {
  "records: expanded, values escaped, events in the last line": async (origin) => {
    const body = '{"a":"$(REGION) $$(REGION)","b":"$(GREETING)"}\n{"c":"$(NO) $(NO)","d":"$(\u00e9)","n":1.50}';
    const { status, headers, text } = await post(`${origin}/records`, body, NDJSON);
    assert.deepEqual([status, headers.get("content-type")], [200, NDJSON]);
    const [first, second, last, end] = text.split("\n");
    assert.equal(first, '{"a":"eu-west $(REGION)","b":"say \\"hi\\""}');
    assert.equal(second, '{"c":"$(NO) $(NO)","d":"$(\u00e9)","n":1.50}');
    assert.deepEqual(JSON.parse(last), {
      varexpand: { events: [unresolved("NO", 2), unresolved("\u00e9", 1)], omitted: 0 },
    });
    assert.equal(end, "");
  },
  "records: no body": async (origin) => {
    const { status, text } = await post(`${origin}/records`, "");
    assert.deepEqual([status, text], [200, '{"varexpand":{"events":[],"omitted":0}}\n']);
  },
  "records: chunks that end anywhere": async (origin) => {
    const bytes = new TextEncoder().encode('["$(DB_PORT)","$(\u00e9)"]\n');
    let at = 0;
    const body = new ReadableStream({
      pull: (controller) => (at < bytes.length ? controller.enqueue(bytes.slice(at, ++at)) : controller.close()),
    });
    assert.equal((await post(`${origin}/records`, body, NDJSON)).text.split("\n")[0], '["5432","$(\u00e9)"]');
  },
  "records: events without room are counted": async (origin) => {
    const names = Array.from({ length: 5000 }, (_, i) => `$(NAME_${i})`);
    const { text } = await post(`${origin}/records`, JSON.stringify(names));
    const { events, omitted, more } = JSON.parse(text.split("\n").at(-2)).varexpand;
    assert.deepEqual(events[0], unresolved("NAME_0", 1));
    assert.ok(events.length > 100 && JSON.stringify(events).length < 65536);
    assert.deepEqual([events.length + omitted, more], [2000, true]);
  },
  "records: too long by Content-Length": async (origin) => {
    assert.equal(await statusByLength(`${origin}/records`, 8 * MIB + 1), 413);
  },
  "records: too long on the way": async (origin) => {
    const { status, text } = await post(`${origin}/records`, stream(LINES, 129), NDJSON);
    assert.equal(status, 200);
    checkCut(text);
  },
  "records: far too long on the way": async (origin) => {
    const { status, text } = await post(`${origin}/records`, stream(LINES, 640), NDJSON);
    assert.equal(status, 200);
    checkCut(text);
  },
  // Called within this process, where no socket has a buffer.
  "records: only a limited part of a long record is discarded": async (_origin, worker, env) => {
    let pulls = 0;
    const response = await worker.fetch(recordsRequest(stream(LINES, 3000, () => pulls++)), env);
    checkCut(await response.text());
    assert.ok(pulls < (8 + 64) * 16 + 10, `${pulls} chunks of 64 KiB were taken`);
  },
  "records: one string that stays open to the limit": async (origin) => {
    const { status, text } = await post(`${origin}/records`, `["$(${"\\n".repeat(4_000_000)}`, NDJSON);
    assert.deepEqual([status, text.length], [200, 8_000_004 + '\n{"varexpand":{"events":[],"omitted":0}}\n'.length]);
  },
  "records: the result too long": async (origin) => {
    const { status, text } = await post(`${origin}/records`, `["${"$(DB_HOST)".repeat(763_000)}"]`);
    assert.equal(status, 200);
    const end = text.indexOf("\n");
    assert.equal(end, 16 * MIB);
    assert.deepEqual(JSON.parse(text.slice(end)).varexpand.error, {
      message: "the result is longer than 16777216 bytes",
    });
  },
  "records: a slow reader makes the writer wait": async (_origin, worker, env) => {
    let pulls = 0;
    const response = await worker.fetch(recordsRequest(stream(LINES, 100, () => pulls++)), env);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(pulls < 10, `${pulls} of 100 chunks were taken before the answer was`);
    const { length } = await response.text();
    assert.deepEqual([pulls, length > 100 * LINES.length], [100, true]);
  },
  "records: longer than one read": async (origin) => {
    const line = `["${"x".repeat(1000)}$(DB_PORT)"]\n`;
    const { text } = await post(`${origin}/records`, line.repeat(3000), NDJSON);
    assert.equal(text, `${line.replace("$(DB_PORT)", "5432").repeat(3000)}{"varexpand":{"events":[],"omitted":0}}\n`);
  },
  // Called within this process: a server would refuse these.
  "records: a Content-Length that is wrong": async (_origin, worker, env) => {
    for (const [length, lines] of [
      ["1024", 1],
      ["1.5", 0],
      ["9999", 2],
      ["none", 2],
    ]) {
      let pulls = 0;
      const body = stream(LINES.slice(0, 1024), 2, () => pulls++);
      const response = await worker.fetch(recordsRequest(body, { "content-length": length }), env);
      const { length: answered } = (await response.text()).split("\n").filter((line) => line.endsWith('x"'));
      assert.deepEqual([length, answered, pulls <= 2], [length, lines, true]);
    }
  },
  "manifests: resolved, with events in a header": async (origin) => {
    const env = [
      { name: "HOST", value: "db" },
      { name: "URL", value: "http://$(HOST):$(P\u00d6RT)" },
      { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    ];
    const { status, headers, text } = await post(`${origin}/manifests`, container({ env, args: ["$(URL)"] }));
    assert.equal(status, 200);
    const url = "http://db:$(P\u00d6RT)";
    const [{ env: resolved, ...app }] = JSON.parse(text).containers;
    assert.deepEqual(resolved, [
      { name: "HOST", value: "db" },
      { name: "URL", value: url },
    ]);
    assert.deepEqual([app.name, app.args, app.unknown[0].name], ["app", [url], "IP"]);
    const events = headers.get("varexpand-events");
    assert.match(events, /^[ -~]*P\\u00d6RT[ -~]*$/);
    assert.equal(JSON.parse(events).events[0].reason, "UnresolvedReference");
  },
  "manifests: the header's length": async (origin) => {
    const args = Array.from({ length: 500 }, (_, i) => `$(N${i})`);
    const { headers } = await post(`${origin}/manifests`, container({ args }));
    assert.ok(headers.get("varexpand-events").length < 5000);
    const { events, omitted } = JSON.parse(headers.get("varexpand-events"));
    assert.equal(events.length + omitted, 500);
  },
  "manifests: broken JSON, with its place and nothing of it": (origin) =>
    refused({ message: "the body is not JSON", line: 2, column: 3 }, 400, `${origin}/manifests`, '{"kind":\n  secret}'),
  "manifests: no UTF-8": (origin) =>
    refused({ message: "the body is not UTF-8" }, 400, `${origin}/manifests`, new Uint8Array([0x22, 0xff, 0x22])),
  "manifests: no object": (origin) =>
    refused({ message: "the body is not a JSON object", line: 1, column: 2 }, 400, `${origin}/manifests`, " [1]"),
  "manifests: no Pod": (origin) =>
    refused({ message: 'the manifest is not a Pod: its kind must be "Pod"' }, 422, `${origin}/manifests`, "{}"),
  "manifests: not valid": async (origin) => {
    const { status, text } = await post(`${origin}/manifests`, container({ env: [{ name: "A=B", value: "hunter2" }] }));
    const [{ path }] = JSON.parse(text).error.problems;
    assert.deepEqual([status, path, text.includes("hunter2")], [422, "spec.containers[0].env[0].name", false]);
  },
  "manifests: expands to too much": async (origin) => {
    const env = [{ name: "V0", value: "0123456789abcdef" }];
    for (let i = 1; i < 30; i++) env.push({ name: `V${i}`, value: `$(V${i - 1})`.repeat(2) });
    const { status, text } = await post(`${origin}/manifests`, container({ env }));
    assert.deepEqual([status, JSON.parse(text).error.code], [422, "expansion-limit"]);
  },
  "manifests: too long by Content-Length": async (origin) => {
    assert.equal(await statusByLength(`${origin}/manifests`, MIB + 1), 413);
  },
  "manifests: too long on the way": (origin) =>
    refused(
      { message: "the body is longer than 1048576 bytes" },
      413,
      `${origin}/manifests`,
      stream(new Uint8Array(65536), 17),
    ),
  "manifests: far too long on the way": (origin) =>
    refused(
      { message: "the body is longer than 1048576 bytes" },
      413,
      `${origin}/manifests`,
      stream(new Uint8Array(65536), 320),
    ),
  "refused while the body is sent": async (origin) => {
    for (const [path, status, type] of [
      ["/none", 404, NDJSON],
      ["/records", 415, "text/plain"],
    ]) {
      assert.equal((await post(origin + path, stream(LINES, 320), type)).status, status);
    }
    const tooLong = await post(`${origin}/records`, new Uint8Array(20 * MIB), NDJSON);
    assert.deepEqual(
      [tooLong.status, JSON.parse(tooLong.text).error.message],
      [413, "the body is longer than 8388608 bytes"],
    );
  },
  "templates: resolved, twice with one compilation": async (origin) => {
    for (const name of ["shop", "cart"]) {
      const { status, text } = await post(`${origin}/templates/url`, JSON.stringify({ service: { name } }));
      assert.deepEqual([status, text], [200, `{"value":"https://${name}.example.com:443/"}`]);
    }
  },
  "templates: a key that is missing": async (origin) => {
    const { status, text } = await post(`${origin}/templates/url`, '{"service":{"nam":"hunter2"}}');
    const { error } = JSON.parse(text);
    assert.deepEqual([status, error.code, error.line, error.column], [422, "missing-key", 1, 19]);
    assert.match(error.message, /name/);
    assert.ok(!text.includes("hunter2"));
  },
  404: async (origin) => {
    for (const path of ["/", "/records/", "/templates/none", "/templates/constructor", "/templates/__proto__"]) {
      await refused({ message: "unknown address" }, 404, origin + path, "{}");
    }
  },
  405: async (origin) => {
    for (const path of ["/records", "/manifests", "/templates/url"]) {
      const response = await fetch(origin + path);
      assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
    }
  },
  415: async (origin) => {
    for (const path of ["/records", "/manifests", "/templates/url"]) {
      assert.equal((await post(origin + path, "a: 1", "application/yaml")).status, 415);
    }
  },
};

/** The status that the headers alone get; nothing of the body is sent. */
function statusByLength(address, length) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": length };
    const sent = request(address, { method: "POST", headers }, (response) => {
      resolve(response.statusCode);
      sent.destroy();
    });
    sent.on("error", reject);
    sent.flushHeaders();
  });
}
