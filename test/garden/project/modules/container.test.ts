import { describe, expect, test } from "vitest";
import { Project } from "../../../../src/index.ts";
import { failure, projectOf, resolved } from "./documents.ts";

const module = (fields: object) => ({ kind: "Module", type: "container", name: "web", ...fields });
const hasFile = (path: string) => path === "app/Dockerfile";

test("an image of its own: a Build, and what uses its image", () => {
  const documents = [
    module({
      image: "registry/web:${var.tag}",
      buildArgs: { TAG: "${var.tag}" },
      extraFlags: ["--pull"],
      build: { targetImage: "prod", dependencies: [{ name: "base", copy: [{ source: "a", target: "b" }] }] },
      services: [{ name: "web", ports: [{ name: "http", containerPort: "${var.port}" }], dependencies: ["db"] }],
      tasks: [{ name: "migrate", args: ["up"], timeout: 7, description: "Once", dependencies: ["db"] }],
      tests: [{ name: "unit", args: ["check"], env: { DB: "${runtime.services.db.outputs.host}" } }],
    }),
    { in: "base", kind: "Module", type: "container", name: "base", dockerfile: "Base.dockerfile" },
    { in: "db", kind: "Module", type: "container", name: "db-image", image: "postgres:16", services: [{ name: "db" }] },
  ];
  const image = "${actions.build.web.outputs.deploymentImageId}";
  expect(resolved(documents, { hasFile })).toStrictEqual({
    "build.base": { kind: "Build", type: "container", name: "base", spec: { dockerfile: "Base.dockerfile" } },
    "build.web": {
      kind: "Build",
      type: "container",
      name: "web",
      copyFrom: [{ build: "base", sourcePath: "a", targetPath: "b" }],
      dependencies: ["build.base"],
      spec: {
        buildArgs: { TAG: "v1" },
        dockerfile: "Dockerfile",
        extraFlags: ["--pull"],
        localId: "registry/web:v1",
        publishId: "registry/web:v1",
        targetStage: "prod",
      },
    },
    "deploy.db": {
      kind: "Deploy",
      type: "container",
      name: "db",
      timeout: 300,
      spec: { image: "postgres:16", volumes: [] },
    },
    "deploy.web": {
      kind: "Deploy",
      type: "container",
      name: "web",
      dependencies: ["build.base", "deploy.db", "build.web"],
      timeout: 300,
      spec: { ports: [{ name: "http", containerPort: 80 }], image, volumes: [] },
    },
    "run.migrate": {
      kind: "Run",
      type: "container",
      name: "migrate",
      description: "Once",
      dependencies: ["build.base", "deploy.db", "build.web"],
      timeout: 7,
      spec: { args: ["up"], image, volumes: [] },
    },
    "test.web-unit": {
      kind: "Test",
      type: "container",
      name: "web-unit",
      dependencies: ["build.base", "build.web"],
      spec: { args: ["check"], env: { DB: "${runtime.services.db.outputs.host}" }, image, volumes: [] },
    },
  });
});

test("the outputs of Builds and Deploys are filled in", () => {
  const documents = [
    module({
      services: [
        { name: "db", image: "x" },
        { name: "web", env: { DB: "${runtime.services.db.outputs.host}:${var.port}" } },
      ],
    }),
  ];
  const outputs = {
    actions: { build: { web: { outputs: { deploymentImageId: "web:abc" } } } },
    runtime: { services: { db: { outputs: { host: "db.local" } } } },
  };
  const project = projectOf(documents, { hasFile, outputs });
  const web = project.resolve().find(({ name }) => name === "deploy.web");
  expect(web?.value).toMatchObject({ spec: { image: "web:abc", env: { DB: "db.local:80" } } });
  expect(web?.isComplete).toBe(true);
  expect(web?.dependencies).toEqual(["deploy.db", "build.web"]);
});

