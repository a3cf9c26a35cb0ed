/**
 * Joins chunks of esbuild that are always loaded together: each file takes Node half a millisecond, and esbuild makes a
 * chunk of every set of entries that share some code.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** One of the imports that an output of esbuild begins with. */
const IMPORT = /(?:#!.*\n)?import(?:\{(?<names>[^}]*)\}from)?"(?<path>[^"]+)";/y;

/** What always starts together: `expand` is the command that often has little to do. */
const ROOTS = ["src/cli/program.ts", "src/cli/expand.ts"];
const JOINED = "dist/chunks/expansion.js";

/**
 * Joins everything that `ROOTS` load at once into `JOINED`, and makes the other outputs import it from there.
 *
 * @param {import("esbuild").Metafile} metafile of the built command
 * @param {string} root the folder that its paths are relative to
 */
export async function joinChunks(metafile, root = process.cwd()) {
  const outputs = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output]),
  );
  const file = join(root, JOINED);
  const joined = new Map();
  const add = (path) => {
    if (joined.has(path)) return;
    joined.set(path, `_${joined.size}`);
    for (const { kind, path: imported, external } of outputs[path].imports) {
      if (kind === "import-statement" && !external) add(join(root, imported));
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (ROOTS.includes(entryPoint)) add(path);

  const folder = dirname(file);
  const specifier = (from, to) =>
    /^\.\.?\//.test(relative(from, to)) ? relative(from, to) : `./${relative(from, to)}`;
  const exported = [...joined].map(([path, suffix]) => {
    const names = outputs[path].exports.map((name) => `${name} as ${name}${suffix}`);
    return `export {${names.join(", ")}} from ${JSON.stringify(specifier(folder, path))};\n`;
  });
  await build({
    stdin: { contents: exported.join(""), resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    legalComments: "none",
    ignoreAnnotations: true,
    logLevel: "warning",
    outfile: file,
    plugins: [
      {
        name: "other-chunks",
        setup({ onResolve }) {
          onResolve({ filter: /^/ }, ({ kind, path, resolveDir }) =>
            kind === "dynamic-import" && !joined.has(join(resolveDir, path)) ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });

  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (!path.endsWith(".js")) continue;
    const suffix = joined.get(path);
    if (suffix === undefined) {
      writeFileSync(path, importingJoined(path, joined, specifier(dirname(path), file)));
    } else if (entryPoint === undefined || !ROOTS.includes(entryPoint)) {
      rmSync(path);
    } else {
      // What is imported dynamically keeps its name.
      const names = outputs[path].exports.map((name) => `${name}${suffix} as ${name}`);
      writeFileSync(path, `export{${names}}from${JSON.stringify(specifier(dirname(path), file))};\n`);
    }
  }
}

/** The text of an output, with its imports of what is joined. */
function importingJoined(path, joined, file) {
  const text = readFileSync(path, "utf8");
  let imports = "";
  let end = 0;
  IMPORT.lastIndex = 0;
  for (let match = IMPORT.exec(text); match !== null; match = IMPORT.exec(text)) {
    end = IMPORT.lastIndex;
    const { names, path: imported } = match.groups;
    const suffix = joined.get(join(dirname(path), imported));
    if (suffix === undefined) imports += match[0];
    // Nothing of it is needed but that it runs, and nothing here does anything when it runs.
    else if (names !== undefined)
      imports += `import{${names.split(",").map((name) => renamed(name, suffix))}}from"${file}";`;
  }
  return imports + text.slice(end);
}

/** `a as b` of a chunk, as `a_1 as b` of the joined file; also of `a` alone. */
function renamed(name, suffix) {
  const [own, as, local] = name.trim().split(/\s+/);
  return as === undefined ? `${own}${suffix} as ${own}` : `${own}${suffix} as ${local}`;
}
