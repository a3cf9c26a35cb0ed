import { parseEnv } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeReading } from "../../../src/envfile/readers/node.ts";

const read = (text: string) => Object.fromEntries(nodeReading(text));

test.each<[title: string, text: string, variables: Record<string, string>]>([
  ["plain values, trimmed", "A= x y \nB=2\n", { A: "x y", B: "2" }],
  ["a comment ends a plain value", "A=x#y\nB='x#y'\n", { A: "x", B: "x#y" }],
  ["lines that are not assignments", "# A=1\nword\n\nB=2", { B: "2" }],
  ["three kinds of quotes", "A='$x'\nB=\"y\"\nC=`'z'`\n", { A: "$x", B: "y", C: "'z'" }],
  ["\\n is a line break between double quotes only", "A=\"x\\ny\"\nB='x\\ny'\n", { A: "x\ny", B: "x\\ny" }],
  ["values over several lines", "A='x\n y'\nB=2", { A: "x\n y", B: "2" }],
  ["what follows a closing quote", "A='x' # y\nB='x'y\n", { A: "x", B: "x" }],
  ["what follows a quote that closes on another line", "A='x\n'=y\nB=2", { A: "x\n", B: "2" }],
  ["a quoted value, and nothing after it", "A='x'\nB=\"\"\nC=2", { A: "x", B: "", C: "2" }],
  ["a quote that is never closed", "A='x\nB=2", { A: "'x", B: "2" }],
  ["a value in the next line is another line", "A=\nB=2", { A: "", B: "2" }],
  ["a value on the next line, after spaces", "A= \n B", { A: "B" }],
  ["export", "export A=1\nexport B=\n", { A: "1", "export B": "" }],
  ["no name", "=1\nB=2\n=", { B: "2", "": "" }],
  ["comments after spaces, after a line or a name that is missing", "A\n #B=1\n= #=\nC=\n #D=1", { C: "", "#D": "1" }],
  ["the last value of a name", "A=1\nA=2", { A: "2" }],
  ["carriage returns are left out", "A=1\r\nB='x\r\ny'\r\n", { A: "1", B: "x\ny" }],
  ["__proto__", "__proto__=1", JSON.parse('{"__proto__":"1"}')],
])("%s", (_, text, variables) => {
  expect(read(text)).toEqual(variables);
});

const isModelled = Number.parseInt(process.versions.node, 10) >= 24;

test.runIf(isModelled)("the same as the Node.js that runs the tests (from release 24 on)", () => {
  const piece = fc.constantFrom(
    "A",
    "B",
    "=",
    "\n",
    " ",
    "'",
    '"',
    "`",
    "#",
    "\\n",
    "export ",
    "x",
    "\t",
    "\r\n",
    "\v",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join("");
      expect([...nodeReading(text)].sort()).toEqual(Object.entries(parseEnv(text)).sort());
    }),
    { numRuns: 2000, seed: 20_261_129 },
  );
});
