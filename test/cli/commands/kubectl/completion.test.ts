/** What kubectl's completion offers after `kubectl varexpand`. */
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kubectlCompletion } from "../../../../src/cli/commands/kubectl/completion.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

/** Completes with a kubectl that is a shell script. */
function complete(words: readonly string[], script: string): string[] {
  writeFileSync(folder.at("kubectl"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return kubectlCompletion(words, { environment: { PATH: `${folder.path}:/usr/bin:/bin` } });
}

/** Prints what it was asked, and a directive. */
const ECHO = 'echo "$*"; echo :36';

test.each<[words: string[], lines: string[]]>([
  // What an option takes, as far as varexpand knows it.
  [
    ["-o", "js"],
    ["json", ":4"],
  ],
  [["--output=js"], ["--output=json", ":4"]],
  [["-o=js"], ["-o=json", ":4"]],
  [["--profile="], ["--profile=design", "--profile=kubelet", ":4"]],
  [["--output", "son"], [":4"]],
  [["--profile=d"], ["--profile=design", ":4"]],
  [["--kubeconfig", ""], [":0"]],
  [["--kubeconfig=a"], [":0"]],
  [["--cache-dir", ""], [":16"]],
  // kubectl completes the value of an option, but not after "=".
  [["--namespace=sh"], [":4"]],
  // No option that there is.
  [["--none", "web", "x"], [":4"]],
  [["web", "app", "x"], [":4"]],
  [["deploy/web", "x"], [":4"]],
  [["-c", ""], [":4"]],
  [["--help", "x"], [":4"]],
])("%j: kubectl is not asked", (words, lines) => {
  expect(complete(words, ECHO)).toEqual(lines);
});

test("options, with what they do", () => {
  expect(complete(["--rec"], ECHO)).toEqual([
    "--record\trecord an Event in the cluster for each unresolved reference",
    ":4",
  ]);
  const all = complete(["-"], ECHO);
  expect(all).toContain("--namespace\tthe workload's namespace");
  expect(all.at(-1)).toBe(":4");
  expect(complete(["-x"], ECHO)).toEqual([":4"]);
});

test.each<[words: string[], asked: string]>([
  [[], "__complete logs "],
  [[""], "__complete logs "],
  [["we"], "__complete logs we"],
  [["we--output=js"], "__complete logs we--output=js"],
  [["--all", "we"], "__complete logs we"],
  [["deploy", "we"], "__complete get deploy we"],
  [["-n", "shop", "deploy", "we"], "__complete get --namespace=shop deploy we"],
  [["-n", "sh"], "__complete logs --namespace sh"],
  [["--context", "dev", "--namespace", "sh"], "__complete logs --context=dev --namespace sh"],
])("%j asks kubectl", (words, asked) => {
  expect(complete(words, ECHO)).toEqual([asked, ":36"]);
});

test("kubectl's names with their descriptions", () => {
  const script = 'printf "web\\tDeployment\\n\\ndb\\n:4\\n"';
  expect(complete(["deploy", ""], script)).toEqual(["web\tDeployment", "db", ":4"]);
});

describe("containers", () => {
  const script = 'echo "$*" >&2; [ "$1" = get ] && [ "$#" -eq 5 ] && echo "app  logs init"';

  test("are those of the workload", () => {
    expect(complete(["deploy/web", "-n", "shop", "-c", ""], script)).toEqual(["app", "logs", "init", ":4"]);
    expect(complete(["deploy", "web", "--namespace=shop", "-c", "lo"], script)).toEqual(["logs", ":4"]);
    expect(complete(["web", "-n", "shop", "-c", "pp"], script)).toEqual([":4"]);
  });

  test("are read from the object by path", () => {
    const print = 'printf "%s\\n" "$*" | tr " " ,';
    expect(complete(["deploy/web", "-c", ""], print)).toEqual([
      "get,--output=jsonpath={..containers[*].name},{..initContainers[*].name},--,deploy/web",
      ":4",
    ]);
  });

  test("no containers without a workload, or with two workloads", () => {
    expect(complete(["-c", ""], "echo app")).toEqual([":4"]);
    expect(complete(["a/b", "c/d", "-c", ""], "echo app")).toEqual([":4"]);
  });
});

test.each([
  ["nothing", "exit 0"],
  ["no directive", "echo web"],
  ["a directive before the end", "echo :4; echo web"],
  ["a directive within a line", "echo web:4"],
  ["a number with text after it", "echo :4x"],
  ["no number", "echo :"],
  ["a failure", "echo web; exit 1"],
])("kubectl prints %s: no names", (_, script) => {
  expect(complete(["we"], script)).toEqual([":4"]);
});

test("without kubectl there are no names", () => {
  expect(kubectlCompletion(["we"], { environment: { PATH: folder.path } })).toEqual([":4"]);
  expect(kubectlCompletion(["web", "-c", ""], { environment: { PATH: folder.path } })).toEqual([":4"]);
});
