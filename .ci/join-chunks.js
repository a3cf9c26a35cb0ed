/**
 * Joins chunks of esbuild that are loaded together: each file takes Node half a millisecond, and esbuild makes a chunk of
 * every set of entries that share some code.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** What these load at once is one file: `expand` is the command that often has little to do. */
const ROOTS = ["program", "expand", "inputs"].map((name) => `src/cli/${name}.ts`);
const JOINED = "expansion";

/**
 * Of the rest, what the same ones of these load at once is one file. The others of the command load some text more than
 * they need, in far fewer files.
 */
const STARTS = [...["pod", "template", "envfile"].map((name) => `src/cli/${name}.ts`), "src/streams/json-stream.ts"];

/** An import of one output by another. */
const STATIC = /import(?:\{([^}]*)\}from)?"(\.\.?\/[^"]+\.js)";/g;
const DYNAMIC = /import\("(\.\.?\/[^"]+\.js)"\)/g;

/**
 * Joins chunks, and makes the other outputs import them from where they are now.
 *
 * @param {import("esbuild").Metafile} metafile of the built command
 * @param {string} root the folder that its paths are relative to
 */
export async function joinChunks(metafile, root = process.cwd()) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [join(root, path), output]));
  const folder = join(root, "dist/chunks");

  const joined = new Map();
  const texts = new Map();
  const groups = Object.entries(groupsOf(outputs, root));
  for (const [name, paths] of groups) {
    const file = join(folder, `${name}.js`);
    for (const path of paths) joined.set(path, { file, suffix: `_${joined.size}` });
  }
  for (const [name, paths] of groups) {
    const exported = paths.map((path) => {
      const names = outputs.get(path).exports.map((own) => `${own} as ${own}${joined.get(path).suffix}`);
      return `export {${names.join(", ")}} from ${JSON.stringify(specifier(folder, path))};\n`;
    });
    texts.set(join(folder, `${name}.js`), await bundled(exported.join(""), folder, paths));
  }
  for (const path of outputs.keys()) {
    if (joined.has(path)) rmSync(path);
    else if (path.endsWith(".js")) texts.set(path, readFileSync(path, "utf8"));
  }
  for (const [path, text] of texts) writeFileSync(path, importingJoined(text, dirname(path), { joined, outputs }));
}

/** The outputs that are joined, by the names of the files. */
function groupsOf(outputs, root) {
  const loadedBy = (entry) => {
    const loaded = new Set([...outputs.keys()].filter((path) => outputs.get(path).entryPoint === entry));
    for (const path of loaded) {
      for (const { kind, path: imported, external } of outputs.get(path).imports) {
        if (kind === "import-statement" && !external) loaded.add(join(root, imported));
      }
    }
    return loaded;
  };
  const groups = { [JOINED]: [...new Set(ROOTS.flatMap((entry) => [...loadedBy(entry)]))] };
  const namesOf = new Map();
  for (const entry of STARTS) {
    for (const path of loadedBy(entry)) namesOf.set(path, [...(namesOf.get(path) ?? []), basename(entry, ".ts")]);
  }
  for (const path of groups[JOINED]) namesOf.delete(path);
  for (const [path, names] of namesOf) {
    const name = names.join("-");
    groups[name] = [...(groups[name] ?? []), path];
  }
  return groups;
}

/** Some outputs as one, which imports the others. */
async function bundled(contents, resolveDir, paths) {
  const others = {
    name: "others",
    setup({ onResolve }) {
      onResolve({ filter: /^/ }, ({ kind, path, resolveDir }) => {
        return kind === "import-statement" && paths.includes(join(resolveDir, path))
          ? undefined
          : { path, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    legalComments: "none",
    ignoreAnnotations: true,
    logLevel: "warning",
    plugins: [others],
  });
  return outputFiles[0].text;
}

/** The text of an output, with its imports of what is joined. */
function importingJoined(text, folder, { joined, outputs }) {
  const imported = (path) => joined.get(join(folder, path));
  return text
    .replace(STATIC, (statement, names, path) => {
      const found = imported(path);
      if (found === undefined) return statement;
      // Nothing of it is needed but that it runs, and nothing here does anything when it runs.
      if (names === undefined) return "";
      const renamed = names.split(",").map((name) => {
        const [own, local = own] = name.trim().split(" as ");
        return `${own}${found.suffix} as ${local}`;
      });
      return `import{${renamed}}from${JSON.stringify(specifier(folder, found.file))};`;
    })
    .replace(DYNAMIC, (expression, path) => {
      const found = imported(path);
      if (found === undefined) return expression;
      const names = outputs.get(join(folder, path)).exports.map((name) => `${name}:_.${name}${found.suffix}`);
      return `import(${JSON.stringify(specifier(folder, found.file))}).then(_=>({${names}}))`;
    });
}

function specifier(from, to) {
  const path = relative(from, to);
  return path.startsWith(".") ? path : `./${path}`;
}
