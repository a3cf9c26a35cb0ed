/** Garden projects in the language server: what it says of a config file, whatever is being typed. */
import { existsSync, rmSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FileHost } from "../../src/cli/commands/lsp/host.ts";
import type { CommandIo } from "../../src/cli/frame/io.ts";
import { completionAt } from "../../src/lsp/answers.ts";
import { hoverLines } from "../../src/lsp/hover.ts";
import { OpenTexts } from "../../src/lsp/open-texts.ts";
import type { Place } from "../../src/lsp/places.ts";
import { FolderPerTest } from "../cli/temporary.ts";
import { marked, shown } from "./marked.ts";

const folder = new FolderPerTest();
const IO: CommandIo = {
  read: () => 0,
  write() {},
  report() {},
  statusOf: () => undefined,
  showProgress: undefined,
  environment: {},
  colors: false,
  isTerminal: false,
};

const PROJECT = `apiVersion: garden.io/v1
kind: Project
name: shop
environments:
  - name: dev
  - name: prod
    varfile: prod.yaml
    variables: {replicas: 3}
providers: [{name: local-kubernetes}]
variables:
  replicas: 1
  domain: local
  host: shop.\${var.domain}
`;

const API = `kind: Deploy
name: api
type: container
variables:
  host: api.\${var.host}
  url: http://\${var.host}/
spec:
  replicas: \${var.replicas}
  image: \${actions.build.image.outputs.id}
  name: \${project.name}-\${environment.name}
  args: ["\${var.regoin}", "$\${var.host}", "\${upper(var.domain)}"]
---
kind: Build
name: image
type: container
`;

const FILES = { "garden.yml": PROJECT, "api/garden.yml": API, "prod.yaml": "# of prod\ndomain: example.com\n" };

/** The files of a project in a temporary folder, those open that are named. */
function opened(files: Readonly<Record<string, string>>, ...names: readonly string[]) {
  folder.write(files);
  const texts = new OpenTexts(new FileHost("design", IO));
  const path = (file: string) => `${folder.path}/${file}`;
  for (const name of names) texts.set(path(name), files[name]!);
  return {
    texts,
    set: (file: string, text: string) => texts.set(path(file), text),
    close: (file: string) => texts.close(path(file)),
    view: (file: string) => texts.view(path(file))!,
    placeText: ({ end, name, start }: Place) => {
      return `${name.slice(folder.path.length + 1)}:${shown(texts.textOf(name)!, { start, end })}`;
    },
  };
}

type Opened = ReturnType<typeof opened>;

/** What a hover says of the place that is marked with `‸` in a part of the text. */
function hover({ placeText, texts, view }: Opened, file: string, part: string): string[] | undefined {
  const symbol = symbolAt({ texts, view } as Opened, file, part);
  return symbol && hoverLines(symbol, placeText);
}

function symbolAt({ texts, view }: Opened, file: string, part: string) {
  const { at, text } = marked(part);
  const found = texts.textOf(`${folder.path}/${file}`)!.indexOf(text);
  expect(found, `${text} in ${file}`).not.toBe(-1);
  return view(file).symbolAt(found + at);
}

function findings({ texts, view }: Opened, file: string): string[] {
  const text = texts.textOf(`${folder.path}/${file}`)!;
  return view(file).findings.map((found) => `${shown(text, found)} ${found.finding.rule}: ${found.finding.message}`);
}

