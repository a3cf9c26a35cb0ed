/** Every reason why a container does not start, values with characters that break them, and fixes of duplicates. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Finding } from "../../../../src/lint/finding.ts";
import { runInMemory } from "../../../cli/memory-io.ts";
import { FolderPerTest } from "../../../cli/temporary.ts";

const folder = new FolderPerTest();

async function found(text: string): Promise<string[]> {
  folder.write({ "pod.yaml": text });
  const { output } = await runInMemory(["lint", "-o", "json", folder.at("pod.yaml")]);
  const { findings } = JSON.parse(output) as { findings: Finding[] };
  return findings.map(({ line, message, rule, severity }) => `${line} ${severity} ${rule} ${message}`);
}

/** A pod on lines 1 to 7, and what follows it. */
const pod = (lines: string, more = "") => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: example/app
${lines.trim().replace(/^(?=.)/gm, "    ")}
${more}`;

const object = (kind: string, data: string, member = "data") => `---
apiVersion: v1
kind: ${kind}
metadata: {name: settings}
${member}: ${data}
`;

test("all missing keys and an invalid mount of a container are reported", async () => {
  const lines = `env:
- {name: A, valueFrom: {configMapKeyRef: {name: settings, key: X}}}
- {name: B, valueFrom: {configMapKeyRef: {name: settings, key: HOST}}}
- {name: C, valueFrom: {configMapKeyRef: {name: settings, key: Z}}}
volumeMounts:
- {name: data, mountPath: /data, subPathExpr: a$(B)}`;
  const volumes = "  volumes: [{name: data, emptyDir: {}}]\n";
  expect(await found(pod(lines, volumes + object("ConfigMap", "{HOST: /../db}")))).toEqual([
    expect.stringMatching(/^9 error container-config-error .*couldn't find key X/),
    expect.stringMatching(/^11 error container-config-error .*couldn't find key Z/),
    expect.stringMatching(/^13 error container-config-error .*must not contain '..'/),
  ]);
});

const NUL = "will not start: the value of A has a NUL character";
const fromSettings = (kind: string) => `env: [{name: A, valueFrom: {${kind}KeyRef: {name: settings, key: A}}}]`;

test.each<[what: string, text: string, expected: string[]]>([
  ["a literal", pod('env: [{name: A, value: "a\\0b"}]'), [`8 error variable-value container app ${NUL}`]],
  [
    "a value of a ConfigMap, used or not",
    object("ConfigMap", '{A: "a\\0b", B: "\\0"}'),
    [
      "5 warning invalid-manifest data.A: the value has a NUL character, which an environment variable cannot contain",
      "5 warning invalid-manifest data.B: the value has a NUL character, which an environment variable cannot contain",
    ],
  ],
  // Volumes can have any bytes.
  ["a binary value of a Secret that nothing uses", object("Secret", "{A: YQBi}"), []],
  [
    "a binary value of a Secret",
    pod(fromSettings("secret"), object("Secret", "{A: YQBi}")),
    [`8 error variable-value container app ${NUL}`],
  ],
  [
    "a value of a Secret with a line break at its end",
    pod(fromSettings("secret"), object("Secret", "{A: aHVudGVyMgo=}")),
    ["8 note variable-value the value of A ends with a line break, in key A of Secret settings"],
  ],
  ["a Secret with several lines", pod(fromSettings("secret"), object("Secret", "{A: YQpiCg==}")), []],
  ["a ConfigMap with a line break", pod(fromSettings("configMap"), object("ConfigMap", '{A: "a\\n"}')), []],
])("%s", async (_, text, expected) => {
  const findings = await found(text);
  expect(findings).toEqual(expected);
  expect(findings.join()).not.toContain("hunter2");
});

test.each<[url: string, password: string, isFound: boolean]>([
  ["postgres://app:$(PASSWORD)@db/app", "a/b", true],
  ["postgres://$(PASSWORD)@db", "p@ss", true],
  ["redis://:$(PASSWORD)@db:6379", "a#b", true],
  ["postgres://app:$(PASSWORD)@db/app", "a%2Fb", false],
  ["postgres://app@db/$(PASSWORD)", "a/b", false],
  ["$(PASSWORD)", "postgres://a:b@c", false],
  ["http://db/?u=$(PASSWORD)@x", "a/b", false],
  ["http://$(PASSWORD)/path", "a/b", false],
])("the credentials in %s with %s", async (url, password, isFound) => {
  const lines = `env:\n- {name: PASSWORD, value: "${password}"}\n- {name: URL, value: "${url}"}`;
  const findings = await found(pod(lines));
  expect(findings.filter((each) => each.includes("url-credentials"))).toHaveLength(isFound ? 1 : 0);
  if (isFound) expect(findings.join()).not.toContain(password);
});

test("--fix removes equal duplicates, and keeps others", async () => {
  const before = pod(
    "env:\n- name: A\n  value: a\n- name: B\n  value: b\n# Again.\n- name: A\n  value: a\n- name: B\n  value: c",
  );
  folder.write({ "pod.yaml": before });
  await runInMemory(["lint", "--fix", folder.at("pod.yaml")]);
  const after = pod("env:\n- name: A\n  value: a\n- name: B\n  value: b\n- name: B\n  value: c");
  expect(readFileSync(folder.at("pod.yaml"), "utf8")).toBe(after);
});
