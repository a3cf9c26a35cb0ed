/** The rules about env files. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Comparison, ReaderId } from "../../../src/envfile/readers/compare.ts";
import { fixedEnvFile, lintEnvFile, readersOfName } from "../../../src/lint/envfile-lint.ts";
import type { Finding, RawFinding } from "../../../src/lint/finding.ts";
import { withEdits } from "../../../src/lint/fix/fix-text.ts";
import { comparedAlone, SeenEnvFile } from "../../../src/lint/rules/envfile/judge.ts";
import { findingsOf } from "../../../src/lint/rules/rules.ts";
import { SourceText } from "../../../src/lint/source-text.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const folder = new FolderPerTest();

const CONTEXT = { name: ".env", profile: "design", isKnown: (name: string) => name === "KNOWN" } as const;
const encode = (text: string) => new TextEncoder().encode(text);
const judged = (text: string, readers: readonly ReaderId[] = readersOfName(".env")): RawFinding[] =>
  findingsOf("envFile", new SeenEnvFile(encode(text), new SourceText(text), readers, CONTEXT));
const lines = (text: string, readers?: readonly ReaderId[]) =>
  judged(text, readers).map(({ rule, message, atMost, start }) => {
    const line = text.slice(0, start).split("\n").length;
    return `${line} ${atMost ? "note" : rule}: ${message}`;
  });
const fixedText = (text: string, readers?: readonly ReaderId[]) =>
  withEdits(
    text,
    judged(text, readers).flatMap(({ fix }) => fix?.edits ?? []),
  );

test.each([
  [".env", undefined],
  [".env.production", undefined],
  [".env.example", "note"],
  ["env.sample", "note"],
  [".env.production.template", "note"],
])("what readers read differently in %s, or is set again, is at most %s", (name, atMost) => {
  const text = "CHANNEL=#ops\nKEY= # yours\nA=1\nA=2\n";
  const file = new SeenEnvFile(encode(text), new SourceText(text), readersOfName(name), { ...CONTEXT, name });
  expect(findingsOf("envFile", file).map((found) => [found.rule, found.atMost])).toEqual([
    ["envfile-dialect", atMost],
    ["envfile-dialect", atMost],
    ["envfile-duplicate", atMost],
  ]);
});

test.each([
  ['{"A": "b"}\n', false],
  ["\n{ }", false],
  ["{A}=b\n", true],
  ["# a: note\n.env\ncp .env.example .env\n", false],
  ["sys-devel/gcc make_one_job.conf\n", false],
  ["HOST\nPORT\n", true],
  ["HOST PORT\nA=b\n", true],
  ["HOST PORT\nA: b\n", true],
  ["# only a comment\n", true],
  ["", true],
])("whether %j is an env file: %s", (text, isEnvFile) => {
  const linted = lintEnvFile(encode(text), new SourceText(text), CONTEXT);
  expect(linted !== undefined).toBe(isEnvFile);
});

test.each([
  ["A=$2y$05$abc", true],
  ["A=admin:$apr1$abc", true],
  ["A=admin:$$apr1$$abc", false],
  ["A=admin:$$$apr1", true],
  ["A=x#63$ITDO", true],
  ["A=x#63$$ITDO", false],
  ["A=x#63-$ITDO", false],
  ["A=x#63$AB\nAB=1", false],
  ["A='x#63$ITDO'", false],
  ['A="x#63$ITDO"', true],
  ["A=x #63$ITDO", false],
])("docker compose, the only reader, replaces a part of %s: %s", (text, isReported) => {
  const message = "docker compose reads a $ in A as a reference to a variable that nothing sets";
  expect(lines(text, ["compose"])).toEqual(isReported ? [`1 envfile-dialect: ${message}`] : []);
});

const ALL_BUT_COMPOSE = "dotenv, dotenv-expand, Node.js, Bun, Deno";

test.each<[text: string, findings: string[]]>([
  [
    "A=b#c\n",
    [
      `1 envfile-dialect: readers disagree about A: ${ALL_BUT_COMPOSE}: without the text from #; docker compose: with the text from #`,
    ],
  ],
  [
    "PASS=pa$word\n",
    [
      "1 envfile-dialect: readers disagree about PASS: dotenv, Node.js: with the $; dotenv-expand, Bun, Deno, docker compose: without the $; no quotes make dotenv, Node.js read what the others read",
    ],
  ],
  [
    'KEY=x#y\r\nCERT="-----\r\nKEY=inside\r\n-----"\r\n',
    [
      `1 envfile-dialect: readers disagree about KEY: ${ALL_BUT_COMPOSE}: without the text from #; docker compose: with the text from #`,
      `2 envfile-dialect: readers disagree about CERT: ${ALL_BUT_COMPOSE}: without the carriage return; docker compose: with the carriage return; fix it by hand`,
    ],
  ],
  [
    "A=`x`\n",
    [
      `1 envfile-dialect: readers disagree about A: ${ALL_BUT_COMPOSE}: without the backquotes; docker compose: with the backquotes`,
    ],
  ],
  [
    "HOST=db\nURL=http://${HOST}\nU2=$HOST\n",
    [
      "2 note: references in URL (and 1 more): dotenv, Node.js keep them; dotenv-expand, Bun, Deno, docker compose expand them",
    ],
  ],
  [
    "URL=http://${KNOWN}\n",
    ["1 note: references in URL: dotenv, Node.js keep them; dotenv-expand, Bun, Deno, docker compose expand them"],
  ],
  [
    "URL=http://${OTHER}\n",
    [
      "1 note: URL refers to a variable from outside the file: dotenv, Node.js keep the reference; dotenv-expand, Bun, Deno, docker compose expand it",
    ],
  ],
  [
    "A=${OTHER:-x}/y\n",
    [
      "1 note: A refers to a variable from outside the file: dotenv, Node.js keep the reference; dotenv-expand, Bun, docker compose expand it; Deno expands it without the default",
    ],
  ],
  [
    "TOKEN=$TOKEN\n",
    [
      "1 note: TOKEN refers to a variable from outside the file: dotenv, dotenv-expand 1000, Node.js, Bun keep the reference; dotenv-expand 12, 13, Deno, docker compose expand it",
    ],
  ],
  [
    "A=${lower}\n",
    [
      "1 note: A refers to a variable from outside the file: dotenv, Node.js keep the reference; dotenv-expand, Bun, Deno, docker compose expand it",
    ],
  ],
  [
    "B=1\nA='${B}'\n",
    [
      "2 envfile-dialect: readers disagree about A: dotenv, Node.js, Deno, docker compose: with the $; dotenv-expand, Bun: without the $; no quotes make dotenv, Node.js read what the others read",
    ],
  ],
  [
    "HOST=1\nA=\\$HOST\n",
    [
      "2 envfile-dialect: readers disagree about A: dotenv, Node.js: with the $ and with the backslash; dotenv-expand, Bun, Deno: with the $ and without the backslash; docker compose: without the $ and with the backslash; fix it by hand",
    ],
  ],
  ["A=1\nabcToken\n", ["2 note: this line has no value: docker compose takes it from the environment"]],
  ["A=1\nFOO\n", ["2 note: FOO has no value: docker compose takes it from the environment"]],
  [
    "KEY=-----BEGIN\nabcSECRET/x+y==\n",
    [
      "2 envfile-syntax: docker compose rejects the file: a name cannot contain this character",
      "2 envfile-dialect: readers disagree about the name on this line: dotenv, dotenv-expand, Bun: not set; Node.js, Deno: not empty; fix it by hand",
    ],
  ],
  [
    "KEY= # openssl rand\n",
    [`1 envfile-dialect: readers disagree about KEY: ${ALL_BUT_COMPOSE}: empty; docker compose: with the text from #`],
  ],
  [
    "A=$(id)\n",
    [
      "1 envfile-dialect: readers disagree about A: dotenv, dotenv-expand 12, 13, Node.js, Bun, docker compose: with the $; Deno: without the $; no quotes make dotenv-expand 1000 read what the others read",
      "1 envfile-command: dotenv-expand 1000 runs the text in $(…) of A as a command when it reads the file",
    ],
  ],
  [
    "A=1\nB=x\nA=2\n",
    [
      "3 envfile-duplicate: A is set again, to a different value; readers use different ones: dotenv, dotenv-expand, Node.js, Bun, docker compose; Deno",
    ],
  ],
  [
    "A=x\nB='it's fine'\n",
    [
      "2 envfile-syntax: docker compose rejects the file: only a comment can follow the closing quote",
      "2 envfile-dialect: readers disagree about B: dotenv, dotenv-expand, Deno: with the apostrophes; Node.js, Bun: without the apostrophes",
    ],
  ],
  ["A=1\nB=two words\nC='x y'\n", []],
])("findings in %j", (text, findings) => {
  expect(lines(text).map((line) => line.replace(/; no quotes make docker compose.*/, ""))).toEqual(findings);
});

