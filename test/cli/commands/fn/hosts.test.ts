/** `varexpand fn` under the programs that run such functions, and the guide about that. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { delimiter } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { hasTool } from "../../../tools.ts";
import { main } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const guide = readFileSync(new URL("../../../../docs/guides/kustomize.md", import.meta.url), "utf8");
const hasKubectl = hasTool("kubectl", "version", "--client");
const hasKpt = hasTool("kpt", "version");
if (!hasKubectl) console.warn("kubectl is not on PATH: fn is not tested under kustomize (Debian: kubernetes-client)");
if (!hasKpt) console.warn("kpt is not on PATH: fn is not tested under it");

const folder = new FolderPerTest();
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  const program = (name: string, script: string) => {
    folder.file(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    spawnSync("chmod", ["+x", folder.at(`bin/${name}`)]);
  };
  const command = `exec '${process.execPath}' '${main}'`;
  program("varexpand", `${command} "$@"`);
  // Replaces docker: runs the command of the image, but only with the arguments that kustomize passes.
  program("docker", `test "$1 $2 $3" = "run --rm -i" || exit 125\n: > '${folder.at("ran")}'\n${command} fn`);
  environment = { ...process.env, PATH: [folder.at("bin"), process.env.PATH].join(delimiter) };
});

/** Runs lines of bash; both streams are the output. */
function bash(script: string): { readonly status: number | null; readonly output: string } {
  const { status, stdout } = spawnSync("bash", ["-c", `exec 2>&1; ${script}`], {
    cwd: folder.path,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { status, output: stdout };
}

/** The files that the guide names. */
const files = [...guide.matchAll(/`([^`\s]+)`:\n\n```yaml\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name!, text!]);

function writeGuide(...others: (readonly [name: string, text: string])[]): void {
  folder.write(Object.fromEntries([...files, ...others]));
}

const [kustomization] = files.filter(([name]) => name === "k8s/kustomization.yaml").map(([, text]) => text!);
const LINE =
  "Deployment/dev-web spec.template.spec.containers[0].env[0].value: error: $(DATABASE_HOST) is not expanded: " +
  "DATABASE_HOST is declared later, at spec.template.spec.containers[0].env[1] [use-before-declaration]";

