import { expect, test } from "vitest";
import { isBackup, isEnvFileName, isManifest } from "../../src/lint/file-kind.ts";

test.each([
  [".env", true],
  [".env.local", true],
  [".env.", false],
  ["app.env", true],
  ["a\n.env", false],
  ["env", false],
  ["_env", false],
  ["xenv.local", false],
  [".env_local", false],
  ["app.env.local", false],
  ["app.env2", false],
])("%j is an env file's name: %j", (name, isOne) => {
  expect(isEnvFileName(name)).toBe(isOne);
});

test.each([
  ["a.yaml", true],
  ["a.yml", true],
  ["a.json", true],
  [".yaml", true],
  ["a.yaml.orig", false],
  ["ayaml", false],
  ["a.yamljson", false],
])("%j is a manifest: %j", (name, isOne) => {
  expect(isManifest(name)).toBe(isOne);
});

test.each(
  "js ts cjs mjs cts mts json md yaml yml sh py j2 jinja tmpl tpl gotmpl erb enc gpg age vault sops patch diff".split(
    " ",
  ),
)(".env.%s is not an env file, but a name that continues can be one", (extension) => {
  expect(isEnvFileName(`.env.${extension}`)).toBe(false);
  expect(isEnvFileName(`.env-local.${extension}`)).toBe(false);
  expect(isEnvFileName(`.env.${extension}x`)).toBe(true);
  expect(isEnvFileName(`.env.${extension}.local`)).toBe(true);
  expect(isEnvFileName(`.env.x${extension}`)).toBe(true);
  expect(isEnvFileName(`.env-${extension}`)).toBe(true);
});

test.each<[file: string, isOne: boolean]>([
  ["a/.env.bak", true],
  [".env.backup", true],
  [".env.old", true],
  [".env.orig", true],
  [".env.bak/.env", false],
  [".envbak", false],
  [".env.bold", false],
])("%j is an old copy: %j", (file, isOne) => {
  expect(isBackup(file)).toBe(isOne);
});
