/** Garden projects that cannot be resolved: an error-level finding with its place, in every report format. */
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/lint/finding.ts";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

const PROJECT = "kind: Project\nname: p\nenvironments: [{ name: dev }]\n";
const run = (fields: string) => `${PROJECT}---\nkind: Run\nname: r\ntype: exec\n${fields}\n`;

/** The findings on files, as `FILE:LINE:COLUMN LEVEL RULE: MESSAGE`, and the exit code. */
async function lint(files: Readonly<Record<string, string>>, ...args: string[]) {
  folder.write(files);
  const { code, output, messages } = await runInMemory(["lint", "-o", "json", ...args, folder.path]);
  const findings = (JSON.parse(output).findings as Finding[]).map(
    ({ column, file, line, message, rule, severity }) =>
      `${file.slice(folder.path.length + 1)}:${line}:${column} ${severity} ${rule}: ${message}`,
  );
  return { code, findings, messages: messages.map((message) => message.replaceAll(folder.path, "DIR")) };
}

const BROKEN: readonly (readonly [title: string, files: Readonly<Record<string, string>>, finding: string])[] = [
  [
    "a template that is not one",
    { "garden.yml": run('spec: "${1 +}"') },
    '8:12 error project-error: spec: "+" must have a space on both sides',
  ],
  [
    "an unknown function",
    { "garden.yml": run('spec: "${nofn(1)}"') },
    "8:10 error project-error: spec: no such helper function: nofn",
  ],
  [
    "a wrong argument",
    { "garden.yml": run('spec: "${lower(1)}"') },
    '8:10 error project-error: spec: lower: the argument "string"',
  ],
  [
    "a wrong type in an operator",
    { "garden.yml": run('spec: { $if: "x", $then: 1 }') },
    "8:7 error project-error: spec: $if must be true or false",
  ],
  [
    "a loop over a number",
    { "garden.yml": run("spec: { $forEach: 3, $return: x }") },
    "8:7 error project-error: spec: $forEach must be a list or a map",
  ],
  [
    "an unknown dependency",
    { "garden.yml": run("dependencies: [deploy.nope]") },
    "8:16 error project-error: dependencies.0: no such action: deploy.nope",
  ],
  [
    "a dependency on itself",
    { "garden.yml": run("dependencies: [run.r]") },
    "8:16 error project-error: dependencies.0: run.r cannot depend on itself",
  ],
  [
    "a circle",
    { "garden.yml": `${run("dependencies: [run.s]")}---\nkind: Run\nname: s\ndependencies: [run.r]\n` },
    "6:7 error project-error: name: run.r depends on itself: run.r -> run.s -> run.r",
  ],
  [
    "two actions of one name",
    { "garden.yml": `${run("spec: 1")}---\nkind: Run\nname: r\n` },
    "11:7 error project-error: name: there is another action run.r",
  ],
  [
    "a missing varfile",
    { "garden.yml": run("varfiles: [no.env]") },
    "8:12 error project-error: varfiles.0: no such varfile: no.env",
  ],
  [
    "a missing varfile of an environment",
    { "garden.yml": PROJECT.replace("name: dev", "name: dev, varfile: no.env") },
    "3:38 error project-error: environments.0.varfile: no such varfile: no.env",
  ],
  [
    "a wrong field",
    { "garden.yml": PROJECT.replace("[{ name: dev }]", "1") },
    "3:15 error project-error: environments: this must be a list, not a number",
  ],
  ["YAML that does not parse", { "garden.yml": run("spec: [1") }, "9:1 error project-error: invalid YAML"],
  [
    "YAML that does not parse, in another file",
    { "garden.yml": PROJECT, "api/garden.yml": "kind: Run\nname: {\n" },
    "api/garden.yml:3:1 error project-error: invalid YAML",
  ],
  [
    "a varfile that does not parse",
    { "garden.yml": `${PROJECT}varfile: v.yaml\n`, "v.yaml": "a: 1\nb: [\n" },
    "v.yaml:3:1 error project-error: invalid YAML",
  ],
  [
    "a template in a varfile",
    { "garden.yml": PROJECT, "garden.env": "a=1\nb=x${1 +}\n" },
    'garden.env:2:8 error project-error: b: "+" must have a space on both sides',
  ],
  [
    "an error without a place of its own, at the project",
    { "garden.yml": `${PROJECT}varfile: ../v.yaml\n` },
    "1:1 error project-error: ../v.yaml: the path leads out of the project's folder",
  ],
  [
    "a workflow",
    { "garden.yml": `${PROJECT}---\nkind: Workflow\nname: w\nsteps: [{ script: "\${1 +}" }]\n` },
    '7:24 error project-error: steps.0.script: "+" must have a space on both sides',
  ],
];

