/** `kubectl varexpand --record`, and messages about workloads that cannot be read. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kubectlCommand } from "../../../../src/cli/commands/kubectl/kubectl.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  enableServiceLinks: false
  containers:
  - {name: app, image: i, args: ["$(A)", "$(B)"]}
`;

/** Runs with a kubectl that prints the pod, writes its calls down, and creates events with a script. */
async function run(create: string, ...args: string[]) {
  folder.write({ "pod.yaml": POD });
  const script = `
cd '${folder.path}'
echo "$*" >> calls
case "$*" in
  *--output=yaml*) /bin/cat pod.yaml ;;
  create*) /bin/cat >> created; ${create} ;;
esac`;
  writeFileSync(folder.at("kubectl"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return runInMemory(args, { environment: { PATH: folder.path }, alone: kubectlCommand });
}

const SHOWN = "kubectl describe pod web -n default shows";
const SUMMARY = "1 pod, 1 container: 2 findings; --wide shows everything in full";
const ERROR = "Error from server (Forbidden): events is forbidden";

test.each<[string, string, number, string[]]>([
  ["all of them", "echo event/a; echo event/b", 0, [`recorded 2 events; ${SHOWN} them`]],
  [
    "one of two",
    `echo event/a; echo '${ERROR}' >&2; exit 1`,
    2,
    [`recorded 1 event; ${SHOWN} it`, `varexpand: 1 of 2 events could not be recorded: ${ERROR}`],
  ],
  [
    "none, for the same reason and another one",
    `printf '${ERROR}\\n${ERROR}\\nerror: \\007b' >&2; exit 1`,
    2,
    [`varexpand: 2 of 2 events could not be recorded: ${ERROR}; error: \\u0007b`],
  ],
  [
    "none, for a long reason",
    `echo 'error: ${"x".repeat(600)}' >&2; exit 1`,
    2,
    [`varexpand: 2 of 2 events could not be recorded: error: ${"x".repeat(493)}...`],
  ],
])("records %s", async (_, create, code, expected) => {
  const result = await run(create, "web", "--record");
  const events = ["A", "B"].map(
    (name, i) =>
      `pod/web:7:${35 + i * 8}: Pod/web spec.containers{app}: Warning UnresolvedReference: $(${name}) is not expanded: the variable is not defined`,
  );
  expect({ code: result.code, messages: result.messages }).toEqual({
    code,
    messages: [...events, SUMMARY, ...expected],
  });
});

test("every error of kubectl about the workload is in the message, shortened", async () => {
  writeFileSync(
    folder.at("kubectl"),
    `#!/bin/sh\nprintf 'error: \\033a\\nerror: ${"x".repeat(1100)}\\n' >&2; exit 1\n`,
    { mode: 0o755 },
  );
  const { code, messages } = await runInMemory(["web"], { environment: { PATH: folder.path }, alone: kubectlCommand });
  expect({ code, messages }).toEqual({
    code: 2,
    messages: [`varexpand: kubectl: error: \\u001ba; error: ${"x".repeat(993)}...`],
  });
});