test.each<[text: string, fixed: string]>([
  ["A=b#c # why\n", "A='b#c' # why\n"],
  ["A=`x y`\n", "A='x y'\n"],
  ["A='it's fine'\n", 'A="it\'s fine"\n'],
  ['A="{"a": 1}"\n', "A='{\"a\": 1}'\n"],
  ['A="a""b"\n', "A='a\"\"b'\n"],
  ["export A=  # why\n", 'export A=""  # why\n'],
])("--fix of %j", (text, fixed) => {
  const readers: readonly ReaderId[] = ["dotenv", "compose"];
  expect(fixedText(text, readers)).toBe(fixed);
  expect(judged(fixed, readers)).toEqual([]);
});

test.each(['A="x\\ty"\n', 'A="#fff\n', "A='x\n", "A=x#1\nA=x#1\n", "A=1\nA=2\n"])("no fix of %j", (text) => {
  const readers: readonly ReaderId[] = ["dotenv", "compose"];
  expect(fixedText(text, readers)).toBe(text);
});

test.each<[reader: ReaderId, text: string, findings: number]>([
  ["compose", "kinesis.property[1].x=1\n", 0],
  ["docker", 'P="^[a-z]\nHASH=$2b$12$x\n', 0],
  ["node", "A=pa$word#x\n", 0],
  ["compose", "A=pa$word\n", 1],
  ["compose", "A='pa$word'\n", 0],
  ["compose", "A=pa\\$word\n", 0],
  ["compose", "word=1\nA=pa$word\n", 0],
  ["compose", "A=x:$HOME:${lower}\n", 0],
  ["bun", "A='pa$word'\n", 1],
  ["deno", "A=pa$word\n", 1],
  ["dotenv-expand", "A='pa$word'\n", 1],
  ["kubectl", "A B=1\n", 1],
])("a file that only %s reads: %j", (reader, text, findings) => {
  expect(judged(text, [reader])).toHaveLength(findings);
});

