/** Messages that are manifests: `varexpand stream --pod`. */
import { expect, test } from "vitest";
import { podExpander } from "../../../../src/cli/commands/stream/pod.ts";
import type { CommandIo } from "../../../../src/cli/frame/io.ts";
import { RejectedError } from "../../../../src/scale/stream/queue.ts";
import { runInMemory } from "../../memory-io.ts";

const io: CommandIo = {
  read: () => 0,
  write: () => expect.unreachable("the output goes to a stream"),
  report: () => expect.unreachable("the messages go to the report"),
  environment: {},
  colors: false,
};

/** The output for a message, and what is reported. */
async function expanded(text: string, limit = 1 << 20) {
  const reported: string[] = [];
  const data = new Uint8Array(Buffer.from(text));
  const output = await podExpander(limit, io, (line) => reported.push(line))({ data, name: "IN: message 1" } as never);
  return { output: Buffer.from(output as Uint8Array).toString(), reported };
}

const pod = (container: string, more = "") => `kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: app
      ${container}
${more}`;

const FINDINGS = `kind: Pod
metadata: {name: a, name: web}
spec:
  containers:
    - name: app
      env: [{name: P, valueFrom: {secretKeyRef: {name: db, key: p}}}]
      args: [$(P), $(NONE)]
---
kind: Foo
spec: {template: {spec: {containers: [{name: c}]}}}
`;

test.each([
  ["a pod", pod('env: [{name: A, value: "1"}]\n      args: [$(A), $$(A)]')],
  [
    "several objects",
    pod(
      "args: [$(A_SERVICE_HOST)]",
      "---\nkind: Service\nmetadata: {name: a}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n",
    ),
  ],
  [
    "values of Secrets",
    pod(
      "env: [{name: P, valueFrom: {secretKeyRef: {name: s, key: k}}}]\n      args: [$(P)]",
      "---\nkind: Secret\nmetadata: {name: s}\nstringData: {k: v}\n",
    ),
  ],
  ["no pod", "kind: ConfigMap\nmetadata: {name: c}\n"],
  ["findings of several types", FINDINGS],
  ["nothing", ""],
])("%s: the output and the messages are those of pod -o json", async (_, text) => {
  const { output, messages } = await runInMemory(["pod", "-", "-o", "json"], { stdin: text });
  const reported = messages
    .filter((line) => !line.includes("found no Pod"))
    .map((line) => line.replaceAll("<stdin>", "IN: message 1"));
  expect(await expanded(text)).toEqual({ output, reported });
});

test("the output has at most as many bytes as a message", async () => {
  const text = pod("args: [é]");
  const { output } = await expanded(text);
  const length = Buffer.byteLength(output);
  expect(await expanded(text, length)).toEqual({ output, reported: [] });
  await expect(expanded(text, length - 1)).rejects.toThrow(
    new RejectedError(`expands to more than ${length - 1} bytes, the maximum size of a message`),
  );
});

test.each([
  ["text that is not YAML", "a: [", "1:5: the text ends before a [ or { is closed"],
  [
    "each problem that the API server would report",
    pod('env: [{name: ""}, {name: X=Y}]'),
    "6:20: Pod/web: spec.containers[0].env[0].name: Required value; 6:32: Pod/web: spec.containers[0].env[1].name: Invalid value: \"X=Y\": a valid environment variable name must consist only of printable ASCII characters other than '='",
  ],
  [
    "an object with a wrong type",
    "kind: Pod\nspec: {containers: 1}\n",
    "2:20: Pod/?: spec.containers: expected a list, found a number",
  ],
])("%s: the message is rejected, with the reasons", async (_, text, reason) => {
  await expect(expanded(text)).rejects.toThrow(new RejectedError(reason));
});
