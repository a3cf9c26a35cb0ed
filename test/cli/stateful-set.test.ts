import { expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

const manifest = (claims: string, volumes = "") => `
kind: StatefulSet
metadata: {name: db}
spec:
  template:
    spec:
      containers:
      - name: db
        env: [{name: A, value: x}]
        volumeMounts: [{name: data, mountPath: /data, subPathExpr: $(A)/y}]
${volumes}
${claims}
`;
const CLAIMS = "  volumeClaimTemplates: [{metadata: {name: data}}]";

test("the claims of a StatefulSet are volumes of its pods", async () => {
  const given = manifest(CLAIMS);
  const { code, output, messages } = await runInMemory(["pod", "-f", "-", "--strict"], { stdin: given });
  expect({ code, output, messages }).toEqual({ code: 0, output: given.replace("$(A)/y", "x/y"), messages: [] });
});

test("beside the template's own volumes", async () => {
  const given = manifest(CLAIMS.replace("name: data", "name: other"), "      volumes: [{name: data, emptyDir: {}}]");
  expect(await runInMemory(["pod", "-f", "-", "--strict"], { stdin: given })).toMatchObject({ code: 0, messages: [] });
});

test("in place of the template's own volume of that name", async () => {
  const given = manifest(CLAIMS, "      volumes: [{name: data, emptyDir: {}}]");
  expect(await runInMemory(["pod", "-f", "-", "--strict"], { stdin: given })).toMatchObject({ code: 0, messages: [] });
});

test("no claim, no volume", async () => {
  expect(await runInMemory(["pod", "-f", "-"], { stdin: manifest("") })).toMatchObject({
    code: 2,
    messages: [expect.stringContaining('spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"')],
  });
});

test("claims of a wrong type are said with their place", async () => {
  const stdin = manifest("  volumeClaimTemplates: data");
  expect(await runInMemory(["pod", "-f", "-"], { stdin })).toMatchObject({
    code: 2,
    messages: [expect.stringContaining("spec.volumeClaimTemplates: expected a list, found a string")],
  });
});
