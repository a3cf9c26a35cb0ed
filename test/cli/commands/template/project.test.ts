import { cpSync, symlinkSync, truncateSync } from "node:fs";
import { userInfo } from "node:os";
import { describe, expect, test } from "vitest";
import { parseYamlDocuments } from "../../../../src/garden/variables/yaml.ts";
import { parseManifest } from "../../../../src/yaml/parse.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const EXAMPLE = "examples/project";
const SECRETS = ["--secrets", `${EXAMPLE}/secrets.env`];

const template = (...args: string[]) => runInMemory(["template", ...args]);

function documentsIn(output: string): unknown[] {
  return parseYamlDocuments(output, "output").map(({ value }) => value);
}

describe("the example", () => {
  test("in its default environment, before anything has run", async () => {
    const { code, output, messages } = await template("--project", EXAMPLE, ...SECRETS);
    expect(code).toBe(0);
    expect(messages).toEqual([
      "some values are not known yet and remain templates in run.migrate, deploy.api; set them with --outputs FILE: actions.build.api-image.outputs.deployment-image-id, actions.run.migrate.outputs.log, providers.kubernetes.outputs.app-namespace",
    ]);
    expect(output).toBe(`apiVersion: garden.io/v1
kind: Project
name: shop
defaultEnvironment: dev
variables:
  domain: local
  hostname: shop.local
  replicas:
    dev: 1
    prod: 3
  log:
    level: debug
    format: json
  tags:
    - shop
    - shop-all
  registry: registry.local:5000
  database-user: shop
environments:
  - name: dev
providers:
  - name: kubernetes
    environments:
      - dev
    context: kind-shop
---
kind: Build
type: container
name: api-image
spec:
  dockerfile: Dockerfile
  localId: registry.local:5000/api
---
kind: Run
type: container
name: migrate
spec:
  image: \${actions.build.api-image.outputs.deployment-image-id}
  command:
    - bin/migrate
    - --user
    - shop
  env:
    LOG_FORMAT: json
---
kind: Deploy
type: container
name: api
dependencies:
  - build.api-image
varfiles:
  - limits.json
  - path: local.env
    optional: true
variables:
  hostname: api.shop.local
  envVars:
    LOG_LEVEL: debug
    SHOP_HOST: shop.local
  limits:
    cpu: 500
    memory: 512
  ports:
    http: 8080
    metrics: 9090
spec:
  image: \${actions.build.api-image.outputs.deployment-image-id}
  annotations:
    migrated-to: schema \${actions.run.migrate.outputs.log}
    namespace: \${providers.kubernetes.outputs.app-namespace}
  replicas: 1
  ingresses:
    - path: /
      port: http
      hostname: api.shop.local
  ports:
    - name: http
      containerPort: 8080
    - name: metrics
      containerPort: 9090
  env:
    LOG_LEVEL: debug
    SHOP_HOST: shop.local
    DATABASE_URL: postgres://shop:correct-horse-battery-staple@db/shop
`);
  });

  test("in production, with outputs and overrides", async () => {
    const args = ["--project", EXAMPLE, "--env", "prod", "--outputs", `${EXAMPLE}/outputs.yaml`, ...SECRETS];
    const { code, output, messages } = await template(...args, "--var", "log.level=warn,replicas.prod=5", "-o", "json");
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    const [project, build, run, deploy] = parseManifest(output).map(({ value }) => value) as Record<string, unknown>[];
    expect(project).toEqual({
      apiVersion: "garden.io/v1",
      kind: "Project",
      name: "shop",
      defaultEnvironment: "dev",
      variables: {
        domain: "local",
        hostname: "shop.example.com",
        replicas: { dev: 1, prod: "5" },
        log: { level: "warn", sampling: 0.1 },
        tags: ["shop", "production"],
        registry: "registry.example.com",
        "database-user": "shop",
        cluster: "gke-shop-prod",
      },
      environments: [{ name: "prod" }],
      providers: [{ name: "kubernetes", environments: ["prod"], context: "gke-shop-prod" }],
    });
    expect(build!.spec).toEqual({ dockerfile: "Dockerfile", localId: "registry.example.com/api" });
    expect(run!.spec).toEqual({
      image: "registry.local:5000/api:v-0a1b2c3d4e",
      command: ["bin/migrate", "--user", "shop"],
      env: { LOG_FORMAT: "text" },
    });
    expect(deploy!.spec).toEqual({
      image: "registry.local:5000/api:v-0a1b2c3d4e",
      annotations: { "migrated-to": "schema 42", namespace: "shop-dev" },
      replicas: "5",
      ingresses: [{ path: "/", port: "http", hostname: "api.shop.example.com" }],
      ports: [
        { name: "http", containerPort: 8080 },
        { name: "metrics", containerPort: 9090 },
      ],
      env: {
        LOG_LEVEL: "warn",
        SHOP_HOST: "shop.example.com",
        DATABASE_URL: "postgres://shop:correct-horse-battery-staple@db/shop",
      },
    });
  });

  test("explained", async () => {
    const { code, output } = await template(
      "--project",
      EXAMPLE,
      "--env",
      "prod",
      ...SECRETS,
      "--explain",
      "var.hostname",
    );
    expect(code).toBe(0);
    expect(output).toBe(`var.hostname in environment prod: "shop.example.com"
  "shop.example.com"  garden.yml:20:17  the environment's variables
  "shop.local"        garden.yml:9:13   the project's variables (hidden)

var.hostname in deploy.api: "api.shop.example.com"
  "api.shop.example.com"  api/garden.yml:18:13  the action's variables
  "shop.example.com"      garden.yml:20:17      the environment's variables (hidden)
  "shop.local"            garden.yml:9:13       the project's variables (hidden)
`);
  });

  test("explained: a variable that nothing sets is a usage error", async () => {
    expect(await template("--project", EXAMPLE, ...SECRETS, "--explain", "hostnam")).toMatchObject({
      code: 2,
      output: "",
      messages: ["varexpand template: --explain hostnam: nothing sets this variable (see varexpand template --help)"],
    });
  });

  test("explained, as JSON", async () => {
    const json = await template("--project", EXAMPLE, ...SECRETS, "--explain", "log.level", "-o", "json");
    expect(JSON.parse(json.output).origins[0]).toEqual({
      level: "the environment's variables",
      place: { file: "garden.yml", line: 16, column: 21, offset: expect.any(Number) },
      value: "debug",
      isLate: false,
      isSecret: false,
      effect: "gives",
    });
  });
});

