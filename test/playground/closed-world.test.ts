/** What the build of the page leaves out of a bundle, and which names it makes short. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
// @ts-expect-error: the build has no types
import { compressed } from "../../.ci/closed-world.js";

const folder = mkdtempSync(join(tmpdir(), "varexpand-bundle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A bundle of a package's file and of one that reads it. */
async function bundle(inside: string, outside: string): Promise<string> {
  const files = [join(folder, "package.js"), join(folder, "reader.js")];
  writeFileSync(files[0]!, inside);
  writeFileSync(files[1]!, outside);
  return compressed(`${inside}\n${outside}`, files, (file: string) => file.endsWith("package.js"));
}

test("a method that nothing asks for is left out, with what only it asked for", async () => {
  const text = await bundle(
    `class Shape {
       areaOfShape() { return sideOf(this); }
       describeShape() { return this.nameOfShape() + helper(); }
       nameOfShape() { return "a shape"; }
       toString() { return "kept"; }
     }
     Shape.unusedEntry = globalThis.alert("asked");
     Shape.defaultEntry = Shape;
     function helper() { return "only for the unused"; }
     function sideOf(shape) { return shape.length; }`,
    "globalThis.result = new Shape().areaOfShape();",
  );
  expect(text).not.toMatch(/describeShape|nameOfShape|a shape|only for the unused|defaultEntry/);
  // Others may ask for the first; making the value of the second may do more.
  expect(text).toMatch(/toString\(\).*alert/s);
});

test("a method whose name a string says stays", async () => {
  expect(
    await bundle(`class Shape { drawShape() { return "drawn"; } }`, `const name = "drawShape"; new Shape()[name]();`),
  ).toContain("drawn");
});

test("only a member that no other file, no string and no browser knows has a short name", async () => {
  const text = await bundle(
    `globalThis.made = { innerPart: 1, sharedPart: 2, saidPart: 3, textContent: 4 };
     globalThis.sum = made.innerPart + made.sharedPart + made["saidPart"] + made.saidPart + made.textContent;`,
    "globalThis.twice = made.sharedPart * 2;",
  );
  expect(text).not.toContain("innerPart");
  for (const name of ["sharedPart", "saidPart", "textContent"]) expect(text).toContain(name);
});

test("what only classes have has a short name in every file; data may have come from outside", async () => {
  const text = await bundle(
    "globalThis.packagePart = 1;",
    `class Shape { ownPart = 1; dataPart = 2; saidPart = 3; packagePart = 4; }
     const data = { dataPart: 5 };
     globalThis.sum = [new Shape(), data].map((it) => it.ownPart + it.dataPart + it["saidPart"] + it.packagePart);`,
  );
  expect(text).not.toContain("ownPart");
  for (const name of ["dataPart", "saidPart", "packagePart"]) expect(text).toContain(name);
});
