/** Engines of `--engine`: modules whose default export is an `Engine` or a `TemplateEngine`. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError } from "../src/cli/frame/errors.ts";
import type { Competitor, Engine } from "./engine.ts";
import type { TemplateEngine } from "./template-engine.ts";

/** The files whose default export is a template engine, and the others. */
export async function sortGuests(files: readonly string[]): Promise<{ templates: string[]; others: string[] }> {
  const isTemplate = await Promise.all(
    files.map(async (file) => {
      const { default: engine } = await load(file);
      return typeof (engine as Partial<TemplateEngine> | null | undefined)?.compile === "function";
    }),
  );
  return {
    templates: files.filter((_, i) => isTemplate[i]).map((file) => resolve(file)),
    others: files.filter((_, i) => !isTemplate[i]),
  };
}

/**
 * `taken` are the names that the rows of others begin with.
 *
 * @throws InputError for a module that cannot be loaded or exports something else.
 */
export async function loadGuest(file: string, taken: readonly string[]): Promise<Competitor> {
  const fail = (reason: string) => new InputError(`${file}: ${reason}`);
  const engine = (await load(file)).default as Partial<Engine> | null | undefined;
  if (typeof engine !== "object" || engine === null) {
    const what = engine === undefined ? "there is no default export" : "the default export is not an object";
    throw fail(`${what}; export an engine: { name, prepare }, as in bench/engine.ts`);
  }
  if (typeof engine.name !== "string" || engine.name === "") throw fail("the engine has no name");
  if (typeof engine.prepare !== "function") throw fail("the engine has no function prepare");
  if (taken.includes(engine.name)) throw fail(`there is an engine "${engine.name}" already`);
  return { engine: engine as Engine, role: "guest", mayBeWrong: true };
}

async function load(file: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${file}: ${reason}`, { cause: error });
  }
}