describe("findings", () => {
  test("are those of lint", () => {
    const project = opened(FILES, "garden.yml", "api/garden.yml");
    expect(findings(project, "api/garden.yml")).toEqual([
      "6:3 url template-unused-variable: no template refers to the variable url",
      '11:17 regoin template-missing-key: spec.args.0: no such key: "regoin" under var (known: replicas, domain, host, url)',
    ]);
    expect(findings(project, "garden.yml")).toEqual([]);
    expect(findings(project, "garden.yml")).toEqual([]);
  });

  test("a comment suppresses one, and the configuration's levels count", () => {
    const files = {
      ...FILES,
      ".varexpand.yaml": "rules: {template-unused-variable: off}\n",
      "api/garden.yml": API.replace('  args: ["', '  # varexpand-ignore template-missing-key: later\n  args: ["'),
    };
    expect(findings(opened(files, "api/garden.yml"), "api/garden.yml")).toEqual([]);
  });

  test("an error is reported at its place, also in a varfile", () => {
    const files = { ...FILES, "api/garden.yml": API.replace("type: container", "type: container\ndependencies: [x]") };
    const project = opened(files, "garden.yml", "api/garden.yml", "prod.yaml");
    const errors = (file: string) => findings(project, file).filter((finding) => finding.includes("project-error"));
    expect(errors("api/garden.yml")).toEqual(["4:16 x] project-error: dependencies.0: no such action: x"]);
    project.set("api/garden.yml", API);
    expect(errors("api/garden.yml")).toEqual([]);
    project.set("prod.yaml", "domain: [\n");
    expect(findings(project, "prod.yaml")).toHaveLength(1);
    expect(findings(project, "garden.yml")).toEqual([]);
  });

  test("while a file is broken, its documents are not missing in others", () => {
    const image = "kind: Build\nname: base\ntype: container\n";
    const api = API.replace("type: container", "type: container\ndependencies: [build.base]");
    const project = opened(
      { ...FILES, "api/garden.yml": api, "base/garden.yml": image },
      "api/garden.yml",
      "base/garden.yml",
    );
    const errors = () => findings(project, "api/garden.yml").filter((finding) => finding.includes("project-error"));
    expect(errors()).toEqual([]);
    project.close("base/garden.yml");
    project.set("base/garden.yml", "kind: [Build\n");
    expect(errors()).toEqual([]);
    project.set("base/garden.yml", image.replace("base", "other"));
    expect(errors()).toEqual(["4:16 build.base] project-error: dependencies.0: no such action: build.base"]);
  });

  test("an error without a place is reported at the beginning of the project document", () => {
    const project = opened(
      { ...FILES, "garden.yml": PROJECT.replace("varfile: prod.yaml", "varfile: no.yaml") },
      "garden.yml",
    );
    expect(findings(project, "garden.yml")).toEqual([
      "7:14 no.yaml project-error: environments.1.varfile: no such varfile: no.yaml; if it is optional, write { path, optional: true }",
    ]);
    const outside = opened(
      { ...FILES, "garden.yml": PROJECT.replace("prod.yaml", "${project.name}/../../x.yaml") },
      "garden.yml",
      "api/garden.yml",
    );
    expect(findings(outside, "garden.yml")).toEqual([
      "1:1 apiVersion: garden.io/v1 project-error: shop/../../x.yaml: the path leads out of the project's folder; this varfile must be in that folder",
    ]);
    expect(findings(outside, "api/garden.yml").join()).not.toContain("project-error");
    const twice = opened({ ...FILES, "b.garden.yml": "kind: Deploy\n" }, "garden.yml");
    expect(findings(twice, "garden.yml")).toEqual([]);
    expect(twice.view("garden.yml").kind).toBe("template");
  });
});

