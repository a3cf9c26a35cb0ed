/** Every template of Garden's guide "Variables and templating", as it stands there, in a context that makes it mean something. */
import { describe, expect, test } from "vitest";
import { resolveTemplateString, resolveTemplates, TemplateError, templateValues } from "../../src/index.ts";

const context = {
  environment: { name: "prod" },
  local: { env: { LOG_LEVEL: undefined, CI_BRANCH: "main" }, username: "ann" },
  this: { mode: "sync" },
  providers: {
    kubernetes: { outputs: { "app-namespace": "ann-app" } },
    terraform: { outputs: { database_url: "postgres://db" } },
  },
  actions: {
    "my-build": { outputs: { "deployment-image-id": "my-image:abcdef12345" } },
    build: { "some-build": { version: "v-1" } },
    deploy: { "some-deploy": { version: "v-2" } },
    run: { "prep-run": { outputs: { log: "my task output" } } },
  },
  some: { key: "value" },
  "some-array": ["first", "second"],
  var: {
    someKey: 1,
    someOtherKey: "two",
    "some-array": ["some-value"],
    "some-string": "awesome",
    "some-object": { "some-key": null },
    "default-replicas": 2,
    "default-cpu-max": 500,
    "some-values": ["a", "b"],
    "other-values": ["c", "d"],
    str1: "foo",
    str2: "bar",
    someVariable: "a_b_c",
    replicas: { dev: 1, prod: 3 },
    a: { key: "found" },
    b: "key",
    "log-level": "debug",
    my: { nested: { key: "deep" } },
    dockerBuildArgs: ["--no-cache", "--squash"],
    envVars: { LOG_LEVEL: "debug", SOME_OTHER_VAR: "something" },
    hostname: "example.com",
    "database-password": "fuin23liu54at90hiongl3g",
  },
};

describe("strings", () => {
  test.each<[string, unknown]>([
    ["${some.key}", "value"],
    ["${actions.build.some-build.version}", "v-1"],
    ["http://other-module/api/${actions.deploy.some-deploy.version}", "http://other-module/api/v-2"],
    // Literals
    ['${"foo"}', "foo"],
    ["${'bar'}", "bar"],
    ["${123}", 123],
    ["${true}", true],
    ["${false}", false],
    ["${null}", null],
    ["${[1, 2, 3]}", [1, 2, 3]],
    ['${["foo", "bar"]}', ["foo", "bar"]],
    ["${[var.someKey, var.someOtherKey]}", [1, "two"]],
    ['${concat(["foo", "bar"], ["baz"])}', ["foo", "bar", "baz"]],
    ['${join(["foo", "bar"], ",")}', "foo,bar"],
    // Operators
    ["${(1 + 2) * (3 + 4)}", 21],
    ['${local.env.LOG_LEVEL || "info"}', "info"],
    ['${local.env.CI_BRANCH || local.username || "default"}', "main"],
    ["${environment.name == 'prod'}", true],
    ["${environment.name != 'prod'}", false],
    ["${environment.name == 'prod' ? 3 : 1}", 3],
    ['${var.some-array contains "some-value"}', true],
    ['${var.some-string contains "some"}', true],
    ['${var.some-object contains "some-key"}', true],
    ["${var.default-replicas * 2}", 4],
    ["${var.default-cpu-max + 2000}", 2500],
    ["${var.some-values + var.other-values}", ["a", "b", "c", "d"]],
    ["${var.str1 + var.str2}", "foobar"],
    // Helper functions
    ["${base64Encode('my value')}", "bXkgdmFsdWU="],
    ["${base64Decode('bXkgdmFsdWU=')}", "my value"],
    ['${replace(var.someVariable, "_", "-")}', "a-b-c"],
    // Nested lookups and maps
    ['${some["key"]}', "value"],
    ["${some-array[0]}", "first"],
    ['${var.replicas["${environment.name}"]}', 3],
    ["${var.replicas[environment.name]}", 3],
    ["${var.a[var.b]}", "found"],
    // Optional values
    ["${var.kubeconfig}?", undefined],
    // Variables
    ["${var.log-level}", "debug"],
    ["${var.my.nested.key}", "deep"],
    ["${var.dockerBuildArgs}", ["--no-cache", "--squash"]],
    ["${var.envVars}", { LOG_LEVEL: "debug", SOME_OTHER_VAR: "something" }],
    ["my-service.${environment.name}.yaml", "my-service.prod.yaml"],
    ["my-service.${var.hostname}", "my-service.example.com"],
    ["${var.database-password}", "fuin23liu54at90hiongl3g"],
    // Outputs; the guide has backticks around these
    ["`${providers.kubernetes.outputs.app-namespace}`", "`ann-app`"],
    ["`${providers.terraform.outputs.database_url}`", "`postgres://db`"],
    ["`${actions.my-build.outputs.deployment-image-id}`", "`my-image:abcdef12345`"],
    ["${actions.run.prep-run.outputs.log}", "my task output"],
  ])("%s", (template, value) => expect(resolveTemplateString(template, context)).toStrictEqual(value));

  test("${'bar' + 'foo} is a slip of the guide: the second string does not end", () => {
    expect(() => resolveTemplateString("${'bar' + 'foo}", context)).toThrow(TemplateError);
    expect(resolveTemplateString("${'bar' + 'foo'}", context)).toBe("barfoo");
  });

  test("an undefined value without ? is an error", () => {
    expect(() => resolveTemplateString("${var.kubeconfig}", context)).toThrow(TemplateError);
  });

  test("if-blocks", () => {
    const script = `#!/bin/sh
echo "Hello, I'm a bash script!"
\${if environment.name == "dev"}
echo "-> debug mode"
DEBUG=true
\${else}
DEBUG=false
\${endif}
`;
    const head = `#!/bin/sh\necho "Hello, I'm a bash script!"\n`;
    expect(resolveTemplateString(script, { environment: { name: "dev" } })).toBe(
      `${head}\necho "-> debug mode"\nDEBUG=true\n\n`,
    );
    expect(resolveTemplateString(script, context)).toBe(`${head}\nDEBUG=false\n\n`);
  });
});

