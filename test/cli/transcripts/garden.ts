import type { Transcript } from "../transcript.ts";

/** Expressions with values, and what they refer to. */
const CONTEXT = `a: 1
b: two
t: true
f: false
n: null
zero: 0
empty: ""
list: [1, 2, {x: y}]
none: []
map: {k: v, "odd key": o, deep: {er: {est: 1}}, "0": zero}
date: 2024-02-29T12:30:45.678Z
text: |
  line 1
  line 2
yaml: "a: [1, {b: c}]"
json: '{"a": [1, null]}'
dollar: \${a}
`;

const GOOD = [
  "\\u0061",
  "a",
  "b",
  "n",
  "empty",
  "list",
  "map",
  "map.k",
  "map['odd key']",
  'map["k"]',
  "map.deep.er.est",
  "list[0]",
  "list.1",
  "list[2].x",
  "map[b || 'k'] || 'x'",
  "map[0]",
  "dollar",
  "1",
  "-1",
  "1.5",
  "1e3",

  '"q\\"\\n\\u0041"',
  "'\\''",
  "true",
  "null",
  "[1, 'a', b]",
  "[]",

  "a + 1",
  "a - 1",
  "a * 3",
  "a / 2",
  "7 % 4",

  "b + b",
  "list + [9]",

  "1 + 2 * 3",
  "(1 + 2) * 3",
  "2 - 1 - 1",
  "8 / 2 / 2",
  "a == 1",
  "a != 1",
  "b == 'two'",
  "n == null",
  "a < 1",
  "a <= 1",
  "a > 1",
  "a >= 1",
  "t && f",
  "t || f",
  "f || zero || 'last'",
  "a && b",
  "!t",
  "!empty",
  "!!list",
  "t ? 'yes' : 'no'",
  "f ? 1 : t ? 2 : 3",
  "missing || 'default'",
  "map.none.deeper || 1",
  "missing ? 1 : 2",
  "list contains 1",
  "b contains 'w'",
  "map contains 'k'",
  "map contains 'none'",
  "none contains 1",
  "a == 1 && b == 'two' || f",
  "t == !f",
  "base64Encode('é')",
  "base64Decode('w6k=')",
  "camelCase('some text_here')",
  "kebabCase('Some TextHere')",
  "upper(b)",
  "lower('ÀB')",
  "concat(list, none)",
  "concat('a', b)",
  "indent(text, 2)",
  "isEmpty(none)",
  "isEmpty('')",
  "isEmpty(map)",
  "isEmpty(n)",
  "join(['a', 'b'], '-')",
  "split('a,b', ',')",

  "slice(list, 1)",
  "slice(b, 0, 2)",
  "slice(b, 1, -1)",
  "slice('abc', '1')",
  "replace('a.b.c', '.', '-')",
  "trim(' x ')",
  "string(1)",
  "string(true)",
  "jsonEncode(map)",
  "jsonDecode(json)",
  "yamlDecode(yaml)",
  "yamlEncode(list)",
  "yamlEncode([1, 2], true)",
  "sha256('x')",
  "range(1, 3)",
  "range(0, 0)",
  "formatDateUtc(date, 'yyyy-MM-dd HH:mm')",
  "modifyDateUtc(date, 1, 'days')",
  "modifyDateUtc(date, -1, 'months')",
  "shiftDateUtc(date, 2, 'hours')",
  "boolean('true')",

  "number('12')",
  "number('1.5')",
]
  .map((expression, i) => `k${i}: ${JSON.stringify(`\${${expression}}`)}\n---\n`)
  .join("");

const TEXTS = [
  "x ${a} y ${b}",
  "$${a} $$ $ {a}",
  "${if t}yes${else}no${endif}",
  "${if f}yes${else}no${endif}",
  "${if f}gone${endif}.",
  "${if t}a${if f}b${else}c${endif}d${endif}",
  "${b}${b}",
  "${ b }",
  "${list} ${map} ${n} ${f}",
  "${missing}?",
  "$${if t}",
  "${b == '}' ? 1 : '${b}'}",
  "\\${b}",
  "é${b}😀",
  "${a}%",
  "${map.deep}",
]
  .map((text, i) => `t${i}: ${JSON.stringify(text)}\n`)
  .join("");

