/** The edge example in workerd, over loopback: its responses, and the cost of a request. */
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checks, NDJSON, post } from "./edge-checks.js";
import { bundleWithEsbuild, bundleWithWrangler, withWorkerd } from "./workerd.js";

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;
const CONCURRENT = 8;
const TURNS = 20;

/** The example as its user has it: beside the installed package. */
export function installExample(root, project) {
  const folder = join(project, "edge-example");
  cpSync(join(root, "examples", "worker"), folder, { recursive: true });
  return folder;
}

/** The values of `vars` in the example's wrangler.jsonc, as `env` has them. */
export function bindingsOf(folder) {
  const text = readFileSync(join(folder, "wrangler.jsonc"), "utf8").replace(/^\s*\/\/.*$/gm, "");
  return JSON.parse(text).vars;
}

/** Bundles the example with wrangler, by its own configuration, and checks every answer. */
export async function checkExample(tools, folder) {
  const failures = [];
  const bindings = bindingsOf(folder);
  const { default: worker } = await import(pathToFileURL(join(folder, "worker.js")));
  const run = async (origin) => {
    for (const [name, check] of Object.entries(checks)) {
      try {
        await check(origin, worker, bindings);
      } catch (error) {
        failures.push(`${name}: ${error.message}`);
      }
    }
  };
  await withWorkerd(tools.workerd, bundleWithWrangler(tools, folder, "worker.js"), run, bindings);
  return { total: Object.keys(checks).length, failures };
}

const RECORD = {
  level: "info",
  message: "connected to $(DB_HOST):$(DB_PORT) after 3 attempts, and all is well",
  region: "$(REGION)",
  tags: ["checkout", "payment", "$(REGION)-a"],
  request: { method: "GET", path: "/v1/orders/1234567", status: 200, agent: "Mozilla/5.0 (X11; Linux x86_64)" },
};

/**
 * What a request to `/records` costs with the engine, with pure JavaScript, and where the body is only copied, in turns:
 * the CPU time of all of workerd, and requests per second, 8 at a time. Undefined where there is no /proc: anywhere but
 * on Linux.
 */
export async function measureExample(tools, folder, records) {
  if (!existsSync("/proc/self/stat")) return undefined;
  const bindings = bindingsOf(folder);
  const body = Array.from({ length: records }, (_, id) => `${JSON.stringify({ id, ...RECORD })}\n`).join("");
  const requests = Math.min(50, Math.ceil(5_000_000 / body.length));
  cpSync(join(import.meta.dirname, "edge-copy.js"), join(folder, "edge-copy.js"));
  const bundles = {
    varexpand: await bundleWithEsbuild(folder, "worker.js"),
    "pure JavaScript": await bundleWithEsbuild(folder, "worker.js", {
      name: "baseline",
      plugins: [baselineIn(folder)],
    }),
    "only copied": await bundleWithEsbuild(folder, "edge-copy.js"),
  };
  const ways = Object.fromEntries(Object.keys(bundles).map((name) => [name, { requests: 0, wall: 0, cpu: 0 }]));
  const inTurns = async (servers) => {
    const answers = await Promise.all(servers.map(({ origin }) => post(`${origin}/records`, body, NDJSON)));
    assert.equal(answers[0].text, answers[1].text);
    assert.equal(answers[2].text, body);
    for (let turn = -2; turn < TURNS; turn++) {
      for (const { name, origin, pid } of servers) {
        // The first turns are for the compilers.
        await spend(turn < 0 ? {} : ways[name], `${origin}/records`, pid, body, requests);
      }
    }
  };
  const serve = ([next, ...others], servers) => {
    if (next === undefined) return inTurns(servers);
    const [name, bundle] = next;
    const run = (origin, pid) => serve(others, [...servers, { name, origin, pid }]);
    return withWorkerd(tools.workerd, bundle, run, bindings);
  };
  await serve(Object.entries(bundles), []);
  return { bytes: body.length, ways };
}

/** Puts pure JavaScript in the place of the engine. */
function baselineIn(folder) {
  const baseline = join(import.meta.dirname, "edge-baseline.js");
  return {
    name: "baseline",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^varexpand$/ }, ({ path, importer, kind, pluginData }) => {
        if (pluginData === "itself") return undefined;
        if (importer !== baseline) return { path: baseline };
        return resolve(path, { kind, resolveDir: folder, pluginData: "itself" });
      });
    },
  };
}

/** Sends requests, several at a time, and adds what they cost. */
async function spend(cost, address, pid, body, requests) {
  const cpu = cpuSeconds(pid);
  const start = performance.now();
  let left = requests;
  const send = async () => {
    while (left > 0) {
      left--;
      await post(address, body, NDJSON);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, send));
  cost.wall += (performance.now() - start) / 1000;
  cost.cpu += cpuSeconds(pid) - cpu;
  cost.requests += requests;
}

/** The CPU time that a process has taken, in itself and in the kernel. */
export function cpuSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The fields after the name, which may hold anything: utime and stime are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
