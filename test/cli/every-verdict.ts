/** A manifest with every verdict, and what its trace says. */

import { ClusterIndex, readManifestObjects, type TracedUse, tracePod } from "../../src/index.ts";
import { Positions } from "../../src/text/position.ts";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { offsetInText } from "../../src/yaml/places.ts";

/** Every verdict, in every kind of field. */
export const TEXT = `kind: Pod
apiVersion: v1
metadata: {name: x, namespace: shop}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers:
  - name: app
    image: app:$(TAG)
    command: [sh, -c, "echo $(A) $(date) \${A} $A $$(A) $(NONE2"]
    args: ["$(A)", "é😀$(NONE)", "$(A:-x)", "$(A", "x\${A}", "$$(A)", "$(IP)"]
    env:
    - {name: EARLY, value: "$(A) $(EARLY) $(IP) $(DB_SERVICE_HOST)"}
    - {name: A, value: "a"}
    - {name: TAG, value: "$(A)\\n $(NOEN)"}
    - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
    - name: LAST
      value: >-
        $(A)

        $(URL) $(A)
    volumeMounts:
    - {name: v, mountPath: "/$(A)", subPathExpr: "$(A)-$(IP)"}
    livenessProbe: {exec: {command: ["$(A)", "$(DB_SERVICE_HOST)"]}}
    lifecycle: {preStop: {exec: {command: ["echo", "$(A)"]}}}
`;

/** Every use with its place: `line:column`. */
export function traced() {
  const [document] = parseManifest(TEXT, KUBERNETES);
  const positions = new Positions(TEXT);
  const objects = readManifestObjects(document!.value);
  const { containers, uses } = tracePod(objects.workloads[0]!.pod, new ClusterIndex(objects));
  const placeOf = ({ path, start }: TracedUse) => {
    const { line, column } = positions.at(offsetInText(TEXT, document!, path, start));
    return `${line}:${column}`;
  };
  return [...containers.flatMap((container) => container.uses), ...uses].map((use) => ({
    ...use,
    place: placeOf(use),
  }));
}