test("without a Dockerfile there is no Build, and no dependency on one", () => {
  const user = {
    in: "u",
    kind: "Module",
    type: "exec",
    name: "user",
    build: { dependencies: ["web", "lib"] },
    tasks: [{ name: "go", command: ["go"] }],
  };
  const lib = { in: "lib", kind: "Module", type: "exec", name: "lib" };
  const web = module({ image: "nginx", services: [{ name: "web", devMode: { paths: [] } }] });
  const project = projectOf([web, lib, user]);
  expect(project.resolve().map(({ name, dependencies }) => [name, dependencies])).toEqual([
    ["project", []],
    ["deploy.web", []],
    ["build.lib", []],
    ["build.user", ["build.lib"]],
    ["run.go", ["build.user"]],
  ]);
  expect(project.resolve()[1]!.value).toMatchObject({ spec: { image: "nginx", sync: { paths: [] } } });
  expect(project.notes).toEqual([
    "u/garden.yml: build.dependencies: the dependency on build.web was left out: that module does not build anything",
  ]);
});

test("a Dockerfile that the module generates", () => {
  const generateFiles = [{ targetPath: "Dockerfile", value: "FROM scratch" }];
  const project = projectOf([module({ generateFiles })]);
  expect(project.resolve().map(({ name }) => name)).toEqual(["project", "build.web"]);
  expect(project.notes).toEqual(["app/garden.yml: generateFiles: the generated files of module web are not written"]);
});

test("where the files are not known, a module without `dockerfile` is not converted", () => {
  const web = module({ image: "nginx:${var.tag}", services: [{ name: "web" }] });
  const user = { in: "u", kind: "Run", name: "go", spec: { host: "${actions.deploy.web.outputs.host}" } };
  for (const [fields, options] of [
    [{}, { hasFile: undefined }],
    [{ repositoryUrl: "https://example.com/x.git#main" }, { hasFile }],
  ] as const) {
    const project = projectOf([{ ...web, ...fields }, user], options as object);
    const [, run, unconverted] = project.resolve();
    expect(unconverted).toMatchObject({ name: "module.web", value: { kind: "Module", image: "nginx:v1" } });
    expect(run).toMatchObject({ isComplete: false, dependencies: ["deploy.web"] });
    expect(project.notes).toEqual([
      "modules of type container were resolved, but not converted to actions (web): whether they have a Dockerfile is unknown",
    ]);
  }
});

describe("modules.NAME.outputs", () => {
  const outputsOf = (image: string | undefined, hasDockerfile: boolean, provider = "exec") => {
    const keys = ["local-image-name", "local-image-id", "deployment-image-name", "deployment-image-id"];
    const spec = [...keys, "deployment-image-tag"].map((key) => `\${modules.web.outputs.${key}}`);
    const documents = [
      {
        kind: "Project",
        name: "shop",
        environments: ["dev"],
        providers: [{ name: "exec" }, { name: provider }],
        variables: { tag: "v1" },
      },
      module(image === undefined ? {} : { image }),
      { kind: "Run", name: "go", spec },
    ].map((value) => ({ file: "garden.yml", value }));
    const project = new Project(documents, { hasFile: (path) => hasDockerfile && path === "Dockerfile" });
    return (project.resolve(["run.go"])[0]!.value as { spec: unknown }).spec;
  };
  const late = (key: string) => `\${modules.web.outputs.${key}}`;
  const built = (name: string) => [
    name,
    late("local-image-id"),
    name,
    late("deployment-image-id"),
    late("deployment-image-tag"),
  ];

  test.each([
    [undefined, "web"],
    ["", "web"],
    ["nginx", "nginx"],
    ["org/nginx:1", "org/nginx"],
    ["localhost:5000/nginx", "localhost:5000/nginx"],
    ["localhost:5000/nginx:1", "localhost:5000/nginx"],
  ])("of image %j with a Dockerfile", (image, name) => {
    expect(outputsOf(image, true)).toEqual(built(name));
  });

  test.each([
    ["exec", "org/nginx"],
    ["local-kubernetes", "org/nginx"],
    ["kubernetes", late("deployment-image-name")],
    ["ephemeral-kubernetes", late("deployment-image-name")],
  ])("of an image that is not built, with the provider %s, which can have a registry", (provider, deployed) => {
    const id = "org/nginx:v1";
    expect(outputsOf("org/nginx:${var.tag}", false, provider)).toEqual([
      "org/nginx",
      id,
      deployed,
      id,
      late("deployment-image-tag"),
    ]);
  });
});

