/** Compose files among the inputs of lint. */
import { readFileSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const app = (image: string) => `services:\n  app:\n    image: ${image}\n`;

/** Runs lint, with the folder's path left out of what it prints. */
async function lint(...args: string[]) {
  const { code, messages, output } = await runInMemory(["lint", ...args]);
  const plain = (text: string) => text.replaceAll(`${folder.path}/`, "");
  const findings = plain(output).trimEnd().split("\n");
  return {
    code,
    findings: findings.map((line) => line.replace(/(\S+): .*\[(.*)\]/, "$1 $2")),
    messages: messages.map(plain),
  };
}

test("projects, and the files that they include and extend", async () => {
  folder.write({
    "compose.yaml": `include: [db/one.yaml]\n${app("${A:?}")}    extends: {file: base/two.yaml, service: app}\n`,
    "db/one.yaml": app("${B:?}"),
    "base/two.yaml": app("${C:?}"),
    "other.yaml": app("${D:?}"),
    ".env": "X=1\n",
  });
  expect(await lint(folder.path)).toEqual({
    code: 1,
    findings: [
      "base/two.yaml:3:12: compose-required",
      "compose.yaml:4:12: compose-required",
      "db/one.yaml:3:12: compose-required",
    ].map((line) => line.replace(": ", " ")),
    messages: ["checked 3 files, 0 pods, 1 env file: 3 errors; skipped 1 document without a kind: other.yaml"],
  });
});

test("files that COMPOSE_FILE names", async () => {
  folder.write({ ".env": "COMPOSE_FILE=app.yml\n", "app.yml": app("${A:?}") });
  const { findings, messages } = await lint(folder.path);
  expect(findings).toEqual(["app.yml:3:12 compose-required"]);
  expect(messages).toEqual(["checked 1 file, 0 pods, 1 env file: 1 error"]);
});

test("a named file reads the files next to it, which are not reported", async () => {
  folder.write({ "a/compose.yaml": app("${A:?}"), "a/compose.override.yaml": app("${B:?}"), "a/.env": "A=1\n" });
  const named = await lint(folder.at("a/compose.yaml"));
  expect(named).toEqual({ code: 0, findings: [""], messages: ["checked 1 file, 0 pods: no findings"] });
});

test("the configuration: env files, known names, severities, and suppressions", async () => {
  folder.write({
    "compose.yaml": app("${A:?}${B:?}${KNOWN:?}${OTHER}"),
    "sub/docker-compose.prod.yml": app("${C:?} # varexpand-ignore compose-required: set by the pipeline"),
    "prod.env": "A=1\n",
    "config.yaml": "composeEnvFiles: [prod.env]\nknown: [KNOWN]\nrules: {compose-unset: off}\n",
  });
  expect(await lint("--config", folder.at("config.yaml"), folder.path)).toEqual({
    code: 1,
    findings: ["compose.yaml:3:18 compose-required"],
    messages: ["checked 2 files, 0 pods, 1 env file: 1 error; skipped 1 document without a kind: config.yaml"],
  });
});

test("--fix escapes dollar signs", async () => {
  const text = "services:\r\n  app:\r\n    environment: {PASSWORD: a$b, KEY: é$c$5$$d}\r\n    command: ${a[@]}\r\n";
  const file = folder.file("compose.yaml", `\ufeff${text}`);
  folder.file(".env", "X=1\n");
  expect(await lint("--fix", file)).toEqual({
    code: 0,
    findings: [""],
    messages: ["fixed 3 problems in compose.yaml", "checked 1 file, 0 pods: no findings"],
  });
  const fixed = text.replace("a$b", "a$$$$b").replace("$c", "$$$$c").replace("${a", "$$$${a");
  expect(readFileSync(file, "utf8")).toBe(`\ufeff${fixed}`);
});

test("a link out of the repository is not read", async () => {
  folder.write({ "outside/.env": "A=1\n", "repo/.git/HEAD": "", "repo/compose.yaml": app("${A:?}") });
  symlinkSync("../outside/.env", folder.at("repo/.env"));
  const { findings } = await lint(folder.at("repo"));
  expect(findings).toEqual(["repo/compose.yaml:3:12 compose-unset"]);
});

test("a Compose file that is not YAML", async () => {
  folder.write({ "compose.yaml": "services: [\n", "sub/compose.yaml": "services: {{ a }}: [\n" });
  expect((await lint(folder.at("compose.yaml"))).code).toBe(2);
  const { code, messages } = await lint("--skip-unchecked", folder.at("sub"));
  expect([code, messages.at(-1)]).toEqual([0, expect.stringContaining("skipped 1 file that is not YAML")]);
});
