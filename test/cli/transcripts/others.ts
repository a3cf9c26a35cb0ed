import type { Transcript } from "../transcript.ts";
import { SHOP } from "./manifests.ts";

const KEP = "A='1'\n# c\nB='two\nlines' # end\n  C='it is $(A) \"x\"'\nEMPTY=''\n";
const DOTENV = `A=1
export B="two\\nlines" # c
C='single $A'
D=\`back\`
E = spaced # c
F: yaml
G=
A=again
`;

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {A: "1", b.c: "two\\nlines", "": x}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
data: {P: cHc=}
stringData: {Q: hunter}
`;

const TEMPLATE = `a: \${x}
b: \${y.z || "none"}
c:
  $if: \${flag}
  $then: yes
  $else: no
d:
  $forEach: \${list}
  $return: \${item.key}=\${item.value}
e:
- $concat: \${list}
f:
  $merge: \${map}
  k: v
g: "text \${upper(x)} $\${x}"
---
a: \${missing.key}
`;

export const OTHERS: Readonly<Record<string, Transcript>> = {
  envfile: {
    files: {
      "kep.env": KEP,
      ".env": DOTENV,
      "objects.yaml": CONFIG_MAP,
      "config.yaml": CONFIG_MAP.split("---\n")[0]!,
      "secret.yaml": CONFIG_MAP.split("---\n")[1]!,
      "bad.env": "A=1\nB='x\n",
      "twice.env": "A='1'\nA='2'\n",
      "name.env": "a b='1'\n",
      "crlf.env": "A='1'\r\n",
      "empty.env": "",
      "text.env": "just text\n",
    },
    commands: [
      "envfile kep.env",
      ["envfile", "A='1'\n"],
      ...[
        "env",
        "env-file",
        "dotenv",
        "docker",
        "shell",
        "json",
        "k8s",
        "configmap --name c",
        "secret --name s",
      ].flatMap((format) => [
        `envfile -o ${format} kep.env`,
        `envfile -o ${format} --dialect dotenv .env`,
        `envfile -o ${format} twice.env`,
        `envfile -o ${format} empty.env`,
      ]),
      "envfile -o k8s --volume v --path p/x.env kep.env",
      "envfile -o configmap kep.env",
      "envfile -o k8s --name x kep.env",
      "envfile -o env --volume x kep.env",
      "envfile --key B kep.env",
      "envfile --key NONE kep.env",
      "envfile --key A twice.env",
      "envfile --key A --profile kubelet twice.env",
      "envfile --key A -o json kep.env",
      "envfile text.env",
      "envfile bad.env",
      "envfile name.env",
      "envfile crlf.env",
      "envfile --profile kubelet name.env",
      "envfile none.env",
      "envfile kep.env bad.env",
      "envfile --dialect configmap config.yaml",
      "envfile --dialect secret secret.yaml",
      "envfile --dialect secret config.yaml",
      "envfile --dialect configmap objects.yaml",
      "envfile --compare kep.env",
      "envfile --compare .env -e A=1",
      "envfile --compare empty.env",
      "envfile --compare --key A kep.env",
      "envfile -e A=1 kep.env",
    ],
  },
  template: {
    files: {
      "t.yaml": TEMPLATE,
      "one.yaml": TEMPLATE.split("---\n")[0]!,
      "c.yaml": "x: 1\nflag: true\nlist: [a, b]\nmap: {m: 1}\n",
      "d.env": "x=two\nflag=\n",
      "bad.yaml": "a: ${x\nb: ${x +}\n---\nc: ${nope(1)}\n",
      "syntax.yaml": "a: [\n",
    },
    commands: [
      "template one.yaml --context c.yaml",
      "template one.yaml --context c.yaml -o json",
      "template one.yaml --context c.yaml --context d.env",
      "template one.yaml --context c.yaml --set x=set --set y.z=deep",
      "template t.yaml --context c.yaml",
      "template t.yaml --context c.yaml --partial",
      "template t.yaml",
      "template bad.yaml --context c.yaml",
      "template one.yaml --context c.yaml --strict-syntax",
      "template one.yaml --context c.yaml --max-steps 5",
      "template one.yaml --context c.yaml --max-size 5",
      "template one.yaml --max-steps x",
      "template one.yaml --set x",
      "template one.yaml --context none.yaml",
      "template syntax.yaml",
      "template none.yaml",
      ["template --set x=1", "a: ${x}\n"],
      ["template -f - --set x=1", "${x}"],
      "template one.yaml --env dev",
      "template --project . --set x=1",
      "template -f one.yaml one.yaml --context c.yaml",
    ],
  },
  "template-project": {
    files: {
      "garden.yml": `apiVersion: garden.io/v1
