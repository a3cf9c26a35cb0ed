import { expect, test } from "vitest";
import { composeFiles } from "../../src/compose/project.ts";
import { usesOf } from "../../src/compose/uses.ts";
import { hostOf } from "./host.ts";

/** What is wrong with the values of a service: `NAME: kind (hint)`. */
function problems(service: string, files: Record<string, string> = { "/.env": "HOST=db\nEMPTY=\n" }): string[] {
  const text = `services:\n  app:\n${service.replace(/^(?=.)/gm, "    ")}\n`;
  const host = hostOf({ "/compose.yaml": text, ...files });
  const [file] = composeFiles(host, ["/compose.yaml"]);
  return usesOf(file!, host).uses.map((use) => {
    const { inContainer, isAssigned, isExample, meant, problem } = use;
    const { start, end } = use.place;
    const hints = [meant && `meant ${meant}`, inContainer, isAssigned && "assigned", isExample && "example"];
    const hint = hints.filter(Boolean).join(", ");
    return `${problem.kind} ${text.slice(start, end)}${hint === "" ? "" : ` (${hint})`}`;
  });
}

test.each([
  ["a variable that is set", "image: $HOST", []],
  ["an empty one", "image: x$EMPTY", []],
  ["an unset one", "image: x$TAG", ["unset $TAG"]],
  ["in braces", "image: x${TAG}", ["unset ${TAG}"]],
  ["with a default", "image: ${TAG:-1}", []],
  ["with a word for a set one", "image: ${TAG:+1}", []],
  ["in a default that is used", "image: ${TAG:-$OTHER}", ["unset $OTHER"]],
  ["in a default that is not used", "image: ${HOST:-$OTHER}", []],
  ["required", "image: ${TAG:?no tag}", ["required ${TAG"]],
  ["required but empty", "image: ${EMPTY:?no tag}", ["required ${EMPTY"]],
  ["required, can be empty", "image: ${EMPTY?no tag}", []],
  ["required in a word that is not used", "image: ${HOST:-${TAG:?}}", []],
  ["escaped", "image: $$TAG $${TAG}", []],
  ["a digit, which compose keeps", "image: a$5 $1", []],
  ["a keyword of a shell", "command: echo $(date) $? $@", []],
  ["malformed", "image: '${TAG:1} ${} ${a b}'", ["malformed ${", "malformed ${", "malformed ${"]],
  ["not closed", "image: '${TAG'", ["malformed ${"]],
  ["in a key", "labels: {$TAG: 1}", []],
  ["always set", "image: $HOME $COMPOSE_PROJECT_NAME $PWD", []],
  ["names that begin like those", "image: $DOCKER_TAG$COMPOSE_TAG", ["unset $DOCKER_TAG", "unset $COMPOSE_TAG"]],
  ["after a character outside ASCII", "image: é€😀$TAG", ["unset $TAG"]],
  ["in a block scalar", "command: |\n  echo é\n  echo ${TAG}\n", ["unset ${TAG}"]],
  ["with an escape in its own text", 'image: "a\\x24{TAG}"', ['unset "a\\x24{TAG}"']],
  ["a $ before other characters", "image: 'a $ b $- $'", []],
  ["in double quotes with escapes", 'image: "a\\tb\\u00e9$TAG"', ["unset $TAG"]],
  ["in an anchor, once", "labels: &l {a: $TAG}\nbuild: {labels: *l}", ["unset $TAG"]],
  ["a similar name", "image: ${HSOT} ${host}", ["unset ${HSOT} (meant HOST)", "unset ${host} (meant HOST)"]],
  ["names that differ in a number", "image: $HOST2", ["unset $HOST2"]],
])("%s", (_, service, expected) => expect(problems(service)).toEqual(expected));

