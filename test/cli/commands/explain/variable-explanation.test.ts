/** The definitions and uses of a variable in every kind of source, as text and as JSON. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

const NODE = folder.file(
  "node.yaml",
  `apiVersion: v1
kind: Node
metadata: {name: n1}
status:
  addresses: [{type: InternalIP, address: 10.1.2.3}]
  allocatable: {memory: 1Gi}
`,
);

const SHOP = folder.file(
  "shop.yaml",
  `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop}
spec: {clusterIP: 10.0.0.7, ports: [{port: 5432}]}
---
apiVersion: v1
kind: Secret
metadata: {name: s, namespace: shop}
stringData: {K: "$(DB_SERVICE_HOST)"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: m, namespace: shop}
data: {PLAIN: a, TWICE: first}
---
apiVersion: v1
kind: Pod
metadata:
  name: p
  namespace: shop
  annotations: {note: "$(PLAIN) $(GONE)"}
spec:
  nodeName: "$(PLAIN)"
  containers:
  - name: c
    image: i
    envFrom: [{prefix: P_, secretRef: {name: s}}]
    env:
    - {name: TEXT, value: "$(DB_SERVICE_HOST) $(P_K)"}
    - {name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}
    - {name: MEMORY, valueFrom: {resourceFieldRef: {resource: limits.memory, divisor: 1Mi}}}
    - {name: FILE, valueFrom: {fileKeyRef: {volumeName: v, path: a.env, key: K}}}
    - {name: JOINED, value: "$(FILE) $(TEXT)"}
  - name: other
    image: i
    envFrom:
    - configMapRef: {name: m}
    - configMapRef: {name: absent}
    env:
    - {name: OPTIONAL, value: x}
    - {name: OPTIONAL, valueFrom: {configMapKeyRef: {name: m, key: NONE, optional: true}}}
    - {name: TWICE, value: "$(TWICE)$(PLAIN)"}
    - {name: TWICE, value: "third"}
  volumes: [{name: v, emptyDir: {}}]
`,
);

async function explain(args: readonly string[]): Promise<string> {
  const { code, messages, output } = await runInMemory(["explain", SHOP, ...args]);
  expect({ code, messages }).toEqual({ code: 0, messages: [] });
  return output.replaceAll(SHOP, "shop.yaml");
}

describe("as text", () => {
  test.each<[string, string[], string]>([
    [
      "a variable of a Service",
      ["DB_SERVICE_HOST", "-c", "c"],
      `DB_SERVICE_HOST in Pod/shop/p, container c: "10.0.0.7"
  "10.0.0.7"  shop.yaml:1:1  service shop/db
  uses:
  shop.yaml:9:18   envFrom[0] (secretRef shop/s K)  not-expanded-here: values of Secrets are never expanded
  shop.yaml:29:28  env[0].value                     expanded: "10.0.0.7"
`,
    ],
    [
      "a prefixed key of a Secret",
      ["P_K"],
      `P_K in Pod/shop/p, container c: ***
  ***  shop.yaml:27:15  secretRef shop/s K, shop.yaml:9:17
  uses:
  shop.yaml:29:47  env[0].value  expanded: ***
`,
    ],
    [
      "a secret that is shown",
      ["P_K", "--show-secrets"],
      `P_K in Pod/shop/p, container c: "$(DB_SERVICE_HOST)"
  "$(DB_SERVICE_HOST)"  shop.yaml:27:15  secretRef shop/s K, shop.yaml:9:17
  uses:
  shop.yaml:29:47  env[0].value  expanded: "$(DB_SERVICE_HOST)"
`,
    ],
    [
      "an unknown address of the node",
      ["HOST_IP"],
      `HOST_IP in Pod/shop/p, container c: unknown: needs the node's IP addresses (set --node FILE)
  (unknown)  shop.yaml:30:7  fieldRef status.hostIP
`,
    ],
    [
      "the address of a node",
      ["HOST_IP", "--node", NODE],
      `HOST_IP in Pod/shop/p, container c: "10.1.2.3"
  "10.1.2.3"  shop.yaml:30:7  fieldRef status.hostIP
`,
    ],
    [
      "a resource of a node",
      ["MEMORY", "--node", NODE],
      `MEMORY in Pod/shop/p, container c: "1024"
  "1024"  shop.yaml:31:7  resourceFieldRef limits.memory of c
`,
    ],
    [
      "a key of an unknown file",
      ["FILE"],
      `FILE in Pod/shop/p, container c: unknown: needs the files of volume "v" (set --volume NAME=DIR)
  (unknown)  shop.yaml:32:7  fileKeyRef K in v:a.env
  uses:
  shop.yaml:33:30  env[4].value  unknown: needs the files of volume "v" (set --volume NAME=DIR)
`,
    ],
    [
      "a secret value with an unknown part",
      ["JOINED"],
      `JOINED in Pod/shop/p, container c: ***, partly unknown: needs the files of volume "v" (set --volume NAME=DIR)
  ***  shop.yaml:33:7  value
`,
    ],
    [
      "a value that an absent object can override, and uses outside of containers",
      ["PLAIN"],
      `PLAIN in Pod/shop/p, container other: "a", unless ConfigMap shop/absent sets it
  "a"  shop.yaml:37:7  configMapRef shop/m PLAIN, shop.yaml:14:15
  uses:
  shop.yaml:42:37  env[2].value  unknown: needs ConfigMap shop/absent (add it with -f)

PLAIN in Pod/shop/p, outside of containers: never expanded there
  uses:
  shop.yaml:21:24  metadata.annotations.note  not-expanded-here: this field is never expanded
  shop.yaml:23:14  spec.nodeName              not-expanded-here: this field is never expanded
`,
    ],
    [
      "an optional entry without a value follows the definition that it does not override",
      ["OPTIONAL"],
      `OPTIONAL in Pod/shop/p, container other: "x"
  "x"        shop.yaml:40:7  value
  (missing)  shop.yaml:41:7  configMapKeyRef shop/m NONE (optional, missing)
`,
    ],
    [
      "every hidden definition, the latest first",
      ["TWICE"],
      `TWICE in Pod/shop/p, container other: "third"
  "third"             shop.yaml:43:7  value
  "$(TWICE)$(PLAIN)"  shop.yaml:42:7  value (hidden)
  "first"             shop.yaml:37:7  configMapRef shop/m TWICE, shop.yaml:14:25 (hidden)
  uses:
  shop.yaml:42:29  env[2].value  unknown: needs ConfigMap shop/absent (add it with -f)
`,
    ],
    [
      "uses outside of containers only",
      ["GONE"],
      `GONE in Pod/shop/p, outside of containers: never expanded there
  uses:
  shop.yaml:21:33  metadata.annotations.note  not-expanded-here: this field is never expanded
`,
    ],
  ])("%s", async (_, args, expected) => {
    expect(await explain(args)).toBe(expected);
  });
});

describe("as JSON", () => {
  test.each<[string, string[], unknown[]]>([
    [
      "a masked secret, with the place of its key, and its use",
      ["P_K"],
      [
        {
          name: "P_K",
          workload: "Pod/shop/p",
          container: "c",
          value: "***",
          isSecret: true,
          definitions: [
            {
              value: "***",
              isSecret: true,
              source: { kind: "secretRef", namespace: "shop", name: "s", key: "K" },
              place: "shop.yaml:27:15",
              sourcePlace: "shop.yaml:9:17",
              isHidden: false,
            },
          ],
          uses: [
            {
              place: "shop.yaml:29:47",
              field: "env[0].value",
              form: "reference",
              verdict: "expanded",
              reason: "expanded",
              value: "***",
              isSecret: true,
            },
          ],
        },
      ],
    ],
    [
      "a value, and an optional entry without one",
      ["OPTIONAL"],
      [
        {
          name: "OPTIONAL",
          workload: "Pod/shop/p",
          container: "other",
          value: "x",
          definitions: [
            { value: "x", source: { kind: "value" }, place: "shop.yaml:40:7", isHidden: false },
            {
              source: { kind: "configMapKeyRef", namespace: "shop", name: "m", key: "NONE" },
              place: "shop.yaml:41:7",
              isHidden: false,
              isSkipped: true,
            },
          ],
          uses: [],
        },
      ],
    ],
    [
      "uses outside of containers",
      ["GONE"],
      [
        {
          name: "GONE",
          workload: "Pod/shop/p",
          definitions: [],
          uses: [
            {
              place: "shop.yaml:21:33",
              field: "metadata.annotations.note",
              form: "reference",
              verdict: "not-expanded-here",
              reason: "field",
            },
          ],
        },
      ],
    ],
  ])("%s", async (_, args, expected) => {
    expect(JSON.parse(await explain(["-o", "json", ...args]))).toEqual(expected);
  });
});
