/** The rules about env files. */
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";
import { shown } from "../looked.ts";

const folder = new FolderPerTest();

async function looked(text: string, dialect: string): Promise<string[]> {
  const args = ["--config", folder.file("config.yaml", `envFiles: [{path: "*.env", dialect: ${dialect}}]\n`)];
  const { output } = await runInMemory(["lint", "-o", "json", ...args, folder.file("app.env", text)]);
  return (JSON.parse(output).findings as Finding[]).map((finding) => shown(finding, text));
}

const DIALECTS = [
  {
    title: "a comment right after a quote",
    text: "A='x'#c\n",
    findings: [
      "1:1-8 «A='x'#c» envfile-dialect: readers disagree: KEP-3721, dotenv 18, Node.js, docker compose: A is the text between the quotes; POSIX shell: A is the text without its quotes; docker run, kubectl create: A is the literal text",
    ],
  },
  {
    title: "a name twice",
    text: "A='1'\nB='2'\nA='3'\n",
    findings: [
      "3:1-6 «A='3'» envfile-dialect: readers disagree: KEP-3721 (design), dotenv 18, Node.js, POSIX shell, docker compose: A is the text between the quotes; KEP-3721 (kubelet): A is a different text (1 character); docker run: A is the literal text",
    ],
  },
  {
    title: "export",
    text: "export A='1'\n",
    findings: [
      "1:1-13 «export A='1'» envfile-dialect: readers disagree: KEP-3721: export A is the text between the quotes, A is not set; dotenv 18, Node.js, POSIX shell, docker compose: export A is not set, A is the text between the quotes",
    ],
  },
  {
    title: "a space after the equals sign",
    text: "A= 'x'\n",
    findings: [
      "1:1-7 «A= 'x'» envfile-dialect: readers disagree: KEP-3721 (kubelet): A is not set; dotenv 18, Node.js, docker compose: A is the text between the quotes; docker run, kubectl create: A is the literal text",
    ],
  },
  {
    title: "quotes, escapes and a comment in a dotenv file",
    text: 'A="a\\nb" # c\nB=1\n',
    findings: [
      '1:1-13 «A="a\\nb" # c» envfile-dialect: readers disagree: dotenv 18, Node.js, docker compose: A is a multi-line text (3 characters); POSIX shell: A is the text between the quotes; docker run, kubectl create: A is the literal text',
    ],
  },
  {
    title: "CR LF in a value of several lines",
    text: "A='a\r\nb'\r\n",
    findings: [
      "1:1-5 «A='a» envfile-dialect: readers disagree: KEP-3721, dotenv 18, Node.js: A is a multi-line text (3 characters); POSIX shell: A is a multi-line text (5 characters); docker compose: A is a multi-line text (4 characters)",
    ],
  },
  {
    title: "not in a file that all read the same way",
    text: "# c\nA='x y' # c\n\nB='中'\n",
    findings: [],
  },
] as { title: string; text: string; findings: string[] }[];

const SYNTAX = [
  {
    title: "a value without quotes",
    text: "A=1\n",
    findings: [
      "1:3-4 «1» envfile-syntax: the kubelet rejects the file: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
    ],
  },
  {
    title: "each line",
    text: "A='1'\nB\n='2'\nC ='3'\n中='1'\n",
    findings: [
      "2:1-2 «B» envfile-syntax: the kubelet rejects the file: the line has no `=`; write NAME='value'",
      "3:1-5 «='2'» envfile-syntax: the kubelet rejects the file: the name before `=` is missing; write NAME='value'",
      "4:3-7 «='3'» envfile-syntax: the kubelet rejects the file: white space before `=`; remove it",
      "5:1-6 «中='1'» envfile-syntax: the kubelet rejects the file: the name contains a character that is not printable ASCII; rename the variable",
    ],
  },
  {
    title: "the closing quote is missing, with CR LF",
    text: "A='1'\r\nB='2\r\n",
    findings: [
      "2:3-5 «'2» envfile-syntax: the kubelet rejects the file: the closing apostrophe of the value is missing; add it",
    ],
  },
  {
    title: "a byte order mark",
    text: "\ufeffA='1'\n",
    findings: [
      "1:1-7 «\ufeffA='1'» envfile-syntax: the kubelet rejects the file: the file starts with a byte order mark; save it as UTF-8 without one",
    ],
  },
] as { title: string; text: string; findings: string[] }[];

