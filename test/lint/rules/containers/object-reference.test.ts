/** References to ConfigMaps and Secrets that the manifests contain with another name, key, or namespace. */
import { describe, expect, test } from "vitest";
import { foundBy, looked, pod } from "../../looked.ts";

const OBJECTS = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: web-config}
data: {HOST: db, nginx.conf: x}
binaryData: {logo.png: AAAA}
---
apiVersion: v1
kind: Secret
metadata: {name: web-secret}
stringData: {PASSWORD: x}
`;

const volume = (source: string) => `  volumes:\n  - {name: conf, ${source}}\n`;
const own = (findings: readonly string[]) => findings.filter((each) => each.includes("object-reference"));

/** What is found: in a container with these lines, or with a volume. */
function found(lines: string, volumes = ""): string[] {
  return own(foundBy("object-reference", pod(lines || "args: [x]", volumes + OBJECTS)));
}

const near = (text: string, kind: string, meant: string) =>
  `«${text}» object-reference: ${kind} ${text} is not in these manifests, and ${meant} is; this works only if the cluster has both`;

describe("a name that is almost that of an object", () => {
  test.each<[string, string, string[]]>([
    ["in envFrom", "envFrom: [{configMapRef: {name: web-confg}}]", [near("web-confg", "ConfigMap", "web-config")]],
    [
      "in env",
      "env: [{name: A, valueFrom: {secretKeyRef: {name: web-secert, key: PASSWORD}}}]",
      [near("web-secert", "Secret", "web-secret")],
    ],
    ["an optional source", "envFrom: [{configMapRef: {name: wed-config, optional: true}}]", []],
    [
      "an optional source with a similar name",
      "envFrom: [{configMapRef: {name: web-confg, optional: true}}]",
      [
        "«web-confg» object-reference: ConfigMap web-confg is not in these manifests, and it is optional; did you mean web-config?",
      ],
    ],
    ["another name", "envFrom: [{configMapRef: {name: api-settings}}]", []],
    ["a number", "envFrom: [{configMapRef: {name: web-config2}}]", []],
    ["a plural", "envFrom: [{configMapRef: {name: web-configs}}]", []],
    ["an object of another kind", "envFrom: [{secretRef: {name: web-confi}}]", []],
    ["a placeholder", "envFrom: [{configMapRef: {name: WEB-confi}}]", []],
  ])("%s", (_, lines, findings) => {
    expect(found(lines)).toEqual(findings);
  });

  test.each([
    ["configMap: {name: web-confg}", "web-confg", "ConfigMap", "web-config"],
    ["secret: {secretName: web-secrt}", "web-secrt", "Secret", "web-secret"],
    ["projected: {sources: [{secret: {name: web-secrt}}]}", "web-secrt", "Secret", "web-secret"],
  ])("in a volume: %s", (source, name, kind, meant) => {
    expect(found("", volume(source))).toEqual([near(name, kind, meant)]);
  });
});

describe("an object in another namespace", () => {
  const inNamespaces = (ofPod: string, metadata: string) =>
    own(
      foundBy(
        "object-reference",
        `apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ${ofPod}}\nspec: {containers: [{name: c, image: i, envFrom: [{configMapRef: {name: settings}}]}]}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings${metadata}}\ndata: {A: a}\n`,
      ),
    );

  test.each<[string, string, string, number]>([
    ["another namespace", "a", ", namespace: b", 1],
    ["the same", "a", ", namespace: a", 0],
    ["a namespace that is not set", "a", "", 0],
    ["a placeholder of the object", "a", ", namespace: __REPLACED_BY_ARGOCD__", 0],
    ["another placeholder", "a", ", namespace: NAMESPACE", 0],
    ["a placeholder with a dollar", "a", ", namespace: $NS", 0],
    ["a placeholder in brackets", "a", ", namespace: <ns>", 0],
    ["a placeholder of the pod", "NAMESPACE", ", namespace: b", 0],
    ["a digit", "a", ", namespace: 1-b", 1],
    ["a copy in each namespace", "a", ", namespace: b, annotations: {reflector.v1.k8s.emberstack.com/reflects: x}", 0],
  ])("%s", (_, ofPod, metadata, count) => {
    expect(inNamespaces(ofPod, metadata)).toHaveLength(count);
  });

  test("optional sources and volumes work without it", () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: a}\nspec:\n  containers: [{name: c, image: i, envFrom: [{configMapRef: {name: settings, optional: true}}]}]\n  volumes: [{name: v, configMap: {name: settings, optional: true}}]\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: b}\ndata: {A: a}\n`;
    expect(own(foundBy("object-reference", text))).toEqual([]);
    expect(own(foundBy("object-reference", text.replaceAll("optional: true", "optional: false")))).toHaveLength(2);
  });

  test("states the condition", () => {
    expect(inNamespaces("a", ", namespace: b")).toEqual([
      "«settings» object-reference: ConfigMap settings is in namespace b; this works only if namespace a has one, too",
    ]);
  });
});

describe("keys", () => {
  const key = (name: string, more = "") =>
    `env: [{name: A, valueFrom: {configMapKeyRef: {name: web-config, key: ${name}${more}}}}]`;

  test.each<[string, string, string[]]>([
    [
      "an optional key that is almost one",
      key("HOTS", ", optional: true"),
      ["«HOTS» object-reference: ConfigMap web-config has no key HOTS, and it is optional; did you mean HOST?"],
    ],
    ["another optional key", key("PORT", ", optional: true"), []],
    ["a key that is required, which container-config-error reports", key("HOTS"), []],
    ["a key", key("HOST"), []],
  ])("of env: %s", (_, lines, findings) => {
    expect(found(lines)).toEqual(findings);
  });

  test.each<[string, string[]]>([
    ["configMap: {name: web-config, items: [{key: nginx.conf, path: x}]}", []],
    ["configMap: {name: web-config, items: [{key: logo.png, path: x}]}", []],
    ["secret: {secretName: web-secret, items: [{key: PASSWORD, path: x}]}", []],
    ["configMap: {name: web-config, optional: true, items: [{key: none, path: x}]}", []],
    [
      "configMap: {name: web-config, items: [{key: ngnix.conf, path: x}]}",
      [
        "«ngnix.conf» object-reference: the pod does not start: volume conf: ConfigMap web-config has no key ngnix.conf; did you mean nginx.conf?",
      ],
    ],
    [
      "projected: {sources: [{secret: {name: web-secret, items: [{key: USER, path: x}]}}]}",
      ["«USER» object-reference: the pod does not start: volume conf: Secret web-secret has no key USER"],
    ],
  ])("of volumes: %s", (source, findings) => {
    expect(found("", volume(source))).toEqual(findings);
  });
});

test("with --complete, a volume of an object that does not exist", async () => {
  const volumes = `${volume("configMap: {name: web-confg}")}  - {name: token, secret: {secretName: none, optional: true}}\n  - {name: ca, configMap: {name: kube-root-ca.crt}}\n`;
  const findings = own(await looked(pod("args: [x]", volumes + OBJECTS), "--complete"));
  expect(findings.map((each) => each.replace(/^\S+ /, ""))).toEqual([
    '«web-confg» object-reference: the pod does not start: volume conf: configmap "web-confg" not found; did you mean web-config?',
  ]);
});
