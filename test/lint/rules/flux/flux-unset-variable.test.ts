/** References that Flux replaces although something else in the object sets them. */
import { expect, test } from "vitest";
import { type FluxPath, fluxReferences, textsOf } from "../../../../src/kubernetes/flux/index.ts";
import type { SeenFluxSet } from "../../../../src/lint/rules/flux/flux-place.ts";
import { fluxUnsetVariable } from "../../../../src/lint/rules/flux/flux-unset-variable.ts";
import { KUBERNETES } from "../../../../src/yaml/dialect.ts";
import { parseYaml } from "../../../../src/yaml/parse.ts";

interface World {
  readonly isComplete?: boolean;
  readonly path?: string;
  readonly isKept?: boolean;
  readonly known?: string;
  readonly isStrict?: boolean;
  readonly set?: readonly string[];
}

function check(script: string, world?: World) {
  return checkObject(
    `kind: ConfigMap\nmetadata: {name: scripts}\ndata:\n  a: |\n${script.replace(/^(?=.)/gm, "    ")}`,
    world,
  );
}

function checkObject(
  object: string,
  { isComplete = false, path: name = "a.yaml", isKept = false, known = "", isStrict = true, set = ["SET"] }: World = {},
) {
  const [document] = parseYaml(object, KUBERNETES);
  const file = { path: name, text: object };
  const variables = { all: new Map(set.map((each) => [each, { name: each }])), isComplete, isCertain: true };
  const path = { variables, isSubstituted: true, isStrict } as unknown as FluxPath;
  const texts = textsOf(document!, file).map((text) => {
    return { ...text, ...fluxReferences(text.text), in: path, document: document!, value: document!.value };
  });
  const seen = {
    path,
    texts,
    isKept: () => isKept,
    isKnown: (each: string) => each === known,
    isVariable: () => false,
  };
  return fluxUnsetVariable.check(seen as unknown as SeenFluxSet).map(({ atMost, fix, message, start, end }) => {
    let fixed: string | undefined;
    for (const edit of [...(fix?.edits ?? [])].reverse()) {
      fixed = (fixed ?? object).slice(0, edit.start) + edit.text + (fixed ?? object).slice(edit.end);
    }
    return {
      message,
      ...(atMost && { atMost }),
      at: object.slice(start, end),
      fixed: fixed?.slice(fixed.indexOf("    ")).replace(/^ {4}/gm, ""),
    };
  });
}

test("is an error even if unknown objects can set the variable", () => {
  expect(check("X=1\necho ${X} ${Y} ${SET}\n")).toEqual([
    {
      message: "Flux replaces ${X}, which the script sets, or fails; write $${X}",
      at: "${X}",
      fixed: "X=1\necho $${X} ${Y} ${SET}\n",
    },
  ]);
  expect(check("X=1\necho ${X:-d}\n")).toMatchObject([
    { message: "Flux replaces ${X}, which the script sets, with the default; write $${X}" },
  ]);
  expect(check("SET=1\necho ${SET}\n")).toEqual([]);
  expect(check("X=1\necho ${X}\n", { known: "X" })).toEqual([]);
});

test("is reported once if the variables are known", () => {
  expect(check("X=1\necho ${X} ${Y}\n", { isComplete: true }).map(({ at }) => at)).toEqual(["${X}", "${Y}"]);
});

test("many references are one finding, which a single fix resolves", () => {
  expect(check("A=1; B=2; C=3; D=4\necho ${A} ${B} ${C} ${D} ${A}\n")).toEqual([
    {
      message:
        "Flux replaces 5 references to variables that are not its own: ${A}, ${B}, ${C}, and others; " +
        "add the annotation kustomize.toolkit.fluxcd.io/substitute: disabled to the object",
      at: "${A}",
      fixed: "A=1; B=2; C=3; D=4\necho $${A} $${B} $${C} $${D} $${A}\n",
    },
  ]);
  const [problem] = check("A=1\necho ${A} ${A} ${A} ${A} ${SET}\n");
  expect(problem!.message).toBe(
    "Flux replaces 4 references to variables that are not its own: ${A}; write $${…} instead",
  );
});