const STRUCTURES = `if: {$if: "\${t}", $then: {a: "\${a}"}, $else: 1}
if-else: {$if: "\${f}", $then: 1, $else: [1, "\${b}"]}
if-nothing: {$if: "\${f}", $then: 1}
each: {$forEach: "\${list}", $return: "\${item.key}:\${item.value}"}
each-map: {$forEach: "\${map}", $return: {"key \${item.key}": "\${item.value}"}}
filtered: {$forEach: [1, 2, 3], $filter: "\${item.value != 2}", $return: "\${item.value}"}
nested: {$forEach: [a, b], $return: {$forEach: [1, 2], $return: "\${item.value}"}}
concat: [0, {$concat: "\${list}"}, {$concat: [a]}, {$concat: {$forEach: [x], $return: "\${item.value}!"}}]
merge: {a: 0, $merge: "\${map}", k: own}
merge-first: {$merge: {k: x, z: y}, z: own}
merge-both: {$merge: "\${map.deep}", b: 1}
"key \${b}": "\${b}"
`;

const BAD = [
  "'it''s'",
  "{a: 1}",
  "-a",
  "a + b",
  "split('abc', '')",
  "boolean(0)",
  "missing",
  "map.none",
  "list[9]",
  "a.b",
  "b.c",
  "n.x",
  "list.x",
  "a +",
  "+ a",
  "a b",
  "(a",
  "a)",
  "[1",
  "{a",
  "'open",
  '"\\x"',
  "1a",
  "a..b",
  "a.",
  ".a",
  "map[",
  "map[]",
  "map[list]",
  "nope(1)",
  "upper()",
  "upper(1)",
  "upper('a', 'b')",
  "join(1, 2)",
  "slice(b)",
  "slice(b, 'x')",
  "range(1, 99999999)",
  "range('a', 2)",
  "base64Decode('%')",
  "jsonDecode('{')",
  "yamlDecode('a: [')",
  "formatDateUtc('x', 'y')",
  "modifyDateUtc(date, 1, 'weeks')",
  "number('x')",
  "boolean('x')",
  "a - b",
  "b * 2",
  "a < b",
  "list < 1",
  "map + 1",
  "-b",
  "a / 0",
  "a contains 1",
  "t ? 1",
  "t ? : 2",
  "t : 2",
  "!",
  "a && ",
  "a === 1",
  "a ?? b",
  "a = 1",
  "#",
  "",
  " ",
  "if t",
  "a, b",
  "{a: }",
  "[,]",
  "replace('a', 'b')",
]
  .map((expression) => `k: ${JSON.stringify(`\${${expression}}`)}\n`)
  .concat([
    'k: "${if t}"\n',
    'k: "${else}"\n',
    'k: "${endif}"\n',
    'k: "${if t}${else}${else}${endif}"\n',
    'k: "${a"\n',
    'k: "x ${a ${b}"\n',
    'k: "${if t}a${endif}${else}"\n',
    'k: "${if t}a${endif}${endif}"\n',
    'k: "${if t}${if f}${endif}${endif}${endif}"\n',
    'k: "${\\\\u0031}"\n',
    'k: "${\\\\u00}"\n',
    'k: "${a\\\\x61}"\n',
    "k: {$if: 1}\n",
    "k: {$if: '${t}', $then: 1, $other: 2}\n",
    "k: {$then: 1}\n",
    "k: {$forEach: 1, $return: 1}\n",
    "k: {$forEach: [1]}\n",
    "k: {$forEach: [1], $filter: 5, $return: 1}\n",
    "k: {$return: 1}\n",
    "k: {$concat: [1]}\n",
    "k: [{$concat: 1}]\n",
    "k: [{$concat: [1], x: 1}]\n",
    "k: {$merge: 1}\n",
    "k: {$merge: [1]}\n",
    'k: "${item.value}"\n',
    '"${missing}": 1\n',
    '"${list}": 1\n',
    "k: [1, {a: '${missing}'}]\n",
  ])
  .join("---\n");

/** Functions whose results are longer than each of their arguments. */
const LONG = `text: ${"x".repeat(60)}
list: [${Array.from({ length: 60 }, () => "a").join(", ")}]
lines: "${"x\\n".repeat(25)}"
`;

const SIZES = [
  "concat(text, text)",
  "concat(list, list)",
  "text + text",
  "list + list",
  "join(list, '----')",
  "replace(text, 'x', 'yy')",
  "indent(lines, 4)",
  "split(text, 'x')",
  "range(1, 200)",
  "jsonEncode(list)",
  "yamlEncode(list)",
  "base64Encode(text)",
  "upper(text)",
  "slice(list, 1)",
  "camelCase(text)",
  "string(text)",
  "[text, text]",
]
  .map((expression) => `k: ${JSON.stringify(`\${${expression}}`)}\n`)
  .concat([
    'k: "${text}${text}"\n',
    "k: {$forEach: '${list}', $return: '${text}'}\n",
    "k: [{$concat: '${list}'}, {$concat: '${list}'}]\n",
  ]);