describe("a project that does not resolve", () => {
  test.each(BROKEN)("%s", async (_, files, finding) => {
    const { code, findings, messages } = await lint(files);
    expect(findings.join("\n")).toContain(/^\d/.test(finding) ? `garden.yml:${finding}` : finding);
    expect(findings).toHaveLength(1);
    expect(code).toBe(1);
    expect(messages.at(-1)).toMatch(/^checked 1 project: 1 error/);
    expect(messages.join("\n")).not.toContain("not resolved");
  });

  test.each(["text", "sarif", "github", "gitlab", "junit"])("in the format %s", async (format) => {
    folder.write({ "garden.yml": run('spec: "${1 +}"') });
    const { code, output } = await runInMemory(["lint", "-o", format, folder.path]);
    expect(code).toBe(1);
    expect(output).toContain("project-error");
    expect(output).toContain("garden.yml");
    expect(output).toMatch(/\b8\b/);
  });

  test("reports an error once, even if several environments have it", async () => {
    const files = { "garden.yml": run('spec: "${1 +}"').replace("{ name: dev }", "{ name: dev }, { name: prod }") };
    expect((await lint(files)).findings).toHaveLength(1);
  });

  test("the level can be set, and a comment suppresses it", async () => {
    const files = { "garden.yml": run('spec: "${1 +}" # varexpand-ignore project-error: later') };
    expect(await lint(files)).toMatchObject({ code: 0, findings: [] });
    const warned = await lint({ "garden.yml": run('spec: "${1 +}"') }, "--rule", "project-error=off");
    expect(warned).toMatchObject({ code: 0, findings: [] });
  });

  test("exits with 2 if a file cannot be read", async () => {
    folder.write({ "garden.yml": `${PROJECT}varfile: v.env\n` });
    mkdirSync(folder.at("v.env"));
    const { code, messages } = await runInMemory(["lint", folder.path]);
    expect({ code, messages }).toEqual({ code: 2, messages: ["varexpand: v.env: this is not a regular file"] });
  });
});

describe("files outside the folder", () => {
  const IGNORED =
    "missing varfile private.env, which .gitignore covers: without it, the variables that it sets are unknown";

  test("reports a missing varfile as a note if .gitignore lists it", async () => {
    const files = {
      "garden.yml": run('varfiles: [private.env]\nspec: "${var.token} ${var.a}"\nvariables: { a: 1 }'),
      ".gitignore": "*.env\n",
    };
    expect(await lint(files)).toMatchObject({
      code: 0,
      findings: [`garden.yml:8:12 note project-incomplete: varfiles.0: ${IGNORED}`],
    });
  });

  test("still reports errors that do not depend on it", async () => {
    const environment = PROJECT.replace("name: dev", "name: dev, varfile: private.env");
    const files = {
      "garden.yml": `${environment}---\nkind: Run\nname: r\nspec: ["\${var.token + 1}", "\${project.nope}"]\n`,
      ".gitignore": "private.*\n",
    };
    expect(await lint(files)).toMatchObject({
      code: 1,
      findings: [
        `garden.yml:3:38 note project-incomplete: environments.0.varfile: ${IGNORED}`,
        'garden.yml:7:39 error template-missing-key: spec.1: no such key: "nope" under project (known: name)',
      ],
    });
  });

  test("reports a missing action as a note if it can be in sources that are not fetched", async () => {
    const sources = `${PROJECT}sources: [{ name: other, repositoryUrl: "https://example.com/x.git#v1" }]\n`;
    const files = {
      "garden.yml": `${sources}---\nkind: Run\nname: r\ndependencies: [deploy.there]\n---\nkind: Run\nname: s\nspec: "\${actions.build.there.outputs.x}"\n`,
    };
    const hint = "it may be in one of the project's `sources`, which are not fetched";
    const { code, findings } = await lint(files);
    expect({ code, findings }).toEqual({
      code: 0,
      findings: [
        `garden.yml:8:16 note project-incomplete: dependencies.0: no such action: deploy.there; ${hint}`,
        expect.stringMatching(
          /^garden\.yml:12:24 note project-incomplete: spec: .*"there".*sources., which are not fetched/,
        ),
      ],
    });
  });
});