test.each([
  ["environment", "environment: {NAME: app}\nimage: $NAME", ["unset $NAME (environment)"]],
  [
    "environment as a list",
    "environment: [NAME=app, OTHER]\nimage: $NAME $OTHER",
    ["unset $NAME (environment)", "unset $OTHER"],
  ],
  ["a variable that is passed on", "environment: {NAME: '${NAME}'}", ["unset ${NAME}"]],
  ["in a list", "environment: ['NAME=a=b\\n=${NAME}']", ["unset ${NAME}"]],
  ["an empty value", "environment: [NAME=]\nimage: $NAME", ["unset $NAME (environment)"]],
  ["a name that is not a variable's", "environment: {'A(': x}\nimage: $TAG", ["unset $TAG"]],
  ["env_file", "env_file: app.env\nimage: $IN_FILE", ["unset $IN_FILE (app.env)"]],
  ["env_file in raw format", "env_file: [{path: raw.env, format: raw}]\nimage: $RAW", ["unset $RAW (raw.env)"]],
  ["env_file that is missing", "env_file: [{path: no.env, required: false}]\nimage: $RAW", ["unset $RAW"]],
])("set in the container only: %s", (_, service, expected) => {
  const files = { "/app.env": "IN_FILE=1\n", "/raw.env": "RAW='\n" };
  expect(problems(service, files)).toEqual(expected);
});

test("names in an example of an env file, without an env file", () => {
  const files = { "/.env.example": "# the password\nDB_PASS=\n# TZ=UTC\n" };
  const found = problems("image: $DB_PASS $DB_PAS $TZ", files);
  expect(found).toEqual(["unset $DB_PASS (example)", "unset $DB_PAS (meant DB_PASS)", "unset $TZ (example)"]);
});

test.each([
  "env.example env-sample .env_template .env.dist .env-defaults env.tpl .ENV.TMPL",
  "example.env sample-env template_env default.env",
  ".env.production.example",
])("examples of env files: %s", (names) => {
  for (const name of names.split(" ")) {
    expect(problems("image: $TAG", { [`/${name}`]: "TAG=1\n" })).toEqual(["unset $TAG (example)"]);
  }
});

test.each(["env.examples", "my-env.example", "envexample", "myexample.env"])("no example: %s", (name) => {
  expect(problems("image: $TAG", { [`/${name}`]: "TAG=1\n" })).toEqual(["unset $TAG"]);
});

test("only a command assigns", () => {
  expect(problems("image: 'x=1 $x'")).toEqual(["unset $x"]);
});

test("a name that is used once, similar to one that is used often", () => {
  const found = problems("image: $DB_PASS $DB_PASS $DB_PASS $DB_PSAS");
  expect(found.at(-1)).toBe("unset $DB_PSAS (meant DB_PASS)");
});

test.each([
  ["for f in a b; do echo $f; done", ["unset $f (assigned)"]],
  ["echo $x; x=1", ["unset $x"]],
  ["x=1; echo $x", ["unset $x (assigned)"]],
  ["read -r line; echo ${line}", ["unset ${line} (assigned)"]],
  ["echo ax=1 $x", ["unset $x"]],
  ["export -p x; echo $x", ["unset $x (assigned)"]],
  ["read-file x; echo $x", ["unset $x"]],
])("assigned by the command: %s", (command, expected) =>
  expect(problems(`command: ["sh", "-c", "${command}"]`)).toEqual(expected),
);

test("a file of several projects has a variable that one of them sets", () => {
  const files = {
    "/a/compose.yaml": "include: [../common/compose.yaml]\n",
    "/a/.env": "A=1\n",
    "/b/compose.yaml": "include: [../common/compose.yaml]\n",
    "/b/.env": "B=1\n",
    "/common/compose.yaml": "services: {app: {image: $A$B$C}}\n",
  };
  const host = hostOf(files);
  const paths = Object.keys(files).filter((path) => path.endsWith(".yaml"));
  const common = composeFiles(host, paths).find(({ path }) => path.startsWith("/common"))!;
  expect(usesOf(common, host).uses.map(({ problem }) => problem.name)).toEqual(["C"]);
});