test("is not fixed where something else uses the text", () => {
  expect(check("X=1\necho ${X}\n", { isKept: true })).toMatchObject([{ fixed: undefined }]);
  expect(check("X=1\necho ${X}\n", { path: "script.sh" })).toMatchObject([{ fixed: undefined }]);
});

test("many references to one name are one finding", () => {
  const script = "echo ${X} ${Y} ${X} ${X} ${X} ${Y}\n";
  expect(check(script, { isComplete: true }).map(({ at, message }) => [at, message])).toEqual([
    [
      "${X}",
      "Flux 2.9 rejects ${X}, which is not set; set it in postBuild, or write $${X} to keep the text (4 times in this object)",
    ],
    ["${Y}", "Flux 2.9 rejects ${Y}, which is not set; set it in postBuild, or write $${Y} to keep the text"],
    ["${Y}", "Flux 2.9 rejects ${Y}, which is not set; set it in postBuild, or write $${Y} to keep the text"],
  ]);
});

test("a reference of another program is shown whole", () => {
  const [found] = check("a ${env:TOKEN}\n", { isComplete: true });
  expect(found!.message).toBe(
    "Flux 2.9 rejects ${env:TOKEN}, which is not set; set it in postBuild, or write $${env:TOKEN} to keep the text",
  );
  const [length] = check("a ${#TOKEN}\n", { isComplete: true });
  expect(length!.message).toBe(
    "Flux 2.9 rejects ${TOKEN}, which is not set; set it in postBuild, or write $${TOKEN} to keep the text",
  );
});

test.each([
  ["https://${X}.example.com", "set it in postBuild, or write ${X:=default}"],
  ["${quote}5${quote}", "add quote: '\"' to postBuild.substitute"],
  ["${q}5", "add q: '\"' to postBuild.substitute"],
  ["${QUEUE}", "set it in postBuild, or write ${QUEUE:=default}"],
  ["${X} $HOME", "set it in postBuild, or write $${X} to keep the text"],
  ["$(date) ${X}", "set it in postBuild, or write $${X} to keep the text"],
  ["${X%%.*}", "set it in postBuild, or write $${X} to keep the text"],
])("what to do about a variable that is not set: %s", (text, advice) => {
  const object = (data: string) => `kind: ConfigMap\nmetadata: {name: a}\ndata: {a: '${data.replaceAll("'", "''")}'}\n`;
  const [found] = checkObject(object(text), { isComplete: true });
  expect(found!.message).toMatch(/^Flux 2\.9 rejects \$\{\w+\}, which is not set; /);
  expect(found!.message.split("; ")[1]).toBe(advice);
  const [before] = checkObject(object(text), { isComplete: true, isStrict: false });
  expect(before!.message).toMatch(/^Flux replaces \$\{\w+\}, which is not set, with nothing; /);
});

test("a name that the object also uses is meant only if a single character differs", () => {
  const meant = (text: string, ...set: string[]) => {
    const object = `kind: ConfigMap\nmetadata: {name: a}\ndata: {a: '${text}'}\n`;
    return checkObject(object, { isComplete: true, set }).map(({ message }) => /mean (\w+)/.exec(message)?.[1]);
  };
  expect(meant("${VOLUME_MODE}", "VOLUME_NAME")).toEqual(["VOLUME_NAME"]);
  expect(meant("${VOLUME_MODE} ${VOLUME_NAME}", "VOLUME_NAME")).toEqual([undefined]);
  expect(meant("${VOLUME_NAMR} ${VOLUME_NAME}", "VOLUME_NAME")).toEqual(["VOLUME_NAME"]);
});

test.each([
  ["a comment", "# ${X}\n", true, "note"],
  ["a comment after white space", "a\n  # a ${X}\n", true, "note"],
  ["a comment about a variable of the script", "X=1\n# ${X}\n", false, "note"],
  ["a comment after a command", "echo # ${X}\n", true, undefined],
  ["a command after a comment", "# a\necho ${X}\n", true, undefined],
])("before Flux 2.9, %s", (_, script, isComplete, level) => {
  const levelOf = ({ atMost }: { readonly atMost?: string }) => atMost;
  expect(check(script, { isComplete, isStrict: false }).map(levelOf)).toEqual([level]);
  expect(check(script, { isComplete }).map(levelOf)).toEqual([undefined]);
});
