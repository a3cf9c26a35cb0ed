/** Engines of `--engine`: modules whose default export is an `Engine`. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../src/cli/frame/errors.ts";
import type { Competitor, Engine } from "./engine.ts";

/**
 * `taken` are the names that the rows of others begin with.
 *
 * @throws InputError for a module that cannot be loaded or exports something else.
 */
export async function loadGuest(file: string, taken: readonly string[]): Promise<Competitor> {
  const fail = (reason: string, cause?: unknown) => new InputError(`${file}: ${reason}`, { cause });
  let module: { default?: Partial<Engine> | null };
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw fail(error instanceof Error ? error.message : String(error), error);
  }
  const engine = module.default;
  if (typeof engine !== "object" || engine === null) {
    const what = engine === undefined ? "there is no default export" : "the default export is not an object";
    throw fail(`${what}; export an engine: { name, prepare }, as in bench/engine.ts`);
  }
  if (typeof engine.name !== "string" || engine.name === "") throw fail("the engine has no name");
  if (typeof engine.prepare !== "function") throw fail("the engine has no function prepare");
  if (taken.includes(engine.name)) throw fail(`there is an engine "${engine.name}" already`);
  return { engine: engine as Engine, role: "guest", mayBeWrong: true };
}
