/** The requests of edge-attack.js: each made for a size in bytes and a tenant, whose mark is in its names and values. */

const KIB = 1024;

/** How long the bodies are that are compared. */
export const SIZES = { "/records": 256 * KIB, "/manifests": 64 * KIB, "/templates/url": 64 * KIB };

const repeated = (text, size) => text.repeat(Math.max(1, Math.floor(size / text.length)));
const numbered = (size, make) => {
  const parts = [];
  for (let i = 0, length = 0; length < size; i++) {
    parts.push(make(i));
    length += parts[i].length;
  }
  return parts;
};
const pod = (members) => JSON.stringify({ kind: "Pod", spec: { containers: [{ name: "app", ...members }] } });
const variables = (size, value) =>
  numbered(size, (i) => JSON.stringify({ name: `V${i}`, value: value(i) })).map((text) => JSON.parse(text));

/** By address: a body, and whether an answer to it is right. */
export const honest = {
  "/records": (size, tenant) => {
    const line = (i) =>
      `{"id":${i},"message":"connected to $(DB_HOST):$(DB_PORT) of ${tenant}","region":"$(REGION)","user":"$(${tenant}USER)"}\n`;
    const lines = numbered(size, line);
    const last = `{"id":${lines.length - 1},"message":"connected to db.eu-west.example.com:5432 of ${tenant}","region":"eu-west","user":"$(${tenant}USER)"}\n`;
    return { body: lines.join(""), expected: (text) => text.includes(last) && text.includes('"omitted":0}}\n') };
  },
  "/manifests": (size, tenant) => {
    const env = variables(size, (i) => (i === 0 ? `${tenant}value` : `https://$(V${i - 1})`.slice(0, 60 + (i % 2))));
    for (const [i, variable] of env.entries()) if (i > 0) variable.value = `https://$(V0).example.com/${i}`;
    const last = `{"name":"V${env.length - 1}","value":"https://${tenant}value.example.com/${env.length - 1}"}`;
    return { body: pod({ env }), expected: (text) => text.includes(last) };
  },
  "/templates/url": (size, tenant) => {
    const other = Object.fromEntries(numbered(size - 100, (i) => `key${i}:${tenant}`).map((text) => text.split(":")));
    return {
      body: JSON.stringify({ service: { name: `${tenant}shop`, port: 80 }, other }),
      expected: (text) => text.startsWith(`{"value":"https://${tenant}shop.example.com:80/"}`),
    };
  },
};

/** How much dearer than an honest one a hostile request may be. */
const MOST_COST = 3;

const records = (name, make) => ({ name, path: "/records", make, most: MOST_COST });
const manifests = (name, make) => ({ name, path: "/manifests", make, most: MOST_COST });
const templates = (name, make) => ({ name, path: "/templates/url", make, most: MOST_COST });

