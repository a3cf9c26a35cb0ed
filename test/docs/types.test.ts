/** Checks the types of the modules in the README and the guides, with `strict` and the published declarations. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { documents, root } from "./documents.ts";
import { blocksOf } from "./markdown.ts";

/** The modules, by virtual paths inside the package, so that they can import it by name. */
const modules = new Map<string, string>();
for (const document of documents()) {
  for (const { file, language, line, text } of blocksOf(readFileSync(join(root, document), "utf8"))) {
    if (language !== "ts") continue;
    // `export {}` makes it a module even if it does not import or export anything.
    modules.set(join(root, `${document}.modules`, file ?? `line-${line}.ts`), `${text}\nexport {};\n`);
  }
}

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  // Also checks the published declarations.
  skipLibCheck: false,
  types: ["node"],
  noEmit: true,
};

function errors(): string[] {
  const disk = ts.createCompilerHost(options);
  const folders = new Set(Array.from(modules.keys(), (path) => dirname(path)));
  const host: ts.CompilerHost = {
    ...disk,
    directoryExists: (path) => folders.has(path) || disk.directoryExists!(path),
    fileExists: (path) => modules.has(path) || disk.fileExists(path),
    readFile: (path) => modules.get(path) ?? disk.readFile(path),
    getSourceFile: (path, target) => {
      const text = modules.get(path);
      return text === undefined ? disk.getSourceFile(path, target) : ts.createSourceFile(path, text, target);
    },
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  // The declarations of TypeScript and Node.js are correct, and take longer than everything else.
  const files = program.getSourceFiles().filter(({ fileName }) => !fileName.includes("/node_modules/"));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  expect(files.map(({ fileName }) => fileName.slice(root.length + 1))).toContain("dist/types.d.ts");
  return found.map(({ file, start, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 };
    return `${file?.fileName.slice(root.length + 1)}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

test("the modules do not have type errors", () => {
  expect(modules.size).toBeGreaterThan(0);
  expect(errors()).toEqual([]);
});
