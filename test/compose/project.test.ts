import { describe, expect, test } from "vitest";
import { composeFiles, isComposeFileName } from "../../src/compose/project.ts";
import { hostOf } from "./host.ts";

/** The variables of each file, by the name of the file; those of several projects are separated by ` | `. */
function variables(files: Record<string, string>, envFiles?: string[]): Record<string, string> {
  const host = hostOf(files);
  const paths = Object.keys(files).filter((path) => isComposeFileName(path.slice(path.lastIndexOf("/") + 1)));
  const found = composeFiles(host, paths, { envFiles });
  return Object.fromEntries(
    found.map(({ environments, path }) => [
      path,
      environments
        .map((each) => [...each.variables].map(([name, { value }]) => `${name}=${value ?? "?"}`).join(" "))
        .join(" | "),
    ]),
  );
}

const APP = "services: {app: {image: x}}\n";

describe("the names of Compose files", () => {
  test.each([
    "compose.yaml",
    "compose.override.yml",
    "docker-compose.prod.yml",
    "prod.compose.yaml",
    "app-compose.yml",
  ])("%s", (name) => expect(isComposeFileName(name)).toBe(true));
  test.each(["decompose.yaml", "compose.json", "composer.yml", "podman-compose.yml", "values.yaml"])("not %s", (name) =>
    expect(isComposeFileName(name)).toBe(false),
  );
});