export const hostile = [
  records("escaped dollars", (size) => `[${repeated('"\\u0024(REGION)",', size)}1]`),
  records("escaped parentheses", (size) => `[${repeated('"$\\u0028REGION\\u0029",', size)}1]`),
  records("names with escapes", (size) => `[${repeated('"$(\\u0052EGION)",', size)}1]`),
  records("names with escapes, in one string", (size) => `["${repeated("$(R\\u0045GION)", size)}"]`),
  records(
    "escaped references without a value",
    (size, tenant) => `[${repeated(`"\\u0024(${tenant}\\u0041)",`, size)}1]`,
  ),
  records("escaped backslashes", (size) => `["${repeated("\\\\u0024(REGION)", size)}"]`),
  records("a string of escapes", (size) => `["${repeated("\\n", size)}"]`),
  records("an open name of escapes", (size) => `["$(${repeated("\\n", size)}`),
  records("open references", (size) => `["${repeated("$(", size)}"]`),
  records("open references in many strings", (size) => `[${repeated('"$(",', size)}1]`),
  records("dollars", (size) => `["${repeated("$", size)}"]`),
  records("empty names", (size) => `["${repeated("$()", size)}"]`),
  records("one name without a value", (size, tenant) => `["${repeated(`$(${tenant})`, size)}"]`),
  records("names without a value", (size, tenant) => `[${numbered(size, (i) => `"$(${tenant}${i})"`).join(",")}]`),
  records("short names without a value", (size) => `["${numbered(size, (i) => `$(${i.toString(36)})`).join("")}"]`),
  records(
    "references at the batch's border",
    (size, tenant) => `["${repeated(`$(${tenant})${"$$".repeat(510)}$(X)`, size)}"]`,
  ),
  records("a name as long as the body", (size, tenant) => `["$(${tenant}${"n".repeat(size)})"]`),
  records("deep", (size) => "[".repeat(size)),
  records("no JSON", (size) => repeated('"$(REGION)\n}{"', size)),
  records("no UTF-8", (size) => new Uint8Array(size).fill(0xff)),
  records("values", (size) => `["${repeated("$(DB_HOST)", size)}"]`),
  manifests("variables that double", (_, tenant) =>
    pod({
      env: Array.from({ length: 30 }, (_, i) => ({
        name: `V${i}`,
        value: i === 0 ? tenant : `$(V${i - 1})$(V${i - 1})`,
      })),
    }),
  ),
  manifests("variables without a value", (size, tenant) => pod({ env: variables(size, (i) => `$(${tenant}${i})`) })),
  manifests("arguments without a value", (size, tenant) => pod({ args: numbered(size, (i) => `$(${tenant}${i})`) })),
  manifests("open references", (size) => pod({ args: [repeated("$(", size)] })),
  manifests(
    "escaped references",
    (size) => `{"kind":"Pod","spec":{"containers":[{"name":"a","args":["${repeated("\\u0024(A)", size)}"]}]}}`,
  ),
  manifests("names that are not valid", (size, tenant) =>
    pod({ env: numbered(size, (i) => `${tenant}=${i}`).map((name) => ({ name })) }),
  ),
  manifests("one name many times", (size) =>
    pod({ env: numbered(size, () => '{"name":"A","value":"$(A)"}').map((text) => JSON.parse(text)) }),
  ),
  manifests("deep", (size) => `{"kind":"Pod","spec":${"[".repeat(size)}`),
  manifests(
    "keys that objects have",
    (size) => `{"kind":"Pod",${repeated('"__proto__":{"constructor":1},', size)}"spec":{}}`,
  ),
  manifests("mounts", (size) =>
    pod({
      volumeMounts: numbered(size, (i) => `{"name":"v${i}","mountPath":"/${i}"}`).map((text) => JSON.parse(text)),
    }),
  ),
  templates("deep", (size) => repeated('{"service":', size)),
  templates("keys without the one", (size, tenant) =>
    JSON.stringify({ service: Object.fromEntries(numbered(size, (i) => `${tenant}${i}`).map((key) => [key, 1])) }),
  ),
  templates("a long value", (size, tenant) =>
    JSON.stringify({ service: { name: `${tenant}$${"{a}".repeat(size / 4)}` } }),
  ),
  templates("escapes", (size) => `{"service":{"name":"${repeated("\\u0024{a}", size)}"}}`),
  templates("no JSON", (size) => repeated('{"a":"', size)),
];

/** Streams that come byte by byte, or have no end, but for the signal that the request is given up. */
export const slow = {
  "byte by byte": (tenant, signal) => streamed(signal, 1, `["${`\\u0024(${tenant})`.repeat(40)}"]`, ""),
  "without an end": (tenant, signal) => streamed(signal, 1, `["$(${tenant}`, "\\n"),
  "without an end, at full speed": (_, signal) => streamed(signal, 65_536, "", "$".repeat(65_536)),
};

/** The text, and then always `more` again, in pieces of some bytes. */
function streamed(signal, length, text, more) {
  const encoder = new TextEncoder();
  let bytes = encoder.encode(text);
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (bytes.length === 0) bytes = encoder.encode(more);
      if (signal.aborted || bytes.length === 0) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(0, length));
      bytes = bytes.slice(length);
    },
  });
}
