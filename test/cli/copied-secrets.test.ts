/** kustomize can copy values of Secrets into other objects: output for people masks the copies as it masks the Secrets. */
import { describe, expect, test } from "vitest";
import { hasTool } from "../tools.ts";
import { runInMemory } from "./memory-io.ts";
import { FolderPerTest } from "./temporary.ts";

const folder = new FolderPerTest();
const KUBECTL = hasTool("kubectl", "version", "--client");

const SECRET = "Qz7WmXk9VbHj";
const BASE64 = Buffer.from(SECRET).toString("base64");

const container = (name: string) => `spec.template.spec.containers.[name=app].${name}`;
const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: a
        env:
        - {name: TOKEN, value: none}
        - {name: URL, value: "http://$(TOKEN)@db"}
        - {name: COPY, valueFrom: {configMapKeyRef: {name: settings, key: token}}}
        command: [run, none]
        args: ["--token=none", "$(URL)", "$(COPY)"]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {token: none}
`;

const replacement = (field: string, target: object, options?: object) => ({
  source: { kind: "Secret", name: "db", fieldPath: field },
  targets: [{ ...target, ...(options && { options }) }],
});
const replacements = (field: string) => [
  replacement(field, {
    select: { kind: "Deployment" },
    fieldPaths: [container("env.[name=TOKEN].value"), container("command.1")],
  }),
  replacement(
    field,
    { select: { kind: "Deployment" }, fieldPaths: [container("args.0")] },
    { delimiter: "=", index: 1 },
  ),
  replacement(field, { select: { kind: "ConfigMap" }, fieldPaths: ["data.token"] }),
];

const KUSTOMIZATIONS: Readonly<Record<string, { kustomization: object; files: Readonly<Record<string, string>> }>> = {
  "a part of stringData": {
    kustomization: { resources: ["web.yaml", "db.yaml"], replacements: replacements("stringData.password") },
    files: { "db.yaml": `apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: ${SECRET}}\n` },
  },
  "base64 of a generator": {
    kustomization: {
      resources: ["web.yaml"],
      secretGenerator: [{ name: "db", literals: [`password=${SECRET}`] }],
      generatorOptions: { disableNameSuffixHash: true },
      replacements: replacements("data.password"),
    },
    files: {},
  },
  "a variable of kustomize": {
    kustomization: {
      resources: ["web.yaml", "db.yaml"],
      vars: [
        {
          name: "PASSWORD",
          objref: { apiVersion: "v1", kind: "Secret", name: "db" },
          fieldref: { fieldpath: "stringData.password" },
        },
      ],
    },
    files: {
      "db.yaml": `apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: ${SECRET}}\n`,
      "web.yaml": DEPLOYMENT.replace("value: none", 'value: "$(PASSWORD)"').replace(
        "--token=none",
        "--token=$(PASSWORD)",
      ),
    },
  },
};

const COMMANDS: readonly (readonly [command: string, ...args: string[]])[] = [
  ["pod", "-o", "table"],
  ["pod", "-o", "table", "--wide"],
  ["pod", "-o", "env"],
  ["explain", "TOKEN"],
  ["explain", "URL"],
  ["explain", "-o", "json", "TOKEN"],
  ["lint"],
];

describe.each(Object.entries(KUSTOMIZATIONS))("%s", (_, { kustomization, files }) => {
  describe.each([
    ["the folder", false],
    ["-k", true],
  ])("%s", (_, isOption) => {
    test.skipIf(isOption && !KUBECTL).each(COMMANDS)("%s %s %s %s", async (command, ...args) => {
      folder.write({ "web.yaml": DEPLOYMENT, ...files, "kustomization.yaml": JSON.stringify(kustomization) });
      const input = isOption ? ["-k", folder.path] : [folder.path];
      const run = (...more: readonly string[]) => runInMemory([command, ...more, ...input, ...args]);
      const masked = await run();
      const said = [masked.output, ...masked.messages].join("\n");
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain(BASE64);
      if (command === "lint") return;
      expect(masked.output).toContain("***");
      const shown = await run("--show-secrets");
      expect(shown.output.includes(SECRET) || shown.output.includes(BASE64)).toBe(true);
    });
  });
});

test("a text of a plain manifest that has a Secret's value is not a copy", async () => {
  const secret = `---\napiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {user: postgres}\n`;
  const file = folder.file("web.yaml", DEPLOYMENT.replace("value: none", "value: postgres") + secret);
  expect((await runInMemory(["pod", "-o", "env", file])).output).toContain("TOKEN=postgres");
});

test("many Secrets and texts: each text is searched once", async () => {
  const secrets = Array.from(
    { length: 2000 },
    (_, i) => `---\nkind: Secret\nmetadata: {name: s${i}}\nstringData: {a: ${"aaaaab".repeat(8)}${i}}\n`,
  );
  folder.write({
    "kustomization.yaml": JSON.stringify({ resources: ["web.yaml"] }),
    "web.yaml": DEPLOYMENT.replace("value: none", `value: ${"aaaaab".repeat(20_000)}`) + secrets.join(""),
  });
  expect((await runInMemory(["pod", "-o", "env", folder.path])).output).toContain("TOKEN=aaaaab");
}, 20_000);