describe("a custom project", () => {
  const folder = new FolderPerTest();

  const PROJECT = "kind: Project\nname: p\nenvironments: [{ name: dev }]\n";

  test("an explanation without places", async () => {
    folder.write({ "garden.yml": PROJECT });
    const { output } = await template("--project", folder.path, "--var", "a=1", "--explain", "a");
    expect(output).toBe('var.a in environment dev: "1"\n  "1"    --var\n');
  });

  test("uses the current time", async () => {
    folder.write({
      "garden.yml": `${PROJECT}variables: { now: "\${datetime.now}", at: "\${datetime.timestamp}", day: "\${datetime.today}" }\n`,
    });
    const before = Date.now();
    const { output } = await template("--project", folder.path, "-o", "json");
    const { now, at, day } = JSON.parse(output).variables;
    expect(Date.parse(now)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(now)).toBeLessThanOrEqual(Date.now());
    expect(at).toBe(Math.floor(Date.parse(now) / 1000));
    expect(day).toBe(now.slice(0, 10));
  });

  test("explained: a value that is unknown until an action has run", async () => {
    folder.write({
      "garden.yml": `${PROJECT}---\nkind: Run\nname: r\nvariables: { a: "\${actions.run.o.outputs.x}" }\n---\nkind: Run\nname: o\n`,
    });
    const { output } = await template("--project", folder.path, "--explain", "a");
    expect(output).toContain(`var.a in run.r: (not known yet)
  (not known yet) "\${actions.run.o.outputs.x}"  garden.yml:7:17  the action's variables
`);
  });

  test("modules are converted, and omitted parts are reported", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "web/garden.yml": "kind: Module\ntype: container\nname: web\nservices: [{ name: web }]\n",
      "web/Dockerfile": "FROM scratch\n",
      "infra/garden.yml":
        "kind: Module\ntype: terraform\nname: infra\nroot: ${project.name}\n---\nkind: Service\nname: x\n",
      "command/garden.yml": "kind: Command\nname: hello\nexec: { command: [echo, '${args.who}'] }\n",
    });
    const { code, output, messages } = await template("--project", folder.path);
    expect(code).toBe(0);
    expect(documentsIn(output).slice(1)).toEqual([
      { kind: "Build", name: "web", type: "container", spec: { dockerfile: "Dockerfile" } },
      {
        kind: "Deploy",
        name: "web",
        type: "container",
        dependencies: ["build.web"],
        timeout: 300,
        spec: { image: "${actions.build.web.outputs.deploymentImageId}", volumes: [] },
      },
      { kind: "Module", type: "terraform", name: "infra", root: "p" },
      { kind: "Command", name: "hello", exec: { command: ["echo", "${args.who}"] } },
    ]);
    expect(messages).toEqual([
      "unknown kind Service: 1 document was left out",
      "modules of type terraform were resolved, but not converted to actions (infra): only the plugin for this type can list their actions",
      "some values are not known yet and remain templates in deploy.web; set them with --outputs FILE: actions.build.web.outputs.deploymentImageId",
      "steps, arguments, and outputs are known only during a run and remain templates in command.hello",
    ]);
  });

  test("a container module without a Dockerfile has an image but no build", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "db/garden.yml": "kind: Module\ntype: container\nname: db\nimage: postgres:17\nservices: [{ name: db }]\n",
    });
    const { code, output } = await template("--project", folder.path);
    expect(code).toBe(0);
    expect(documentsIn(output).slice(1)).toEqual([
      { kind: "Deploy", name: "db", type: "container", timeout: 300, spec: { image: "postgres:17", volumes: [] } },
    ]);
  });

  test("a Dockerfile that is a circular link does not exist", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "db/garden.yml": "kind: Module\ntype: container\nname: db\nimage: postgres:17\n",
    });
    symlinkSync("Dockerfile", folder.at("db/Dockerfile"));
    expect(await template("--project", folder.path)).toMatchObject({ code: 0, messages: [] });
    expect(await runInMemory(["lint", folder.path])).toMatchObject({ code: 0 });
  });

  test("only some actions and what they need", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "a/garden.yml":
        "kind: Build\nname: a\n---\nkind: Deploy\nname: b\nbuild: a\n---\nkind: Run\nname: c\nspec: ${x}\n",
    });
    const documents = [
      { kind: "Build", name: "a" },
      { kind: "Deploy", name: "b", build: "a" },
    ];
    for (const name of ["deploy.b", "deploy/b"]) {
      const { code, output, messages } = await template("--project", folder.path, name);
      expect({ code, messages, documents: documentsIn(output) }).toEqual({ code: 0, messages: [], documents });
    }
    expect(await failure("deploy.x")).toContain("no such action or other document: deploy.x");
    expect(await failure("deploy.b", "--explain", "x")).toContain("unexpected argument deploy.b");
  });

  /** The message of a run that must fail and print nothing. */
  async function failure(...args: string[]): Promise<string> {
    const { code, output, messages } = await template("--project", folder.path, ...args);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages.length).toBe(1);
    return messages[0]!;
  }

  test("says that the folder is not in a repository", async () => {
    folder.write({ "garden.yml": `${PROJECT}variables: { b: "\${git.branch}" }\n` });
    expect(await failure()).toMatch(/no such key: "branch" under git .*; the folder is not in a Git repository$/);
    folder.write({
      ".git/HEAD": "ref: refs/heads/topic\n",
      "garden.yml": `${PROJECT}variables: { b: "\${git.brunch}" }\n`,
    });
    expect(await failure()).toMatch(/no such key: "brunch" under git \(did you mean "branch"\?\)$/);
  });

  test("uses the machine, the process, and the repository", async () => {
    folder.write({
      "garden.yml": `${PROJECT}variables: { a: "\${local.env.WHO}", b: "\${git.branch}", c: "\${command.name}", d: "\${local.projectPath}", e: "\${datetime.today}" }\n`,
      ".git/HEAD": "ref: refs/heads/topic\n",
    });
    const { output } = await runInMemory(["template", "--project", folder.path], { environment: { WHO: "ann" } });
    expect((documentsIn(output)[0] as Record<string, unknown>).variables).toEqual({
      a: "ann",
      b: "topic",
      c: "template",
      d: folder.path,
      e: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  test.each([
    [{ SUDO_USER: "Sue", C9_USER: "c9", LOGNAME: "log", USER: "user", LNAME: "ln", USERNAME: "name" }, "Sue"],
    [{ SUDO_USER: "", C9_USER: "c9", LOGNAME: "log" }, "c9"],
    [{ USER: "user", LOGNAME: "log" }, "log"],
    [{ USERNAME: "name", LNAME: "ln", USER: "user" }, "user"],
    [{ USERNAME: "name", LNAME: "ln" }, "ln"],
    [{ USERNAME: "name" }, "name"],
    [{}, userInfo().username],
  ])("local.username, as Garden looks it up: %j", async (environment, name) => {
    folder.write({
      "garden.yml": `${PROJECT}variables: { a: "\${local.username}", b: "\${local.usernameLowerCase}" }\n`,
    });
    const { output } = await runInMemory(["template", "--project", folder.path], { environment });
    expect((documentsIn(output)[0] as Record<string, unknown>).variables).toEqual({ a: name, b: name.toLowerCase() });
  });

  test("YAML is 1.2: yes is text, and so is a date", async () => {
    folder.write({ "garden.yml": `${PROJECT}variables: { a: yes, b: 2020-01-02, c: 0o17 }\n` });
    const { output } = await template("--project", folder.path, "-o", "json");
    expect(JSON.parse(output).variables).toEqual({ a: "yes", b: "2020-01-02", c: 15 });
  });

  describe("bad input: a clear error, and nothing is printed", () => {
    test("broken YAML in the middle of a stream", async () => {
      folder.write({ "garden.yml": `${PROJECT}---\nkind: Build\nname: [a\n---\nkind: Build\nname: b\n` });
      expect(await failure()).toMatch(/^varexpand: garden\.yml:7:1: invalid YAML: /);
    });

    test("two documents in a varfile", async () => {
      folder.write({ "garden.yml": `${PROJECT}varfile: v.yaml\n`, "v.yaml": "a: 1\n---\nb: 2\n" });
      expect(await failure()).toBe(
        "varexpand: v.yaml:3:1: a varfile must be one YAML document, but this file has 2; the second one starts here",
      );
    });

    test("a missing variable in a document that only the project's dialect can read", async () => {
      folder.write({ "garden.yml": `${PROJECT}variables:\n  m:\n    null: x\n  \u{1f600}: \${var.nope}\n` });
      expect(await failure()).toMatch(/^varexpand: garden\.yml:7:12: variables\.\u{1f600}: no such key: "nope"/u);
      folder.write({ "garden.yml": `${PROJECT}varfile: v.yaml\n`, "v.yaml": "~: x\nyes: 1\na: ${var.nope}\n" });
      expect(await failure()).toMatch(/^varexpand: v\.yaml:3:10: a: no such key: "nope"/);
    });

    test("JSON with a duplicate key, which YAML does not allow, has no positions", async () => {
      folder.write({ "garden.yml": `${PROJECT}varfile: v.json\n`, "v.json": '{"a": 1, "a": "${var.nope}"}' });
      expect(await failure()).toMatch(/^varexpand: v\.json: a: no such key: "nope"/);
    });

    test("a secret, without any given", async () => {
      folder.write({ "garden.yml": `${PROJECT}variables: { a: "\${secrets.token}" }\n` });
      expect(await failure()).toMatch(
        /^varexpand: garden\.yml:4:28: variables\.a: no such key: "token" under secrets \(it has no keys\)/,
      );
    });

    test("a list instead of a map", async () => {
      folder.write({ "garden.yml": `${PROJECT}variables:\n  - replicas: 1\n` });
      expect(await failure()).toBe("varexpand: garden.yml:5:3: variables: this must be a map, not a list");
      folder.write({ "garden.yml": `${PROJECT}varfile: v.json\n`, "v.json": "\n[1]" });
      expect(await failure()).toMatch(/^varexpand: v\.json:2:1: a varfile must be a map/);
    });

    test("a template in a varfile that cannot be resolved", async () => {
      folder.write({
        "garden.yml": PROJECT,
        "garden.dev.env": "ok=1\n",
        "x/garden.yml": "kind: Run\nname: r\nvarfiles: [v.yaml]\n",
      });
      folder.write({ "x/v.yaml": "a:\n  b: 'it''s ${var.nope}'\n" });
      expect(await failure()).toMatch(/^varexpand: x\/v\.yaml:2:19: a\.b: no such key: "nope" under var/);
    });

    test("keys such as __proto__ are ordinary", async () => {
      folder.write({
        "garden.yml": `${PROJECT}variables: { __proto__: { a: "\${var.constructor}" }, constructor: 1 }\n`,
      });
      const { code, output } = await template("--project", folder.path, "-o", "json", "--var", "__proto__.b=2");
      expect(code).toBe(0);
      expect(output).toContain('"__proto__": {\n      "a": 1,\n      "b": "2"\n    }');
    });

    test("files that cannot be read", async () => {
      folder.write({ "garden.yml": `${PROJECT}varfile: folder\n`, "folder/x": "" });
      expect(await failure()).toBe("varexpand: folder: this is not a regular file");
      folder.write({ "garden.yml": `${PROJECT}varfile: nope.yaml\n` });
      expect(await failure()).toMatch(/^varexpand: garden\.yml:4:10: varfile: no such varfile: nope\.yaml/);
      expect(await failure("--outputs", folder.at("nope.yaml"))).toMatch(/nope\.yaml: no such file or directory$/);
      expect(await failure("--secrets", folder.at("nope.env"))).toMatch(/nope\.env: no such file or directory$/);
    });

    test("a varfile of 100 MB", async () => {
      folder.write({ "garden.yml": PROJECT, "garden.env": "" });
      truncateSync(folder.at("garden.env"), 100_000_000);
      expect(await failure()).toBe("varexpand: garden.env: the file is larger than 16 MiB");
    });

    test("a varfile outside the action's folder, by its path or by a link", async () => {
      const action = (varfile: string) => `kind: Run\nname: r\nvarfiles: [${varfile}]\n`;
      folder.write({ "garden.yml": PROJECT, "secret.env": "a=1\n", "x/garden.yml": action("../secret.env") });
      expect(await failure()).toMatch(/^varexpand: \.\.\/secret\.env: the path leads out of x/);
      symlinkSync("../secret.env", folder.at("x/inside.env"));
      folder.write({ "x/garden.yml": action("inside.env") });
      expect(await failure()).toMatch(
        /^varexpand: x\/inside\.env: a link leads out of .*x; the file must be in that folder$/,
      );
    });

    test("no project, and two projects", async () => {
      expect(await failure()).toBe(`varexpand: ${folder.path}: found no document of kind Project`);
      cpSync(EXAMPLE, folder.at("one"), { recursive: true });
      expect(await failure()).toBe(
        `varexpand: ${folder.path}: found no document of kind Project in this folder; there is one in one`,
      );
      folder.write({ "garden.yml": PROJECT, "x.garden.yml": PROJECT });
      expect(await failure()).toMatch(/^varexpand: x\.garden\.yml:1:7: kind: there is another project in garden\.yml/);
    });
  });

  test("a project in a subfolder, whose actions belong to both projects", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "below/garden.yml": `${PROJECT}variables: { nope: "\${nope}" }\n---\nkind: Build\nname: b\n`,
    });
    const { code, output } = await template("--project", folder.path, "-o", "json");
    expect(code).toBe(0);
    expect(output).toContain('"kind": "Build"');
    expect(output).not.toContain("nope");
  });

  test("reports all errors, and disabled actions that cannot be resolved", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "a/garden.yml": 'kind: Build\nname: a\nspec:\n  x: "${nope}"\n  y: "${var.nope}"\n',
    });
    const broken = await template("--project", folder.path);
    expect(broken).toMatchObject({ code: 2, output: "" });
    expect(broken.messages).toEqual([
      expect.stringMatching(/^varexpand: a\/garden\.yml:4:9: spec\.x: no such key: "nope"/),
      expect.stringMatching(/^varexpand: a\/garden\.yml:5:13: spec\.y: no such key: "nope" under var/),
    ]);
    folder.write({ "a/garden.yml": 'kind: Build\nname: a\ndisabled: true\nspec: { x: "${nope}" }\n' });
    const { code, output, messages } = await template("--project", folder.path);
    expect(code).toBe(0);
    expect(output).toContain("kind: Build\nname: a\ndisabled: true\nspec:\n  x: ${nope}\n");
    expect(messages).toEqual(["disabled actions with parts that cannot be resolved were left unchanged: build.a"]);
  });

  test("the project's `scan` says which config files there are", async () => {
    const build = (name: string) => `kind: Build\nname: ${name}\n`;
    const files = { "a/garden.yml": build("a"), "b/c/garden.yml": build("c"), "b/d/garden.yml": "kind: [broken\n" };
    const names = async (scan: string) => {
      folder.write({ ...files, "garden.yml": `${PROJECT}scan: ${scan}\n---\n${build("root")}` });
      const { code, output } = await template("--project", folder.path);
      expect(code).toBe(0);
      return [...output.matchAll(/^name: (.*)$/gm)].map(([, name]) => name).slice(1);
    };
    expect(await names('{ exclude: ["b/d/**/*"] }')).toEqual(["root", "a", "c"]);
    expect(await names('{ exclude: ["./b/**"] }')).toEqual(["root", "a"]);
    expect(await names('{ exclude: ["b/d/garden.yml", b, "*.yml"] }')).toEqual(["a", "c"]);
    expect(await names('{ include: ["b/**/*"], exclude: ["**/d/*"] }')).toEqual(["c"]);
    expect(await names('{ include: ["./a/*", "b/*"] }')).toEqual(["a"]);
    expect(await names('{ include: ["**/c/*", "a/"] }')).toEqual(["a", "c"]);
    expect(await names('{ include: ["b/c", "garden.yml"] }')).toEqual(["root", "c"]);
    expect(await names("{ include: [] }")).toEqual([]);
  });

  test("the project says which ignore files there are", async () => {
    const build = (name: string) => `kind: Build\nname: ${name}\n`;
    const files = { "bin/garden.yml": build("bin"), "a/out/garden.yml": build("out"), "b/garden.yml": build("b") };
    folder.write({ ...files, ".gardenignore": "b\n", ".gitignore": "[Bb]in/\n", "a/.gitignore": "out\n" });
    const names = async (field: string) => {
      folder.write({ "garden.yml": `${PROJECT}${field}\n` });
      const { code, output } = await template("--project", folder.path);
      expect(code).toBe(0);
      return [...output.matchAll(/^name: (.*)$/gm)].map(([, name]) => name).slice(1);
    };
    expect(await names("")).toEqual(["out", "bin"]);
    expect(await names("dotIgnoreFile: .gitignore")).toEqual(["b"]);
    expect(await names("dotIgnoreFiles: [.gitignore]")).toEqual(["b"]);
    expect(await names("dotIgnoreFiles: []")).toEqual(["out", "b", "bin"]);
    expect(await names("dotIgnoreFile: ../.gitignore")).toEqual(["out", "b", "bin"]);
  });

  test("a mistake in a workflow is reported, and does not affect others", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "ci/garden.yml": 'kind: Workflow\nname: ci\nenvVars: { A: "${var.nope}" }\nsteps: [{ script: x }]\n',
      "a/garden.yml": "kind: Build\nname: a\n",
    });
    const message = 'ci/garden.yml:3:22: envVars.A: no such key: "nope" under var';
    const all = await template("--project", folder.path);
    expect(all.code).toBe(0);
    expect(documentsIn(all.output).slice(1)).toEqual([
      { kind: "Build", name: "a" },
      { kind: "Workflow", name: "ci", envVars: { A: "${var.nope}" }, steps: [{ script: "x" }] },
    ]);
    expect(all.messages).toEqual([expect.stringContaining(message)]);
    expect(all.messages[0]).toMatch(/; workflow\.ci is left unresolved$/);
    expect(await failure("workflow.ci")).toContain(message);
  });

  test("lists the modules that are needed, and suggests nothing if nothing would help", async () => {
    folder.write({
      "garden.yml": PROJECT,
      "a/garden.yml":
        "kind: Build\nname: a\nspec: { tag: '${modules.m.version}' }\n---\nkind: Module\ntype: exec\nname: m\n",
    });
    expect((await template("--project", folder.path)).messages).toEqual([
      "some values are not known yet and remain templates in build.a; set them with --outputs FILE: modules.m.version",
    ]);
  });

  test("a missing secret: how to set it", async () => {
    folder.write({ "garden.yml": `${PROJECT}variables: { a: "\${secrets.nope}" }\n`, "s.env": "other=hunter2\n" });
    const hint = "; set secrets with --secrets FILE or --secret-env NAME";
    for (const args of [[], ["--secrets", folder.at("s.env")]]) {
      const { code, messages } = await template("--project", folder.path, ...args);
      expect(code).toBe(2);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatch(/garden\.yml:\d+:\d+: (?:variables\.a: )?no such key: "nope" under secrets/);
      expect(messages[0]!.endsWith(hint)).toBe(true);
    }
  });

  test("a missing action in a project with sources", async () => {
    const actions = 'kind: Run\nname: r\ndependencies: [build.x]\nspec: "${actions.build.y.outputs.z}"\n';
    folder.write({ "garden.yml": PROJECT, "a/garden.yml": actions });
    expect((await template("--project", folder.path)).messages.join()).not.toContain("sources");
    const sources = `${PROJECT}sources: [{ name: s, repositoryUrl: "https://example.com/s#main" }]\n`;
    folder.write({ "garden.yml": `${sources}variables: {a: "\${var.nope}"}\n` });
    expect((await template("--project", folder.path)).messages.join()).toContain('no such key: "nope" under var');
    expect((await template("--project", folder.path)).messages[0]).not.toContain("sources");
    folder.write({ "garden.yml": sources });
    const { messages } = await template("--project", folder.path);
    expect(messages).toHaveLength(2);
    for (const message of messages) {
      expect(message.endsWith("; it may be in one of the project's `sources`, which are not fetched")).toBe(true);
    }
  });

  describe("secrets", () => {
    const files = {
      "garden.yml": `${PROJECT}variables:\n  direct: "\${secrets.token}"\n  broken: "\${secrets.token == var['\${secrets.token}']}"\n`,
      "s.yaml": "token: hunter2\n",
    };

    test("come from files and the environment, which has precedence", async () => {
      folder.write({
        "garden.yml": `${PROJECT}variables: { a: "\${secrets.one}", b: "\${secrets.two}", c: "\${secrets.three}" }\n`,
      });
      folder.write({ "s.env": "one=1\ntwo=2\n" });
      const args = ["--secrets", folder.at("s.env"), "--secret-env", "two=TWO", "--secret-env", "three"];
      const { output } = await runInMemory(["template", "--project", folder.path, "-o", "json", ...args], {
        environment: { TWO: "zwei", three: "3=drei" },
      });
      expect(JSON.parse(output).variables).toEqual({ a: "1", b: "zwei", c: "3=drei" });
      expect(await failure("--secret-env", "four")).toContain("the environment variable four is not set");
    });

    test("never appear in messages", async () => {
      folder.write(files);
      const message = await failure("--secrets", folder.at("s.yaml"));
      expect(message).toContain('no such key: "***" under var');
      expect(message).not.toContain("hunter2");
    });

    test("never appear in explanations", async () => {
      folder.write({
        ...files,
        "garden.yml": `${PROJECT}variables: { a: "x\${secrets.token}", b: "\${base64Encode(var.a)}" }\n`,
      });
      for (const variable of ["a", "b"]) {
        for (const format of ["yaml", "json"]) {
          const args = [
            "--project",
            folder.path,
            "--secrets",
            folder.at("s.yaml"),
            "--explain",
            variable,
            "-o",
            format,
          ];
          const { code, output } = await template(...args);
          expect(code).toBe(0);
          expect(output).not.toContain("hunter2");
          expect(output).not.toContain(Buffer.from("xhunter2").toString("base64"));
        }
      }
    });
  });
});