describe("hover", () => {
  test("a variable: value and type in each environment, and the levels", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(hover(project, "api/garden.yml", "${var.re‸plicas}")).toEqual([
      "var.replicas in dev, deploy.api: 1 (number)",
      "  1  the project's variables, garden.yml:11:3 replicas",
      "var.replicas in prod, deploy.api: 3 (number)",
      "  3  the environment's variables, garden.yml:8:17 replicas",
      "  1  the project's variables, garden.yml:11:3 replicas (hidden)",
    ]);
  });

  test("in a level, the variable of the levels below counts", () => {
    const project = opened(FILES, "api/garden.yml");
    const expected = [
      'var.host in deploy.api: "shop.local" (string)',
      '  "shop.local"  the project\'s variables, garden.yml:13:3 host',
      '  "api.shop.local"  the action\'s variables, api/garden.yml:5:3 host (hidden)',
    ];
    expect(hover(project, "api/garden.yml", "host: api.${var.ho‸st}")).toEqual(expected);
    expect(hover(project, "api/garden.yml", "http://${var.‸host}")).toEqual(expected);
  });

  test("what other documents declare", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(hover(project, "api/garden.yml", "${project.‸name}")).toEqual([
      'project.name in deploy.api: "shop" (string)',
      "  garden.yml:3:7 shop",
    ]);
    expect(hover(project, "api/garden.yml", "outputs.i‸d")).toEqual([
      "actions.build.image.outputs.id in deploy.api: (not known yet)",
      "  api/garden.yml:14:7 image",
    ]);
  });

  test("an item of a loop, which only the loop knows", () => {
    const loop = API.replace("spec:", "spec:\n  each: {$forEach: [1], $return: '${item.value}'}");
    const project = opened({ ...FILES, "api/garden.yml": loop }, "api/garden.yml");
    expect(hover(project, "api/garden.yml", "$return: '${item.va‸lue}")).toEqual([
      "item.value in deploy.api: an item of the $forEach collection",
    ]);
  });

  test("an expression, a missing key, and text that is not a template", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(hover(project, "api/garden.yml", "${up‸per(")).toEqual([
      '${upper(var.domain)} in dev, deploy.api: "LOCAL" (string)',
      '${upper(var.domain)} in prod, deploy.api: "EXAMPLE.COM" (string)',
    ]);
    expect(hover(project, "api/garden.yml", "${var.reg‸oin}")).toEqual([
      'var.regoin in deploy.api: no value: no such key: "regoin" under var (known: replicas, domain, host, url)',
    ]);
    expect(hover(project, "api/garden.yml", "$${var.ho‸st}")).toBeUndefined();
    expect(hover(project, "api/garden.yml", "ki‸nd: Build")).toBeUndefined();
  });

  test("a variable where it is declared, in a varfile too", () => {
    const project = opened(FILES, "garden.yml", "prod.yaml");
    expect(hover(project, "prod.yaml", "do‸main")).toEqual([
      'var.domain in dev: "local" (string)',
      '  "local"  the project\'s variables, garden.yml:12:3 domain',
      'var.domain in prod: "example.com" (string)',
      '  "example.com"  prod.yaml:2:1 domain',
      '  "local"  the project\'s variables, garden.yml:12:3 domain (hidden)',
    ]);
  });

  test("inputs: the document that gives them", () => {
    const files = {
      "garden.yml": `${PROJECT}---\nkind: ConfigTemplate\nname: t\nconfigs:\n  - kind: Run\n    name: r-\${inputs.port}\n    type: exec\n    spec: {command: ["\${inputs.port + 1}"]}\n`,
      "r.garden.yml":
        "kind: RenderTemplate\nname: one\ntemplate: t\ninputs: {port: 80}\n---\nkind: RenderTemplate\nname: two\ntemplate: t\ninputs: {port: 90}\n",
      "prod.yaml": "{}\n",
    };
    const project = opened(files, "garden.yml");
    expect(hover(project, "garden.yml", "${inputs.po‸rt + 1}")).toEqual([
      "inputs.port in run.r-80: 80 (number)",
      "  r.garden.yml:4:10 port",
      "inputs.port in run.r-90: 90 (number)",
      "  r.garden.yml:9:10 port",
    ]);
  });
});

