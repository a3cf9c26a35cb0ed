import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gitInfo, isReferenceName } from "../../../../src/cli/commands/template/git.ts";
import { growthExponent, LINEAR } from "../../../reference/linearity.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("a branch with a commit, and a remote among other settings, from a folder below", () => {
  folder.write({
    ".git/HEAD": "ref: refs/heads/feature/x\n",
    ".git/refs/heads/feature/x": `${COMMIT}\n`,
    ".git/config": `[core]
	bare = false
[remote "fork"]
	url = https://example.com/fork.git
[remote "origin"]
	fetch = +refs/heads/*:refs/remotes/origin/*
	url = https://example.com/shop.git
[branch "main"]
	url = no
`,
    "api/config.yml": "",
  });
  const expected = { branch: "feature/x", commitHash: COMMIT, originUrl: "https://example.com/shop.git" };
  expect(gitInfo(folder.path)).toEqual(expected);
  expect(gitInfo(folder.at("api"))).toEqual(expected);
});

test("a reference begins the file", () => {
  folder.write({ ".git/HEAD": "x ref: refs/heads/main\n", ".git/refs/heads/main": `${COMMIT}\n` });
  expect(() => gitInfo(folder.path)).toThrow("expected a commit or the name of a reference");
});

test("a commit in packed-refs, and no remote", () => {
  folder.write({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/packed-refs": `# pack-refs with: peeled fully-peeled sorted \n${"f".repeat(40)} refs/heads/xmain\n${COMMIT} refs/heads/main\n`,
  });
  expect(gitInfo(folder.path)).toEqual({ branch: "main", commitHash: COMMIT, originUrl: "" });
});

test("a detached HEAD", () => {
  folder.write({ ".git/HEAD": `${COMMIT}\n` });
  expect(gitInfo(folder.path)).toEqual({ branch: "HEAD", commitHash: COMMIT, originUrl: "" });
});

test("a branch before its first commit", () => {
  folder.write({ ".git/HEAD": "ref: refs/heads/main\n" });
  expect(gitInfo(folder.path)).toEqual({ branch: "main", commitHash: "", originUrl: "" });
});

test("a linked working tree", () => {
  folder.write({
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/refs/heads/other": `${COMMIT}\n`,
    "main/.git/config": '[remote "origin"]\nurl = git@example.com:shop.git\n',
    "main/.git/worktrees/other/HEAD": "ref: refs/heads/other\n",
    "main/.git/worktrees/other/commondir": "../..\n",
    "other/.git": "gitdir: ../main/.git/worktrees/other\n",
  });
  expect(gitInfo(folder.at("other"))).toEqual({
    branch: "other",
    commitHash: COMMIT,
    originUrl: "git@example.com:shop.git",
  });
});

test("no repository", () => expect(gitInfo(folder.path)).toBeUndefined());

