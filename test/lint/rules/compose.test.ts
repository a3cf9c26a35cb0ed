/** The rules about Compose files. */
import { describe, expect, test } from "vitest";
import { composeFiles } from "../../../src/compose/project.ts";
import { lintCompose } from "../../../src/lint/compose-lint.ts";
import { hostOf } from "../../compose/host.ts";

interface Options {
  readonly env?: string | undefined;
  readonly files?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly isComplete?: boolean;
  readonly known?: string;
}

/** The findings in a service: `«TEXT» RULE: message`, with the highest severity if it is limited. */
function found(service: string, { env = "HOST=db\nEMPTY=\n", isComplete = false, known, ...more }: Options = {}) {
  const text = `services:\n  app:\n${service.replace(/^/gm, "    ")}\n`;
  const path = `/${more.name ?? "compose.yaml"}`;
  const files = { [path]: text, ...more.files };
  const host = hostOf({ ...files, ...(env !== "" && { "/.env": env }) });
  const [file] = composeFiles(host, Object.keys(files));
  return lintCompose(file!, host, { isComplete, isKnown: (name) => name === known }).map((finding) => {
    const { atMost, end, fix, message, object, rule, start } = finding;
    expect(object).toBe("service/app");
    for (const edit of fix?.edits ?? []) expect(text.slice(edit.start)).toMatch(/^\$/);
    const level = atMost === undefined ? "" : ` (${atMost}${fix ? ", fixed" : ""})`;
    return `«${text.slice(start, end)}» ${rule}${level}: ${message}`;
  });
}

const NOTHING: string[] = [];
const ONE_ENVIRONMENT = "1 variable can only come from the environment of docker compose";
const TWO_ENVIRONMENT = "2 variables can only come from the environment of docker compose";
const unset = (shown: string) =>
  `«${shown}» compose-unset: docker compose replaces ${shown} with nothing unless its environment sets the variable`;
const stops = (name: string) =>
  `docker compose stops unless its environment sets the variable: \${${name}} requires a value`;
const lost = (shown: string, why: string) =>
  `«${shown}» compose-dollar (warning, fixed): docker compose replaces ${shown} with nothing: ${why}; write $$ for $`;

describe("compose-required", () => {
  test.each<[string, string, Options, string[]]>([
    ["not set", "image: ${TAG:?m}", {}, [`«\${TAG» compose-required: ${stops("TAG")}; set it in .env`]],
    ["not set, without a colon", "image: ${TAG?}", {}, [`«\${TAG» compose-required: ${stops("TAG")}; set it in .env`]],
    ["empty", "image: ${EMPTY:?m}", {}, [`«\${EMPTY» compose-required: ${stops("EMPTY")} that is not empty`]],
    ["empty, without a colon", "image: ${EMPTY?m}", {}, NOTHING],
    ["set", "image: ${HOST:?m}", {}, NOTHING],
    ["similar", "image: ${HOTS:?m}", {}, [`«\${HOTS» compose-required: ${stops("HOTS")}; did you mean HOST?`]],
    [
      "set in the container",
      "image: ${TAG:?m}\nenvironment: {TAG: x}",
      {},
      [`«\${TAG» compose-required: ${stops("TAG")}; environment sets it only in the container; set it in .env`],
    ],
    ["known", "image: ${TAG:?m}", { known: "TAG" }, NOTHING],
    ["assigned by the command", 'command: ["TAG=1; echo ${TAG:?m}"]', {}, NOTHING],
    ["twice", "image: ${TAG:?m}${TAG:?m}", {}, [`«\${TAG» compose-required: ${stops("TAG")}; set it in .env`]],
    [
      "without an env file",
      "image: ${TAG:?m}$OTHER",
      { env: "" },
      [
        `«\${TAG» compose-unset (note): ${TWO_ENVIRONMENT}, 1 of which must have a value: TAG, OTHER; the input has no .env file`,
      ],
    ],
    [
      "with an env file that docker compose rejects",
      "image: ${TAG:?m}",
      { env: "A B\n" },
      [`«\${TAG» compose-unset (note): ${ONE_ENVIRONMENT}, 1 of which must have a value: TAG; .env cannot be read`],
    ],
    [
      "in a file that -f names",
      "image: ${TAG:?m}",
      { name: "compose.prod.yaml" },
      [`«\${TAG» compose-unset (note): ${ONE_ENVIRONMENT}, 1 of which must have a value: TAG; .env does not set it`],
    ],
    [
      "without an env file, and with --complete",
      "image: ${TAG:?m}",
      { env: "", isComplete: true },
      ["«${TAG» compose-required: docker compose stops: ${TAG} requires a value; set it in .env"],
    ],
  ])("%s", (_, service, options, expected) => expect(found(service, options)).toEqual(expected));
});