describe("definition and references", () => {
  const places = (project: Opened, file: string, part: string) => {
    const symbol = symbolAt(project, file, part)!;
    return {
      definitions: symbol.definitions.map(({ entry }) => project.placeText(entry!)),
      references: symbol.references().map(project.placeText),
    };
  };

  test("a use: where the value comes from, then what is hidden; everything that it gives", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(places(project, "api/garden.yml", "${var.re‸plicas}")).toEqual({
      definitions: ["garden.yml:11:3 replicas", "garden.yml:8:17 replicas"],
      references: ["garden.yml:11:3 replicas", "garden.yml:8:17 replicas", "api/garden.yml:8:15 var.replicas"],
    });
  });

  test("a variable of the project: not what an action of the same name gives", () => {
    const files = { ...FILES, "api/garden.yml": API.replace("${upper(var.domain)}", "${upper(var.host)}") };
    const project = opened(files, "garden.yml");
    expect(places(project, "garden.yml", "ho‸st: shop")).toEqual({
      definitions: ["garden.yml:13:3 host"],
      references: ["garden.yml:13:3 host", "api/garden.yml:5:15 var.host", "api/garden.yml:6:17 var.host"],
    });
  });

  test("a missing variable: the other lookups of the same name", () => {
    const api = API.replace("$${var.host}", "${var.regoin}-${var.nothing}-${environment.regoin}");
    const project = opened({ ...FILES, "api/garden.yml": api }, "api/garden.yml");
    expect(places(project, "api/garden.yml", "${var.reg‸oin}-")).toEqual({
      definitions: [],
      references: ["api/garden.yml:11:13 var.regoin", "api/garden.yml:11:30 var.regoin"],
    });
  });

  test("an action", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(places(project, "api/garden.yml", "build.im‸age")).toEqual({
      definitions: ["api/garden.yml:14:7 image"],
      references: ["api/garden.yml:14:7 image", "api/garden.yml:9:12 actions.build.image"],
    });
  });
});

describe("completion", () => {
  const names = (project: Opened, file: string, part: string, before = API) => {
    const { at, text } = marked(part);
    const whole = before.replace("  image: ${actions.build.image.outputs.id}\n", () => `  image: ${text}\n`);
    project.set(file, whole);
    const found = completionAt(whole, project.view(file), whole.indexOf(`  image: ${text}`) + "  image: ".length + at);
    return found && { covers: whole.slice(found.start, found.end), names: found.names.map(({ text }) => text) };
  };

  test("names that are visible there", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(names(project, "api/garden.yml", "${var.‸")).toEqual({
      covers: "",
      names: ["replicas", "domain", "host", "url"],
    });
    expect(names(project, "api/garden.yml", "x-${var.ho‸s}")).toMatchObject({ covers: "hos" });
    expect(names(project, "api/garden.yml", "${actions.build.‸}")?.names).toEqual(["image"]);
    expect(names(project, "api/garden.yml", "${environment.‸}")?.names).toEqual(["name", "namespace", "fullName"]);
    expect(names(project, "api/garden.yml", "${pro‸}")?.names).toEqual(
      expect.arrayContaining(["var", "project", "environment", "actions", "upper("]),
    );
    expect(names(project, "api/garden.yml", "${if var.‸}")?.names).toContain("host");
    expect(names(project, "api/garden.yml", '${upper(var["host"]) + var.‸}')?.names).toContain("host");
  });

  test("none where no expression is", () => {
    const project = opened(FILES, "api/garden.yml");
    for (const part of ["$${var.‸", "${var.host} var.‸", "var.‸", "${'var.‸'}", "${local.env.‸}", "${var.host.‸}"]) {
      expect(names(project, "api/garden.yml", part)?.names ?? [], part).toEqual([]);
    }
  });

  test("a name that needs brackets takes the place of the dot", () => {
    const project = opened({ ...FILES, "garden.yml": PROJECT.replace("domain: local", '"a.b": 1') }, "api/garden.yml");
    const before = API.replaceAll("var.domain", "var.host");
    expect(names(project, "api/garden.yml", "${var.‸", before)?.names).toContain('["a.b"]');
  });

  test("in a text that is broken", () => {
    const project = opened(FILES, "api/garden.yml");
    project.view("api/garden.yml").findings;
    const broken = API.replace('"${var.regoin}"', '"${var.regoin}", "${var.');
    project.set("api/garden.yml", broken);
    expect(findings(project, "api/garden.yml")).toHaveLength(1);
    const found = completionAt(broken, project.view("api/garden.yml"), broken.indexOf('"${var.regoin}", "${var.') + 24);
    expect(found?.names.map(({ text }) => text)).toEqual(["replicas", "domain", "host", "url"]);
  });
});

