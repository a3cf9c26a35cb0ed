import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET } from "../../../../src/garden/index.ts";
import { Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";
import { errorOf } from "../../../error-of.ts";

const PROJECT = { kind: "Project", name: "shop", environments: ["dev"], variables: { host: "h" } };

interface Given {
  template?: object;
  inputs?: unknown;
  schema?: unknown;
  path?: string;
  options?: ProjectOptions;
}

/** What templates in a rendered action's spec give. */
function spec(templates: unknown, { template = {}, inputs, schema, options }: Given = {}): unknown {
  const configs = [{ kind: "Build", name: "${parent.name}", spec: templates }];
  const documents = [
    { file: "garden.yml", value: PROJECT },
    { file: "templates/garden.yml", value: { kind: "ConfigTemplate", name: "t", ...template, configs } },
    { file: "api/garden.yml", value: { kind: "RenderTemplate", name: "api", template: "t", inputs } },
  ];
  const readVarfile = (folder: string, path: string) =>
    folder === "" && path === "templates/schema.json" ? { text: JSON.stringify(schema) } : undefined;
  const resolved = new Project(documents, { readVarfile, ...options }).resolve();
  return (resolved.find(({ name }) => name === "build.api")!.value as { spec: unknown }).spec;
}

function failure(...args: Parameters<typeof spec>): VariablesError {
  return errorOf(() => spec(...args), VariablesError);
}

describe("inputs that the template lists", () => {
  const template = {
    inputs: {
      image: { type: "string" },
      tag: { type: "string", default: "latest" },
      port: { type: "number", default: 80 },
      public: { type: "boolean", default: false },
      empty: { type: "string", default: "" },
      host: { type: "string", default: "${project.name}.local" },
    },
  };

  test("have their defaults", () => {
    expect(spec("${inputs}", { template, inputs: { image: "docker", port: 8080 } })).toEqual({
      image: "docker",
      tag: "latest",
      port: 8080,
      public: false,
      empty: "",
      host: "shop.local",
    });
  });

  test("also where a template gives nothing", () => {
    const inputs = { image: "${var.host}", tag: "${var.nope}?", host: "${var.host}" };
    expect(spec("${inputs.image}:${inputs.tag} ${inputs.host}", { template, inputs })).toBe("h:latest h");
    const merged = { $merge: { image: "i" }, tag: "t" };
    expect(spec("${inputs.image}:${inputs.tag}:${inputs.port}", { template, inputs: merged })).toBe("i:t:80");
  });

  test.each([
    [{}, "inputs: the template t also requires image"],
    [undefined, "inputs: the template t also requires image"],
    [{ image: "i", imgae: "j" }, "inputs.imgae: the template t does not have this input (did you mean image?)"],
    [{ image: 1 }, "inputs.image: the template t expects string here, not a number"],
    [{ image: "i", port: "80" }, "inputs.port: the template t expects number here, not a string"],
    [{ image: "i", public: null }, "inputs.public: the template t expects boolean here, not null"],
  ])("%j are refused", (inputs, message) => {
    const error = failure("", { template, inputs });
    expect(error).toMatchObject({ code: "document", file: "api/garden.yml" });
    expect(error.message).toMatch(message);
  });

  test.each([
    [{}, "inputs: the template t also requires image"],
    [{ image: "i", imgae: "j" }, "inputs.imgae: the template t does not have this input (did you mean image?)"],
    [{ image: 1 }, "inputs.image: the template t expects string here, not a number"],
  ])("%j from an operator are refused where they are used", (given, message) => {
    const error = failure("${inputs.image}", { template, inputs: { $merge: given } });
    expect(error).toMatchObject({ code: "document", file: "templates/garden.yml" });
    expect(error.message).toMatch(`api/garden.yml: ${message}`);
  });

  test("a default that is null is not a default", () => {
    const required = { inputs: { a: { type: "string", default: null } } };
    expect(failure("", { template: required }).message).toMatch("inputs: the template t also requires a");
    expect(spec("${inputs.a}", { template: required, inputs: { a: "x" } })).toBe("x");
  });

  test("a default is of its input's type", () => {
    const error = failure("", { template: { inputs: { a: { type: "string", default: 1 } } } });
    expect(error.message).toBe("templates/garden.yml: inputs.a: the default must be a string, not a number");
  });
});

describe("inputs that a schema describes", () => {
  const template = { inputsSchemaPath: "schema.json" };
  const schema = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      image: { type: "string", default: "docker" },
      resources: { type: "object", default: {}, properties: { cpu: { default: "${not.a.template}" } } },
      ports: { type: "array", items: { type: "object", properties: { protocol: { default: "tcp" } } } },
      probe: { $ref: "#/definitions/probe" },
      mixed: { allOf: [{ properties: { a: { default: 1 } } }, { properties: { b: { default: 2 } } }] },
      chosen: { anyOf: [{ properties: { a: { default: 1 } } }] },
    },
    definitions: { probe: { type: "object", default: {}, properties: { path: { default: "/" } } } },
  };

  test("have its defaults, also within them", () => {
    const inputs = { name: "n", ports: [{ number: 1 }, { protocol: "udp" }], probe: {}, mixed: { a: 0 }, chosen: {} };
    expect(spec("${inputs}", { template, schema, inputs })).toEqual({
      name: "n",
      image: "docker",
      resources: { cpu: "${not.a.template}" },
      ports: [{ number: 1, protocol: "tcp" }, { protocol: "udp" }],
      probe: { path: "/" },
      mixed: { a: 0, b: 2 },
      chosen: {},
    });
    expect(spec("${inputs}", { template, schema, inputs: { name: "n", other: 1 } })).toEqual({
      name: "n",
      image: "docker",
      resources: { cpu: "${not.a.template}" },
      other: 1,
    });
  });

  test("null is a type of its own", () => {
    const nullable = { type: "object", properties: { a: { type: ["string", "null"] }, b: { type: "null" } } };
    expect(spec("${inputs}", { template, schema: nullable, inputs: { a: null, b: null } })).toEqual({
      a: null,
      b: null,
    });
    expect(failure("", { template, schema: nullable, inputs: { a: 5 } }).message).toMatch(
      "inputs.a: the template t expects string or null here, not a number",
    );
    expect(failure("", { template, schema: nullable, inputs: { b: "null" } }).message).toMatch(
      "inputs.b: the template t expects null here, not a string",
    );
  });

  test("also where the values come from templates", () => {
    const inputs = {
      name: "${var.host}",
      ports: ["${jsonDecode('{}')}"],
      mixed: "${jsonDecode('{\"b\": 3}')}",
      image: null,
    };
    const templates = ["${inputs.name}", "${inputs.ports}", "${inputs.mixed}", "${inputs.image}"];
    const given = { template, schema, inputs: { ...inputs, image: "i" } };
    expect(spec(templates, given)).toEqual(["h", [{ protocol: "tcp" }], { a: 1, b: 3 }, "i"]);
    const missing = { name: "n", image: "${var.none}?", resources: "${var.none}?" };
    expect(spec(["${inputs.image}", "${inputs.resources}"], { template, schema, inputs: missing })).toEqual([
      "docker",
      { cpu: "${not.a.template}" },
    ]);
  });

  test("a value that is not known yet", () => {
    const options = { world: { git: NOT_KNOWN_YET } };
    const inputs = { name: "n", image: "${git.branch}", mixed: "${git.map}" };
    expect(
      spec(["${inputs.name}", "${inputs.image}", "${inputs.mixed.a}"], { template, schema, inputs, options }),
    ).toEqual(["n", "${inputs.image}", "${inputs.mixed.a}"]);
  });

  test.each([
    [{ schema, inputs: {} }, "api/garden.yml: inputs: the template t also requires name"],
    [{ schema, inputs: { name: 1 } }, "api/garden.yml: inputs.name: the template t expects string here, not a number"],
    [
      { schema: { type: "array" } },
      "inputsSchemaPath: the schema in templates/schema.json must describe an object; set",
    ],
    [{ schema: [] }, "templates/schema.json"],
    [{ template: { inputsSchemaPath: "nope.json" } }, "inputsSchemaPath: no such schema: nope.json"],
    [
      { template: { inputsSchemaPath: "/etc/passwd" } },
      "/etc/passwd: the path leads out of the project's folder; this schema",
    ],
    [
      { schema: { type: "object", properties: { a: { $ref: "#", default: {} } } } },
      "the defaults of a schema are nested deeper than 100 levels",
    ],
  ])("mistakes are reported: %j", (given, message) => {
    expect(failure("", { template, ...given }).message).toMatch(message);
  });
});

