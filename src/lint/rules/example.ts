/** The examples of rules, with and without a finding. */

/** A file of an example. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

export type Example = readonly ExampleFile[];

/** An example of one manifest: a pod with a container that has these lines. */
export function container(lines: string): Example {
  const indented = lines.trim().replace(/^(?=.)/gm, "    ");
  const text = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: app
    image: example/app
${indented}
`;
  return [{ name: "pod.yaml", text }];
}

/** The same with a ConfigMap. */
export function withSettings(lines: string): Example {
  const settings = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  HOST: db
---
`;
  return container(lines).map(({ name, text }) => ({ name, text: settings + text }));
}

export function envFile(text: string): Example {
  return [{ name: "app.env", text }];
}
