/** `varexpand fn` on lists with Kustomizations of Flux. */
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

const at = (path: string, name: string) =>
  `metadata: {name: ${name}, annotations: {config.kubernetes.io/path: ${path}}}`;

const kustomization = (postBuild: string, name = "apps") => `
- apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  ${at(`clusters/${name}.yaml`, name)}
  spec:
    path: ./${name}
    sourceRef: {kind: GitRepository, name: flux-system}
    ${postBuild}`;

const settings = (data: string, path = "apps/settings.yaml", name = "settings") => `
- {apiVersion: v1, kind: ConfigMap, ${at(path, name)}, data: {${data}}}`;

const POD = `
- apiVersion: v1
  kind: Pod
  ${at("apps/pod.yaml", "web")}
  spec: {containers: [{name: app, image: i, env: [{name: URL, value: "http://\${HOST}"}], args: ["$(\${NAME})"]}]}`;

const SUBSTITUTE = "postBuild: {substitute: {DOMAIN: example.com, PORT: '80'}}";

async function fn(...items: string[]) {
  const stdin = `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:${items.join("")}\n`;
  return runInMemory(["fn"], { stdin });
}

test("the rules about Flux are results, at the objects and fields that they are about", async () => {
  const data = `A: "\${DOMAIN}", B: "\${HOST}", C: "\${PORT}", D: "\${DOMAIN:?x}", E: "$\${X[@]}", F: "\${X[@]}"`;
  const { code, messages, output } = await fn(kustomization(SUBSTITUTE), settings(data));
  expect(code).toBe(1);
  expect(messages).toEqual([
    "apps/settings.yaml: ConfigMap/settings data.B: error: Flux replaces ${HOST}, which is not set; write $${HOST} to keep the text [flux-unset-variable]",
    "apps/settings.yaml: ConfigMap/settings data.C: warning: the value is a number after substitution, but this field must be a string [flux-changed-type]",
    "apps/settings.yaml: ConfigMap/settings data.D: warning: ${DOMAIN:?…}: Flux uses the word if DOMAIN is not set; in a shell, it is an error [flux-operator]",
    "apps/settings.yaml: ConfigMap/settings data.F: error: Flux cannot parse this: } is expected after the name; write $$ for a dollar sign [flux-malformed]",
    "checked 2 objects, 0 pods: 2 errors, 2 warnings; skipped 1 object without a pod: 1 Kustomization",
  ]);
  expect((load(output) as { results: unknown[] }).results[0]).toEqual({
    message: "Flux replaces ${HOST}, which is not set; write $${HOST} to keep the text",
    severity: "error",
    resourceRef: { apiVersion: "v1", kind: "ConfigMap", name: "settings" },
    field: { path: "data.B" },
    file: { path: "apps/settings.yaml" },
    tags: { rule: "flux-unset-variable" },
  });
});

test("a path without postBuild, and a variable that nothing uses", async () => {
  const infra = kustomization("prune: true", "infra");
  const { messages } = await fn(
    kustomization(SUBSTITUTE),
    infra,
    settings(`A: "\${DOMAIN}"`),
    settings(`A: "\${DOMAIN}"`, "infra/settings.yaml"),
  );
  expect(messages).toEqual([
    "clusters/apps.yaml: Kustomization/apps: note: nothing in the path of the Kustomization refers to PORT [flux-unused-variable]",
    "infra/settings.yaml: ConfigMap/settings data.A: note: ${DOMAIN} is applied unchanged: the Kustomization has no postBuild [flux-not-substituted]",
    "checked 4 objects, 0 pods: 2 notes; skipped 2 objects without a pod: 2 Kustomization",
  ]);
});

test("pods are checked after substitution, and ${NAME} is not a mistake", async () => {
  const replaced = await fn(kustomization("postBuild: {substitute: {HOST: db, NAME: URL}}"), POD);
  expect(replaced.messages).toEqual([
    "checked 2 objects, 1 pod: no findings; skipped 1 object without a pod: 1 Kustomization",
  ]);
  const { messages } = await fn(kustomization("postBuild: {substitute: {HOST: db, NAME: OTHER}}"), POD);
  expect(messages[0]).toBe(
    "apps/pod.yaml: Pod/web spec.containers[0].args[0]: warning: $(OTHER) is not expanded: nothing defines OTHER [undefined-reference]",
  );
});