describe("short schemas and schemas in files", () => {
  const template = { inputsSchemaPath: "schema.json" };
  const object = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more });
  const nested = (depth: number): object =>
    depth === 0 ? { default: 1 } : { default: {}, properties: { a: nested(depth - 1) } };
  const valueAt = (depth: number): unknown => (depth === 0 ? 1 : { a: valueAt(depth - 1) });

  test.each<[string, given: Given, value: unknown]>([
    [
      "a short schema can be a template",
      { template: { inputs: '${jsonDecode(\'{ "a": { "type": "string", "default": "x" } }\')}' } },
      { a: "x" },
    ],
    [
      "the path of a schema can be a template",
      {
        template: { inputsSchemaPath: "${project.name == 'shop' ? 'schema.json' : ''}" },
        schema: object({ a: { default: 1 } }),
      },
      { a: 1 },
    ],
    ["a property that is not a map is ignored", { schema: object({ a: true, b: { default: 2 } }) }, { b: 2 }],
    ["properties that are not a map are ignored", { schema: object(["a"]), inputs: { a: 5 } }, { a: 5 }],
    ["other inputs are allowed without a schema for them", { schema: { type: "object" }, inputs: { a: 5 } }, { a: 5 }],
    [
      "other inputs are allowed with patterns",
      { schema: object({}, { additionalProperties: false, patternProperties: { "^a": {} } }), inputs: { ab: 5 } },
      { ab: 5 },
    ],
    [
      "keys in references are unescaped",
      {
        schema: object(
          { a: { $ref: "#/definitions/x~1y~0z" }, b: { $ref: "#/definitions/~01" } },
          {
            definitions: {
              "x/y~z": { properties: { p: { default: 1 } } },
              "~1": { properties: { p: { default: 2 } } },
            },
          },
        ),
        inputs: { a: {}, b: {} },
      },
      { a: { p: 1 }, b: { p: 2 } },
    ],
    [
      "references that lead nowhere are ignored",
      {
        schema: object(
          {
            missing: { $ref: "#/none/x" },
            file: { $ref: "other.json#/properties/b" },
            number: { $ref: 5 },
            text: { $ref: "#/definitions/t/x" },
            b: { properties: { p: { default: 1 } } },
          },
          { definitions: { t: "x" } },
        ),
        inputs: { missing: {}, file: {}, number: {}, text: {} },
      },
      { missing: {}, file: {}, number: {}, text: {} },
    ],
    [
      "the defaults of a value that a template provides, or does not provide",
      {
        schema: object({
          none: { default: { k: 1 }, properties: { k: { default: 2 }, z: { default: 3 } } },
          text: { default: "d" },
          map: { default: {}, properties: { z: { default: 4 } } },
        }),
        inputs: { none: "${var.nope}?", text: "${var.host}", map: "${jsonDecode('{\"y\": 1}')}" },
      },
      { none: { k: 1, z: 3 }, text: "h", map: { y: 1, z: 4 } },
    ],
    [
      "the defaults of the elements of a list",
      {
        schema: object({
          maps: { items: { properties: { p: { default: 1 } } } },
          texts: { items: { default: "d" } },
          any: { items: true },
        }),
        inputs: { maps: [{}, 5, "${jsonDecode('{}')}", []], texts: [1, "${var.nope}?"], any: [{}] },
      },
      { maps: [{ p: 1 }, 5, { p: 1 }, []], texts: [1, "d"], any: [{}] },
    ],
    [
      "the first default of the parts of `allOf`",
      {
        schema: object(
          {},
          { allOf: [object({ a: { default: 1 } }), 5, object({ a: { default: 2 }, b: { default: 3 } })] },
        ),
      },
      { a: 1, b: 3 },
    ],
    [
      "null has no defaults",
      { schema: object({ a: { properties: { b: { default: 1 } } } }), inputs: { a: null } },
      { a: null },
    ],
    ["defaults can be nested in 100 levels", { schema: object({ a: nested(99) }) }, { a: valueAt(99) }],
    ["one operator provides all inputs", { schema: object({}), inputs: { $if: true, $then: { a: 1 } } }, { a: 1 }],
    ["one operator provides a value that is not a map", { schema: object({}), inputs: { $if: true, $then: 5 } }, 5],
  ])("%s", (_, given, value) => {
    expect(spec("${inputs}", { template, ...given })).toEqual(value);
  });

  const early = "the path of a schema must be text that is known early";
  const world = { options: { world: { git: NOT_KNOWN_YET } } };

  test.each<[given: Given, message: string]>([
    [{ template: { inputs: "x" } }, "templates/garden.yml: inputs: this must be a map that is known early"],
    [
      { template: { inputs: "${git.x}" }, ...world },
      "templates/garden.yml: inputs: this must be a map that is known early",
    ],
    [{ template: { inputs: { a: "string" } } }, "templates/garden.yml: inputs.a: this must be a map, not a string"],
    [{ template: { inputsSchemaPath: "" } }, `templates/garden.yml: inputsSchemaPath: ${early}`],
    [{ template: { inputsSchemaPath: 5 } }, `templates/garden.yml: inputsSchemaPath: ${early}`],
    [{ template: { inputsSchemaPath: "${git.x}" }, ...world }, `templates/garden.yml: inputsSchemaPath: ${early}`],
    [{ inputs: 5 }, "api/garden.yml: inputs: this must be a map, not a number"],
    [{ inputs: "${var.host}" }, "api/garden.yml: inputs: this must be a map, not text"],
    [
      { schema: object({}, { additionalProperties: false }), inputs: { a: 5 } },
      "api/garden.yml: inputs.a: the template t does not have this input (there are none)",
    ],
    [
      { schema: object({}, { required: ["a", 5, "b", "c"] }), inputs: { b: null } },
      "api/garden.yml: inputs: the template t also requires a, c",
    ],
    [{ schema: object({ a: nested(100) }) }, "the defaults of a schema are nested deeper than 100 levels"],
  ])("are refused: %j", (given, message) => {
    expect(failure("", { template, ...given }).message).toBe(message);
  });

  test.each<[type: unknown, accepted: readonly unknown[], refused: readonly unknown[]]>([
    ["integer", [1, -0, 1e300], [1.5, "1", null, true]],
    ["number", [1, 1.5], ["1", null]],
    ["string", ["", "a"], [1, null, []]],
    ["boolean", [true, false], [0, "true", null]],
    ["array", [[]], [{}, "a", null]],
    ["object", [{}], [[], "a", null]],
    ["null", [null], [0, "", false]],
    [
      ["integer", "array"],
      [1, []],
      [1.5, {}],
    ],
    [["string", 5], ["a"], [5]],
    [[5], ["a", 5, null], []],
    [5, ["a", 5, null], []],
  ])("the type %j accepts %j and refuses %j", (type, accepted, refused) => {
    const given = (a: unknown) => ({ template, schema: object({ a: { type } }), inputs: { a } });
    for (const value of accepted) expect(spec("${[inputs.a]}", given(value))).toEqual([value]);
    const names = [type].flat().filter((name) => typeof name === "string");
    for (const value of refused) {
      expect(failure("", given(value)).message).toMatch(
        `inputs.a: the template t expects ${names.join(" or ")} here, not `,
      );
    }
  });
});

test("a template that says nothing of its inputs takes any", () => {
  expect(spec("${inputs}", { inputs: { a: 1 } })).toEqual({ a: 1 });
  expect(spec("${inputs}")).toEqual({});
});