test("a module without an image and a Dockerfile has none", () => {
  expect(failure(() => resolved([module({})]))).toBe(
    "app/garden.yml: module web has neither an image nor a Dockerfile in its folder",
  );
});

test("devMode.sync is the old name of sync.paths", () => {
  const paths = [{ source: "src", target: "/app" }];
  const services = [{ name: "web", devMode: { sync: paths, args: ["watch"] } }];
  expect(resolved([module({ image: "nginx", services })])["deploy.web"]).toMatchObject({
    spec: { sync: { paths, args: ["watch"] } },
  });
});

describe("a Dockerfile that is not one of the module's files does not build an image", () => {
  test.each([
    [{ include: [] }, false],
    [{ include: ["src/**/*"] }, false],
    [{ exclude: ["./Docker*"] }, false],
    [{ include: ["**/*"], exclude: ["Dockerfile"] }, false],
    [{ include: ["./"] }, true],
    [{ include: ["*"] }, true],
    [{ exclude: ["*.txt"] }, true],
    [{ include: [], dockerfile: "x.Dockerfile" }, true],
  ])("%j", (files, isBuilt) => {
    const all = resolved([module({ image: "nginx", services: [{ name: "web" }], ...files })], { hasFile: () => true });
    expect(Object.keys(all)).toEqual(isBuilt ? ["build.web", "deploy.web"] : ["deploy.web"]);
  });
});

test("a Dockerfile in the folder `path`", () => {
  const hasFile = (path: string) => path === "app/sub/Dockerfile";
  expect(Object.keys(resolved([module({ path: "sub" })], { hasFile }))).toEqual(["build.web"]);
  expect(failure(() => resolved([module({ path: "." })], { hasFile }))).toContain(
    "has neither an image nor a Dockerfile",
  );
});

test("without an image to build, there can be a Build that copies files", () => {
  const library = { in: "lib", kind: "Module", type: "exec", name: "library" };
  const web = module({
    image: "nginx",
    build: { timeout: 8, dependencies: [{ name: "library", copy: [{ source: "a" }] }] },
    services: [{ name: "web", timeout: 5, volumes: [{ name: "v" }], disabled: true, description: "a" }],
    tasks: [{ name: "go", volumes: [{ name: "w" }], timeout: 6 }],
    tests: [{ name: "unit", description: "b", timeout: 4, disabled: false }],
  });
  const dependencies = ["build.library", "build.web"];
  const { "build.library": _, ...all } = resolved([library, web]);
  expect(all).toEqual({
    "build.web": {
      kind: "Build",
      type: "exec",
      name: "web",
      copyFrom: [{ build: "library", sourcePath: "a", targetPath: "a" }],
      dependencies: ["build.library"],
      timeout: 8,
      spec: { command: [], env: {} },
    },
    "deploy.web": {
      kind: "Deploy",
      type: "container",
      name: "web",
      disabled: true,
      dependencies,
      timeout: 5,
      spec: { timeout: 5, volumes: [{ name: "v" }], description: "a", image: "nginx" },
    },
    "run.go": {
      kind: "Run",
      type: "container",
      name: "go",
      dependencies,
      timeout: 6,
      spec: { volumes: [{ name: "w" }], image: "nginx" },
    },
    "test.web-unit": {
      kind: "Test",
      type: "container",
      name: "web-unit",
      dependencies,
      timeout: 4,
      spec: { description: "b", image: "nginx", volumes: [] },
    },
  });
});
