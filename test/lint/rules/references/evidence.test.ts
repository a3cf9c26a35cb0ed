/** References that something unknown can define, although the manifest itself points to a mistake. */
import { describe, expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const FROM = "envFrom: [{secretRef: {name: web}}]\n";
const ENV = "env:\n- {name: DB_HOST, value: db}\n- {name: DB_PORT, value: '1'}\n";

describe("use before declaration", () => {
  const use = (value: string, later = "HOST") =>
    `env:\n- {name: URL, value: ${value}}\n- {name: ${later}, value: db}\n`;
  const found = (name: string, need: string) =>
    `«$(${name})» use-before-declaration: $(${name}) is not expanded: the variable is declared later at line ` +
    `LINE; this works only if ${need} sets ${name}, too`;

  test.each<[string, string, string[]]>([
    ["a Secret of envFrom", FROM + use("x$(HOST)"), [found("HOST", "Secret web")]],
    ["a ConfigMap", `envFrom: [{configMapRef: {name: c}}]\n${use("$(HOST)")}`, [found("HOST", "ConfigMap c")]],
    ["a Service", use("$(DB_PORT)", "DB_PORT"), [found("DB_PORT", "Service db")]],
    ["a prefix that the name has", FROM.replace("{s", "{prefix: H, s") + use("$(HOST)"), [found("HOST", "Secret web")]],
    ["the entry itself, which appends to the Secret's value", `${FROM}env: [{name: HOST, value: $(HOST)x}]`, []],
    ["declared before and after", `${FROM}env: [{name: A, value: a}, {name: B, value: $(A)}, {name: A, value: b}]`, []],
    ["not declared", FROM + use("$(OTHER)"), []],
  ])("%s", (_, lines, findings) => {
    const own = foundBy("use-before-declaration", pod(lines)).filter((each) => each.includes("before-declaration"));
    const at = own.map((each) => each.replace(/at line \d+/, "at line LINE"));
    expect(at).toEqual(findings);
  });

  test("a prefix that cannot produce the name makes it certain", () => {
    const lines = FROM.replace("{s", "{prefix: X_, s") + use("$(HOST)");
    expect(foundBy("use-before-declaration", pod(lines))[0]).toMatch(/the variable is declared later at line \d+$/);
  });
});

describe("a name that is almost one of the container", () => {
  const found = (name: string, meant: string, need = "Secret web") =>
    `«$(${name})» undefined-reference: $(${name}) is not expanded unless ${need} sets ${name}; did you mean ${meant}?`;

  test.each<[name: string, meant: string | undefined]>([
    ["DB_HSOT", "DB_HOST"],
    ["DB_HOS", "DB_HOST"],
    ["DB_HOOST", "DB_HOST"],
    ["DBHOST", "DB_HOST"],
    ["db_host", "DB_HOST"],
    ["DB_HOSTS", undefined],
    ["DB_HOST2", undefined],
    ["DB_NAME", undefined],
    ["BD_HOST", undefined],
    ["CACHE_URL", undefined],
  ])("%s", (name, meant) => {
    const findings = foundBy("undefined-reference", pod(`${FROM}args: [$(${name})]\n${ENV}`));
    expect(findings).toEqual(meant === undefined ? [] : [found(name, meant)]);
  });

  test("a variable of a Service in the input", () => {
    const service =
      "---\napiVersion: v1\nkind: Service\nmetadata: {name: redis}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 6379}]}\n";
    const text = pod("args: [$(REDSI_SERVICE_HOST)]", service);
    const [first] = foundBy("undefined-reference", text);
    expect(first).toBe(found("REDSI_SERVICE_HOST", "REDIS_SERVICE_HOST", "Service redsi"));
  });

  test("a prefix that cannot produce the name makes it certain", () => {
    const lines = `${FROM.replace("{s", "{prefix: X_, s")}args: [$(DB_HSOT), $(X_DB_HSOT)]\n${ENV}`;
    expect(foundBy("undefined-reference", pod(lines))).toEqual([
      "«$(DB_HSOT)» undefined-reference: $(DB_HSOT) is not expanded: the variable is not defined; did you mean DB_HOST?",
    ]);
  });
});

describe("a value that is only ${NAME}", () => {
  const entries = (...values: string[]) =>
    `env:\n${values.map((value, i) => `- {name: V${i}, value: '${value}'}\n`).join("")}`;

  test.each<[string, string, number]>([
    ["of a variable of the same container", entries("db", "${V0}"), 1],
    ["of one that is declared later", entries("${V1}", "db"), 1],
    ["of itself", entries("${V0}"), 0],
    ["of a name that the container does not declare", entries("${OTHER}"), 0],
    ["beside a placeholder of its own name", entries("${V0}", "${V0}"), 0],
    ["beside a placeholder of another name", entries("db", "${OTHER}", "${V0}"), 0],
    ["an argument", `${entries("db")}args: ['\${V0}']`, 0],
  ])("%s", (_, lines, count) => {
    expect(foundBy("shell-syntax", pod(lines))).toHaveLength(count);
  });
});

test("${NAME} of a variable whose optional key is missing is reported like that of any other", () => {
  const text = pod(
    "args: ['--level=${LEVEL}']\nenv: [{name: LEVEL, valueFrom: {configMapKeyRef: {name: c, key: none, optional: true}}}]",
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n",
  );
  expect(foundBy("shell-syntax", text)).toEqual([
    "«${LEVEL}» shell-syntax: ${LEVEL} is not expanded: no shell reads it; write $(LEVEL)",
  ]);
});

describe("a source whose namespace the pod does not state", () => {
  const LINES = "envFrom: [{configMapRef: {name: web}}]\n";
  const inNamespace = (namespace: string, data: string) =>
    `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: ${namespace}}\ndata: {${data}}\n`;
  const objects = inNamespace("a", "DB_HSOT: x");

  test.each<[string, string, string, number]>([
    ["does not set the misspelled name", `args: [$(DB_HOTS)]\n${ENV}`, objects, 1],
    ["sets the name", `args: [$(DB_HSOT)]\n${ENV}`, objects, 0],
    ["sets it in another namespace", `args: [$(DB_HOTS)]\n${ENV}`, objects + inNamespace("b", "DB_HOTS: x"), 0],
    [
      "does not set the name before its declaration",
      "env: [{name: U, value: $(H)}, {name: H, value: h}]\n",
      objects,
      1,
    ],
  ])("%s", (_, lines, others, count) => {
    const found = [...foundBy("undefined-reference", pod(LINES + lines, others))].filter((each) =>
      /undefined-reference|before-declaration/.test(each),
    );
    expect(found.map((each) => /(?:unless|only if) ConfigMap web sets/.test(each))).toEqual(Array(count).fill(true));
  });
});