describe("compose-unset", () => {
  test.each<[string, string, Options, string[]]>([
    ["a similar name", "image: ${HSOT}", {}, [`${unset("${HSOT}")}; did you mean HOST?`]],
    ["a similar name without braces", "image: $HSOT", {}, [`${unset("$HSOT")}; did you mean HOST?`]],
    [
      "a similar name in an example of an env file",
      "image: $DB_PSAS",
      { env: "", files: { "/.env.example": "DB_PASS=\n" } },
      [`${unset("$DB_PSAS")}; did you mean DB_PASS?`],
    ],
    [
      "set in the container",
      "image: $TAG\nenvironment: [TAG=x]",
      {},
      [`${unset("$TAG")}; environment sets it only in the container`],
    ],
    [
      "other names",
      "image: $A$B${A}",
      {},
      [`«$A» compose-unset (note): ${TWO_ENVIRONMENT}: A, B; .env does not set them`],
    ],
    [
      "many names",
      "image: $A$B$C$D$E$F$G",
      { env: "" },
      [
        `«$A» compose-unset (note): 7 variables can only come from the environment of docker compose: A, B, C, D, E and 2 more; the input has no .env file`,
      ],
    ],
    [
      "other names with --complete",
      "image: $A${B}",
      { isComplete: true },
      [
        "«$A» compose-unset: docker compose replaces $A with nothing",
        "«${B}» compose-unset: docker compose replaces ${B} with nothing",
      ],
    ],
    ["known", "image: $A", { known: "A" }, NOTHING],
    ["with a default", "image: ${A:-a}${B-}${C+c}", {}, NOTHING],
    ["always set", "image: $HOME$COMPOSE_PROJECT_NAME", {}, NOTHING],
  ])("%s", (_, service, options, expected) => expect(found(service, options)).toEqual(expected));
});

const SECRET = "$ begins a reference";
const part = (shown: string) =>
  `«${shown}» compose-dollar (warning, fixed): docker compose replaces a part of the value with nothing: ${SECRET}; write $$ for $`;
const note = (name: string) => `«$${name}» compose-unset (note): ${ONE_ENVIRONMENT}: ${name}; .env does not set it`;
const rejected = (shown: string, what: string) => `«${shown}» compose-dollar: docker compose rejects ${what}`;
const NOT_A_REFERENCE = "which is not a reference; write $${ for the text ${";

describe("compose-dollar", () => {
  test.each<[string, string, string[], Options?]>([
    ["in a password", "environment: {DB_PASSWORD: pa$word}", [part("$word")]],
    ["in a list", "environment: [DB_PASSWORD=pa$word]", [part("$word")]],
    ["in a password, with a digit", "environment: {DB_PASSWORD: pa$5word}", NOTHING],
    ["in a password, escaped", "environment: {DB_PASSWORD: pa$$word}", NOTHING],
    ["a password that is a variable", "environment: {DB_PASSWORD: $word}", [note("word")]],
    ["a password in a URL", "environment: {SECRET_URL: 'a://u:p@$word'}", [note("word")]],
    ["a password with braces", "environment: {PASSWORD: 'a${HOST}b$HOST'}", NOTHING],
    ["another value", "environment: {GREETING: pa$word}", [note("word")]],
    [
      "a hash",
      "labels: ['users=admin:$apr1$H6uskkkW$IgXLP6ewTrSuBkTrqE8wj/']",
      [part("$apr1"), part("$H6uskkkW"), part("$IgXLP6ewTrSuBkTrqE8wj")],
    ],
    [
      "a hash of bcrypt",
      "labels: ['a=$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy']",
      [part("$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy")],
    ],
    [
      "assigned by the command",
      "command: sh -c 'for f in *; do echo $f; done'",
      [lost("$f", "the command assigns the variable, but docker compose replaces it first")],
    ],
    [
      "set in the container",
      "environment: {NAME: x}\nhealthcheck: {test: 'echo $NAME'}",
      [lost("$NAME", "environment sets it only in the container")],
    ],
    [
      "set in the container by another file of the project",
      "command: echo $NAME",
      [lost("$NAME", "environment sets it only in the container")],
      { name: "compose.override.yaml", files: { "/compose.yaml": "services: {app: {environment: [NAME=x]}}\n" } },
    ],
    [
      "set in the container, with a name that YAML 1.1 reads as a boolean",
      "environment: {N: x}\ncommand: echo $N",
      [lost("$N", "environment sets it only in the container")],
    ],
    [
      "set by an entry of env_file",
      "env_file: app.env\ncommand: echo ${NAME}",
      [lost("${NAME}", "app.env sets it only in the container")],
    ],
    ["a default in one colon", "image: a:${TAG:1}", [rejected("${", "${TAG:…}; write ${TAG:-…} for a default")]],
    ["an array of a shell", "command: echo ${a[@]}", [rejected("${", `\${a…}, ${NOT_A_REFERENCE}`)]],
    ["a length", "command: echo ${#a}", [rejected("${", `\${…}, ${NOT_A_REFERENCE}`)]],
    ["a name with a dash", "image: ${my-tag}${my tag}", [rejected("${", `\${my…}, ${NOT_A_REFERENCE}`)]],
    ["not closed twice", "image: ${TAG ${OTHER", [rejected("${", "${TAG, which is not closed")]],
    ["not closed", "image: ${TAG", [rejected("${", "${TAG, which is not closed")]],
    ["other text", "command: echo $(date) $? $@ $1 50$", NOTHING],
  ])("%s", (_, service, expected, options) => {
    expect(found(service, { files: { "/app.env": "NAME=x\n" }, ...options })).toEqual(expected);
  });

  test("does not show the text of a secret", () => {
    const messages = found(
      "environment: {PASSWORD: 'a$hidden', TOKEN: '${NAME:hidden}', OTHER: '${5hidden}', SECRET: 'a${hidden b}', KEY: 'a${hidden'}",
    );
    const told = messages.map((message) => message.slice(message.indexOf("»")));
    expect(told).toHaveLength(5);
    expect(told.filter((message) => message.includes("hidden"))).toEqual([]);
  });

  test("has no fix for text that is not in the file verbatim", () => {
    expect(found('environment: {PASSWORD: "p\\u0061$word"}')).toEqual([part("$word")]);
    expect(found('environment: {PASSWORD: "pa\\u0024word"}')[0]).toContain(" compose-dollar (warning): ");
  });
});
