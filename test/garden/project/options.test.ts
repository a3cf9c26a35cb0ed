import { expect, test } from "vitest";
import { Project, VariablesError } from "../../../src/index.ts";

const documents = [
  { kind: "Project", name: "shop", environments: ["dev"], providers: [{ name: "k8s" }] },
  { kind: "Build", name: "b" },
  { kind: "Deploy", name: "d" },
  {
    kind: "Run",
    name: "r",
    spec: {
      build: "${actions.build.b.outputs.id}",
      version: "${actions.build.b.version}",
      deploy: "${runtime.services.d.outputs}",
      provider: "${providers.k8s.outputs.ns}",
    },
  },
].map((value) => ({ file: "garden.yml", value }));

const specWith = (outputs: object) => {
  const resolved = new Project(documents, { outputs: outputs as Record<string, unknown> }).resolve(["run.r"]);
  return (resolved.at(-1)!.value as { spec: unknown }).spec;
};

test("outputs are known by each name of an action, and merged", () => {
  const unknown = {
    build: "${actions.build.b.outputs.id}",
    version: "${actions.build.b.version}",
    deploy: "${runtime.services.d.outputs}",
    provider: "${providers.k8s.outputs.ns}",
  };
  for (const outputs of [
    {},
    { actions: null, runtime: undefined, providers: null, modules: null },
    { actions: { build: null }, providers: { k8s: null } },
    { actions: { deploy: { d: null } }, runtime: { build: { b: undefined } } },
  ])
    expect(specWith(outputs)).toEqual(unknown);
  const outputs = {
    actions: { build: { b: { outputs: { id: 1 } } }, deploy: { d: { outputs: { a: 1, b: 1 } } } },
    runtime: { services: { d: { outputs: { b: 2 } } }, build: { b: { version: "v" } } },
    providers: { k8s: { outputs: { ns: "n" } } },
  };
  expect(specWith(outputs)).toEqual({ build: 1, version: "v", deploy: { a: 1, b: 2 }, provider: "n" });
});

const KINDS = "build, deploy, run, test, services, tasks";

test.each<[outputs: object, message: string]>([
  [{ var: {} }, 'unknown key "var"; write providers, modules, actions, or runtime'],
  [{ providers: 1 }, "providers must be a map"],
  [{ providers: { k8s: [] } }, "providers.k8s must be a map"],
  [{ modules: "x" }, "modules must be a map"],
  [{ modules: { m: 5 } }, "modules.m must be a map"],
  [{ modules: { m: { outputs: [] } } }, "modules.m.outputs must be a map"],
  [{ modules: { m: {} } }, "no such module: m"],
  [{ actions: [] }, "actions must be a map"],
  [{ actions: { build: 5 } }, "actions.build must be a map"],
  [{ actions: { build: { b: 5 } } }, "actions.build.b must be a map"],
  [{ runtime: { tasks: { r: "x" } } }, "runtime.tasks.r must be a map"],
  [{ actions: { builds: {} } }, `actions.builds is not a kind of action (known: ${KINDS})`],
  [{ runtime: { modules: {} } }, `runtime.modules is not a kind of action (known: ${KINDS})`],
  [{ actions: { build: { none: {} } } }, "no such action: build.none"],
  [{ runtime: { services: { none: {} } } }, "no such action: deploy.none"],
])("the outputs %j are refused", (outputs, message) => {
  let error: unknown;
  try {
    specWith(outputs);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(VariablesError);
  expect((error as VariablesError).message).toBe(`outputs: ${message}`);
});
