import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const PROJECT = "kind: Project\nname: p\nenvironments: [{ name: dev }]\n";

describe("secrets", () => {
  const MARKERS: Readonly<Record<string, string>> = {
    short: "hunter2",
    quotes: 'hun"ter\\2\tx',
    long: `hunter2${"x".repeat(300)}`,
    lines: "hunter2\nsecond-hunter",
    number: "7350017",
  };

  /** What must not be seen of a secret: itself, a part of it, and what functions make of it. */
  const tracesOf = (secret: string) => [
    secret,
    secret.slice(0, 6),
    secret.toUpperCase().slice(0, 6),
    Buffer.from(secret).toString("base64").slice(0, 7),
    JSON.stringify(secret).slice(1, 8),
    ...secret.split("\n"),
  ];

  const USES = [
    "secrets.token",
    "upper(secrets.token)",
    "base64Encode(secrets.token)",
    "slice(secrets.token, 0, 6)",
    "var.made",
  ];

  /** Documents in which an expression does harm; each must fail or be explained without telling its value. */
  const PLACES: readonly ((use: string) => Readonly<Record<string, string>>)[] = [
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${var['\${${use}}']}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${var.map[${use}].x}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${${use}.x.y}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${jsonDecode(${use})}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${yamlDecode('*\${${use}}')}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${formatDate(${use}, 'x')}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: { $if: "\${${use}}", $then: 1 }\n` }),
    (use) => ({ x: `kind: Run\nname: r\ndependencies: ["build.\${${use}}"]\n` }),
    (use) => ({ x: `kind: Run\nname: r\nbuild: "\${${use}}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${actions.build[${use}].outputs.x}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nspec: "\${actions[${use}].b.outputs.x}"\n` }),
    (use) => ({ x: `kind: Run\nname: r\nvarfiles: ["\${${use}}.env"]\n` }),
    (use) => ({ x: `kind: Run\nname: r\nvarfiles: ["../\${${use}}"]\n` }),
    (use) => ({
      x: `kind: Run\nname: r\nvariables: { made: { a: 1 }, own: "\${${use}}", deep: { a: ["\${${use}}"] } }\n`,
    }),
    (use) => ({
      x: `kind: RenderTemplate\nname: r\ntemplate: t\ninputs: { name: "\${${use}}" }\n---\nkind: ConfigTemplate\nname: t\nconfigs: [{ kind: Run, name: "\${inputs.name}", x: "\${actions.run.o.outputs.x}" }]\n---\nkind: Run\nname: o\n`,
    }),
    (use) => ({ project: `varfile: "\${${use}}.env"\n` }),
    (use) => ({ project: `defaultEnvironment: "\${${use}}"\n` }),
    (use) => ({ project: `providers: [{ name: k, x: "\${${use}.y}" }]\n` }),
  ];

  const EXPLAINED = ["made", "map", "own", "deep", "deep.a", "deep.a.0", "nope"];

  test.each(Object.keys(MARKERS))("%s: in no message and no explanation, whatever is made of it", async (marker) => {
    const secret = MARKERS[marker]!;
    const traces = tracesOf(secret);
    const given: readonly (readonly [args: string[], environment: Record<string, string>])[] = [
      [["--secrets", folder.at("s.json")], {}],
      [["--secret-env", "token=TOKEN"], { TOKEN: secret }],
    ];
    folder.write({ "s.json": JSON.stringify({ token: secret, other: 1 }) });
    for (const [i, placeOf] of PLACES.entries()) {
      // Every other one: each marker sees each use in some place.
      for (const [j, use] of USES.entries()) {
        if ((i + j + marker.length) % 2 === 0) continue;
        const { project = "", x = "" } = placeOf(use);
        folder.write({
          "garden.yml": `${PROJECT}variables: { made: "x\${secrets.token}", map: { a: 1 } }\n${project}`,
          "x/garden.yml": x,
        });
        const [args, environment] = given[i % 2]!;
        const printed: string[] = [];
        const { messages } = await runInMemory(["template", "--project", folder.path, ...args], { environment });
        printed.push(...messages);
        const format = (i + j) % 3 === 0 ? "json" : "yaml";
        const variable = EXPLAINED[(i + j) % EXPLAINED.length]!;
        for (const name of ["made", variable]) {
          const explained = await runInMemory(
            ["template", "--project", folder.path, ...args, "--explain", name, "-o", format],
            { environment },
          );
          printed.push(explained.output, ...explained.messages);
        }
        for (const text of printed) {
          for (const trace of traces) expect(text, `${placeOf(use).x ?? project}`).not.toContain(trace);
          expect(text).not.toContain("internal error");
        }
      }
    }
  });

  test("are not in messages about files and options that contain them", async () => {
    const message = async (...args: string[]) => {
      const { code, output, messages } = await runInMemory(["template", ...args], { stdin: "" });
      expect({ code, output }).toEqual({ code: 2, output: "" });
      return messages.join("\n");
    };
    folder.write({ "garden.yml": PROJECT });
    const project = ["--project", folder.path];
    for (const [name, text] of [
      ["s.json", '{"token": hunter2}'],
      ["s2.json", '"hunter2"'],
      ["s.yaml", "token: *hunter2"],
      ["s2.yaml", "token: !!hunter2 [a\n"],
      ["s3.yaml", "hunter2"],
      ["s4.yaml", "a: b\nhunter2"],
      ["s5.yaml", 'a: "\\hunter2"'],
      ["s6.yaml", "%TAG !h! hunter2\n%TAG !h! hunter2\n---\na"],
      ["s7.yaml", "a: !hunter2!x b"],
      ["s8.yaml", "hunter2: 1\nhunter2: 2"],
      ["s.env", Buffer.from("token=hunter2\xff", "latin1")],
    ] as const) {
      folder.file(name, text);
      expect(await message(...project, "--secrets", folder.at(name)), name).not.toContain("hunter2");
      expect(await message("--context", folder.at(name)), name).not.toContain("hunter2");
    }
    for (const args of [
      [...project, "--secret-env", "token=hunter2"],
      [...project, "--var", "hunter2"],
      [...project, "--var", "password=x,hunter2"],
      [...project, "--var", "password=x,..hunter2=y"],
      ["--set", "hunter2"],
      ["--set", ".hunter2=x"],
    ]) {
      expect(await message(...args), args.join(" ")).not.toContain("hunter2");
    }
  });

  test("include environment variables that are named as secrets, and values derived from them", async () => {
    const uses: Readonly<Record<string, string>> = {
      a: "${local.env.TOKEN}",
      upper: "${upper(local.env.TOKEN)}",
      encoded: "x-${base64Encode(local.env['TOKEN'])}",
      all: "${jsonEncode(local.env)}",
      through: "${var.upper}",
    };
    const traces = ["hunter2", "HUNTER2", "aHVudGVy"];
    const given = ["template", "--project", folder.path, "--secret-env", "token=TOKEN"];
    const environment = { TOKEN: "hunter2", OTHER: "plain" };
    folder.write({
      "garden.yml": `${PROJECT}variables: ${JSON.stringify({ ...uses, other: "${local.env.OTHER}" })}\n`,
    });
    for (const format of ["yaml", "json"]) {
      for (const name of Object.keys(uses)) {
        const { code, output } = await runInMemory([...given, "--explain", name, "-o", format], { environment });
        expect(code).toBe(0);
        expect(output).toContain(format === "json" ? '"isSecret": true' : "***");
        for (const trace of traces) expect(output, name).not.toContain(trace);
      }
      const { output } = await runInMemory([...given, "--explain", "other", "-o", format], { environment });
      expect(output).toContain("plain");
    }
    const resolved = await runInMemory([...given, "-o", "json"], { environment });
    expect(JSON.parse(resolved.output)).toMatchObject({
      variables: { a: "hunter2", upper: "HUNTER2", other: "plain" },
    });
    for (const use of ["${var[local.env.TOKEN]}", "${jsonDecode(upper(local.env.TOKEN))}", "${var[var.encoded]}"]) {
      folder.write({ "x.garden.yml": `kind: Run\nname: r\nspec: ${JSON.stringify(use)}\n` });
      const { code, messages } = await runInMemory(given, { environment });
      expect(code).toBe(2);
      for (const trace of traces) expect(messages.join("\n"), use).not.toContain(trace);
    }
  });

  test("a system error about a file that is named after a secret does not contain it", async () => {
    folder.write({ "garden.yml": `${PROJECT}varfile: "\${secrets.token}.env"\n` });
    folder.file("hunter2.env", Buffer.from([0xff]));
    const args = ["template", "--project", folder.path, "--secret-env", "token=TOKEN"];
    const { code, messages } = await runInMemory(args, { environment: { TOKEN: "hunter2" } });
    expect({ code, messages }).toEqual({ code: 2, messages: ["varexpand: ***.env:1:1: the file is not valid UTF-8"] });
  });

  test("does not mask text that contains a secret's letters by chance", async () => {
    folder.write({ "garden.yml": `${PROJECT}variables: { a: value }\n` });
    const args = ["template", "--project", folder.path, "--secret-env", "s=S", "--explain", "a", "-o", "json"];
    const { output } = await runInMemory(args, { environment: { S: "e" } });
    expect(JSON.parse(output)).toMatchObject({ value: "value", isSecret: false, origins: [{ effect: "gives" }] });
  });
});

