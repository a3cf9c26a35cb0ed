/** The places and values of the templates in a project, as an editor shows them. */

import { describe, expect, test } from "vitest";
import { Project } from "../../../src/garden/project/project.ts";

const files = ["garden.yml", "api/garden.yml"];
const documents = [
  {
    kind: "Project",
    name: "shop",
    environments: ["dev"],
    providers: [{ name: "k8s", context: "local" }],
    variables: { plain: 1, token: "${secrets.token}", after: "x-${var.token}", late: "${local.env.NONE}" },
  },
  { kind: "Deploy", name: "api", variables: { own: "${var.plain}" }, spec: { text: "${var.own}" } },
];

const open = (world: Record<string, unknown>) =>
  new Project(
    documents.map((value, i) => ({ file: files[i]!, value })),
    { world },
  ).scan;

describe("explanations", () => {
  test("never show what depends on a secret, wherever it comes from", () => {
    const scan = open({ secrets: { token: "correct-horse" } });
    const shown = (key: string) =>
      scan.explain([key]).map(({ document, value, isSecret, origins }) => ({
        document,
        value,
        isSecret,
        origins: origins.map(({ value }) => value),
      }));
    expect(shown("plain")).toEqual([{ document: "environment dev", value: 1, isSecret: false, origins: [1] }]);
    for (const key of ["token", "after"]) {
      expect(shown(key)).toEqual([
        { document: "environment dev", value: undefined, isSecret: true, origins: [undefined] },
      ]);
    }
  });
});

describe("what a template sees", () => {
  const scan = open({ secrets: { token: "t" } });
  const documentsAt = (where: string, ...path: (string | number)[]) =>
    scan.contextsAt(where, path).map(({ document }) => document);

  test("is reported at the closest known position", () => {
    expect(documentsAt("garden.yml", "variables", "plain")).toEqual(["environment dev"]);
    expect(documentsAt("garden.yml", "providers", 0, "context")).toEqual(["environment dev"]);
    expect(documentsAt("api/garden.yml", "spec", "text")).toEqual(["deploy.api"]);
    expect(documentsAt("api/garden.yml", "variables", "own")).toEqual(["deploy.api"]);
    expect(documentsAt("api/garden.yml", "nothing", "yet")).toEqual(["deploy.api"]);
    expect(documentsAt("other.yml", "spec")).toEqual([]);
  });

  test("differs from place to place", () => {
    const namesAt = (where: string, ...path: (string | number)[]) =>
      Object.keys(scan.contextsAt(where, path)[0]!.context);
    expect(namesAt("api/garden.yml", "spec")).toEqual(expect.arrayContaining(["this", "actions", "providers", "var"]));
    expect(namesAt("garden.yml", "variables")).not.toContain("this");
  });

  test("has the position of its declaration if it is not a variable", () => {
    const { context } = scan.contextsAt("api/garden.yml", ["spec"])[0]!;
    expect(scan.declarationOf(["actions", "deploy", "api"], context)).toMatchObject({ file: "api/garden.yml" });
    expect(scan.declarationOf(["var", "plain"], context)).toBeUndefined();
  });

  test("an environment has its name", () => expect(scan.environment).toBe("dev"));
});
