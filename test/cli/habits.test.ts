import { beforeAll, describe, expect, test } from "vitest";
import { hasTool } from "../tools.ts";
import { TemporaryFolder } from "./temporary.ts";
import { typed } from "./typed.ts";

const folder = new TemporaryFolder();
const hasKubectl = hasTool("kubectl", "version", "--client");

const JOB = `apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec: {template: {spec: {containers: [{name: migrate, image: m, env: [{name: STEP, value: "1"}]}]}}}
`;
const TEXT = "http://$(HOST):$(PORT)\n";

beforeAll(() =>
  folder.write({
    "k8s/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
        - name: app
          image: web
          env:
            - {name: HOST, value: db}
            - {name: URL, value: "http://$(HOST):80"}
            - {name: LATE, value: "$(LATER)"}
            - {name: LATER, value: x}
          args: ["$(URL)"]
        - {name: side, image: side, env: [{name: MODE, value: quiet}]}
  selector: {matchLabels: {app: web}}
`,
    "k8s/base/job.yaml": JOB,
    "k8s/README.md": "# notes\n",
    "overlay/kustomization.yaml": "namePrefix: dev-\nresources: [job.yaml]\n",
    "overlay/job.yaml": JOB,
    ".env": 'HOST=db\nPORT="80"\n',
    "kep.env": "HOST='db'\n",
    "in.txt": TEXT,
    "copy.txt": TEXT,
  }),
);

type Row = readonly [habit: string, line: string, code: number, stdout: string, stderr: string];

const HABITS: Readonly<Record<string, readonly Row[]>> = {
  "what is read": [
    [
      "kubectl: a file and a workload by its name",
      "varexpand pod k8s/web.yaml web -c side -o env",
      0,
      `# Deployment/web, container side
MODE=quiet
`,
      "",
    ],
    [
      "kubectl: -f DIR",
      "varexpand pod -f k8s/base -o env",
      0,
      `# Job/migrate, container migrate
STEP=1
`,
      "",
    ],
    [
      "kubectl: -R -f DIR, and a workload as KIND/NAME",
      "varexpand pod -R -f k8s job/migrate -o env",
      0,
      `# Job/migrate, container migrate in folder k8s/base
STEP=1
`,
      "skipped 1 file of other types\n",
    ],
    [
      "yq, kubeconform: a directory as an argument; skipped files are reported",
      "varexpand pod k8s -c side -o env",
      0,
      `# Deployment/web, container side
MODE=quiet
`,
      "skipped 1 directory (-R reads them), 1 file of other types\n",
    ],
    [
      "the shell's patterns",
      "varexpand pod k8s/*.yaml k8s/base/*.yaml job/migrate -o env",
      0,
      `# Job/migrate, container migrate in folder k8s/base
STEP=1
`,
      "",
    ],
    [
      "kubectl: a quoted pattern, and -o=FORMAT",
      "varexpand pod 'k8s/*.yaml' -c side -o=env",
      0,
      `# Deployment/web, container side
MODE=quiet
`,
      "",
    ],
    [
      "a pipe, without any argument",
      "cat k8s/base/job.yaml | varexpand pod -o env",
      0,
      `# Job/migrate, container migrate
STEP=1
`,
      "",
    ],
    [
      "kubectl: -f -",
      "cat k8s/base/job.yaml | varexpand pod -f - -o env",
      0,
      `# Job/migrate, container migrate
STEP=1
`,
      "",
    ],
    [
      "standard input from a file",
      "varexpand pod -o env < k8s/base/job.yaml",
      0,
      `# Job/migrate, container migrate
STEP=1
`,
      "",
    ],
    [
      "kubectl: -f URL: the message shows what to write",
      "varexpand pod -f https://example.com/web.yaml",
      2,
      "",
      `varexpand pod: https://example.com/web.yaml: varexpand does not read from the network; use curl -fsSL 'https://example.com/web.yaml' | varexpand pod - (see varexpand pod --help)
`,
    ],
    [
      "kubectl: -k DIR",
      "varexpand pod -k overlay -o env",
      0,
      `# Job/dev-migrate, container migrate
STEP=1
`,
      "",
    ],
    [
      "kubectl: -n NAMESPACE",
      "varexpand pod k8s/base/job.yaml -n prod -o env",
      0,
      `# Job/prod/migrate, container migrate
STEP=1
`,
      "",
    ],
    ["a missing file", "varexpand pod nope.yaml", 2, "", "varexpand: nope.yaml: no such file or directory\n"],
    [
      "no input",
      "varexpand pod",
      2,
      "",
      `varexpand pod: nothing to read; name files or directories, or pipe them in (see varexpand pod --help)
`,
    ],
  ],
  "what is chosen, and what is mistyped": [
    [
      "docker compose config SERVICE: one container's variables for docker",
      "varexpand pod k8s/web.yaml deploy/web -c side -o docker",
      0,
      `# Deployment/web, container side
MODE=quiet
`,
      "",
    ],
    [
      "several containers where the format has room for one: each is listed",
      "varexpand pod k8s/web.yaml -o docker",
      2,
      "",
      `varexpand: k8s/web.yaml:8:11: Deployment/web: container app
varexpand: k8s/web.yaml:16:11: Deployment/web: container side
varexpand: -o docker prints one container, but 2 are selected; select one with KIND/NAME, -n, and -c, or use -o env or -o table
`,
    ],
    [
      "a mistyped workload",
      "varexpand pod k8s/web.yaml deploy/wbe -o env",
      2,
      "",
      `varexpand pod: the input has no workload deploy/wbe; did you mean deploy/web?
`,
    ],
    [
      "a mistyped container",
      "varexpand pod k8s/web.yaml -c sied -o env",
      2,
      "",
      `varexpand pod: the selected workloads have no container sied; did you mean side?
`,
    ],
    [
      "a volume that no pod has",
      "varexpand pod k8s/base/job.yaml --volume data=k8s -o env",
      2,
      "",
      "varexpand pod: --volume data: no pod has a volume with this name (see varexpand pod --help)\n",
    ],
    [
      "git: a mistyped option",
      "varexpand pod k8s/web.yaml --strct",
      2,
      "",
      "varexpand pod: unknown option --strct; did you mean --strict? (see varexpand pod --help)\n",
    ],
    [
      "git: a mistyped command",
      "varexpand pods k8s/web.yaml",
      2,
      "",
      'varexpand: unknown command "pods"; did you mean pod? (see varexpand --help)\n',
    ],
    [
      "a mistyped value",
      "varexpand pod k8s/web.yaml -o jso",
      2,
      "",
      `varexpand pod: option -o: "jso" is not one of yaml|json|env|table|env-file|dotenv|docker|shell|fish; did you mean json? (see varexpand pod --help)
`,
    ],
    [
      "a linter's exit code: --strict",
      "varexpand pod k8s/web.yaml --strict -c app -o env",
      1,
      `# Deployment/web, container app
HOST=db
URL=http://db:80
LATE='$(LATER)'
LATER=x
`,
      `k8s/web.yaml:13:36: Deployment/web spec.template.spec.containers{app}: Warning UnresolvedReference: $(LATER) is not expanded: the variable is declared later at line 14
`,
    ],
    [
      "kubectl: -o yaml can be read again",
      "varexpand pod k8s/base/job.yaml -o yaml | varexpand pod - -o env",
      0,
      `# Job/migrate, container migrate
STEP=1
`,
      "",
    ],
  ],
  expand: [
    [
      "envsubst: variables of the process",
      "HOST=db PORT=80 varexpand expand --from-env < in.txt",
      0,
      "http://db:80\n",
      "",
    ],
    ["docker run: -e", "varexpand expand -e HOST=db -e PORT=80 in.txt", 0, "http://db:80\n", ""],
    [
      "docker compose: --env-file of a dotenv file",
      "varexpand expand --envfile .env --envfile-dialect dotenv in.txt",
      0,
      "http://db:80\n",
      "",
    ],
    [
      "the same without its dialect: a message names it",
      "varexpand expand --envfile .env in.txt",
      0,
      "http://db:80\n",
      ".env: read like dotenv\n",
    ],
    ["sed, yq: -i", "varexpand expand -i -e HOST=db copy.txt && cat copy.txt", 0, "http://db:$(PORT)\n", ""],
    ["-o FILE", "varexpand expand -e HOST=db in.txt -o out.txt && cat out.txt", 0, "http://db:$(PORT)\n", ""],
    [
      "envsubst --list-variables",
      "varexpand expand --list-variables in.txt",
      0,
      `HOST	1	in.txt:1:8
PORT	1	in.txt:1:16
`,
      "",
    ],
    [
      "envsubst '$HOST': only some variables",
      "varexpand expand --only HOST -e HOST=db in.txt",
      0,
      "http://db:$(PORT)\n",
      "",
    ],
    [
      "yq: what is not YAML is refused",
      "printf 'a: [1,$(X)\\nb: 2\\n' | varexpand expand --yaml -e X=1",
      2,
      "",
      `<stdin>:2:1: not YAML: a comma is missing, or a [ or { before this is not closed
`,
    ],
  ],
  "env files": [
    [
      "an ordinary .env: one hint",
      "varexpand envfile .env",
      2,
      "",
      `.env:1:6: the value must begin with an apostrophe immediately after \`=\`; write NAME='value'
.env:2:6: the value must begin with an apostrophe immediately after \`=\`; write NAME='value'
.env: if this is a dotenv file, read it with --dialect dotenv
`,
    ],
    [
      "the same for docker run --env-file",
      "varexpand envfile --dialect dotenv .env -o docker",
      0,
      `HOST=db
PORT=80
`,
      "",
    ],
    [
      "eval: export commands",
      "varexpand envfile kep.env -o shell",
      0,
      "case x in *) ;; esac # fish cannot read this file; use -o fish\nexport HOST='db'\n",
      "",
    ],
    [
      "kubectl create configmap --from-env-file, and back",
      "varexpand envfile kep.env -o configmap --name app | varexpand envfile --dialect configmap -o docker",
      0,
      "HOST=db\n",
      "",
    ],
  ],
  run: [
    [
      "dotenv-cli, docker run: a command with an env file",
      "varexpand run --envfile kep.env -- printenv HOST",
      0,
      "db\n",
      "kep.env: read like dotenv\n",
    ],
    [
      "docker compose run -e: a variable that others refer to",
      "varexpand run -f k8s/web.yaml -c app -e HOST=local -- printenv URL",
      0,
      "http://local:80\n",
      `k8s/web.yaml:13:36: Deployment/web: $(LATER) is not expanded: the variable is declared later at line 14
`,
    ],
    [
      "docker run: a command that is not there",
      "varexpand run -f k8s/web.yaml -c side -- no-such-command",
      127,
      "",
      "varexpand run: no-such-command: command not found\n",
    ],
    [
      "the exit code is the command's",
      "varexpand run --envfile kep.env -- sh -c 'exit 7'",
      7,
      "",
      "kep.env: read like dotenv\n",
    ],
  ],
  looking: [
    [
      "kube-linter: a directory, and exit code 1",
      "varexpand lint k8s",
      1,
      `k8s/web.yaml:13:36: error: $(LATER) is not expanded: the variable is declared later at line 14 [use-before-declaration]
`,
      "checked 2 files, 2 pods: 1 error; 1 can be fixed with --fix; skipped 1 file of other types\n",
    ],
    [
      "kubectl explain: where a value comes from",
      "varexpand explain k8s/web.yaml deploy/web -c app URL",
      0,
      `URL in Deployment/web, container app: "http://db:80"
  "http://db:80"  k8s/web.yaml:12:15  value
  uses:
  k8s/web.yaml:15:19  args[0]  expanded: "http://db:80"
`,
      "",
    ],
    [
      "explain: a name that nothing has",
      "varexpand explain k8s/web.yaml HOTS",
      2,
      "",
      `varexpand explain: no selected container defines or uses HOTS; did you mean HOST?
`,
    ],
    [
      "a table through a pipe",
      "varexpand pod k8s/web.yaml deploy/web -c side -o table | cat",
      0,
      `Deployment/web, container side
  NAME  VALUE  FROM   AT
  MODE  quiet  value  k8s/web.yaml:16:43
`,
      "1 pod, 1 container: nothing to report; --wide shows everything in full\n",
    ],
    [
      "git help COMMAND, COMMAND -h",
      "varexpand help pod | head -n 1; varexpand pod -h | head -n 1",
      0,
      `usage: varexpand pod [PATH | KIND/NAME]... [-c CONTAINER] [-o FORMAT]
usage: varexpand pod [PATH | KIND/NAME]... [-c CONTAINER] [-o FORMAT]
`,
      "",
    ],
    ["a closed pipe is quiet", "varexpand help | head -n 1", 0, "usage: varexpand COMMAND [ARGUMENT...]\n", ""],
    [
      "version, -v, --version",
      "varexpand version | grep -c varexpand; varexpand -v | grep -c varexpand; varexpand --version | grep -c varexpand",
      0,
      `1
1
1
`,
      "",
    ],
  ],
};

describe.each(Object.entries(HABITS))("%s", (_about, rows) => {
  for (const [habit, line, status, stdout, stderr] of rows) {
    test.skipIf(line.includes(" -k ") && !hasKubectl)(`${habit}: ${line}`, async () => {
      expect(await typed(folder.path, line)).toEqual({ status, stdout, stderr });
    });
  }
});