describe("usage", () => {
  test.each([
    ...["env", "var", "outputs", "secrets", "secret-env", "explain"].map((name): [string[], string] => [
      [`--${name}`, "a=1"],
      `--${name} requires --project DIR`,
    ]),
    ...["file", "context", "set"].map((name): [string[], string] => [
      ["--project", ".", `--${name}`, "a=1"],
      `--${name} cannot be used with --project`,
    ]),
    [["--project", ".", "--partial"], "--partial cannot be used with --project"],
    [["--project", EXAMPLE, "--explain", "a", "run/b"], "unexpected argument run/b: --explain covers all actions"],
    [["--project", EXAMPLE, "--secret-env", "nope"], "--secret-env nope: the environment variable nope is not set"],
    [["--project", EXAMPLE, "--var", "a"], "--var number 1, part 1: not key=value"],
    [["--project", EXAMPLE, ...SECRETS, "--var", "tags.7=x"], "--var tags.7: no such element: 7 in a list of 2"],
    [
      ["--project", EXAMPLE, "--secret-env", "a="],
      "--secret-env a=...: the environment variable is not set; write its name, not its value",
    ],
    [["--project", EXAMPLE, "--env", "nope"], 'examples/project: no such environment: "nope" (known: dev, prod)'],
  ])("%j", async (args, message) => {
    const { code, output, messages } = await template(...args);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages.join()).toContain(message);
  });

  test("the help says that values of --var are text", async () => {
    const { output } = await template("--help");
    expect(output).toContain("always text");
  });
});
