/** A WebAssembly component: ComponentizeJS runs the library on a JavaScript engine inside it, and jco runs it on Node.js. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { component as program } from "./programs.js";

const WORLD = `package varexpand:test;
world guest {
  export first: func() -> string;
  export run: func(vectors: string) -> string;
}
`;

export async function runInComponent(project) {
  const { componentize } = await import("@bytecodealliance/componentize-js");
  const { transpile } = await import("@bytecodealliance/jco");
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    bundle: true,
    format: "esm",
    external: ["node:*"],
    write: false,
    logLevel: "error",
  });
  const disableFeatures = ["stdio", "random", "clocks", "http", "fetch-event"];
  const { component } = await componentize(outputFiles[0].text, {
    witWorld: WORLD,
    worldName: "guest",
    disableFeatures,
  });
  const { files } = await transpile(component, { name: "component" });
  for (const [name, contents] of Object.entries(files)) writeFileSync(join(project, name), contents);
  const start = performance.now();
  const guest = await import(pathToFileURL(join(project, "component.js")).href);
  const first = guest.first();
  const coldStart = performance.now() - start;
  if (first !== "first") throw new Error(first);
  return {
    coldStart,
    builtins: false,
    results: JSON.parse(guest.run(readFileSync(join(project, "vectors.json"), "utf8"))),
  };
}
