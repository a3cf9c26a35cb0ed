/** Every example of the guide (seed 003), verbatim. YAML examples are given as parsed values. */
import { describe, expect, test } from "vitest";
import { deferTemplates } from "../../../src/garden/index.ts";
import { resolveTemplateString, resolveTemplates, TemplateError } from "../../../src/index.ts";

/** A context whose variables may be templates, as in Garden. */
function withVariables(variables: unknown, others: Record<string, unknown> = {}): Record<string, unknown> {
  const context: Record<string, unknown> = { ...others };
  context.var = deferTemplates(variables, context);
  return context;
}

describe("template string overview", () => {
  const context = {
    actions: { build: { "some-build": { version: "v-1234" } }, deploy: { "some-deploy": { version: "v-5678" } } },
  };

  test.each([
    ["${actions.build.some-build.version}", "v-1234"],
    ["http://other-module/api/${actions.deploy.some-deploy.version}", "http://other-module/api/v-5678"],
  ])("%s", (template, expected) => {
    expect(resolveTemplateString(template, context)).toBe(expected);
  });
});

describe("literals", () => {
  const context = withVariables({ someKey: "x", someOtherKey: 2 });

  test.each([
    ['${"foo"}', "foo"],
    ["${'bar'}", "bar"],
    ["${'bar' + 'foo'}", "barfoo"],
    ["${123}", 123],
    ["${true}", true],
    ["${false}", false],
    ["${null}", null],
    ["${[1, 2, 3]}", [1, 2, 3]],
    ['${["foo", "bar"]}', ["foo", "bar"]],
    ["${[var.someKey, var.someOtherKey]}", ["x", 2]],
    ['${concat(["foo", "bar"], ["baz"])}', ["foo", "bar", "baz"]],
    ['${join(["foo", "bar"], ",")}', "foo,bar"],
  ])("%s", (template, expected) => {
    expect(resolveTemplateString(template, context)).toStrictEqual(expected);
  });

  test("${'bar' + 'foo} lacks a quote: the guide's misprint is not a template", () => {
    expect(() => resolveTemplateString("${'bar' + 'foo}", context)).toThrow(TemplateError);
  });
});

describe("operators", () => {
  const variables = {
    "some-array": ["some-value"],
    "some-string": "awesome",
    "some-object": { "some-key": 1 },
    "default-replicas": 2,
    "default-cpu-max": 500,
    "some-values": ["a", "b"],
    "other-values": ["c", "d"],
    str1: "foo",
    str2: "bar",
  };
  const context = withVariables(variables, {
    environment: { name: "prod" },
    local: { env: { LOG_LEVEL: "debug" }, username: "ada" },
  });
  const other = withVariables({}, { environment: { name: "dev" }, local: { env: {} } });

  test.each([
    ["${(1 + 2) * (3 + 4)}", 21, 21],
    ['${local.env.LOG_LEVEL || "info"}', "debug", "info"],
    ['${local.env.CI_BRANCH || local.username || "default"}', "ada", "default"],
    ["${environment.name == 'prod'}", true, false],
    ["${environment.name != 'prod'}", false, true],
    ["${environment.name == 'prod' ? 3 : 1}", 3, 1],
  ])("%s", (template, expected, expectedElsewhere) => {
    expect(resolveTemplateString(template, context)).toBe(expected);
    expect(resolveTemplateString(template, other)).toBe(expectedElsewhere);
  });

  test.each([
    ['${var.some-array contains "some-value"}', true],
    ['${var.some-string contains "some"}', true],
    ['${var.some-object contains "some-key"}', true],
    ["${var.default-replicas * 2}", 4],
    ["${var.default-cpu-max + 2000}", 2500],
    ["${var.some-values + var.other-values}", ["a", "b", "c", "d"]],
    ["${var.str1 + var.str2}", "foobar"],
  ])("%s", (template, expected) => {
    expect(resolveTemplateString(template, context)).toStrictEqual(expected);
  });
});

describe("helper functions", () => {
  test.each([
    ["${base64Encode('my value')}", "bXkgdmFsdWU="],
    ["${base64Decode('bXkgdmFsdWU=')}", "my value"],
    ['${replace(var.someVariable, "_", "-")}', "a-b-c"],
  ])("%s", (template, expected) => {
    expect(resolveTemplateString(template, { var: { someVariable: "a_b_c" } })).toBe(expected);
  });
});

