/** The rules about env files and the templates of Garden projects. */

import type { Example, Rule } from "./rule.ts";

const envFile = (text: string): Example => [{ name: "app.env", text }];

const PROJECT = (variables: string, environment = "") => `apiVersion: garden.io/v1
kind: Project
name: shop
environments:
- name: dev
${environment}providers:
- name: local-kubernetes
variables:
${variables}`;

const RUN = (text: string) => `---
kind: Run
type: exec
name: check
spec:
  command: [check, "${text}"]
`;

const project = (text: string): Example => [{ name: "project.garden.yml", text }];

export const RULES_OF_FILES: readonly Rule[] = [
  {
    id: "envfile-syntax",
    severity: "error",
    short: "the kubelet refuses the env file",
    full: `An env file of KEP-3721 (\`fileKeyRef\`) consists of \`NAME='value'\` lines: values in apostrophes, and literal. A container
that refers to a file with anything else does not start.

\`varexpand envfile --dialect dotenv -o env-file FILE\` converts a dotenv file.`,
    triggers: envFile(`HOST=db\n`),
    passes: envFile(`HOST='db'\n`),
  },
  {
    id: "envfile-dialect",
    severity: "warning",
    short: "readers of env files disagree about the line",
    full: `Shells, dotenv, Node.js, docker, docker compose, kubectl and the kubelet read such files, each in its own way. The
message says what each of them makes of the line; it never shows the value.

docker and kubectl know no quotes. In a file that the kubelet takes, where every value has them, that is not told.`,
    triggers: envFile(`HOST='db'#primary\n`),
    passes: envFile(`HOST='db' # primary\n`),
  },
  {
    id: "project-error",
    severity: "error",
    short: "a Garden project cannot be resolved",
    full: `Garden stops with an error. The rule resolves the project in each of its environments, and reports what is not valid YAML,
fields with wrong values, dependencies and varfiles that do not exist, and templates that cannot be resolved. A key that does
not exist is reported by \`template-missing-key\`.`,
    triggers: project(PROJECT("  region: eu\n") + RUN("${lowr(var.region)}")),
    passes: project(PROJECT("  region: eu\n") + RUN("${lower(var.region)}")),
  },
  {
    id: "project-incomplete",
    severity: "note",
    short: "a part of a Garden project is not available, so it is only partly checked",
    full: `A varfile does not exist, but \`.gitignore\` covers it: other machines have it. Or an action does not exist, but the project
has \`sources\`, which are not fetched. What depends on the missing part is unknown and is not reported.`,
    triggers: project(
      PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
        RUN("${var.region} ${actions.build.other.version}"),
    ),
    passes: project(
      PROJECT("  region: eu\n", "sources:\n- name: other\n  repositoryUrl: https://example.com/other.git#v1\n") +
        RUN("${var.region}"),
    ),
  },
  {
    id: "template-missing-key",
    severity: "error",
    short: "a template refers to a key that does not exist",
    full: `The project cannot be resolved: Garden stops with an error. The rule looks at every environment. What only a run of the
project knows (secrets, the process's environment, outputs) is unknown, and no finding.`,
    triggers: project(PROJECT("  region: eu\n") + RUN("${var.regoin}")),
    passes: project(PROJECT("  region: eu\n") + RUN("${var.region}")),
  },
  {
    id: "template-unused-variable",
    severity: "note",
    short: "no template refers to a variable",
    full: `The variable can go, or a name somewhere is wrong. The rule is silent where templates can refer to variables in ways that
the config files do not show: computed keys, variables as a whole, files with templates in them.`,
    triggers: project(PROJECT("  region: eu\n  zone: a\n") + RUN("${var.region}")),
    passes: project(PROJECT("  region: eu\n") + RUN("${var.region}")),
  },
  {
    id: "template-hidden-level",
    severity: "note",
    short: "a variable's value is covered in every environment",
    full: `A level above gives the variable another value in each of the project's environments: this value never counts.`,
    triggers: project(PROJECT("  region: eu\n", "  variables:\n    region: us\n") + RUN("${var.region}")),
    passes: project(PROJECT("  zone: a\n", "  variables:\n    region: us\n") + RUN("${var.region}-${var.zone}")),
  },
  {
    id: "template-optional-suffix",
    severity: "warning",
    short: "a ? after an expression is text in projects of apiVersion garden.io/v2",
    full: `Up to \`apiVersion: garden.io/v1\`, \`\${var.tag}?\` is an expression that may be missing. In \`garden.io/v2\` the \`?\` is
part of the text. Write \`\${var.tag || ""}\` or another default. The rule reports strings that consist of one expression and a
\`?\`.`,
    triggers: project(PROJECT("  tag: v1\n").replace("garden.io/v1", "garden.io/v2") + RUN("${var.tag}?")),
    passes: project(PROJECT("  tag: v1\n").replace("garden.io/v1", "garden.io/v2") + RUN("${var.tag}?x=1")),
  },
];