const PIECES =
  "A=,B=,C=,\nA=,\nB=,\n,\r\n,export ,',\",`,\\,\\n,\\$,$,$A,${B},${C:-d},#, #,x,val, ,pa$w,$(A),é,:,{,}".split(",");
const fileOf = (random: Random) => Array.from({ length: 1 + random.below(12) }, () => random.pick(PIECES)).join("");

test("findings are exactly where the readers reject the file, differ, or run a command", () => {
  const random = new Random(20_261_128);
  for (let i = 0; i < fuzzCases(10_000); i++) {
    const text = fileOf(random);
    for (const readers of [readersOfName(".env"), readersOfName("a.env")]) {
      const comparison = comparedAlone(encode(text), readers);
      const isAboutReaders = ({ message, rule }: { readonly message: string; readonly rule: string }) =>
        rule !== "envfile-duplicate" || message.includes("; readers use different ones: ");
      const all = judged(text, readers).filter(isAboutReaders);
      const found = all.filter(({ message }) => !message.includes(" has no value: "));
      const isClean =
        comparison.differences.size === 0 &&
        comparison.readers.every(({ inherited, refused, runs }) => !inherited && !refused && !runs);
      expect(all.length === 0, JSON.stringify(text)).toBe(isClean);
      const named = new Set(
        found.filter(({ rule, atMost }) => rule === "envfile-dialect" && !atMost).map(({ name }) => name),
      );
      for (const name of named) expect(comparison.differences.has(name!), JSON.stringify(text)).toBe(true);
      const notes = found.filter(({ atMost, message }) => atMost && message.startsWith("references in"));
      expect(notes.length).toBeLessThanOrEqual(1);
      if (notes.length === 0) {
        const isPlaced = ({ rule }: { readonly rule: string }) => /^envfile-d(?:ialect|uplicate)$/.test(rule);
        const placed = new Set(found.filter(isPlaced).map(({ name }) => name));
        expect([...placed].sort(), JSON.stringify(text)).toEqual([...comparison.differences.keys()].sort());
      }
    }
  }
}, 300_000);

