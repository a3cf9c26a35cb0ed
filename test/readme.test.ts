import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

interface Block {
  /** The line of the README that the block's text begins on. */
  line: number;
  text: string;
}

/** The fenced blocks of a language. */
function blocks(language: string): Block[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map((match) => ({
    line: readme.slice(0, match.index).split("\n").length + 1,
    text: match[1]!,
  }));
}

/** A folder whose `varexpand` is the built command, and from which `import "varexpand"` finds the built package. */
let bin: string;

beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), "varexpand-readme-"));
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(root, "dist/cli/main.js")}' "$@"\n`;
  writeFileSync(join(bin, "varexpand"), command, { mode: 0o755 });
});

afterAll(() => rmSync(bin, { recursive: true, force: true }));

/** Runs a command line in the repository and gives everything it prints, as a terminal shows it. */
function shell(command: string): string {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NO_COLOR: "1" };
  return execFileSync("bash", ["-c", `${command} 2>&1 || true`], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

describe("console blocks print what they show", () => {
  for (const { line, text } of blocks("console")) {
    const steps = text.split(/^\$ /m).slice(1);
    test.each(steps.map((step) => [step.slice(0, step.indexOf("\n")), step.slice(step.indexOf("\n") + 1)]))(
      `line ${line}: %s`,
      (command, output) => {
        expect(shell(command!).trimEnd()).toBe(output!.trimEnd());
      },
    );
  }
});

describe("js blocks log what their comments say", () => {
  for (const { line, text } of blocks("js")) {
    test(`line ${line}`, () => {
      const expected = [...text.matchAll(/^console\.log\(.*\/\/ (.*)$/gm)].map((match) => match[1]);
      expect(expected.length).toBeGreaterThan(0);
      const output = execFileSync(process.execPath, ["--input-type=module", "-e", text], {
        cwd: root,
        encoding: "utf8",
      });
      expect(output.trimEnd().split("\n")).toEqual(expected);
    });
  }
});

test("there is something to run", () => {
  expect(blocks("console").length).toBeGreaterThan(0);
  expect(blocks("js").length).toBeGreaterThan(0);
});

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md", "examples/worker/README.md"];

test.each(DOCUMENTS)("%s names only paths that exist", (document) => {
  const text = readFileSync(join(root, document), "utf8");
  const inText = text.match(/(?<![\w./-])(?:\.ci|assembly|bench|docs|examples|src|test)\/[\w./-]*[\w/]/g) ?? [];
  const linked = [...text.matchAll(/\]\((?!\w+:)([^)#]+)/g)].map((match) => join(dirname(document), match[1]!));
  const named = [...inText, ...linked].filter((path) => !path.startsWith("src/wasm/embedded"));
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(DOCUMENTS)("%s names only scripts that package.json has", (document) => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readFileSync(join(root, document), "utf8").matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