const PROJECT = `apiVersion: garden.io/v1
kind: Project
name: shop
id: some-id
defaultEnvironment: dev
dotIgnoreFile: .gardenignore
varfile: \${local.env.VARFILE || "project.yaml"}
environments:
- name: dev
  defaultNamespace: ns-\${project.name}
  variables: {replicas: 2, "env.name": "\${project.name}", deep: {a: dev}}
- name: prod
  production: true
  varfile: prod.yaml
  variables: {deep: {b: prod}}
providers:
- {name: container}
- {name: local-kubernetes, environments: [dev], context: "\${var.context}"}
- {name: kubernetes, environments: [prod], context: "prod-\${environment.name}", namespace: "\${environment.namespace || 'default'}"}
variables:
  replicas: 1
  context: kind
  deep: {a: project, c: project}
  list: [1, 2]
  url: http://\${var.host}/
  host: \${project.name}.example.com
  unused: x
sources:
- {name: other, repositoryUrl: "https://example.com/x.git#main"}
`;

const ACTIONS = `kind: Build
name: image
type: container
spec: {localId: "img:\${var.tag || 'latest'}", buildArgs: {ENV: "\${environment.name}"}}
---
kind: Deploy
name: api
type: container
description: The API
dependencies: [build.image, {kind: Run, name: migrate}]
disabled: \${environment.name == "none"}
variables: {port: 80, host: "api.\${var.host}", self: "\${this.name} \${this.mode}"}
varfiles: [api.env, {path: missing.env, optional: true}]
timeout: 30
spec:
  image: \${actions.build.image.outputs.deploymentImageId}
  ports: [{name: http, containerPort: "\${var.port}"}]
  replicas: \${var.replicas}
  env:
    URL: \${var.url}
    HOST: \${var.host}
    FROM_FILE: \${var.FROM_FILE}
    SECRET: \${secrets.token || "none"}
    DEEP: \${jsonEncode(var.deep)}
    OUTPUT: \${actions.run.migrate.outputs.log}
    HOME: \${local.env.HOME}
---
kind: Run
name: migrate
type: exec
dependencies: [build.image]
spec: {command: [sh, -c, "echo \${project.name} \${environment.fullName}"]}
---
kind: Test
name: unit
type: exec
disabled: \${environment.name == "prod"}
dependencies: [deploy.api]
environments: [dev]
spec:
  command:
  - $concat: {$forEach: "\${var.list}", $return: "item-\${item.value}"}
  - {$if: "\${environment.name == 'dev'}", $then: dev, $else: prod}
---
kind: Workflow
name: ci
envVars: {ENV: "\${environment.name}"}
steps:
- {name: first, script: "echo \${var.host}"}
- {command: [deploy, "\${steps.first.log}"], when: onError}
- {script: "\${steps.step-2.outputs.x}"}
triggers: [{environment: dev, events: [push]}]
---
kind: Command
name: do-it
description: {short: Does it}
args: [{name: target, description: x}]
opts: [{name: force, type: boolean, description: y}]
variables: {v: "\${args.target}-\${var.host}"}
steps:
- {exec: {command: [echo, "\${args.target}", "\${opts.force}", "\${var.v}"]}}
- {gardenCommand: [deploy, "\${args.$rest}"]}
`;

const TEMPLATES = `kind: ConfigTemplate
name: service
inputsSchemaPath: inputs.json
configs:
- kind: Deploy
  name: "\${parent.name}-\${inputs.name}"
  type: container
  variables: {size: "\${inputs.size}"}
  spec: {image: "\${inputs.image || 'default'}", template: "\${template.name}", replicas: "\${var.size}"}
- $if: \${inputs.withTest || false}
  $then: {kind: Test, name: "test-\${inputs.name}", type: exec, spec: {command: ["\${var.host}"]}}
---
kind: RenderTemplate
name: one
template: service
inputs: {name: first, size: 3, withTest: true}
---
kind: RenderTemplate
name: many
template: service
matrix: {name: [x, y], image: ["i:\${environment.name}"]}
inputs: {size: 1}
disabled: false
`;