describe("envfile-dialect", () => {
  test.each(DIALECTS)("$title", async ({ text, findings }) => {
    expect((await looked(text, "kep")).filter((line) => line.includes("envfile-dialect"))).toEqual(findings);
  });
});

describe("envfile-syntax", () => {
  test.each(SYNTAX)("$title", async ({ text, findings }) => {
    expect((await looked(text, "kep")).filter((line) => line.includes("envfile-syntax"))).toEqual(findings);
  });
});

test("messages do not contain values", async () => {
  const text = "A=\"marker-1\\n\" # c\nA=marker-2\nB='marker-3'#x\nC= 'marker-4'\nmarker-5\nD=$marker6\n";
  expect((await looked(text, "kep")).join("\n").replace(/«.*?»/g, "")).not.toMatch(/marker-[1-4]/);
});

test("a comment on the line before suppresses", async () => {
  expect(await looked("# varexpand-ignore envfile-dialect: bash is not used\nA='x'#c\n", "kep")).toEqual([]);
});

describe("a file for dotenv and docker compose", () => {
  test.each([
    { text: "export A= # b\nexport B=1\n", findings: [] },
    { text: "source ./other\n\nA=1\nthis is text\n", findings: [] },
    { text: "export A=(\n  '1 2'\n)\n", findings: [] },
    { text: "A\n B.c-d \t\nexport E\n\texport  F \n  # G H\nI=1\n", findings: [] },
    { text: "A = 1\n[section]\nA = 2\n; text\n", findings: [] },
    { text: "A=1\nexport B = 'x y' # c\nC=\nD\n# E\nF=\"a\nb\"\nG: 1\n", findings: [] },
    { text: 'A=1\nB="x\n', findings: ['2:1-5 «B="x» envfile-syntax: the closing " of the value is missing'] },
    { text: "A=ENC[AES256_GCM,data:x]\nA=ENC[AES256_GCM,data:y]\nA=1\n", findings: [] },
    { text: "A=1\nB=2\nA=1\nB=3\n", findings: ["4:1-4 «B=3» envfile-syntax: B is set again, to a different value"] },
    { text: "A=1 # b\nA=1\t#c\nA= 1\nB=#x\nB=\nC=a #\nC=a\n", findings: [] },
    {
      text: "A='1' # b\nA='2' # b\n",
      findings: ["2:1-10 «A='2' # b» envfile-syntax: A is set again, to a different value"],
    },
    {
      text: "A=1\nthis is text\n",
      findings: [
        "2:1-13 «this is text» envfile-syntax: this line is not an assignment, and is ignored or rejected; write NAME=value",
      ],
    },
    {
      text: "=1\nA=2\n : 3\nA/b\nexport B?\nC D\nexportE!\n",
      findings: [
        "1:1-3 «=1»",
        "3:2-5 «: 3»",
        "4:1-4 «A/b»",
        "5:1-10 «export B?»",
        "6:1-4 «C D»",
        "7:1-9 «exportE!»",
      ].map(
        (line) =>
          `${line} envfile-syntax: this line is not an assignment, and is ignored or rejected; write NAME=value`,
      ),
    },
    {
      text: "A=b#c\n",
      findings: [
        "1:1-6 «A=b#c» envfile-dialect: readers disagree: dotenv 18: A is the text before the #; docker compose: A is the literal text",
      ],
    },
  ])("$text", async ({ text, findings }) => {
    expect(await looked(text, "dotenv")).toEqual(findings);
  });
});

/** Lines of shell scripts and INI files, and similar lines that could be in an env file. */
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
  const findings = await looked(`A=1\n${line}\nthis is text\n`, "dotenv");
  expect(findings.some((finding) => finding.startsWith("3:"))).toBe(!isOther);
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