test("a pod with a variable that is unknown is checked, but ${NAME} is not a mistake", async () => {
  const source = "postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}";
  const pod = POD.replace('"$(${NAME})"', '"--to=${URL}", $(NONE)');
  const ofPod = "apps/pod.yaml: Pod/web spec.containers[0]";
  const none = `${ofPod}.args[1]: warning: $(NONE) is not expanded: nothing defines NONE [undefined-reference]`;
  expect((await fn(kustomization(source), pod)).messages.slice(0, -1)).toEqual([none]);
  const { messages } = await fn(kustomization(source, "infra"), pod);
  expect(messages).toContain(
    `${ofPod}.args[0]: warning: \${URL} is not expanded: no shell reads it; write $(URL) [shell-syntax]`,
  );
});

test("a path that is the root of the list", async () => {
  const all = kustomization(SUBSTITUTE).replace("path: ./apps", "path: ./");
  const infra = [kustomization("prune: true", "infra"), settings("A: a", "infra/a.yaml", "a")];
  const { messages } = await fn(all, ...infra, settings(`A: "\${HOST} \${PORT} \${DOMAIN}"`, "settings.yaml"));
  expect(messages[0]).toMatch(/^settings\.yaml: ConfigMap\/settings data\.A: error: Flux replaces \$\{HOST\}/);
  expect(messages).toHaveLength(2);
});

const FROM = "postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}";
const KUSTOMIZE = (lists: string) => `
- {apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, ${at("apps/kustomization.yaml", "k")}, ${lists}}`;

test.each([
  ["a source that is not in the list", [kustomization(FROM), settings(`A: "\${HOST}"`)]],
  ["objects without a file", [kustomization(SUBSTITUTE), settings(`A: "\${HOST}"`).replace(/, annotations[^}]*}/, "")]],
  ["a Kustomization of another path", [kustomization(SUBSTITUTE, "infra"), settings(`A: "\${HOST}"`)]],
  [
    "an object that the kustomization does not list",
    [kustomization(SUBSTITUTE), KUSTOMIZE("resources: [more.yaml]"), settings(`A: "\${HOST}"`)],
  ],
  [
    "what a file that is not in the list can use",
    [kustomization(SUBSTITUTE), KUSTOMIZE("configMapGenerator: [{name: x, files: [run.sh]}]")],
  ],
  [
    "what a resource that is not in the list can use",
    [kustomization(SUBSTITUTE), KUSTOMIZE("resources: [https://example.com/x.yaml]")],
  ],
])("%s leads to no finding", async (_, items) => {
  expect((await fn(...items)).messages.at(-1)).toMatch(/: no findings/);
});

test("a source in the list sets variables", async () => {
  const vars = settings("HOST: db", "clusters/vars.yaml", "vars");
  const { messages } = await fn(kustomization(FROM), vars, settings(`A: "\${HOST} \${HOSTS}"`));
  expect(messages[0]).toContain("Flux replaces ${HOSTS}, which is not set; did you mean HOST? [flux-unset-variable]");
  expect(messages).toHaveLength(2);
});

test("an annotation of an object suppresses findings in it", async () => {
  const ignoring = settings(`A: "\${HOST}"`).replace("{config", "{varexpand.dev/ignore: flux-unset-variable, config");
  const used = settings(`B: "\${DOMAIN} \${PORT}"`, "apps/used.yaml", "used");
  expect((await fn(kustomization(SUBSTITUTE), ignoring, used)).messages).toEqual([
    "checked 3 objects, 0 pods: no findings; skipped 1 object without a pod: 1 Kustomization",
  ]);
  const unused = ignoring.replace("HOST", "DOMAIN");
  const { messages } = await fn(kustomization(SUBSTITUTE), unused, used);
  expect(messages[0]).toMatch(/unused: there is no finding of flux-unset-variable here$/);
});
