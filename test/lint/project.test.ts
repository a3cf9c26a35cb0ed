/** The rules about Garden projects. */
import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/lint/finding.ts";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";
import { shown } from "./looked.ts";

const folder = new FolderPerTest();

async function looked(files: Readonly<Record<string, string>>) {
  folder.write(files);
  const { output, messages } = await runInMemory(["lint", "-o", "json", folder.path]);
  const findings = (JSON.parse(output).findings as Finding[]).map((finding) => {
    const file = finding.file.slice(folder.path.length + 1);
    return `${file}:${shown(finding, files[file]!)}`;
  });
  return { findings, messages: messages.map((message) => message.replaceAll(`${folder.path}`, "DIR")) };
}

const PROJECT = `apiVersion: garden.io/v1
kind: Project
name: shop
environments: [{name: dev}, {name: prod, variables: {region: us}}]
providers: [{name: local-kubernetes}]
variables:
  region: eu
`;
const run = (command: string) => `kind: Run\ntype: exec\nname: check\nspec: {command: [check, ${command}]}\n`;

test("two projects in one directory: neither contains manifests", async () => {
  const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, args: [$(HOST]}]}\n";
  const { findings, messages } = await looked({
    "a/project.garden.yml": PROJECT,
    "a/run.garden.yml": run("'${var.x}'"),
    "b/project.garden.yml": PROJECT,
    "b/run.garden.yml": run("'${var.y}'"),
    "b/pod.yaml": pod,
  });
  expect(findings.filter((finding) => !finding.includes("template-unused-variable"))).toEqual([
    'a/run.garden.yml:4:32-33 «x» template-missing-key: spec.command.1: no such key: "x" under var (known: region)',
    "b/pod.yaml:4:40-46 «$(HOST» malformed-reference: $(HOST is not expanded: it has no closing parenthesis",
    'b/run.garden.yml:4:32-33 «y» template-missing-key: spec.command.1: no such key: "y" under var (known: region)',
  ]);
  expect(messages).toEqual(["checked 1 file, 1 pod, 2 projects: 2 errors, 1 warning, 4 notes"]);
});