describe("names with control characters", () => {
  const EVIL = "a\u001b[31mb\u0085c\u202ed\u2066e\u007ff";
  const SHOWN = "a\\u001b[31mb\\u0085c\\u202ed\\u2066e\\u007ff";
  const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  const key = JSON.stringify(`${EVIL}\nforged: line`);

  const PROJECTS: readonly Readonly<Record<string, string>>[] = [
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: ${key}\ndependencies: [run.x]\n` },
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: r\ndependencies: [${key}]\n` },
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: ${key}\n---\nkind: Run\nname: ${key}\n` },
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: r\nspec: { ${key}: "\${var.x}" }\n` },
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: r\nvarfiles: [${key}]\n` },
    { "garden.yml": `${PROJECT}---\nkind: Run\nname: r\nvarfiles: ["../" , ${key}]\n` },
    { "garden.yml": `${PROJECT}---\nkind: RenderTemplate\nname: r\ntemplate: ${key}\n` },
    { "garden.yml": `kind: Project\nname: p\nenvironments: [{ name: ${key} }]\ndefaultEnvironment: x\n` },
    { "garden.yml": `kind: Project\nname: p\nenvironments: [{ name: x }]\ndefaultEnvironment: ${key}\n` },
    { [`${EVIL}.garden.yml`]: `${PROJECT}variables: 1\n` },
    { [`${EVIL}/garden.yml`]: PROJECT, [`${EVIL}/x.garden.yml`]: PROJECT },
    { "garden.yml": PROJECT, [`${EVIL}.garden.yml`]: "\u0000" },
    { "garden.yml": `${PROJECT}varfile: v.json\n`, "v.json": `{ ${key}: "\${nope}" }`, x: "" },
  ];

  test.each(PROJECTS.map((files) => [JSON.stringify(files), files] as const))("in errors: %s", async (_, files) => {
    folder.write(files);
    const { code, messages } = await runInMemory(["template", "--project", folder.path]);
    expect(code).toBe(2);
    expect(messages.length).toBe(1);
    expect(messages[0]).not.toMatch(UNPRINTABLE);
    expect(messages[0]).not.toContain("\n");
    expect(messages[0]).not.toContain("internal error");
  });

  test("in errors about bytes that are not UTF-8", async () => {
    folder.write({ "garden.yml": PROJECT });
    folder.file(`${EVIL}.garden.yml`, Buffer.from([0xff]));
    const { messages } = await runInMemory(["template", "--project", folder.path]);
    expect(messages).toEqual([`varexpand: ${SHOWN}.garden.yml:1:1: the file is not valid UTF-8`]);
  });

  test("in lists of actions that wait", async () => {
    folder.write({
      "garden.yml": `${PROJECT}---\nkind: Run\nname: ${key}\nspec: "\${actions.run.o.outputs.x}"\n---\nkind: Run\nname: o\n`,
    });
    const { messages, output } = await runInMemory(["template", "--project", folder.path, "-o", "json"]);
    expect(messages).toEqual([
      `some values are not known yet and remain templates in run.${SHOWN}\\nforged: line; set them with --outputs FILE: actions.run.o.outputs.x`,
    ]);
    expect(output).not.toMatch(UNPRINTABLE);
  });

  test("in explanations", async () => {
    folder.write({
      "garden.yml": `${PROJECT}variables: { a: { ${key}: ${key} } }\n---\nkind: Run\nname: ${key}\nvariables: { a: ${key} }\nvarfiles: [${JSON.stringify(`${EVIL}.yaml`)}]\n`,
      [`${EVIL}.yaml`]: `a: ${key}\n`,
    });
    const text = await runInMemory(["template", "--project", folder.path, "--explain", "a"]);
    expect(text.output).not.toMatch(UNPRINTABLE);
    expect(text.output.split("\n").filter((line) => line.startsWith("forged"))).toEqual([]);
    expect(text.output).toContain(`var.a in run.${SHOWN}\\nforged: line: `);
    expect(text.output).toContain(`${SHOWN}.yaml:1:4`);
    const json = await runInMemory(["template", "--project", folder.path, "--explain", "a", "-o", "json"]);
    expect(json.output).not.toMatch(UNPRINTABLE);
    expect(json.output).toContain(SHOWN);
  });

  test("in templates of single files", async () => {
    folder.write({ [`${EVIL}.yaml`]: `${key}: "\${nope}"\n` });
    const { messages } = await runInMemory(["template", "-f", folder.at(`${EVIL}.yaml`)]);
    expect(messages.length).toBe(1);
    expect(messages[0]).not.toMatch(UNPRINTABLE);
    expect(messages[0]).not.toContain("\n");
  });
});
