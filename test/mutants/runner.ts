/**
 * A process of its own in a copy of the tree: compiles the scanners and runs tests, again and again, with compiler and
 * vitest loaded once. A mutant that does not end is ended with the process.
 */
import { join } from "node:path";
import asc from "assemblyscript/asc";
import { createVitest, type TestModule, type TestSpecification, type Vitest } from "vitest/node";
import { type Answer, DEBUG, type Failure, type Request } from "./messages.ts";

/** Megabytes: a mutant that takes all there is should fail before the machine does. */
const MEMORY = 3072;

const root = process.cwd();
let vitest: Vitest | undefined;
/** The files that the previous mutant changed, which are now restored. */
let restored: readonly string[] = [];
/** The first test that failed in the run. */
let failed: Failure | undefined;
/** Each file of tests. */
const specifications = new Map<string, TestSpecification>();

function say(answer: Answer): void {
  process.send!(answer);
}

process.on("message", async (request: Request) => {
  if (request.kind === "compile") say(await compile());
  else if (request.kind === "test") say(await test(request));
  else say(await list());
});

async function compile(): Promise<Answer> {
  const release = await compiled("assembly/scanners.ts", "release");
  const debug = release && (await compiled("assembly/scanners.ts", "debug"));
  const testing = debug && (await compiled("assembly/testing.ts", "testing"));
  const modules = release && debug && testing ? { release, debug, testing } : undefined;
  return { kind: "compiled", modules };
}

/** A module in base64, or undefined. */
async function compiled(entry: string, target: string): Promise<string | undefined> {
  let wasm: string | undefined;
  const ignored = { write: () => true };
  const { error } = await asc.main([entry, "--target", target], {
    stdout: ignored,
    stderr: ignored,
    writeFile(name, contents) {
      if (name.endsWith(".wasm")) wasm = Buffer.from(contents as Uint8Array).toString("base64");
    },
  });
  return error === null ? wasm : undefined;
}

async function list(): Promise<Answer> {
  vitest ??= await start();
  return { kind: "listed", tests: [...specifications.keys()] };
}

async function test({ tests, isolated, changed }: Request & { kind: "test" }): Promise<Answer> {
  vitest ??= await start();
  for (const file of [...restored, ...changed]) vitest.invalidateFile(join(root, file));
  restored = changed;
  failed = undefined;
  await run(vitest, tests);
  if (failed === undefined) await run(vitest, isolated);
  return { kind: "tested", failed };
}

async function run(vitest: Vitest, tests: readonly string[]): Promise<void> {
  if (tests.length === 0) return;
  // The return value covers all files that were ever run, so the reporter collects the results of this run.
  const { unhandledErrors } = await vitest.runTestSpecifications(tests.map((file) => specifications.get(file)!));
  const [error] = unhandledErrors as { message?: string }[];
  if (error !== undefined) failed ??= { test: undefined, name: `outside tests: ${error.message}` };
}

async function start(): Promise<Vitest> {
  const started = await createVitest(
    "test",
    {
      root,
      config: join(root, "vitest.config.ts"),
      project: ["release*", "debug*"],
      watch: false,
      cache: false,
      bail: 1,
      reporters: [{ onTestModuleEnd: ended }],
      pool: "forks",
      fileParallelism: false,
      maxWorkers: 1,
      execArgv: [`--max-old-space-size=${MEMORY}`],
      sequence: { sequencer: InTheOrderGiven },
    },
    { server: { watch: null }, logLevel: "silent" },
  );
  const found = await started.globTestSpecifications();
  for (const one of found) specifications.set(nameOf(one.project.name, one.moduleId), one);
  return started;
}

class InTheOrderGiven {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

function ended(module: TestModule): void {
  const { duration, collectDuration } = module.diagnostic();
  const test = nameOf(module.project.name, module.moduleId);
  failed ??= failureOf(module);
  say({ kind: "ended", test, ms: duration + collectDuration, hasPassed: module.state() === "passed" });
}

function failureOf(module: TestModule): Failure | undefined {
  if (module.state() !== "failed") return undefined;
  const test = nameOf(module.project.name, module.moduleId);
  for (const one of module.children.allTests("failed")) {
    return { test, name: one.fullName, error: one.result().errors?.[0]?.message };
  }
  return { test, name: "does not load", error: module.errors()[0]?.message };
}

function nameOf(project: string, moduleId: string): string {
  return `${project.startsWith("debug") ? DEBUG : ""}${moduleId.slice(root.length + 1)}`;
}
