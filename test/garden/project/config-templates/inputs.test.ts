import { describe, expect, test } from "vitest";
import { NOT_KNOWN_YET, Project, type ProjectOptions, VariablesError } from "../../../../src/index.ts";

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
  try {
    spec(...args);
  } catch (error) {
    if (error instanceof VariablesError) return error;
    throw error;
  }
  throw new Error("nothing was wrong");
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
    [{ template: { inputsSchemaPath: "nope.json" } }, "inputsSchemaPath: there is no schema nope.json"],
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

test("a template that says nothing of its inputs takes any", () => {
  expect(spec("${inputs}", { inputs: { a: 1 } })).toEqual({ a: 1 });
  expect(spec("${inputs}")).toEqual({});
});