test("a fixed value is read alike by all readers", () => {
  const random = new Random(7);
  let fixes = 0;
  for (let i = 0; i < fuzzCases(10_000); i++) {
    const text = `${["A=", "B='", 'C="'][i % 3]}${Array.from({ length: random.below(5) }, () => random.pick(PIECES)).join("")}\nD=1\n`;
    for (const readers of [readersOfName(".env"), readersOfName("a.env")]) {
      for (const { fix, name } of judged(text, readers)) {
        if (fix === undefined) continue;
        fixes++;
        const after = comparedAlone(encode(withEdits(text, fix.edits)), readers);
        expect(after.differences.has(name!), JSON.stringify([text, fix.edits])).toBe(false);
      }
    }
  }
  expect(fixes).toBeGreaterThan(10);
}, 300_000);

const FIXABLE = "A=b#c\nB= # why\nC=pa$word\nexport D=x#y # z\r\n";
const FIXED = "A='b#c'\nB=\"\" # why\nC=pa$word\nexport D='x#y' # z\r\n";

test.each(["", "\ufeff"])("lint --fix writes env files that begin with %j", async (mark) => {
  const file = folder.file(".env", mark + FIXABLE);
  const shown = await runInMemory(["lint", "--diff", file]);
  expect(shown.output.match(/^[-+][A-Ze].*$/gm)).toHaveLength(6);
  expect(readFileSync(file, "utf8")).toBe(mark + FIXABLE);
  const { messages } = await runInMemory(["lint", "--fix", file]);
  expect(readFileSync(file, "utf8")).toBe(mark + FIXED);
  expect(messages.join("\n")).toContain(`fixed 3 problems in `);
  expect((await runInMemory(["lint", "--fix", file])).messages.join("\n")).not.toContain("fixed ");
});

test("lint --fix fixes more than fits into one pass", async () => {
  const file = folder.file(".env", Array.from({ length: 120 }, (_, i) => `V${i}=a#b\n`).join(""));
  const { messages } = await runInMemory(["lint", "--fix", file]);
  expect(messages[0]).toMatch(/^fixed 120 problems in /);
  expect(messages[1]).toBe("checked 1 env file: no findings");
});

test("fixes of an env file leave fewer disagreements, and do not change values that readers agree about", () => {
  const random = new Random(11);
  let changed = 0;
  for (let i = 0; i < fuzzCases(4_000); i++) {
    const text = Array.from("ABCD", (name) => `${name}=${fileOf(random).slice(0, 8)}\n`).join("");
    for (const readers of [readersOfName(".env"), readersOfName("a.env")]) {
      const { text: fixed } = fixedEnvFile(text, judged(text, readers), readers);
      if (fixed === text) continue;
      changed++;
      const [before, after] = [comparedAlone(encode(text), readers), comparedAlone(encode(fixed), readers)];
      expect(problems(after), JSON.stringify([text, fixed])).toBeLessThan(problems(before));
      for (const [r, { variables = new Map() }] of before.readers.entries()) {
        for (const [name, value] of variables) {
          if (before.differences.has(name)) continue;
          expect(after.readers[r]!.variables?.get(name), JSON.stringify([text, fixed, name])).toBe(value);
        }
      }
    }
  }
  expect(changed).toBeGreaterThan(100);
}, 300_000);

const problems = ({ differences, readers }: Comparison) =>
  differences.size + readers.filter(({ refused }) => refused !== undefined).length;

