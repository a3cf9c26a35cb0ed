import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gitInfo } from "../../src/cli/git.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "varexpand-git-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("a branch with a commit, and a remote among other settings, from a folder below", () => {
  write({
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
  expect(gitInfo(folder)).toEqual(expected);
  expect(gitInfo(join(folder, "api"))).toEqual(expected);
});

test("a commit that stands in packed-refs, and no remote", () => {
  write({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/packed-refs": `# pack-refs with: peeled fully-peeled sorted \n${"f".repeat(40)} refs/heads/xmain\n${COMMIT} refs/heads/main\n`,
  });
  expect(gitInfo(folder)).toEqual({ branch: "main", commitHash: COMMIT, originUrl: "" });
});

test("a commit that is checked out itself", () => {
  write({ ".git/HEAD": `${COMMIT}\n` });
  expect(gitInfo(folder)).toEqual({ branch: "HEAD", commitHash: COMMIT, originUrl: "" });
});

test("a branch before its first commit", () => {
  write({ ".git/HEAD": "ref: refs/heads/main\n" });
  expect(gitInfo(folder)).toEqual({ branch: "main", commitHash: "", originUrl: "" });
});

test("a linked working tree", () => {
  write({
    "main/.git/HEAD": "ref: refs/heads/main\n",
    "main/.git/refs/heads/other": `${COMMIT}\n`,
    "main/.git/config": '[remote "origin"]\nurl = git@example.com:shop.git\n',
    "main/.git/worktrees/other/HEAD": "ref: refs/heads/other\n",
    "main/.git/worktrees/other/commondir": "../..\n",
    "other/.git": "gitdir: ../main/.git/worktrees/other\n",
  });
  expect(gitInfo(join(folder, "other"))).toEqual({
    branch: "other",
    commitHash: COMMIT,
    originUrl: "git@example.com:shop.git",
  });
});

test("no repository", () => expect(gitInfo(folder)).toBeUndefined());