describe("if/else conditional objects", () => {
  const document = {
    spec: { command: { $if: '${this.mode == "sync"}', $then: ["npm", "run", "watch"], $else: ["npm", "start"] } },
  };

  test("the branch follows the mode", () => {
    expect(resolveTemplates(document, { this: { mode: "sync" } })).toStrictEqual({
      spec: { command: ["npm", "run", "watch"] },
    });
    expect(resolveTemplates(document, { this: { mode: "default" } })).toStrictEqual({
      spec: { command: ["npm", "start"] },
    });
  });

  test("without $else there is no value", () => {
    const { $else, ...command } = document.spec.command;
    expect(resolveTemplates({ command }, { this: { mode: "default" } })).toStrictEqual({ command: undefined });
  });
});

describe("multi-line if/else blocks in strings", () => {
  const script = `#!/bin/sh
echo "Hello, I'm a bash script!"
\${if environment.name == "dev"}
echo "-> debug mode"
DEBUG=true
\${else}
DEBUG=false
\${endif}
`;
  const start = `#!/bin/sh
echo "Hello, I'm a bash script!"
`;

  test("text between the markers stays as it is, line breaks included", () => {
    expect(resolveTemplateString(script, { environment: { name: "dev" } })).toBe(
      `${start}\necho "-> debug mode"\nDEBUG=true\n\n`,
    );
    expect(resolveTemplateString(script, { environment: { name: "prod" } })).toBe(`${start}\nDEBUG=false\n\n`);
  });
});

describe("nested lookups and maps", () => {
  const context = withVariables(
    { replicas: { dev: 1, prod: 3 }, a: { x: "found" }, b: "x" },
    { environment: { name: "prod" }, some: { key: "v" }, "some-array": ["first"] },
  );

  test.each([
    ['${some["key"]}', "v"],
    ["${some-array[0]}", "first"],
    ['${var.replicas["${environment.name}"]}', 3],
    ["${var.replicas[environment.name]}", 3],
    ["${var.a[var.b]}", "found"],
  ])("%s", (template, expected) => {
    expect(resolveTemplateString(template, context)).toBe(expected);
  });
});

test("concatenating lists", () => {
  const tests = [
    { name: "test-a", args: [{ $concat: "${var.commonArgs}" }, "suite-a"] },
    { name: "test-b", args: [{ $concat: "${var.commonArgs}" }, "suite-b"] },
  ];
  expect(resolveTemplates({ tests }, withVariables({ commonArgs: ["npm", "test", "-g"] }))).toStrictEqual({
    tests: [
      { name: "test-a", args: ["npm", "test", "-g", "suite-a"] },
      { name: "test-b", args: ["npm", "test", "-g", "suite-b"] },
    ],
  });
});

describe("for loops", () => {
  const loop = (variables: unknown, operator: unknown) => resolveTemplates(operator, withVariables(variables));

  test("over a list of values", () => {
    const values = ["some_name", "AnotherName", "__YET_ANOTHER_NAME__"];
    expect(loop({ values }, { $forEach: "${var.values}", $return: "${kebabCase(item.value)}" })).toStrictEqual([
      "some-name",
      "another-name",
      "yet-another-name",
    ]);
  });

  test("an object for each value, certain values skipped", () => {
    const operator = {
      $forEach: "${var.ports}",
      $filter: "${item.value > 1000}",
      $return: { name: "port-${item.key}", containerPort: "${item.value}" },
    };
    expect(loop({ ports: [80, 8000, 8100, 8200] }, operator)).toStrictEqual([
      { name: "port-1", containerPort: 8000 },
      { name: "port-2", containerPort: 8100 },
      { name: "port-3", containerPort: 8200 },
    ]);
  });

  test("over a mapping object", () => {
    const operator = { $forEach: "${var.ports}", $return: { name: "${item.key}", containerPort: "${item.value}" } };
    expect(loop({ ports: { http: 8000, admin: 8100, debug: 8200 } }, operator)).toStrictEqual([
      { name: "http", containerPort: 8000 },
      { name: "admin", containerPort: 8100 },
      { name: "debug", containerPort: 8200 },
    ]);
  });

  test("over arbitrary objects, with a default", () => {
    const ports = { http: { container: 8000, service: 80 }, admin: { container: 8100 }, debug: { container: 8200 } };
    const operator = {
      $forEach: "${var.ports}",
      $return: {
        name: "${item.key}",
        containerPort: "${item.value.container}",
        servicePort: "${item.value.service || item.value.container}",
      },
    };
    expect(loop({ ports }, operator)).toStrictEqual([
      { name: "http", containerPort: 8000, servicePort: 80 },
      { name: "admin", containerPort: 8100, servicePort: 8100 },
      { name: "debug", containerPort: 8200, servicePort: 8200 },
    ]);
  });
});

