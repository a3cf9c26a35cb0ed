/** The rules about env files. */
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { runInMemory } from "../../cli/memory-io.ts";
import { FolderPerTest } from "../../cli/temporary.ts";
import { shown } from "../looked.ts";

const folder = new FolderPerTest();

async function looked(text: string, ...args: string[]): Promise<string[]> {
  const { output } = await runInMemory(["lint", "-o", "json", ...args, folder.file("app.env", text)]);
  return (JSON.parse(output).findings as Finding[]).map((finding) => shown(finding, text));
}

const DIALECTS = [
  {
    title: "a comment right behind a quote",
    text: "A='x'#c\n",
    told: [
      "1:1-8 «A='x'#c» envfile-dialect: readers disagree: KEP-3721, dotenv 18, Node.js, docker compose: A is what stands between the quotes; POSIX shell: A is the text without its quotes; docker run, kubectl create: A is the text as it is written",
    ],
  },
  {
    title: "a name twice",
    text: "A='1'\nB='2'\nA='3'\n",
    told: [
      "3:1-6 «A='3'» envfile-dialect: readers disagree: KEP-3721 (design), dotenv 18, Node.js, POSIX shell, docker compose: A is what stands between the quotes; KEP-3721 (kubelet): A is another text (1 character); docker run: A is the text as it is written",
    ],
  },
  {
    title: "export",
    text: "export A='1'\n",
    told: [
      "1:1-13 «export A='1'» envfile-dialect: readers disagree: KEP-3721: export A is what stands between the quotes, A is not set; dotenv 18, Node.js, POSIX shell, docker compose: export A is not set, A is what stands between the quotes",
    ],
  },
  {
    title: "a blank behind the equals sign",
    text: "A= 'x'\n",
    told: [
      "1:1-7 «A= 'x'» envfile-dialect: readers disagree: KEP-3721 (kubelet): A is not set; dotenv 18, Node.js, docker compose: A is what stands between the quotes; docker run, kubectl create: A is the text as it is written",
    ],
  },
  {
    title: "quotes, escapes and a comment in a dotenv file",
    text: 'A="a\\nb" # c\nB=1\n',
    told: [
      '1:1-13 «A="a\\nb" # c» envfile-dialect: readers disagree: dotenv 18, Node.js, docker compose: A is a text of several lines (3 characters); POSIX shell: A is what stands between the quotes; docker run, kubectl create: A is the text as it is written',
    ],
  },
  {
    title: "CR LF in a value of several lines",
    text: "A='a\r\nb'\r\n",
    told: [
      "1:1-5 «A='a» envfile-dialect: readers disagree: KEP-3721, dotenv 18, Node.js: A is a text of several lines (3 characters); POSIX shell: A is a text of several lines (5 characters); docker compose: A is a text of several lines (4 characters)",
    ],
  },
  {
    title: "not in a file that all read the same way",
    text: "# c\nA='x y' # c\n\nB='中'\n",
    told: [],
  },
] as { title: string; text: string; told: string[] }[];

const SYNTAX = [
  {
    title: "a value without quotes",
    text: "A=1\n",
    told: [
      "1:3-4 «1» envfile-syntax: the kubelet refuses the file: the value does not begin with an apostrophe right after `=`; write NAME='value'",
    ],
  },
  {
    title: "each line",
    text: "A='1'\nB\n='2'\nC ='3'\n中='1'\n",
    told: [
      "2:1-2 «B» envfile-syntax: the kubelet refuses the file: no `=` in the line; an assignment is NAME='value'",
      "3:1-5 «='2'» envfile-syntax: the kubelet refuses the file: no name before `=`",
      "4:3-7 «='3'» envfile-syntax: the kubelet refuses the file: a blank before `=`; the name ends right before it",
      "5:1-6 «中='1'» envfile-syntax: the kubelet refuses the file: a name consists of printable ASCII characters; this one is not",
    ],
  },
  {
    title: "a quote without a partner, with CR LF",
    text: "A='1'\r\nB='2\r\n",
    told: [
      "2:3-5 «'2» envfile-syntax: the kubelet refuses the file: the apostrophe that begins the value has no partner in the rest of the file",
    ],
  },
  {
    title: "a byte order mark",
    text: "\ufeffA='1'\n",
    told: [
      "1:1-7 «\ufeffA='1'» envfile-syntax: the kubelet refuses the file: the file starts with a byte order mark; save it as UTF-8 without one",
    ],
  },
] as { title: string; text: string; told: string[] }[];

describe("envfile-dialect", () => {
  test.each(DIALECTS)("$title", async ({ text, told }) => {
    expect((await looked(text)).filter((line) => line.includes("envfile-dialect"))).toEqual(told);
  });
});

describe("envfile-syntax", () => {
  test.each(SYNTAX)("$title", async ({ text, told }) => {
    expect((await looked(text)).filter((line) => line.includes("envfile-syntax"))).toEqual(told);
  });
});

test("no message has a value", async () => {
  const text = "A=\"marker-1\\n\" # c\nA=marker-2\nB='marker-3'#x\nC= 'marker-4'\nmarker-5\nD=$marker6\n";
  expect((await looked(text)).join("\n").replace(/«.*?»/g, "")).not.toMatch(/marker-[1-4]/);
});

test("a comment on the line before suppresses", async () => {
  expect(await looked("# varexpand-ignore envfile-dialect: bash is not used\nA='x'#c\n")).toEqual([]);
});
