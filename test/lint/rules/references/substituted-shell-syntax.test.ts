/** Shell syntax in files in which Flux replaces `${NAME}`. */
import { expect, test } from "vitest";
import { runInMemory } from "../../../cli/memory-io.ts";
import { FolderPerTest } from "../../../cli/temporary.ts";
import { kustomization } from "../../../kubernetes/flux/repository.ts";

const folder = new FolderPerTest();

async function found(container: string): Promise<string[]> {
  const pod = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: example/app
${container.replace(/^(?=.)/gm, "    ")}
`;
  const substitute = "postBuild: {substitute: {DOMAIN: example.com}}\n";
  const files = [folder.file("ks.yaml", kustomization("app", "./app", substitute)), folder.file("app/pod.yaml", pod)];
  const { output } = await runInMemory(["lint", ...files]);
  return Array.from(
    output.matchAll(/pod\.yaml:(\d+:\d+): (.*) \(Flux.*\[shell-syntax\]/g),
    ([, at, text]) => `${at} ${text}`,
  );
}

const message = "$HOST is not expanded: no shell reads it; write $(HOST)";
const HOST = "\nenv: [{name: HOST, value: db}]";

test.each<[string, string[]]>([
  [`args: ["--host=$HOST", "--domain=\${DOMAIN}"]${HOST}`, [`8:20 warning: ${message}`]],
  ["env:\n- {name: HOST, value: db}\n- {name: URL, value: 'http://$HOST.${DOMAIN}'}", [`10:34 warning: ${message}`]],
  // Flux replaces it, and a shell reads it.
  [`args: ["--host=\${HOST:-db}.\${DOMAIN}"]${HOST}`, []],
  [`command: [sh, -c, "curl $HOST.\${DOMAIN}"]${HOST}`, []],
])("%s", async (container, expected) => expect(await found(container)).toEqual(expected));