const MODULES = `kind: Module
type: container
name: web
image: registry/web:\${var.tag}
build: {dependencies: [{name: base, copy: [{source: a, target: b}]}], targetImage: prod}
buildArgs: {X: "\${environment.name}"}
variables: {port: 8080}
services:
- {name: web, ports: [{name: http, containerPort: "\${var.port}"}], env: {A: "\${modules.base.version}"}, dependencies: [db]}
tasks: [{name: seed, args: [seed], dependencies: [web]}]
tests: [{name: unit, args: [npm, test], timeout: 5, env: {B: "\${runtime.services.web.outputs.url}"}}]
---
kind: Module
type: container
name: base
dockerfile: Base.dockerfile
description: A base
---
kind: Module
type: helm
name: db
chart: postgresql
repo: https://charts.example.com
version: 1.2.3
releaseName: db-\${environment.name}
values: {auth: {password: "\${secrets.token || 'x'}"}}
serviceResource: {kind: StatefulSet, containerModule: base, containerName: main}
tasks: [{name: backup, args: [pg_dump], resource: {kind: Job}}]
tests: [{name: smoke, args: [x]}]
---
kind: Module
type: kubernetes
name: manifests
files: [a.yaml, b.yaml]
manifests: [{kind: ConfigMap, apiVersion: v1, metadata: {name: "\${var.tag}"}}]
serviceResource: {kind: Deployment, name: web}
sync: {paths: [{source: src, target: /app, mode: one-way}], command: [run], args: [x]}
dependencies: [web]
---
kind: Module
type: exec
name: tool
local: true
build: {command: [make, "\${var.tag}"]}
env: {E: "\${this.path || 'x'}"}
services: [{name: serve, deployCommand: [up], cleanupCommand: [down], statusCommand: [status]}]
tasks: [{name: gen, command: [gen], artifacts: [{source: out}]}]
tests: [{name: check, command: [check], dependencies: [serve]}]
disabled: \${environment.name == "none"}
---
kind: Module
type: terraform
name: infra
variables: {region: eu}
`;

const MODULE_PROJECT = `kind: Project
name: modular
environments: [{name: dev}, {name: prod}]
providers: [{name: local-kubernetes}]
variables: {tag: v1}
`;

const broken = (name: string, text: string) => [`${name}/garden.yml`, text] as const;
const withProject = (rest: string) =>
  `kind: Project\nname: p\nenvironments: [{name: dev}]\nproviders: [{name: x}]\nvariables: {a: 1}\n---\n${rest}`;

const BROKEN = Object.fromEntries([
  broken("none", "kind: Deploy\nname: d\ntype: x\n"),
  broken("two", "kind: Project\nname: a\nenvironments: [{name: dev}]\n---\nkind: Project\nname: b\n"),
  broken("environments", "kind: Project\nname: a\n"),
  broken("default", "kind: Project\nname: a\ndefaultEnvironment: x\nenvironments: [{name: dev}]\n"),
  broken("nameless", withProject("kind: Deploy\ntype: x\n")),
  broken("typeless", withProject("kind: Deploy\nname: d\n")),
  broken("kind", withProject("kind: Deplyo\nname: d\ntype: x\n")),
  broken("twice", withProject("kind: Run\nname: d\ntype: x\n---\nkind: Run\nname: d\ntype: x\n")),
  broken(
    "cycle",
    withProject(
      "kind: Run\nname: a\ntype: x\ndependencies: [run.b]\n---\nkind: Run\nname: b\ntype: x\ndependencies: [run.a]\n",
    ),
  ),
  broken(
    "dependency",
    withProject("kind: Run\nname: a\ntype: x\ndependencies: [run.none, nonsense, 5, {kind: Run}]\n"),
  ),
  broken(
    "variable",
    withProject(
      "kind: Run\nname: a\ntype: x\nspec: {x: '${var.b}', y: '${actions.run.none.outputs.x}', z: '${nonsense.x}'}\n",
    ),
  ),
  broken("varfile", withProject("kind: Run\nname: a\ntype: x\nvarfiles: [../x.env, none.yaml]\n")),
  broken("fields", withProject("kind: Run\nname: a\ntype: x\nvariables: [1]\ndisabled: maybe\n")),
  broken(
    "template",
    withProject("kind: RenderTemplate\nname: r\ntemplate: none\n---\nkind: ConfigTemplate\nname: t\nconfigs: 5\n"),
  ),
  broken(
    "inputs",
    withProject(
      "kind: RenderTemplate\nname: r\ntemplate: t\ninputs: {x: '${inputs.y}'}\nmatrix: {z: 5}\n---\nkind: ConfigTemplate\nname: t\nconfigs: [{kind: Run, name: '${inputs.none}', type: x}]\n",
    ),
  ),
  broken(
    "steps",
    withProject("kind: Workflow\nname: w\nsteps: [{script: '${steps.later.log}'}, {name: later, script: x}]\n"),
  ),
  broken(
    "modules",
    withProject(
      "kind: Module\ntype: exec\nname: m\ntasks: [{name: t, command: ['${modules.m.path}']}]\n---\nkind: Module\ntype: helm\nname: h\nbuild: {dependencies: [none]}\n",
    ),
  ),
  broken("syntax", "kind: Project\nname: [\n"),
]);

