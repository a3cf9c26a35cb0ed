/** Renders kustomizations that tests write. */
import { goPattern } from "../../../src/cli/manifests/go-pattern.ts";
import { Kustomizer, type Rendering } from "../../../src/kubernetes/kustomize/index.ts";
import { memberOf } from "../../../src/text/own-keys.ts";

/** Files by their paths: `base/kustomization.yaml`. */
export type Files = Readonly<Record<string, string>>;

export function render(files: Files, folder = ""): Rendering {
  const read = (path: string) => files[path.slice(1)];
  return new Kustomizer({ read, pattern: goPattern }).render(`/${folder}`)!;
}

/** A Deployment `web` with a container `app` that has these lines. */
export function deployment(lines: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: app
        image: example/app
${lines.trim().replaceAll(/^(?=.)/gm, "        ")}
`;
}

/** The value at a path of an object: by its kind and name, `Deployment/web`. */
export function valueOf({ objects }: Rendering, id: string, ...path: (string | number)[]): unknown {
  const found = objects.find(({ document }) => nameOf(document.value) === id);
  return path.reduce<unknown>(memberOf, found?.document.value);
}

export function nameOf(object: unknown): string {
  return `${memberOf(object, "kind")}/${memberOf(memberOf(object, "metadata"), "name")}`;
}

/** The first container of a Deployment. */
export function containerOf(rendering: Rendering, id = "Deployment/web"): unknown {
  return valueOf(rendering, id, "spec", "template", "spec", "containers", 0);
}

export function envOf(rendering: Rendering, id?: string): unknown {
  return memberOf(containerOf(rendering, id), "env");
}