const OTHER_FORMATS = [
  { isOther: true, line: 'if [ "$A" ]; then' },
  { isOther: true, line: "\twhile [ -e x ]" },
  { isOther: true, line: "for a in b c" },
  { isOther: true, line: "case $A in" },
  { isOther: true, line: "function run {" },
  { isOther: true, line: "source ./other" },
  { isOther: true, line: "  . ./other" },
  { isOther: true, line: "LIST=(a b)" },
  { isOther: true, line: "export LIST=(a" },
  { isOther: true, line: "[section a] " },
  { isOther: true, line: "[]\r" },
  { isOther: true, line: "LIST+=(a b)" },
  { isOther: true, line: 'LIST[((i++))]="a"' },
  { isOther: true, line: "{% if a %}" },
  { isOther: true, line: "B ?= $(A)" },
  { isOther: true, line: "B?=b" },
  { isOther: true, line: "B := b" },
  { isOther: true, line: "B.c ::= b" },
  { isOther: false, line: "B=x ?= y" },
  { isOther: false, line: "B:=x" },
  { isOther: true, line: "sops_mac=ENC[AES256_GCM,data:x]" },
  { isOther: true, line: "set -euo pipefail" },
  { isOther: true, line: "run() {" },
  { isOther: true, line: "{{- if .x }}" },
  { isOther: true, line: "B=<%= x %>" },
  { isOther: true, line: "B={{ b }}" },
  { isOther: true, line: "export B={{.C}} \r" },
  { isOther: false, line: "B={{ year }}/{{ month }}" },
  { isOther: false, line: "B='{{ b }}'" },
  { isOther: false, line: "B=x{{ b }}" },
  { isOther: false, line: "$ANSIBLE_VAULT;1.1;AES256" },
  { isOther: false, line: "B='\n[1, 2]\nsource of\n'" },
  { isOther: false, line: "set=x" },
  { isOther: false, line: "A={% x" },
  { isOther: false, line: "if [ x" },
  { isOther: false, line: "iffy; x" },
  { isOther: false, line: "function run" },
  { isOther: false, line: "sources ./other" },
  { isOther: false, line: "../other x" },
  { isOther: false, line: "LIST = (a b)" },
  { isOther: false, line: "[a=b]" },
  { isOther: false, line: "[section] x" },
  { isOther: false, line: "A=1 # if x; y" },
];

test.each(OTHER_FORMATS)("another format than an env file: $line: $isOther", async ({ isOther, line }) => {
  const { output } = await runInMemory([
    "lint",
    "-o",
    "json",
    folder.file("app.env", `A=x#y\n${line}\nthis is text\n`),
  ]);
  expect(JSON.parse(output).findings.length > 0).toBe(!isOther);
});

test("a file that Ansible Vault encrypts is skipped, also if a Compose file names it", async () => {
  folder.write({
    "vault/.env": "$ANSIBLE_VAULT;1.1;AES256\n3435313764306330\n",
    "vault/compose.yaml": "services: {web: {image: i, env_file: .env}}\n",
  });
  const { messages, output } = await runInMemory(["lint", folder.at("vault")]);
  expect(output).toBe("");
  expect(messages.join("\n")).toMatch(/skipped 1 env file that SOPS, Ansible, a shell, .*vault\/\.env/);
});

test("the dialect follows from a comment, a fileKeyRef, or a generator", async () => {
  const rules = async (...args: string[]) => {
    const { output } = await runInMemory(["lint", "-o", "json", ...args]);
    return (JSON.parse(output).findings as Finding[]).map(({ message }) => message.slice(0, 24));
  };
  folder.write({ "a/.env": "A=1\n", "a/web.env": "# varexpand-dialect: kep\nA=1\n" });
  expect(await rules(folder.at("a"))).toEqual(["the kubelet rejects the "]);
  const ref = "{name: A, valueFrom: {fileKeyRef: {key: A, path: app.env, volumeName: v}}}";
  const spec = `{containers: [{name: a, image: a, env: [${ref}]}], volumes: [{name: v, emptyDir: {}}]}`;
  folder.write({
    "b/app.env": "A=1\n",
    "b/pod.yaml": `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ${spec}}\n`,
  });
  expect(await rules(folder.at("b"))).toEqual(["the kubelet rejects the "]);
  folder.write({
    "c/kustomization.yaml": "configMapGenerator: [{name: c, envs: [x.env]}]\n",
    "c/x.env": "A B=1\nC=1#d\n",
  });
  expect(await rules(folder.at("c"))).toEqual(["kubectl create rejects t"]);
});