describe.skipIf(!hasKubectl)("with the real kubectl", () => {
  const render = "kubectl kustomize --enable-alpha-plugins k8s";

  test("the guide shows what is printed", () => {
    writeGuide();
    const [console] = guide.match(/(?<=^```console\n)[\s\S]*?(?=^```$)/gm)!;
    const commands = console!.match(/(?<=^\$ ).*$/gm)!;
    expect(commands.length).toBe(4);
    expect(commands.map((command) => `$ ${command}\n${bash(command).output}`).join("")).toBe(console);
  });

  test("as a transformer, it changes nothing", () => {
    writeGuide(["k8s/lint.yaml", files.find(([name]) => name === "k8s/lint.yaml")![1]!.replace("warning", "never")]);
    const checked = bash(`${render} 2> messages`);
    expect(readFileSync(folder.at("messages"), "utf8")).toBe(`${LINE}\nchecked 1 object, 1 pod: 1 error\n`);
    folder.file("k8s/kustomization.yaml", kustomization!.replace(/transformers:[\s\S]*/, ""));
    expect(checked).toEqual(bash(render));
    expect(checked.status).toBe(0);
  });

  test("generated objects are found under the names that refer to them", () => {
    const web = files[0]![1]!.replace(
      /args:[\s\S]*/,
      'args: ["$(A)"]\n          envFrom: [{configMapRef: {name: c}}]\n',
    );
    const generator = "configMapGenerator: [{name: c, literals: [A=1]}]\nbuildMetadata: [originAnnotations]\n";
    const lint = files[1]![1]!.replace("failOn: warning", "complete: true");
    writeGuide(
      ["k8s/web.yaml", web],
      ["k8s/kustomization.yaml", `${kustomization}${generator}`],
      ["k8s/lint.yaml", lint],
    );
    const { status, output } = bash(render);
    expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining("no findings\n") });
    // The annotations with the names of the files are kept.
    expect(output).toContain("config.kubernetes.io/origin: |\n      path: web.yaml\n");
    folder.file("k8s/web.yaml", web.replace("$(A)", "$(AA)"));
    expect(bash(render).output).toContain("web.yaml: Deployment/dev-web spec.template.spec.containers[0].args[0]: ");
  });

  test("a suppression and the names of vars", () => {
    const web = files[0]![1]!.replace(
      /args:[\s\S]*/,
      'args: ["$(NAME)"] # varexpand-ignore undefined-reference: meant\n',
    );
    const vars = "vars: [{name: NAME, objref: {apiVersion: apps/v1, kind: Deployment, name: web}}]\n";
    writeGuide(["k8s/web.yaml", web], ["k8s/kustomization.yaml", `${kustomization}${vars}`]);
    expect(bash(render)).toMatchObject({ status: 1, output: expect.stringContaining("nothing defines NAME") });
    folder.file("k8s/lint.yaml", files[1]![1]!.replace("spec:", "spec:\n  known: [NAME]"));
    expect(bash(render)).toMatchObject({ status: 0, output: expect.stringContaining("- args:\n        - dev-web\n") });
  });

  test("as a validator, it fails for any result", () => {
    writeGuide(["k8s/kustomization.yaml", kustomization!.replace("transformers", "validators")]);
    expect(bash(render)).toMatchObject({ status: 1, output: expect.stringContaining(LINE) });
    bash("varexpand lint --fix k8s/web.yaml");
    rmSync(folder.at("ran"));
    const { status, output } = bash(render);
    expect({ status, hasRun: existsSync(folder.at("ran")) }).toEqual({ status: 1, hasRun: true });
    expect(output).toContain("no findings");
    expect(output).toContain("validator shouldn't modify the resource map");
  });

  test("does not run a program, and prints no message", () => {
    const lint = files[1]![1]!.replace(/container:\n +image: .*/, "exec:\n        path: ./run");
    writeGuide(["k8s/lint.yaml", lint], ["k8s/run", "#!/bin/sh\n: > ../ran\ncat\n"]);
    bash("chmod +x k8s/run");
    const { status, output } = bash(render);
    expect({ status, hasRun: existsSync(folder.at("ran")) }).toEqual({ status: 0, hasRun: false });
    expect(output).toMatch(/^apiVersion: apps\/v1\n/);
  });

  test("without the option, nothing is rendered", () => {
    writeGuide();
    const { status, output } = bash("kubectl kustomize k8s");
    expect(status).toBe(1);
    expect(output).toContain("external plugins disabled");
  });
});

describe.skipIf(!hasKpt)("with the real kpt", () => {
  test("the guide's command, and the results that kpt writes", () => {
    writeGuide();
    const [command] = guide.match(/^kpt fn eval .*$/m)!;
    const { status, output } = bash(command!.replace(" -- ", " --results-dir results -- "));
    expect(status).toBe(1);
    expect(output).toContain(
      "[error] apps/v1/Deployment/web spec.template.spec.containers[0].env[0].value: $(DATABASE_",
    );
    const results = readFileSync(folder.at("results/results.yaml"), "utf8");
    expect(results.slice(results.indexOf("    results:\n"))).toBe(
      `    results:
      - message: $(DATABASE_HOST) is not expanded: DATABASE_HOST is declared later, at spec.template.spec.containers[0].env[1]
        severity: error
        resourceRef:
          apiVersion: apps/v1
          kind: Deployment
          name: web
        field:
          path: spec.template.spec.containers[0].env[0].value
        file:
          path: web.yaml
        tags:
          rule: use-before-declaration
`.replace(/message: (.*)/, "message: '$1'"),
    );
  });

  test("as a validator of a package: the files keep their comments", () => {
    const pipeline = guide.match(/^pipeline:\n[\s\S]*?(?=^```$)/m)![0];
    const web = `# The shop.\n${files[0]![1]!.replace("web:1.4", "web:1.4 # pinned")}`;
    writeGuide(
      ["k8s/web.yaml", web],
      ["k8s/Kptfile", `apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: shop\n${pipeline}`],
    );
    expect(bash("kpt fn render k8s --allow-exec").status).toBe(1);
    bash("varexpand lint --fix k8s/web.yaml");
    expect(bash("kpt fn render k8s --allow-exec")).toMatchObject({
      status: 0,
      output: expect.stringContaining("[PASS]"),
    });
    const comments = readFileSync(folder.at("k8s/web.yaml"), "utf8").match(/# .*/g);
    expect(comments).toEqual(["# The shop.", "# pinned"]);
  });
});
