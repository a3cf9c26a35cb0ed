import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The files of src/events/ of which anything is left in a bundle that uses these names. */
async function filesFor(names: string, entry = "./src/index.ts"): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `import { ${names} } from "${entry}"; console.log(${names});`, resolveDir: ROOT },
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    packages: "external",
    external: ["#wasm/*"],
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output!.inputs)
    .filter(([path, { bytesInOutput }]) => path.startsWith("src/events/") && bytesInOutput > 0)
    .map(([path]) => path.slice("src/events/".length));
}

test("expansion alone brings neither the formatter nor the correlator along", async () => {
  expect(await filesFor("expand, mappingFuncFor, Environment")).toEqual(["recorder.ts"]);
});

test("a recorder brings the formatter, and the correlator only if it is used", async () => {
  const recorder = await filesFor("MemoryEventRecorder");
  expect(recorder).toContain("sprintf.ts");
  expect(recorder).not.toContain("correlation.ts");
  expect(await filesFor("EventCorrelator", "./src/kubernetes/index.ts")).toContain("correlation.ts");
});