/** The `spec` of a document whose `variables` it refers to as `var`. */
function resolveWith(variables: Record<string, unknown>, spec: unknown, rest: Record<string, unknown> = {}): unknown {
  const scope: Record<string, unknown> = { ...rest };
  scope.var = templateValues(variables, scope);
  return resolveTemplates(spec, scope);
}

describe("documents", () => {
  test.each([
    ["sync", ["npm", "run", "watch"]],
    ["default", ["npm", "start"]],
  ])("$if in mode %s", (mode, command) => {
    const spec = {
      command: { $if: '${this.mode == "sync"}', $then: ["npm", "run", "watch"], $else: ["npm", "start"] },
    };
    expect(resolveTemplates(spec, { this: { mode } })).toEqual({ command });
  });

  test("$if without $else and without a match is undefined", () => {
    const spec = { command: { $if: '${this.mode == "sync"}', $then: ["npm"] } };
    expect(resolveTemplates(spec, { this: { mode: "default" } })).toStrictEqual({ command: undefined });
  });

  test("$concat", () => {
    const tests = [
      { name: "test-a", args: [{ $concat: "${var.commonArgs}" }, "suite-a"] },
      { name: "test-b", args: [{ $concat: "${var.commonArgs}" }, "suite-b"] },
    ];
    expect(resolveWith({ commonArgs: ["npm", "test", "-g"] }, tests)).toEqual([
      { name: "test-a", args: ["npm", "test", "-g", "suite-a"] },
      { name: "test-b", args: ["npm", "test", "-g", "suite-b"] },
    ]);
  });

  test("$forEach over a list of strings", () => {
    const spec = { args: { $forEach: "${var.values}", $return: "${kebabCase(item.value)}" } };
    expect(resolveWith({ values: ["some_name", "AnotherName", "__YET_ANOTHER_NAME__"] }, spec)).toEqual({
      args: ["some-name", "another-name", "yet-another-name"],
    });
  });

  test("$forEach with a $filter", () => {
    const ports = {
      $forEach: "${var.ports}",
      $filter: "${item.value > 1000}",
      $return: { name: "port-${item.key}", containerPort: "${item.value}" },
    };
    expect(resolveWith({ ports: [80, 8000, 8100, 8200] }, { ports })).toEqual({
      ports: [
        { name: "port-1", containerPort: 8000 },
        { name: "port-2", containerPort: 8100 },
        { name: "port-3", containerPort: 8200 },
      ],
    });
  });

  test("$forEach over a map", () => {
    const ports = { $forEach: "${var.ports}", $return: { name: "${item.key}", containerPort: "${item.value}" } };
    expect(resolveWith({ ports: { http: 8000, admin: 8100, debug: 8200 } }, { ports })).toEqual({
      ports: [
        { name: "http", containerPort: 8000 },
        { name: "admin", containerPort: 8100 },
        { name: "debug", containerPort: 8200 },
      ],
    });
  });

  test("$forEach over a map of maps", () => {
    const variables = {
      ports: {
        http: { container: 8000, service: 80 },
        admin: { container: 8100 },
        debug: { container: 8200 },
      },
    };
    const ports = {
      $forEach: "${var.ports}",
      $return: {
        name: "${item.key}",
        containerPort: "${item.value.container}",
        servicePort: "${item.value.service || item.value.container}",
      },
    };
    expect(resolveWith(variables, { ports })).toEqual({
      ports: [
        { name: "http", containerPort: 8000, servicePort: 80 },
        { name: "admin", containerPort: 8100, servicePort: 8100 },
        { name: "debug", containerPort: 8200, servicePort: 8200 },
      ],
    });
  });

  const commonEnvVars = { LOG_LEVEL: "info", SOME_API_KEY: "abcdefg", EXTERNAL_API_URL: "http://api.example.com" };

  test("$merge before the other keys: they count", () => {
    const env = { $merge: "${var.commonEnvVars}", OTHER_ENV_VAR: "something", LOG_LEVEL: "debug" };
    expect(resolveWith({ commonEnvVars }, { env })).toEqual({
      env: {
        LOG_LEVEL: "debug",
        SOME_API_KEY: "abcdefg",
        EXTERNAL_API_URL: "http://api.example.com",
        OTHER_ENV_VAR: "something",
      },
    });
  });

  test("$merge after another key: the merged one counts", () => {
    const env = { SOME_API_KEY: "default", $merge: "${var.commonEnvVars}" };
    expect(resolveWith({ commonEnvVars }, { env })).toEqual({ env: commonEnvVars });
  });

  test("a variable that refers to a variable of a lower level, and is referred to by the spec", () => {
    const project = { hostname: "example.com", "database-password": "fuin23liu54at90hiongl3g" };
    const variables = {
      hostname: "my-service.${var.hostname}",
      envVars: { LOG_LEVEL: "debug", DATABASE_PASSWORD: "${var.database-password}" },
    };
    const spec = {
      ingresses: [{ path: "/", port: "http", hostname: "${var.hostname}" }],
      env: "${var.envVars}",
    };
    const action = { var: { ...project, ...(templateValues(variables, { var: project }) as object) } };
    expect(resolveTemplates(spec, action)).toEqual({
      ingresses: [{ path: "/", port: "http", hostname: "my-service.example.com" }],
      env: { LOG_LEVEL: "debug", DATABASE_PASSWORD: "fuin23liu54at90hiongl3g" },
    });
  });
});
