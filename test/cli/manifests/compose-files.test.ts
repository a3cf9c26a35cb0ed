/** Env files that Compose files name: only docker compose reads them. */
import { expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

const service = (envFile: string) => `services:\n  web:\n    image: web\n    env_file: ${envFile}\n`;

test.each([
  { form: "a string", compose: { "compose.yaml": service("env/app.env") }, isNamed: true },
  { form: "a list", compose: { "docker-compose.yml": service("[other.env, ./env/app.env]") }, isNamed: true },
  { form: "a path", compose: { "docker-compose.dev.yml": service("[{path: env/app.env}]") }, isNamed: true },
  { form: "in the same folder", compose: { "env/compose.yml": service("app.env") }, isNamed: true },
  { form: "of another file", compose: { "compose.yaml": service("app.env") }, isNamed: false },
  { form: "in another file", compose: { "values.yaml": service("env/app.env") }, isNamed: false },
  { form: "in a file that is not YAML", compose: { "compose.yaml": `${service("env/app.env")}[` }, isNamed: false },
  { form: "without services", compose: { "compose.yaml": "services:\n" }, isNamed: false },
  { form: "nowhere", compose: {}, isNamed: false },
])("env_file $form", async ({ compose, isNamed }) => {
  folder.write({ ...compose, "env/app.env": "URL=http://proxy/#/\nA=1\nA=2\n" });
  const { output } = await runInMemory(["lint", folder.path]);
  const rules = Array.from(output.matchAll(/app\.env:(\d+).*\[(.*)\]/g), ([, line, rule]) => `${line} ${rule}`);
  expect(rules).toEqual(isNamed ? [] : ["1 envfile-dialect", "3 envfile-duplicate"]);
});

test.each([
  ["compose.yaml", true],
  ["compose.yml", true],
  ["docker-compose.yaml", true],
  ["compose.prod.yaml", true],
  ["compose-prod.yml", true],
  ["docker-compose.override.yml", true],
  ["my-compose.yaml", true],
  ["compose.yaml.bak", false],
  ["composed.yaml", false],
  ["compose.json", false],
  ["podman-compose.yaml", false],
])("%s is a Compose file: %s", async (name, isCompose) => {
  folder.write({ [name]: service("app.env"), "app.env": "URL=http://proxy/#/\n" });
  const { output } = await runInMemory(["lint", folder.at("app.env")]);
  expect(/app\.env:1:.*\[envfile-dialect\]/.test(output)).toBe(!isCompose);
});

test.each([
  ["app.env", true],
  ["a/app.env", true],
  ["a/b/app.env", true],
  ["a/b/c/app.env", false],
])("a Compose file names %s: searched up to two folders above it: %s", async (file, isNamed) => {
  folder.write({ "compose.yaml": service(file), [file]: "URL=http://proxy/#/\n" });
  const { output } = await runInMemory(["lint", folder.path]);
  expect(/app\.env:1:.*\[envfile-dialect\]/.test(output)).toBe(!isNamed);
});
