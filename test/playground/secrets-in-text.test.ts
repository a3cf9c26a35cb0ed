import { expect, test } from "vitest";
import { secretsIn } from "../../docs/playground/secrets-in-text.ts";

const inPod = (text: string) => secretsIn({ tab: "pod", text });
const inEnvFile = (text: string) => secretsIn({ tab: "envfile", text });
const inTemplate = (context: string) => secretsIn({ tab: "template", text: "", context });

test("Secrets in manifests, even if the text has syntax errors", () => {
  const found = ["an object of kind Secret"];
  expect(inPod("apiVersion: v1\nkind: Secret\ndata: {a: eA==}\n")).toEqual(found);
  expect(inPod('{"apiVersion": "v1", "kind": "Secret"}')).toEqual(found);
  expect(inPod('kind: List\nitems: [{kind: "Secret", data: [')).toEqual(found);
  expect(inPod("kind: SecretStore\n")).toEqual([]);
  expect(inPod("kind: Pod # not a Secret\n")).toEqual([]);
});

test("variables with secret-looking names, never their values", () => {
  expect(inPod("- name: DB_PASSWORD\n  value: hunter2\n- {name: API_KEY, value: x}")).toEqual([
    "DB_PASSWORD",
    "API_KEY",
  ]);
  expect(
    inPod("- name: DB_PASSWORD\n  valueFrom: {}\n- name: TOKEN\n  value: $(OTHER)\n- name: A\n  value: x"),
  ).toEqual([]);
  expect(inEnvFile("export AUTH_TOKEN='x'\nHOST=y\nPASSWORD=\n# SECRET=1")).toEqual(["AUTH_TOKEN"]);
  expect(inEnvFile("A_TOKEN=1\nB_TOKEN=1\nC_TOKEN=1\nD_TOKEN=1\nE_TOKEN=1\nF_TOKEN=1\nG_TOKEN=1")).toEqual([
    "A_TOKEN",
    "B_TOKEN",
    "C_TOKEN",
    "D_TOKEN",
    "E_TOKEN",
    "2 more",
  ]);
});

test("a template's context", () => {
  expect(inTemplate("secrets:\n  a: x\n")).toEqual(["secrets in the context"]);
  expect(inTemplate("var:\n  database-password: x\n")).toEqual(["database-password"]);
  expect(inTemplate("var:\n  password: ${secrets.x}\n")).toEqual([]);
});

test("takes time linear in the text", () => {
  expect(inPod(`name: ${"a".repeat(200_000)}`)).toEqual([]);
  expect(inEnvFile(" ".repeat(200_000))).toEqual([]);
  expect(inEnvFile("secret".repeat(30_000))).toEqual([]);
});