describe("which variables each file is read with", () => {
  test(".env in the folder of the file", () => {
    const files = { "/a/compose.yaml": APP, "/a/compose.prod.yaml": APP, "/a/.env": "A=1\n", "/b/compose.yaml": APP };
    expect(variables(files)).toEqual({
      "/a/compose.yaml": "A=1",
      "/a/compose.prod.yaml": "A=1",
      "/b/compose.yaml": "",
    });
  });

  test("the env files of the configuration instead", () => {
    const files = { "/a/compose.yaml": APP, "/a/.env": "A=1\n", "/a/prod.env": "B=2\n", "/a/last.env": "C=$B\nB=3\n" };
    expect(variables(files, ["/a/prod.env", "/a/last.env"])).toEqual({ "/a/compose.yaml": "B=3 C=2" });
  });

  test("values that depend on the environment of the command are unknown", () => {
    const env = "A=$HOST\nB=${A}x\nC\nD=${E:-d}\nF='$HOST'\nG=$D-$A\n";
    const files = { "/compose.yaml": APP, "/.env": env };
    expect(variables(files)).toEqual({ "/compose.yaml": "A=? B=? C=? D=d F=$HOST G=?" });
  });

  test("a file that is included has its own .env after the variables of the project", () => {
    const files = {
      "/compose.yaml": "include: [db/compose.yaml]\n",
      "/.env": "A=outer\n",
      "/db/compose.yaml": APP,
      "/db/.env": "A=inner\nB=$A\n",
    };
    expect(variables(files)).toEqual({ "/compose.yaml": "A=outer", "/db/compose.yaml": "A=outer B=outer" });
  });

  test("an include with env files and a folder", () => {
    const files = {
      "/compose.yaml":
        "include: [{path: [db/compose.yaml, db/more.yaml], env_file: db.env, project_directory: other}]\n",
      "/db.env": "A=1\n",
      "/db/compose.yaml": APP,
      "/db/more.yaml": APP,
      "/db/.env": "B=2\n",
    };
    expect(variables(files)).toEqual({ "/compose.yaml": "", "/db/compose.yaml": "A=1", "/db/more.yaml": "A=1" });
  });

  test("an include without an env file: /dev/null", () => {
    const include = "include: [{path: db/compose.yaml, env_file: /dev/null}]\n";
    const files = { "/compose.yaml": include, "/db/compose.yaml": APP, "/db/.env": "A=1\n" };
    const [, found] = composeFiles(hostOf(files), ["/compose.yaml"]);
    expect(found!.environments.map(({ files, hasFailed, variables }) => [files, hasFailed, variables.size])).toEqual([
      [[], false, 0],
    ]);
  });

  test("an include with a folder, whose .env counts", () => {
    const include = "include: [{path: db/compose.yaml, project_directory: other}]\n";
    const files = { "/compose.yaml": include, "/db/compose.yaml": APP, "/db/.env": "A=1\n", "/other/.env": "B=2\n" };
    expect(variables(files)).toEqual({ "/compose.yaml": "", "/db/compose.yaml": "B=2" });
  });

  test("an include whose path is a variable", () => {
    const files = { "/compose.yaml": "include: ['$DIR/compose.yaml', '$X/compose.yaml']\n", "/.env": "DIR=db\n" };
    expect(variables({ ...files, "/db/compose.yaml": APP })).toEqual({
      "/compose.yaml": "DIR=db",
      "/db/compose.yaml": "DIR=db",
    });
  });

  test("a file that is extended has the variables of the project that extends it", () => {
    const files = {
      "/compose.yaml": "services: {app: {extends: {file: common/common.yml, service: app}}}\n",
      "/.env": "A=1\n",
      "/common/common.yml": APP,
      "/common/.env": "B=2\n",
    };
    expect(variables(files)).toEqual({ "/compose.yaml": "A=1", "/common/common.yml": "A=1" });
  });

  test.each([
    ["base-compose.yaml", "B=2"],
    ["compose.yaml", "B=2 | A=1"],
  ])("an extended file that compose reads without -f is also read alone: %s", (name, expected) => {
    const files = {
      [`/a/${name}`]: APP,
      "/a/.env": "A=1\n",
      "/b/compose.yaml": `services: {app: {extends: {file: ../a/${name}, service: app}}}\n`,
      "/b/.env": "B=2\n",
    };
    const environments = variables(files)[`/a/${name}`]!.split(" | ");
    expect(environments.sort()).toEqual(expected.split(" | ").sort());
  });

  test("COMPOSE_FILE in .env", () => {
    const files = { "/.env": "COMPOSE_FILE=compose.yaml:deploy/compose.prod.yaml\nA=1\n", "/compose.yaml": APP };
    const found = variables({ ...files, "/deploy/compose.prod.yaml": APP });
    expect(found["/deploy/compose.prod.yaml"]).toBe("COMPOSE_FILE=compose.yaml:deploy/compose.prod.yaml A=1");
  });

  test("COMPOSE_FILE with other names and another separator", () => {
    const files = { "/a/.env": "COMPOSE_FILE=base.yml;sub/prod.yml\nCOMPOSE_PATH_SEPARATOR=;\n" };
    const found = composeFiles(hostOf({ ...files, "/a/base.yml": APP, "/a/sub/prod.yml": APP }), ["/a/base.yml"]);
    expect(found.map(({ path }) => path)).toEqual(["/a/base.yml", "/a/sub/prod.yml"]);
  });

  test("the first projects that include a file", () => {
    const roots = Array.from({ length: 30 }, (_, i) => [`/${i}/compose.yaml`, "include: [../common.yaml]\n"]);
    const found = composeFiles(
      hostOf({ ...Object.fromEntries(roots), "/common.yaml": APP }),
      roots.map(([path]) => path!),
    );
    expect(found.find(({ path }) => path === "/common.yaml")?.environments).toHaveLength(20);
  });

  test("files that include each other", () => {
    const files = { "/compose.yaml": "include: [b/compose.yaml]\n", "/b/compose.yaml": "include: [../compose.yaml]\n" };
    expect(Object.keys(variables(files))).toEqual(["/compose.yaml", "/b/compose.yaml"]);
  });

  test("files that are not Compose files", () => {
    const files = {
      "/compose.yaml": "apiVersion: v1\nkind: ConfigMap\nservices: {}\n",
      "/b/compose.yaml": "a: [\n",
      "/c/compose.yaml": "services:\n",
      "/d/compose.yaml": "- services\n",
    };
    expect(variables(files)).toEqual({});
  });
});