export const GARDEN: Readonly<Record<string, Transcript>> = {
  "template-expressions": {
    files: {
      "good.yaml": GOOD,
      "texts.yaml": TEXTS,
      "structures.yaml": STRUCTURES,
      "bad.yaml": BAD,
      "c.yaml": CONTEXT,
      "long.yaml": LONG,
    },
    commands: [
      "template good.yaml --context c.yaml",
      "template texts.yaml --context c.yaml",
      "template structures.yaml --context c.yaml",
      "template bad.yaml --context c.yaml",
      "template good.yaml --partial --set a=1",
      "template texts.yaml --partial --set b=two",
      "template structures.yaml --partial --set b=two",
      "template bad.yaml --context c.yaml --strict-syntax",
      "template structures.yaml --context c.yaml --max-steps 50",
      "template good.yaml --context c.yaml --max-size 200",
      ...SIZES.map((text): [string, string] => ["template --context long.yaml --max-size 100", text]),
      ...["join(list, '')", "camelCase(text)", "yamlEncode(list)"].map((expression): [string, string] => {
        return ["template --context long.yaml --max-steps 30", `k: "\${${expression}}"\n`];
      }),
    ],
  },
  "garden-actions": {
    files: {
      "garden.yml": PROJECT,
      "project.yaml": "deep: {d: file}\nhost: file.example.com\n",
      "prod.yaml": "replicas: 5\nnested: {x: 1}\n",
      "app/garden.yml": ACTIONS,
      "app/api.env": "FROM_FILE=api file\nport=81\n",
      "templates/garden.yml": TEMPLATES,
      "templates/inputs.json":
        '{"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}, "required": ["name"]}',
      "outputs.yaml":
        "actions: {run: {migrate: {outputs: {log: done}}}, build: {image: {outputs: {deploymentImageId: img@sha}}}}\nproviders: {container: {outputs: {x: 1}}}\n",
      "secrets.env": "token=hunter2\n",
      ".gardenignore": "ignored\n",
      "ignored/garden.yml": "kind: Nonsense\n",
    },
    environment: { HOME: "/home/tester", TOKEN: "from-env" },
    commands: [
      "template --project .",
      "template --project . --env prod -o json",
      "template --project . --outputs outputs.yaml --secrets secrets.env deploy.api",
      "template --project . --secret-env token=TOKEN deploy.api test.unit",
      "template --project . --secret-env NONE deploy.api",
      "template --project . --var replicas=7,deep.a=x --var 'list.0=\"a,b\"' deploy.api",
      "template --project . --var =x deploy.api",
      ...["host", "deep", "deep.a", "replicas", "port", "list", "unused", "nested", "env.name", "FROM_FILE"].map(
        (name) => `template --project . --env prod --explain ${name}`,
      ),
      "template --project . workflow.ci command.do-it",
      "template --project . --outputs none.yaml",
      "template --project . --outputs prod.yaml",
      "template --project . --context prod.yaml",
      "template --project . --set a=1",
      "template --project . --partial",
    ],
  },
  "garden-modules": {
    files: {
      "garden.yml": MODULE_PROJECT,
      "app/garden.yml": MODULES,
      "app/Dockerfile": "FROM x\n",
      "app/Base.dockerfile": "",
    },
    commands: [
      "template --project .",
      "template --project . --env prod deploy.web run.seed test.db-smoke",
      "template --project . --explain port",
      "template --project . --explain region",
      "lint .",
    ],
  },
  "garden-errors": {
    files: BROKEN,
    commands: Object.keys(BROKEN).flatMap((file) => {
      const folder = file.slice(0, file.indexOf("/"));
      return [`template --project ${folder}`, `lint ${folder}`];
    }),
  },
};