kind: Project
name: shop
defaultEnvironment: dev
environments:
- {name: dev, variables: {replicas: 2}}
- {name: prod, varfile: prod.yaml}
providers: [{name: local-kubernetes}]
variables: {replicas: 1, domain: local, host: "shop.\${var.domain}"}
`,
      "api/garden.yml": `kind: Deploy
name: api
type: container
dependencies: [build.image]
variables: {host: "api.\${var.host}"}
spec:
  replicas: \${var.replicas}
  image: \${actions.build.image.outputs.id}
  env: {NAME: "\${project.name}-\${environment.name}", PASSWORD: "\${secrets.password}"}
---
kind: Build
name: image
type: container
---
kind: Test
name: check
type: exec
dependencies: [deploy.api]
spec: {command: [echo, "\${var.host}"]}
`,
      "prod.yaml": "domain: example.com\n",
      "outputs.yaml": "actions: {build: {image: {outputs: {id: abc}}}}\n",
      "secrets.env": "password=hunter2222\n",
      "bad/garden.yml":
        'kind: Project\nname: x\nenvironments: [{name: a}]\nvariables: {a: "${var.b}", b: "${var.a}"}\n',
      "bad/x.garden.yml": 'kind: Deploy\nname: d\ntype: container\nspec: {replicas: "${var.a}"}\n',
    },
    commands: [
      "template --project .  --secrets secrets.env deploy.api -o json --explain host",
      "template --project . --explain host",
      "template --project . --env prod --explain host",
      "template --project . --explain replicas",
      "template --project . --explain none",
      "template --project . --var host=x --explain host",
      "template --project . --env none",
      "template --project . deploy.none",
      "template --project . --secrets none.env",
      "template --project . build.image",
      "template --project . test.check --env prod",
      "template --project . --env prod --outputs outputs.yaml test.check",
      "template --project . --var replicas=7,domain=x test.check",
      "template --project . --var replicas",
      "template --project bad",
      "template --project none",
      "template --project api",
    ],
    environment: { USER: "tester", HOME: "/home/tester" },
  },
  usage: {
    files: { "shop.yaml": SHOP },
    commands: [
      "",
      "--help",
      "help",
      "help expand",
      "help none",
      "version --x",
      "none",
      "expnd",
      "run",
      "run -f shop.yaml",
      "run -f shop.yaml deploy/web -c none -- env",
      "run -f shop.yaml deploy/web -c app -- env",
      "run -f shop.yaml a/deploy/web -c app -- env",
      "run -f shop.yaml deploy/ -- env",
      "run -f shop.yaml web -c setup --envfile none -- env",
      "run -e A -- env",
      "run --mask",
      "stream",
      "stream --server x",
      "stream --server nats://h --from A --to",
      "stream --server nats://h --from A --to 'b c'",
      "stream --server nats://h --from A --to b --json --yaml",
      "stream --server nats://h --from A --to b --max-deliver 0",
      "stream --server nats://h --from A --to b --max-pending x",
      "stream --server http://h --from A --to b",
      "completion",
      "completion tcsh",
      "lsp",
      "lsp x",
    ],
  },
};
