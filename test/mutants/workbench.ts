/** Tries mutants, one after the other, in a copy of the tree, with a process that compiles and tests there. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { needsOwnProcess } from "../own-process.ts";
import { type Answer, type Failure, pathOf, type Request } from "./messages.ts";
import { isAssembly, isOfCommand } from "./sources.ts";
import { essence, loadedFor, type Modules, Tree } from "./tree.ts";

/** A test takes this many times as long as without the mutant, and this much more: then it will not end. */
const TIMES = 5;
const MORE_MS = 8_000;
/** The longest that a file of tests takes whose time is not known yet. */
const UNKNOWN_MS = 180_000;
const COMPILE_MS = 60_000;
/** The time before the first test begins. */
const START_MS = 20_000;

export type Verdict =
  | { readonly kind: "killed"; readonly by: Failure }
  | { readonly kind: "timed out"; readonly by: Failure }
  | { readonly kind: "survived" }
  /** The build is identical to the original. */
  | { readonly kind: "identical" }
  /** It does not compile. */
  | { readonly kind: "invalid" };

/** The texts of the files that a mutant changes. */
export type Changed = ReadonlyMap<string, string>;

export class Workbench {
  private readonly tree: Tree;
  private process: ChildProcess | undefined;
  private original: Promise<Modules | undefined> | undefined;

  constructor(root: string, path: string) {
    this.tree = new Tree(root, path);
  }

  /** @param times how long tests take without a mutant, in ms; those that pass are added */
  async try(changed: Changed, tests: readonly string[], times: Map<string, number>): Promise<Verdict> {
    this.original ??= this.compile();
    const original = await this.original;
    try {
      for (const [file, text] of changed) this.tree.write(file, text);
      const built = await this.build(changed, original);
      if (built !== "different") return { kind: built };
      const loaded = [...new Set([...changed.keys()].flatMap(loadedFor))];
      return await this.test(tests, loaded, times);
    } finally {
      for (const file of changed.keys()) this.tree.write(file, this.tree.read(file));
      if ([...changed.keys()].some(isOfCommand)) this.tree.restoreCommand();
      if ([...changed.keys()].some(isAssembly)) this.tree.writeModules(original!);
    }
  }

  /** Every file of tests, as it is called in requests. */
  async list(): Promise<readonly string[]> {
    const answer = await this.ask({ kind: "list" }, START_MS * 3, () => {});
    if (answer?.kind !== "listed") throw new Error("the runner does not list the tests");
    return answer.tests;
  }

  /**
   * Runs tests without a mutant, one after the other, with the command as it is built for one; returns the first that
   * fails.
   *
   * @param times gets how long each takes, in ms
   */
  async failing(tests: readonly string[], times: Map<string, number>): Promise<Failure | undefined> {
    if (!(await this.tree.buildCommand())) throw new Error("the command cannot be built");
    const verdict = await this.test(tests, [], times);
    this.tree.restoreCommand();
    return "by" in verdict ? verdict.by : undefined;
  }

  close(): void {
    const { process: child } = this;
    this.process = undefined;
    // The whole group: vitest's own processes, too.
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  }

  private async build(changed: Changed, original: Modules | undefined): Promise<"different" | "identical" | "invalid"> {
    let isIdentical = true;
    for (const [file, text] of changed) {
      if (isAssembly(file)) continue;
      const [before, after] = await Promise.all([essence(this.tree.read(file)), essence(text)]);
      if (after === undefined) return "invalid";
      if (before !== after) isIdentical = false;
    }
    if ([...changed.keys()].some(isAssembly)) {
      const modules = await this.compile();
      if (modules === undefined) return "invalid";
      isIdentical &&= (["release", "debug", "testing"] as const).every((name) => modules[name] === original?.[name]);
      this.tree.writeModules(modules);
    }
    if (isIdentical) return "identical";
    return [...changed.keys()].some(isOfCommand) && !(await this.tree.buildCommand()) ? "invalid" : "different";
  }

  private async compile(): Promise<Modules | undefined> {
    const answer = await this.ask({ kind: "compile" }, COMPILE_MS, () => {});
    return answer?.kind === "compiled" ? answer.modules : undefined;
  }

  private async test(
    tests: readonly string[],
    changed: readonly string[],
    times: Map<string, number>,
  ): Promise<Verdict> {
    const limitOf = (test: string | undefined): number => {
      const usual = test === undefined ? 0 : times.get(test);
      return usual === undefined ? UNKNOWN_MS : TIMES * usual + MORE_MS;
    };
    const isIsolated = (test: string) => needsOwnProcess(join(this.tree.path, pathOf(test)));
    const [shared, isolated] = [tests.filter((test) => !isIsolated(test)), tests.filter(isIsolated)];
    // They run one after the other, in this order.
    const inOrder = [...shared, ...isolated];
    let ended = 0;
    const request = { kind: "test", tests: shared, isolated, changed } as const;
    const answer = await this.ask(request, 2 * START_MS + limitOf(inOrder[0]), (said, allow) => {
      if (said.kind !== "ended") return;
      if (said.hasPassed && !times.has(said.test)) times.set(said.test, said.ms);
      ended++;
      allow(START_MS + limitOf(inOrder[ended]));
    });
    if (answer === undefined) return { kind: "timed out", by: { test: inOrder[ended], name: "does not end" } };
    if (answer.kind !== "tested") throw new Error(`the runner answers "${answer.kind}" to tests`);
    return answer.failed === undefined ? { kind: "survived" } : { kind: "killed", by: answer.failed };
  }

  /** Sends a request; returns its last answer, or nothing if that does not come in time: the process is ended then. */
  private ask(
    request: Request,
    ms: number,
    listen: (answer: Answer, allow: (ms: number) => void) => void,
  ): Promise<Answer | undefined> {
    this.process ??= this.start();
    const child = this.process;
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (answer === undefined) this.close();
        resolve(answer);
      };
      const giveUp = (): void => settle(undefined);
      let timer = setTimeout(giveUp, ms);
      const allow = (more: number): void => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, more);
      };
      child.on("exit", giveUp);
      child.on("message", (answer: Answer) => {
        if (answer.kind !== "ended") settle(answer);
        else listen(answer, allow);
      });
      child.send(request);
    });
  }

  private start(): ChildProcess {
    return fork(join(import.meta.dirname, "runner.js"), {
      cwd: this.tree.path,
      // In CI, Vitest does not write a missing snapshot. Mutants must not write to `docs`, which is a link.
      env: { ...process.env, CI: "1" },
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  }
}
