/** Rows of template engines in workerd, Cloudflare's runtime, which refuses to create functions from strings. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import { rowName, type TemplateEngine, type TemplateText, templateFor } from "../template-engine.ts";
import { temporaryFolder } from "../temporary.ts";

const WORKERD = join(
  REPOSITORY,
  `bench/node_modules/@cloudflare/workerd-${process.platform}-${process.arch === "x64" ? "64" : process.arch}/bin/workerd`,
);

/** A request takes at least this long, so that HTTP does not count. */
const REQUEST_MILLISECONDS = 60;

/** Each engine runs in a process of its own: some cannot be loaded. */
export function workerdRows(
  engines: readonly { file: string; engine: TemplateEngine; role: Row["role"] }[],
  text: TemplateText,
): Row[] {
  return engines.map(({ file, engine, role }) => {
    let origin: Promise<string> | undefined;
    const ask = async (runs: number): Promise<string> => {
      origin ??= start(file, templateFor(engine, text), text);
      const response = await fetch(`${await origin}/?runs=${runs}`, {
        signal: AbortSignal.timeout(10_000),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(answer.split("\n")[0]);
      return answer;
    };
    let runs = 1;
    return {
      name: rowName(engine),
      ...(role !== undefined && { role }),
      mayBeWrong: true,
      run: async () => JSON.parse(await ask(0)),
      // The clock of a Worker does not advance while it computes, so it is timed from outside.
      turn: async () => {
        while (true) {
          const start = performance.now();
          await ask(runs);
          const elapsed = performance.now() - start;
          if (elapsed >= REQUEST_MILLISECONDS) return (elapsed * 1e6) / runs;
          runs = Math.ceil(runs * Math.min(100, (1.2 * REQUEST_MILLISECONDS) / elapsed));
        }
      },
    };
  });
}

/** Serves an engine; returns the address. */
async function start(file: string, source: string, { sets }: TemplateText): Promise<string> {
  if (!existsSync(WORKERD)) throw new Error("workerd is not installed");
  const folder = temporaryFolder();
  await build({
    stdin: { contents: worker(file, source, sets), resolveDir: join(REPOSITORY, "bench") },
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    logLevel: "silent",
  });
  const port = await freePort();
  const modules = readdirSync(folder)
    .sort()
    .reverse()
    .map((name) => `(name = "${name}", ${name.endsWith(".wasm") ? "wasm" : "esModule"} = embed "${name}")`);
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "2026-01-01", modules = [${modules.join(", ")}]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  );
  const server = spawn(WORKERD, ["serve", "config.capnp"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => server.kill());
  server.unref();
  (server.stderr as Socket).unref();
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, server);
  return origin;
}

/** Renders the sets `runs` times; without `runs`, returns the results. */
function worker(file: string, source: string, sets: TemplateText["sets"]): string {
  return `import engine from ${JSON.stringify(file)};
import { flat } from "./flat.ts";
const sets = ${JSON.stringify(sets)};
let render;
export default {
  fetch(request) {
    const runs = Number(new URL(request.url).searchParams.get("runs"));
    try {
      render ??= engine.compile(${JSON.stringify(source)});
      if (runs === 0) return Response.json(sets.map((values) => render(values)));
      let length = 0;
      for (let i = 0; i < runs; i++) for (const values of sets) length += flat(render(values)).length;
      return new Response(String(length));
    } catch (error) {
      return new Response(error.message, { status: 500 });
    }
  },
};
`;
}

/** Waits until the server answers: 10 seconds at most. */
async function answering(origin: string, server: ChildProcess): Promise<void> {
  let complaint = "";
  server.stderr!.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  for (let attempt = 0; attempt < 200 && server.exitCode === null; attempt++) {
    try {
      await (await fetch(`${origin}/?runs=1`)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`workerd does not answer: ${complaint.trim().split("\n")[0]}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
