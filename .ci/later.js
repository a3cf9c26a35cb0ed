/**
 * The package as Node reads it from the disk: files of which the first call of one of their functions loads the code, so
 * that a program does not wait for what it never uses. Node takes 4 ms for each 100 KB that it compiles.
 *
 * `index.js` has functions of the same names in their place, which load the file and call the function there. Such a file
 * is a CommonJS module, as only these can be loaded inside of a call, by every Node. It exports a function that takes what
 * the file needs of `index.js`, by modules: there is one of each of them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

/** What is in each of the files: these modules, of which only functions are called from outside, and all that they alone need. */
const LATER = {
  pods: [
    ...["defaults", "quantity", "resolve/resolve", "trace/trace", "validate/validate"].map(
      (name) => `src/kubernetes/pod/${name}.ts`,
    ),
    ...["src/kubernetes/cluster/objects.ts", "src/kubernetes/cluster/workloads.ts", "src/events/sprintf.ts"],
  ],
  templates: [
    ...["src/template/resolve/template.ts", "src/template/resolve/template-values.ts"],
    ...["flags", "merge", "override", "varfile"].map((name) => `src/variables/${name}.ts`),
    ...["src/project/opened-project.ts", "src/streams/yaml-expansion.ts"],
  ],
  scanners: ["src/wasm/module.ts"],
};
const groupOf = new Map(Object.entries(LATER).flatMap(([group, files]) => files.map((file) => [file, group])));

/** Numbers only: each file has its own, which the compiler puts where they are used. */
const NUMBERS = ["src/wasm/codes.ts", "src/wasm/rooms.ts"];

/** In `index.js`: the function that gives the exports of a file. */
const LOADER = "src/later";

/**
 * Builds the entries and the files that they load later.
 *
 * @param {import("esbuild").BuildOptions} options with entryPoints, one of them `src/index.ts`, outdir and plugins
 */
export async function buildWithLater({ entryPoints, outdir, ...options }) {
  // Without the options of tsconfig.json, esbuild leaves out what imports only types.
  const whole = await build({ ...options, entryPoints, outdir, write: false, tsconfigRaw: {} });
  const atOnce = loadedAtOnce(whole.metafile.inputs, entryPoints);

  /** The names that the files take from each module of `index.js`. */
  const taken = new Map();
  const texts = {};
  for (const [group, files] of Object.entries(LATER)) {
    const contents = files.map((file) => `export {${functionsOf(file)}} from "./${file}";\n`).join("");
    const isTaken = (path) => atOnce.has(path) || (groupOf.get(path) ?? group) !== group;
    const take = resolving((path) => (isTaken(path) ? { path, external: true, sideEffects: false } : undefined));
    const { outputFiles } = await build({
      ...options,
      stdin: { contents, resolveDir: "." },
      outdir,
      splitting: false,
      write: false,
      plugins: [...options.plugins, take],
    });
    texts[`${group}.cjs`] = asFunction(outputFiles[0].text, taken);
  }

  const stubs = resolving((path) => (groupOf.has(path) ? { path, namespace: "later", sideEffects: false } : undefined));
  const later = {
    name: "later",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: new RegExp(`^${LOADER}$`) }, ({ path }) => ({ path, namespace: "later" }));
      onLoad({ filter: /^/, namespace: "later" }, ({ path }) => {
        return { contents: path === LOADER ? loader(taken) : stub(path), resolveDir: "." };
      });
    },
  };
  await build({ ...options, entryPoints, outdir, plugins: [...options.plugins, stubs, later] });
  // esbuild would replace the word.
  texts["index.js"] = readFileSync(join(outdir, "index.js"), "utf8").replaceAll("REQUIRE", "require");
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(outdir, name), text);
}

/**
 * Everything that is reached from the entries, but by way of what is loaded later; and what two files need, as there must
 * be one of it.
 */
function loadedAtOnce(inputs, entryPoints) {
  const reachedFrom = (paths, group) => {
    const reached = new Set(paths);
    for (const path of reached) {
      for (const { path: imported } of inputs[path]?.imports ?? []) {
        if ((groupOf.get(imported) ?? group) === group) reached.add(imported);
      }
    }
    return reached;
  };
  const atOnce = reachedFrom(entryPoints, undefined);
  const seen = new Set();
  for (const [group, files] of Object.entries(LATER)) {
    for (const path of reachedFrom(files, group)) {
      if (seen.has(path)) atOnce.add(path);
      seen.add(path);
    }
  }
  for (const path of NUMBERS) atOnce.delete(path);
  return atOnce;
}

/** A plugin: what becomes of an imported file, by its path from here. */
function resolving(choose) {
  return {
    name: "resolving",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^[.#]/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === choose || kind === "entry-point") return undefined;
        const found = await resolve(path, { importer, resolveDir, kind, pluginData: choose });
        return choose(relative(".", found.path));
      });
    },
  };
}

/** The names of the functions that a file exports. */
function functionsOf(file) {
  return [...readFileSync(file, "utf8").matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
}

/** An ES module that imports only modules of `index.js`, as a function of them. Notes in `taken` what it imports. */
function asFunction(text, taken) {
  const imports = /import\{([^}]*)\}from"(src\/[^"]+)";/g;
  const body = text.replace(imports, (_, list, path) => {
    const names = taken.get(path) ?? new Set();
    for (const name of list.split(",").map((each) => each.split(" as ")[0])) {
      // What is taken is a copy.
      if (new RegExp(`^export let ${name}\\b`, "m").test(readFileSync(path, "utf8")))
        throw new Error(`${path}: ${name} changes, and is used by what is loaded later`);
      names.add(name);
    }
    taken.set(path, names);
    return `const{${list.replaceAll(" as ", ":")}}=modules[${JSON.stringify(path)}];`;
  });
  const end = /export\{([^}]*)\};\s*$/;
  const [, exported] = end.exec(body);
  if (exported.includes(" as ")) throw new Error(`a name is used twice: ${exported}`);
  return `"use strict";module.exports=modules=>{${body.replace(end, "")}return{${exported}}};\n`;
}

/** Functions that load their file. An import of anything else is an error of the build. */
function stub(file) {
  const group = JSON.stringify(groupOf.get(file));
  const functions = functionsOf(file).map(
    (name) =>
      `let its_${name};\nexport function ${name}(...args) { return (its_${name} ??= later(${group}).${name})(...args); }\n`,
  );
  return `import { later } from ${JSON.stringify(LOADER)};\n${functions.join("")}`;
}

/** A bundler that makes one file of the package must see a call of `require`; Node has none in an ES module. */
function loader(taken) {
  const load = (group) => {
    const path = JSON.stringify(`./${group}.cjs`);
    return `${group}: () => typeof REQUIRE === "function" ? REQUIRE(${path}) : here(${path}),\n`;
  };
  let imports = "";
  let modules = "";
  for (const [i, [path, names]] of [...taken].entries()) {
    imports += `import { ${[...names].map((name) => `${name} as ${name}_${i}`)} } from ${JSON.stringify(`./${path}`)};\n`;
    modules += `${JSON.stringify(path)}: { ${[...names].map((name) => `${name}: ${name}_${i}`)} },\n`;
  }
  return `import { createRequire } from "node:module";
${imports}
const here = (path) => createRequire(import.meta.url)(path);
const files = { ${Object.keys(LATER).map(load).join("")} };
const loaded = {};
let modules;
export function later(name) {
  if (loaded[name] !== undefined) return loaded[name];
  modules ??= { ${modules} };
  return (loaded[name] = files[name]()(modules));
}
`;
}