describe("reads only what Git writes", () => {
  const HEAD_OF = (text: string) => () => {
    folder.write({ "outside.txt": "top secret\n", "repo/.git/HEAD": text });
    return gitInfo(folder.at("repo"));
  };

  test.each([
    "ref: ../../outside.txt",
    "ref: refs/../../../outside.txt",
    "ref: refs/heads/../../../../outside.txt",
    "ref: /etc/hostname",
    "ref: outside",
    "ref: refs",
    "ref: refs/",
    "ref: refs//main",
    "ref: refs/heads/",
    "ref: refs/heads/.main",
    "ref: refs/heads/main.",
    "ref: refs/heads/main.lock",
    "ref: refs/heads.lock/main",
    "ref: refs/heads/a..b",
    "ref: refs/heads/a b",
    "ref: refs/heads/a\u0000b",
    "ref: refs/heads/a\u001b[31mb",
    "ref: refs/heads/a\u007fb",
    "ref: refs/heads/a\u0085b",
    "ref: refs/heads/a\nb",
    ..."~^:?*[\\".split("").map((character) => `ref: refs/heads/a${character}b`),
    "ref: refs/heads/a@{b",
    "ref:",
    "top secret",
    "",
    COMMIT.slice(1),
    `${COMMIT}0`,
    `${COMMIT.slice(1)}g`,
    `${COMMIT} ${COMMIT}`,
  ])("HEAD: %j", (text) => {
    expect(HEAD_OF(text)).toThrow(/repo\/\.git\/HEAD: expected a commit or the name of a reference/);
    expect(HEAD_OF(text)).not.toThrow(/top secret/);
  });

  test.each([
    "refs/heads/main",
    "refs/heads/feature/a.b-c_d@e",
    "refs/heads/@",
    "refs/heads/{x}",
    "refs/heads/é/日本",
    "refs/x",
  ])("%s names a reference", (name) => expect(isReferenceName(name)).toBe(true));

  test("a commit of SHA-256, and one in capitals", () => {
    for (const commit of ["ab".repeat(32), COMMIT.toUpperCase()]) {
      expect(HEAD_OF(`${commit}\n`)()).toMatchObject({ branch: "HEAD", commitHash: commit });
    }
  });

  test("follows at most five references", () => {
    folder.write({ ".git/HEAD": "ref: refs/heads/a0\n", ".git/refs/heads/a4": `${COMMIT}\n` });
    for (let i = 0; i < 4; i++) folder.write({ [`.git/refs/heads/a${i}`]: `ref: refs/heads/a${i + 1}\n` });
    expect(gitInfo(folder.path)).toMatchObject({ branch: "a0", commitHash: COMMIT });
    folder.write({ ".git/refs/heads/a4": "ref: refs/heads/a5\n", ".git/refs/heads/a5": `${COMMIT}\n` });
    expect(() => gitInfo(folder.path)).toThrow("more than 5 references refer to each other");
    folder.write({ ".git/refs/heads/a0": "ref: refs/heads/a0\n" });
    expect(() => gitInfo(folder.path)).toThrow("more than 5 references refer to each other");
    folder.write({ ".git/refs/heads/a0": "ref: ../../outside.txt\n" });
    expect(() => gitInfo(folder.path)).toThrow(/refs\/heads\/a0: expected a commit/);
    folder.write({ ".git/refs/heads/a0": "no commit" });
    expect(() => gitInfo(folder.path)).toThrow(/refs\/heads\/a0: expected a commit/);
  });

  test.each(["HEAD", "config", "packed-refs", "refs", "refs/heads/main", "commondir"])(
    "a link in place of %s",
    (path) => {
      folder.write({
        "repo/.git/HEAD": "ref: refs/heads/main\n",
        "repo/.git/refs/heads/other": "",
        "elsewhere/main": COMMIT,
      });
      const target = path === "refs" ? folder.at("elsewhere") : folder.at("elsewhere/main");
      if (path === "refs") folder.write({ "elsewhere/heads/main": COMMIT });
      rmSync(folder.at(`repo/.git/${path}`), { recursive: true, force: true });
      symlinkSync(target, folder.at(`repo/.git/${path}`));
      expect(() => gitInfo(folder.at("repo"))).toThrow(/a link leads out of .*\.git; the file must be in that folder/);
    },
  );

  test.each(["HEAD", "config", "packed-refs", "refs/heads/main", "commondir"])("a pipe in place of %s", (path) => {
    folder.write({ ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/other": "" });
    rmSync(folder.at(`.git/${path}`), { force: true });
    execFileSync("mkfifo", [folder.at(`.git/${path}`)]);
    expect(() => gitInfo(folder.path)).toThrow(`${folder.at(`.git/${path}`)}: this is not a regular file`);
  });

  test("a pipe instead of .git is not a repository, and a loop of links cannot be read", () => {
    execFileSync("mkfifo", [folder.at(".git")]);
    expect(gitInfo(folder.path)).toBeUndefined();
    rmSync(folder.at(".git"));
    symlinkSync(".git", folder.at(".git"));
    expect(() => gitInfo(folder.path)).toThrow(/\.git: this cannot be read: too many symbolic links/);
  });

  test("files of 100 MB", () => {
    folder.write({ ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "" });
    truncateSync(folder.at(".git/config"), 100_000_000);
    expect(() => gitInfo(folder.path)).toThrow(/config: the file is larger than 16 MiB/);
  });

  test("a .git file leads to a repository, by one line", () => {
    folder.write({ "sub/.git": "gitdir: ../nowhere\n" });
    expect(() => gitInfo(folder.at("sub"))).toThrow(/sub\/\.git: the path in this file does not lead to a repository/);
    for (const text of ["gitdir:", "gitdir: a\nb", "gitdir: a\u0000"]) {
      folder.write({ "sub/.git": text });
      expect(() => gitInfo(folder.at("sub")), text).toThrow(/sub\/\.git: expected the path of one folder/);
    }
    folder.write({ "sub/.git": "something else", ".git/HEAD": "ref: refs/heads/outer" });
    expect(gitInfo(folder.at("sub"))?.branch).toBe("outer");
  });

  test("a folder without HEAD is not a repository: the one around it is used", () => {
    folder.write({ ".git/HEAD": "ref: refs/heads/outer", "inner/.git/config": "" });
    expect(gitInfo(folder.at("inner"))?.branch).toBe("outer");
  });

  test("matches only entire names in packed-refs", () => {
    const commitIn = (packed: string) => {
      folder.write({ ".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": packed });
      return gitInfo(folder.path)?.commitHash;
    };
    expect(commitIn(`${COMMIT} refs/heads/main`)).toBe(COMMIT);
    expect(commitIn(`${COMMIT} refs/heads/main\r\n`)).toBe(COMMIT);
    expect(commitIn(`${"a".repeat(64)} refs/heads/main\n`)).toBe("a".repeat(64));
    expect(commitIn(`${COMMIT} refs/heads/main2\n${COMMIT} refs/heads/mai\n`)).toBe("");
    expect(commitIn(`x${COMMIT} refs/heads/main\n`)).toBe("");
    expect(commitIn(`${COMMIT.slice(1)} refs/heads/main\n`)).toBe("");
    expect(commitIn(`${COMMIT.slice(1)}x refs/heads/main\n`)).toBe("");
    expect(commitIn(`\n${"b".repeat(40)} refs/heads/main x\n${COMMIT} refs/heads/main\n`)).toBe(COMMIT);
  });
});

test.each<readonly [string, (size: number) => Record<string, string>]>([
  ["spaces in config", (size) => ({ config: `[remote "origin"]\nurl${" ".repeat(size)}x\n` })],
  ["spaces in a value", (size) => ({ config: `[remote "origin"]\nfetch = ${"a ".repeat(size)}\\\n` })],
  ["headers", (size) => ({ config: "[a]".repeat(size) })],
  ["an open header", (size) => ({ config: `[a ${" ".repeat(size)}` })],
  ["an open subsection", (size) => ({ config: `[a "${"\\a".repeat(size)}` })],
  ["comments", (size) => ({ config: "# x\n".repeat(size) })],
  ["packed-refs", (size) => ({ "packed-refs": `x${COMMIT} refs/heads/main\n`.repeat(size) })],
  ["packed-refs in one line", (size) => ({ "packed-refs": `${COMMIT} refs/heads/main `.repeat(size) })],
  ["spaces in HEAD", (size) => ({ HEAD: `ref: refs/heads/main${" ".repeat(size)}\n` })],
])("time grows with the file: %s", (_, filesOf) => {
  const run = (size: number) => {
    const files = Object.entries({ HEAD: "ref: refs/heads/main\n", ...filesOf(size) });
    folder.write(Object.fromEntries(files.map(([path, text]) => [`.git/${path}`, text])));
    gitInfo(folder.path);
  };
  expect(growthExponent(run, 8000, 3)).toBeLessThan(LINEAR);
});