test("merging maps: the position of $merge counts", () => {
  const context = withVariables({
    commonEnvVars: { LOG_LEVEL: "info", SOME_API_KEY: "abcdefg", EXTERNAL_API_URL: "http://api.example.com" },
  });
  const document = {
    a: { $merge: "${var.commonEnvVars}", OTHER_ENV_VAR: "something", LOG_LEVEL: "debug" },
    b: { SOME_API_KEY: "default", $merge: "${var.commonEnvVars}" },
  };
  expect(resolveTemplates(document, context)).toStrictEqual({
    a: {
      LOG_LEVEL: "debug",
      SOME_API_KEY: "abcdefg",
      EXTERNAL_API_URL: "http://api.example.com",
      OTHER_ENV_VAR: "something",
    },
    b: { SOME_API_KEY: "abcdefg", LOG_LEVEL: "info", EXTERNAL_API_URL: "http://api.example.com" },
  });
});

test("optional values", () => {
  const document = { providers: [{ name: "kubernetes", kubeconfig: "${var.kubeconfig}?" }] };
  expect(resolveTemplates(document, withVariables({}))).toStrictEqual({
    providers: [{ name: "kubernetes", kubeconfig: undefined }],
  });
  expect(resolveTemplates(document, withVariables({ kubeconfig: "~/.kube/config" }))).toStrictEqual({
    providers: [{ name: "kubernetes", kubeconfig: "~/.kube/config" }],
  });
  expect(() => resolveTemplateString("${var.kubeconfig}", withVariables({}))).toThrow(TemplateError);
});

test("project variables: keys, nested keys, whole objects and lists", () => {
  const context = withVariables({
    "log-level": "debug",
    my: { nested: { key: 1 } },
    dockerBuildArgs: ["--no-cache", "--squash"],
    envVars: { LOG_LEVEL: "debug", SOME_OTHER_VAR: "something" },
  });
  const document = {
    LOG_LEVEL: "${var.log-level}",
    nested: "${var.my.nested.key}",
    buildArgs: "${var.dockerBuildArgs}",
    env: "${var.envVars}",
  };
  expect(resolveTemplates(document, context)).toStrictEqual({
    LOG_LEVEL: "debug",
    nested: 1,
    buildArgs: ["--no-cache", "--squash"],
    env: { LOG_LEVEL: "debug", SOME_OTHER_VAR: "something" },
  });
});

test("action variables that refer to project variables", () => {
  const project = withVariables({ hostname: "example.com", "database-password": "fuin23liu54at90hiongl3g" });
  const action: Record<string, unknown> = {};
  action.var = deferTemplates(
    {
      hostname: "my-service.${var.hostname}",
      envVars: { LOG_LEVEL: "debug", DATABASE_PASSWORD: "${var.database-password}" },
    },
    project,
  );
  expect(resolveTemplates({ hostname: "${var.hostname}", env: "${var.envVars}" }, action)).toStrictEqual({
    hostname: "my-service.example.com",
    env: { LOG_LEVEL: "debug", DATABASE_PASSWORD: "fuin23liu54at90hiongl3g" },
  });
});

test("outputs of providers and actions, known later or at once", () => {
  const document = {
    namespace: "${providers.kubernetes.outputs.app-namespace}",
    DATABASE_URL: "${providers.terraform.outputs.database_url}",
    image: "${actions.my-build.outputs.deployment-image-id}",
    PREP_TASK_OUTPUT: "${actions.run.prep-run.outputs.log}",
  };
  const context = {
    providers: {
      kubernetes: { outputs: { "app-namespace": "ns" } },
      terraform: { outputs: { database_url: "pg://db" } },
    },
    actions: {
      "my-build": { outputs: { "deployment-image-id": "my-image:abcdef12345" } },
      run: { "prep-run": { outputs: { log: "my run output" } } },
    },
  };
  const expected = {
    namespace: "ns",
    DATABASE_URL: "pg://db",
    image: "my-image:abcdef12345",
    PREP_TASK_OUTPUT: "my run output",
  };
  expect(resolveTemplates(document, context)).toStrictEqual(expected);
  const early = resolveTemplates(document, { providers: context.providers }, { partial: true });
  expect(early).toStrictEqual({
    namespace: "ns",
    DATABASE_URL: "pg://db",
    image: "${actions.my-build.outputs.deployment-image-id}",
    PREP_TASK_OUTPUT: "${actions.run.prep-run.outputs.log}",
  });
  expect(resolveTemplates(early, context)).toStrictEqual(expected);
});