describe("texts that change", () => {
  test("an open text counts before its file, and a closed one no longer", () => {
    const project = opened(FILES, "api/garden.yml", "garden.yml");
    const value = () => hover(project, "api/garden.yml", "${var.re‸plicas}")![0];
    expect(value()).toBe("var.replicas in dev, deploy.api: 1 (number)");
    project.set("garden.yml", PROJECT.replace("replicas: 1", "replicas: 2"));
    expect(value()).toBe("var.replicas in dev, deploy.api: 2 (number)");
    project.close("garden.yml");
    expect(value()).toBe("var.replicas in dev, deploy.api: 1 (number)");
    folder.write({ "garden.yml": PROJECT.replace("replicas: 1", "replicas: 7") });
    project.texts.refresh([`${folder.path}/garden.yml`]);
    expect(value()).toBe("var.replicas in dev, deploy.api: 7 (number)");
  });

  test("an unsaved config file belongs to the project; an ignored one does not", () => {
    const project = opened({ ...FILES, ".gardenignore": "old\n" }, "api/garden.yml");
    expect(findings(project, "api/garden.yml").filter((each) => each.includes("web"))).toEqual([]);
    const web = API.replaceAll("api", "web").split("---")[0]!;
    for (const file of ["web/garden.yml", "old/garden.yml", "node_modules/x/garden.yml"]) project.set(file, web);
    expect(project.view("web/garden.yml").kind).toBe("template");
    expect(hover(project, "web/garden.yml", "${var.re‸plicas}")![0]).toBe(
      "var.replicas in dev, deploy.web: 1 (number)",
    );
    expect(project.view("old/garden.yml").kind).toBe("manifest");
    expect(project.view("node_modules/x/garden.yml").kind).toBe("manifest");
    // What gives a name knows of it, and no longer when it is closed.
    const references = () => symbolAt(project, "api/garden.yml", "host: api.${var.ho‸st}")!.references();
    expect(references().map(({ name }) => name.slice(folder.path.length + 1))).toContain("web/garden.yml");
    project.close("web/garden.yml");
    expect(references().map(({ name }) => name.slice(folder.path.length + 1))).not.toContain("web/garden.yml");
  });

  test("a broken text shows where, and keeps what it was", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(findings(project, "api/garden.yml")).toHaveLength(2);
    project.set("api/garden.yml", API.replace("name: api\n", 'name: "api\n'));
    expect(findings(project, "api/garden.yml")).toEqual([expect.stringMatching(/ project-error: invalid YAML/)]);
    expect(hover(project, "api/garden.yml", "${project.‸name}")).toEqual([
      'project.name in deploy.api: "shop" (string)',
      "  garden.yml:3:7 shop",
    ]);
    // Not what has changed itself.
    project.set("api/garden.yml", API.replace("var.replicas", "var.repl: icas"));
    for (const part of ["${v‸ar.repl: icas}", "${var.re‸pl: icas}", "${var.repl: ic‸as}"]) {
      expect(hover(project, "api/garden.yml", part)).toBeUndefined();
    }
    project.set("api/garden.yml", API);
    expect(findings(project, "api/garden.yml")).toHaveLength(2);
  });

  test("a project that cannot be opened keeps what it was", () => {
    const project = opened(FILES, "api/garden.yml", "garden.yml");
    hover(project, "api/garden.yml", "${var.re‸plicas}");
    project.set("garden.yml", PROJECT.replace("environments:", "environments: 1\nx:"));
    expect(findings(project, "garden.yml")).toEqual([
      "4:15 1 project-error: environments: this must be a list, not a number",
    ]);
    expect(hover(project, "api/garden.yml", "${var.re‸plicas}")![0]).toBe(
      "var.replicas in dev, deploy.api: 1 (number)",
    );
  });

  test("a project keeps what it was until its last text is closed", () => {
    const project = opened(FILES, "api/garden.yml", "garden.yml");
    const broken = API.replace("name: api\n", 'name: "api\n');
    const isKnown = () => {
      project.set("api/garden.yml", broken);
      return hover(project, "api/garden.yml", "${project.‸name}") !== undefined;
    };
    expect(hover(project, "api/garden.yml", "${project.‸name}")).toBeDefined();
    project.close("api/garden.yml");
    expect(isKnown()).toBe(true);
    project.close("garden.yml");
    project.close("api/garden.yml");
    folder.write({ "api/garden.yml": broken });
    expect(isKnown()).toBe(false);
  });

  test("a project that could never be opened has no variables, and its errors are reported", () => {
    const project = opened({ ...FILES, "garden.yml": "kind: Project\nname: [\n" }, "api/garden.yml", "garden.yml");
    expect(findings(project, "garden.yml")).toEqual([expect.stringMatching(/^2:7 \[ project-error: invalid YAML/)]);
    expect(hover(project, "api/garden.yml", "${var.re‸plicas}")).toBeUndefined();
    expect(completionAt(API, project.view("api/garden.yml"), API.indexOf("${var.") + 6)).toBeUndefined();
  });

  test("an open varfile counts, however its path leads to it", () => {
    const api = API.replace("type: container", "type: container\nvarfiles: [./x/../own.yaml]");
    const files = { ...FILES, "garden.yml": PROJECT.replace("prod.yaml", "x/../prod.yaml"), "api/garden.yml": api };
    const project = opened({ ...files, "api/own.yaml": "replicas: 5\n" }, "api/garden.yml");
    const values = (part: string) => {
      const lines = hover(project, "api/garden.yml", part)!.filter((line) => !line.startsWith(" "));
      return lines.map((line) => line.replace(/^.*: /, ""));
    };
    expect(values("${var.re‸plicas}")).toEqual(["5 (number)", "5 (number)"]);
    expect(values("${up‸per(")).toEqual(['"LOCAL" (string)', '"EXAMPLE.COM" (string)']);
    project.set("api/own.yaml", "replicas: 6\n");
    project.set("prod.yaml", "domain: typed\n");
    expect(values("${var.re‸plicas}")).toEqual(["6 (number)", "6 (number)"]);
    expect(values("${up‸per(")).toEqual(['"LOCAL" (string)', '"TYPED" (string)']);
  });

  test("the project's file is removed: there is no longer a project", () => {
    const project = opened(FILES, "api/garden.yml");
    expect(project.view("api/garden.yml").kind).toBe("template");
    rmSync(`${folder.path}/garden.yml`);
    expect(existsSync(`${folder.path}/garden.yml`)).toBe(false);
    project.texts.refresh([`${folder.path}/garden.yml`]);
    expect(project.view("api/garden.yml").kind).toBe("manifest");
  });

  test("any edit: nothing is thrown, and a text that is in order again says what a new one says", () => {
    const project = opened(FILES, "api/garden.yml", "garden.yml");
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(12),
      inserted: fc.constantFrom(
        "",
        "${",
        "}",
        "${var.",
        "'",
        '"',
        "\n",
        ": ",
        "- ",
        "[",
        "{",
        "name",
        "kind: Project\n",
      ),
    });
    const answers = (file: string, text: string) => {
      const view = project.view(file);
      for (const offset of [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(part * text.length))) {
        const symbol = view.symbolAt(offset);
        if (symbol !== undefined) hoverLines(symbol, project.placeText);
        symbol?.references();
        completionAt(text, view, offset);
      }
      return findings(project, file);
    };
    const before = answers("api/garden.yml", API);
    fc.assert(
      fc.property(fc.constantFrom("api/garden.yml", "garden.yml"), fc.array(edit, { maxLength: 5 }), (file, edits) => {
        let text = FILES[file as keyof typeof FILES];
        for (const { at, inserted, length } of edits) {
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + inserted + text.slice(from + length);
          project.set(file, text);
          answers(file, text);
        }
        project.set(file, FILES[file as keyof typeof FILES]);
        expect(answers("api/garden.yml", API)).toEqual(before);
      }),
      { numRuns: 20, seed: 20_261_127 },
    );
  });
});
