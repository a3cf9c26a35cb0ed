/**
 * Attacks the edge example in workerd with hostile requests among honest ones, and checks that
 *
 *   - no response contains another tenant's data, and honest responses are complete,
 *   - the process stays, in bounded memory,
 *   - a hostile request costs no more than three times the processor time of an honest one of the same size.
 *
 * `npm run test:runtimes` fails for the first two and shows the cost. `node test/runtimes/edge-attack.js --seconds 600`
 * runs the attack alone, on the package as it is built here, and fails for the cost, too.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bindingsOf, cpuSeconds } from "./edge.js";
import { honest, hostile, SIZES, slow } from "./edge-attack-requests.js";
import { binaries } from "./tools.js";
import { bundleWithEsbuild, withWorkerd } from "./workerd.js";

/** The memory limit of the whole process. */
const MOST_MEMORY_MIB = 512;
/** Processor seconds that may be more for no reason: the system counts 10 ms at a time, and its own work is in there. */
const NOISE = 0.1;
/** Requests of each kind between two looks at the clock. */
const BURST = 3;

/**
 * Attacks for about so many seconds. `failures` are wrong answers and too much memory; `dear` are requests that cost too
 * much, which a short run on a busy machine may say of any.
 */
export async function attackExample(tools, folder, seconds) {
  const attack = new Attack();
  const bundle = await bundleWithEsbuild(folder, "worker.js", { name: "attack" });
  await withWorkerd(tools.workerd, bundle, (origin, pid) => attack.run(origin, pid, seconds), bindingsOf(folder));
  return attack.result();
}

class Attack {
  #origin;
  #pid;
  #failures = new Set();
  #costs = new Map();
  #requests = 0;
  #peak = 0;
  #serial = 0;

  async run(origin, pid, seconds) {
    this.#origin = origin;
    this.#pid = pid;
    const end = performance.now() + seconds * 1000;
    // The time of the compilers belongs to no request.
    for (let i = 0; i < 20; i++) for (const path of Object.keys(honest)) await this.#honest(path);
    do {
      for (const shape of hostile) {
        await this.#together(shape);
        await this.#compare(shape);
        if (performance.now() > end) break;
      }
      await this.#alone();
    } while (performance.now() < end);
    for (const path of Object.keys(honest)) await this.#honest(path);
  }

  result() {
    const costs = [...this.#costs].map(([name, { hostile, honest, most }]) => ({
      name,
      hostile,
      honest,
      // A clock that counts hundredths of a second may see nothing of few requests.
      ratio: hostile / Math.max(honest, 0.01),
      most,
    }));
    const dear = costs
      .filter(({ hostile, honest, most }) => hostile > most * honest + NOISE)
      .map(
        ({ name, ratio }) => `${name}: costs ${ratio.toFixed(1)} times as much as an honest request of the same size`,
      );
    costs.sort((a, b) => b.ratio - a.ratio);
    return { requests: this.#requests, peak: this.#peak, costs, dear, failures: [...this.#failures] };
  }

  /** A hostile request and honest ones of another tenant at the same time. */
  async #together(shape) {
    const path = shape.path;
    await Promise.all([this.#hostile(shape), this.#honest(path), this.#hostile(shape), this.#honest("/records")]);
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, "utf8"))[1]) / 1024;
    this.#peak = Math.max(this.#peak, rss);
    if (rss > MOST_MEMORY_MIB) this.#failures.add(`${shape.name}: ${rss.toFixed(0)} MiB of memory afterwards`);
  }

  /** Measures hostile and honest requests in turns. */
  async #compare(shape) {
    const name = `${shape.path}, ${shape.name}`;
    const cost = this.#costs.get(name) ?? { hostile: 0, honest: 0, most: shape.most };
    this.#costs.set(name, cost);
    for (const [side, send] of [
      ["honest", () => this.#honest(shape.path)],
      ["hostile", () => this.#hostile(shape)],
    ]) {
      const start = cpuSeconds(this.#pid);
      for (let i = 0; i < BURST; i++) await send();
      cost[side] += cpuSeconds(this.#pid) - start;
    }
  }

  /** Bodies that come byte by byte, or never end, while honest requests are answered. */
  async #alone() {
    const abort = new AbortController();
    const open = Object.entries(slow).map(([name, make]) => {
      const tenant = this.#tenant("slow");
      return this.#send(name, "/records", make(tenant, abort.signal), tenant, abort.signal);
    });
    for (const path of Object.keys(honest)) await this.#honest(path);
    await new Promise((resolve) => setTimeout(resolve, 300));
    abort.abort();
    await Promise.all(open);
  }

  async #honest(path) {
    const tenant = this.#tenant("honest");
    const { body, expected } = honest[path](SIZES[path], tenant);
    const answer = await this.#send("an honest request", path, body, tenant);
    if (answer?.status !== 200 || !expected(answer.text)) {
      this.#failures.add(`${path}: an honest request got ${answer?.status} ${answer?.text.slice(0, 300)}`);
    }
  }

  async #hostile({ name, path, make }) {
    const tenant = this.#tenant("hostile");
    const answer = await this.#send(name, path, make(SIZES[path], tenant), tenant);
    if (answer !== undefined && answer.status >= 500) this.#failures.add(`${path}, ${name}: ${answer.status}`);
  }

  /** A unique mark for the names and values of one request. */
  #tenant(kind) {
    return `TENANT_${kind}_${this.#serial++}_`;
  }

  async #send(name, path, body, tenant, signal) {
    this.#requests++;
    const headers = { "content-type": "application/json" };
    let answer;
    try {
      const response = await fetch(this.#origin + path, { method: "POST", headers, body, duplex: "half", signal });
      answer = { status: response.status, text: (await response.text()) + JSON.stringify([...response.headers]) };
    } catch (error) {
      if (!signal?.aborted) this.#failures.add(`${path}, ${name}: ${error.cause?.message ?? error.message}`);
      return undefined;
    }
    const strange = answer.text.match(/TENANT_[a-z]+_\d+_/g)?.find((mark) => mark !== tenant);
    if (strange !== undefined) this.#failures.add(`${path}, ${name}: ${tenant} got something of ${strange}`);
    return answer;
  }
}

async function main() {
  const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
  const root = join(import.meta.dirname, "..", "..");
  if (!existsSync(join(root, "dist"))) throw new Error("dist/ does not exist; run npm run build");
  const project = mkdtempSync(join(tmpdir(), "varexpand-attack-"));
  try {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(root, join(project, "node_modules", "varexpand"));
    const folder = join(project, "edge-example");
    cpSync(join(root, "examples", "worker"), folder, { recursive: true });
    const { requests, peak, costs, dear, failures } = await attackExample(binaries(), folder, Number(values.seconds));
    for (const { name, hostile, honest, ratio } of costs) {
      console.log(`${ratio.toFixed(2).padStart(6)}  ${hostile.toFixed(2)} s / ${honest.toFixed(2)} s  ${name}`);
    }
    console.log(`${requests} requests, ${peak.toFixed(0)} MiB at most, ${failures.length} failures`);
    for (const failure of [...failures, ...dear]) console.error(failure);
    process.exitCode = failures.length + dear.length === 0 ? 0 : 1;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