const CASES = [
  {
    title: "a key that is missing in every environment is one finding",
    files: { "project.garden.yml": PROJECT, "run.garden.yml": run('"中${var.regoin}${var.region}"') },
    findings: [
      'run.garden.yml:4:33-39 «regoin» template-missing-key: spec.command.1: no such key: "regoin" under var (did you mean "region"?)',
    ],
  },
  {
    title: "a key that is not an identifier",
    files: { "project.garden.yml": PROJECT, "run.garden.yml": run("'${var[\"a b\"]} ${var.region}'") },
    findings: [
      'run.garden.yml:4:33-36 «a b» template-missing-key: spec.command.1: no such key: "a b" under var (known: region)',
    ],
  },
  {
    title: "a key that an expression in parentheses makes",
    files: { "project.garden.yml": PROJECT, "run.garden.yml": run('\'${var[("a" + "b")]} ${var.region}\'') },
    findings: [
      'run.garden.yml:4:32-32 «» template-missing-key: spec.command.1: no such key: "ab" under var (known: region)',
    ],
  },
  {
    title: "a key that one environment lacks",
    files: {
      "project.garden.yml": PROJECT.replace("{region: us}", "{region: us, only: x}"),
      "run.garden.yml": run("'${var.only} ${var.region}'"),
    },
    findings: [
      'run.garden.yml:4:32-36 «only» template-missing-key: spec.command.1: no such key: "only" under var (known: region)',
    ],
  },
  {
    title: "missing variables, at their key",
    files: {
      "project.garden.yml": PROJECT.replace("variables:\n  region: eu", "variables:"),
      "run.garden.yml": run("'${local.env.X}'"),
    },
    findings: [
      "project.garden.yml:4:54-60 «region» template-unused-variable: no template refers to the variable region",
    ],
  },
  {
    title: "what only a run knows is unknown",
    files: {
      "project.garden.yml": PROJECT,
      "run.garden.yml": run(
        '"${local.env.X} ${secrets.y} ${git.branch} ${providers.local-kubernetes.outputs.z} ${var.region}"',
      ),
    },
    findings: [],
  },
  {
    title: "a variable that nothing refers to, in flow style with CR LF",
    files: {
      "project.garden.yml": PROJECT.replace("{region: us}", "{region: us, 'zone': a}").replaceAll("\n", "\r\n"),
      "run.garden.yml": run('"${var.region}"'),
    },
    findings: ["project.garden.yml:4:66-72 «'zone'» template-unused-variable: no template refers to the variable zone"],
  },
  {
    title: "not where all variables are passed on",
    files: { "project.garden.yml": `${PROJECT}  zone: a\n`, "run.garden.yml": run('"${jsonEncode(var)}"') },
    findings: [],
  },
  {
    title: "not where other files have templates",
    files: {
      "project.garden.yml": `${PROJECT}  zone: a\n`,
      "run.garden.yml": `${run('"${var.region}"')}generateFiles: [{sourcePath: x, targetPath: y}]\n`,
    },
    findings: [],
  },
  {
    title: "not where a varfile with a path that is computed may have templates",
    files: {
      "project.garden.yml": `${PROJECT}  zone: a\n`,
      "run.garden.yml": `${run('"${var.region}"')}varfiles: ["\${environment.name}.env"]\n`,
      "dev.env": "A=1\n",
      "prod.env": "A=${var.zone}\n",
    },
    findings: [],
  },
  {
    title: "a value that is overridden in every environment",
    files: {
      "project.garden.yml": PROJECT.replace("{name: dev}", "{name: dev, variables: {region: fr}}"),
      "run.garden.yml": run('"${var.region}"'),
    },
    findings: [
      "project.garden.yml:7:3-9 «region» template-hidden-level: this value of region is never used: it is overridden in every environment, by the environment's variables",
    ],
  },
  {
    title: "not where an operator or a template above may not set it, and not the operator itself",
    files: {
      "project.garden.yml": `${PROJECT.replace(
        /environments.*/,
        "environments: [{name: dev, variables: {$merge: '${local.env.X}', a$: 1}}, {name: prod, variables: {$merge: '${local.env.Y}'}}]",
      )}  $merge: "\${local.env.Z}"\n  a$: 2\n  b$: 3\n`,
      "run.garden.yml": run("\"${var.region}${var['a$']}\""),
    },
    findings: ["project.garden.yml:10:3-5 «b$» template-unused-variable: no template refers to the variable b$"],
  },
  {
    title: "a value whose name ends with a dollar, which is overridden in every environment",
    files: {
      "project.garden.yml": `${PROJECT.replace(/environments.*/, "environments: [{name: dev, variables: {a$: 1}}]")}  a$: 2\n`,
      "run.garden.yml": run("\"${var.region}${var['a$']}\""),
    },
    findings: [
      "project.garden.yml:8:3-5 «a$» template-hidden-level: this value of a$ is never used: it is overridden in every environment, by the environment's variables",
    ],
  },
  {
    title: "the path of a module, which only a run knows",
    files: {
      "project.garden.yml": `${PROJECT}`,
      "garden.yml":
        "kind: Module\ntype: exec\nname: m\ntasks: [{name: t, command: ['${this.path}', '${this.buildPath}', '${var.region}']}]\n",
    },
    findings: [],
  },
  {
    title: "not where the value above takes it in",
    files: {
      "project.garden.yml": PROJECT.replace("{name: dev}", "{name: dev, variables: {region: 'fr-${var.region}'}}"),
      "run.garden.yml": run('"${var.region}"'),
    },
    findings: [],
  },
  {
    title: "no suffix in projects of v0 and v1, where it is documented",
    files: {
      "project.garden.yml": PROJECT.replace("apiVersion: garden.io/v1\n", ""),
      "run.garden.yml": run('"a ${var.x}? ${var.region}", "${var.x}?"'),
    },
    findings: [],
  },
  {
    title: "a suffix that is text in a project of v2",
    files: { "project.garden.yml": PROJECT.replace("/v1", "/v2"), "run.garden.yml": run("'${var.region}?'") },
    findings: [
      "run.garden.yml:4:26-40 «${var.region}?» template-optional-suffix: the ? after the expression is text in projects of apiVersion garden.io/v2; write a default with ||",
    ],
  },
  {
    title: "not where the text continues",
    files: {
      "project.garden.yml": PROJECT.replace("/v1", "/v2"),
      "run.garden.yml": run('"${var.region}?x", "is it ${var.region}?"'),
    },
    findings: [],
  },
];

describe("a project", () => {
  test.each(CASES)("$title", async ({ files, findings }) => {
    expect((await looked(files as never)).findings).toEqual(findings);
  });
});

test("a comment suppresses, and an unused one is reported", async () => {
  const files = {
    "project.garden.yml": PROJECT,
    "run.garden.yml": `# varexpand-ignore template-missing-key: later\n${run('"${var.no}${var.region}"')}`,
    "other.garden.yml": "kind: Run\ntype: exec\nname: other\nspec: {a: '${var.region.x}'}\n",
  };
  expect(await looked(files)).toEqual({
    findings: [
      "other.garden.yml:4:25-29 «x}'}» project-error: spec.a: var.region is a string, so it has no key x",
      'run.garden.yml:5:32-34 «no» template-missing-key: spec.command.1: no such key: "no" under var (known: region)',
    ],
    messages: [
      "DIR/run.garden.yml:1:1: unused suppression: template-missing-key reports nothing here",
      "checked 1 project: 2 errors",
    ],
  });
});

test("the configuration declares variables that only --var sets", async () => {
  folder.file("config.yaml", "known: [ta*]\n");
  folder.write({ "garden.yml": PROJECT, "run/garden.yml": run("'${var.tag}'") });
  const looked = (...args: string[]) =>
    runInMemory(["lint", "-o", "json", ...args, folder.at("garden.yml"), folder.at("run/garden.yml")]);
  const rules = async (...args: string[]) =>
    (JSON.parse((await looked(...args)).output).findings as Finding[]).map(({ rule }) => rule);
  expect(await rules("--rule", "template-unused-variable=off")).toEqual(["template-missing-key"]);
  const known = ["--config", folder.at("config.yaml"), "--rule", "template-unused-variable=off"];
  expect(await rules(...known)).toEqual([]);
  folder.file("run/garden.yml", run("'${var.other}'"));
  expect(await rules(...known)).toEqual(["template-missing-key"]);
});
