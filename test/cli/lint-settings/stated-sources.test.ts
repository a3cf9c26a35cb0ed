/** `sources` of `.varexpand.yaml` in commands other than `lint`. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { kustomization } from "../../kubernetes/flux/repository.ts";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - {name: app, image: example/app, env: [{name: HOST, value: "\${HOST:=db}"}, {name: B, value: "\${B:=b}"}]}
`;

beforeEach(() => {
  process.chdir(folder.path);
  const from = "postBuild: {substituteFrom: [{kind: Secret, name: vars}]}\n";
  folder.write({ ".git/HEAD": "", "clusters/ks.yaml": kustomization("web", "./web", from), "web/pod.yaml": POD });
});

const home = process.cwd();
afterEach(() => process.chdir(home));

const state = (rest: string) =>
  folder.write({ ".varexpand.yaml": `sources: [{kind: Secret, name: vars, keys: [B]${rest}}]\n` });

async function run(...args: string[]) {
  const { code, output } = await runInMemory([
    ...args,
    folder.at("web/pod.yaml"),
    ...(args[0] === "explain" ? ["HOST"] : []),
  ]);
  return { code, output };
}

test("pod and explain use the default of a variable that no source has", async () => {
  expect((await run("pod", "-o", "env")).output).not.toContain("HOST=db");
  state("");
  expect((await run("pod", "-o", "env")).output).not.toContain("HOST=db");
  state(", complete: true");
  const { output } = await run("pod", "-o", "env");
  expect(output).toContain("HOST=db\n");
  expect(output).not.toContain("B=b\n");
  expect((await run("explain")).output).toContain('"db"');
});

test("expand --flux-kustomization reports the values that are not known", async () => {
  state(", complete: true");
  const args = ["expand", "--syntax", "flux", "--flux-kustomization", folder.at("clusters/ks.yaml")];
  const { messages } = await runInMemory([...args, folder.at("web/pod.yaml")]);
  expect(messages).toContainEqual(expect.stringContaining("values of Secret/vars are not known"));
});

test("an error in the configuration is an error", async () => {
  state(", complet: true");
  expect((await run("pod")).code).toBe(2);
});
