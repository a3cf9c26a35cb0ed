/** The programs that the runtimes run, each as a user of the installed package would begin one. */

/** Node, Deno, Bun: prints one line of JSON. The first import and the first result are the cold start. */
export const script = `
import { readFileSync } from "node:fs";
const start = performance.now();
const varexpand = await import("varexpand");
const first = new varexpand.Environment({ A: "first" }).expand("$(A)");
const coldStart = performance.now() - start;
if (first !== "first") throw new Error(first);
const { conformance } = await import("./conformance.js");
const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8"));
const { config } = await import("varexpand/dotenv");
const dotenv = config({ path: "quotes.env", processEnv: {} });
if (JSON.stringify(dotenv) !== '{"parsed":{"A":"pa$word","B":"pa$word"}}') throw new Error(JSON.stringify(dotenv));
await import("varexpand/dotenv/config");
if (process.env.VAREXPAND_ENV_FILE !== "read") throw new Error("varexpand/dotenv/config");
console.log(JSON.stringify({ coldStart, results: conformance(varexpand, vectors) }));
`;

/** Node as a host without WebAssembly. */
export const portable = `
import { readFileSync } from "node:fs";
import { conformance } from "./conformance.js";
delete globalThis.WebAssembly;
const start = performance.now();
const varexpand = await import("varexpand/portable");
const first = new varexpand.Environment({ A: "first" }).expand("$(A)");
const coldStart = performance.now() - start;
if (first !== "first") throw new Error(first);
const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8"));
console.log(JSON.stringify({ coldStart, builtins: false, results: conformance(varexpand, vectors) }));
`;

/** The same in a WebAssembly component, whose engine has no WebAssembly of its own. */
export const component = `
import * as varexpand from "varexpand/portable";
import { conformance } from "./conformance.js";
export const first = () => new varexpand.Environment({ A: "first" }).expand("$(A)");
export const run = (vectors) => JSON.stringify(conformance(varexpand, JSON.parse(vectors)));
`;

/** Node's require() of an ES module, where the version can. */
export const required = `console.log(require("varexpand").expand("$(A)", () => "required"));`;

/** A Worker; answers with the same JSON. Its clock does not advance during a computation, so the cold start is measured from outside. */
export const worker = `
import * as varexpand from "varexpand";
import { conformance } from "./conformance.js";
import vectors from "./vectors.json";
export default {
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/empty") return new Response("empty");
    if (pathname === "/first") return new Response(new varexpand.Environment({ A: "first" }).expand("$(A)"));
    let refused = false;
    try {
      new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    } catch {
      refused = true;
    }
    return Response.json({ refused, builtins: false, results: conformance(varexpand, vectors) });
  },
};
`;

/** A Worker that uses expand only: its bundle shows the size of \`expand\`. */
export const expandOnly = `
import { expand } from "varexpand/expand";
export default { fetch: (request) => new Response(expand("$(URL)", () => request.url)) };
`;

/** A page's script; leaves its JSON in the title's place, where the test reads it. */
export const page = `
import { conformance } from "./conformance.js";
import vectors from "./vectors.json";
const report = async () => {
  try {
    const start = performance.now();
    const varexpand = await import("varexpand");
    const bytes = new varexpand.Environment({ A: "first" }).expandBytes(new TextEncoder().encode("$(A)"));
    const first = new TextDecoder().decode(bytes);
    const coldStart = performance.now() - start;
    return { coldStart, results: first === "first" && conformance(varexpand, vectors) };
  } catch (error) {
    return { error: String(error) };
  }
};
report().then((json) => {
  document.body.textContent = JSON.stringify(json);
});
`;
