import { expect, test } from "vitest";
import { displayWidth } from "../../../src/cli/frame/text-width.ts";
import { runInMemory } from "../memory-io.ts";

const SERVICE = {
  kind: "Service",
  metadata: { name: "db", namespace: "default" },
  spec: { clusterIP: "10.0.0.9", ports: [{ port: 80 }] },
};
const POD = {
  kind: "Pod",
  metadata: { name: "p", namespace: "default" },
  spec: { containers: [{ name: "c", env: [{ name: "A", value: "1" }] }] },
};

/** The output and the messages for a manifest. */
async function table(manifest: object | string, args: readonly string[] = [], columns?: number) {
  const stdin = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
  const environment = columns === undefined ? {} : { COLUMNS: String(columns) };
  return runInMemory(["pod", "-", "-o", "table", ...args], { stdin, environment });
}

const podWith = (container: object) => ({
  kind: "Pod",
  metadata: { name: "p" },
  spec: { containers: [{ name: "c", ...container }] },
});

test("the place of a variable is its entry, if it has one", async () => {
  const manifest = `${JSON.stringify(SERVICE)}\n${JSON.stringify(POD)}\n`;
  const { output } = await table(manifest, ["--wide"]);
  const rows = output.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(rows).toContainEqual(["A", "1", "value", "<stdin>:2:102"]);
  expect(rows).toContainEqual(["DB_SERVICE_HOST", "10.0.0.9", "service default/db"]);
  expect(rows).toContainEqual(["DB_PORT_80_TCP_ADDR", "10.0.0.9", "service default/db"]);
});

test("a service has one line, unless --wide", async () => {
  const { output } = await table(`${JSON.stringify(SERVICE)}\n${JSON.stringify(POD)}\n`);
  expect(output).toBe(`Pod/default/p, container c
  NAME             VALUE              FROM                AT
  A                1                  value               <stdin>:2:102
  DB_SERVICE_HOST  10.0.0.9 (6 more)  service default/db
`);
});

test("commands are cut to 1000 columns if the width is unknown", async () => {
  const lastLine = async (length: number, ...args: string[]) => {
    const { output } = await table(podWith({ args: ["x".repeat(length)] }), args);
    return output.split("\n").at(-2);
  };
  expect(await lastLine(988)).toBe(`  args: ["${"x".repeat(988)}"]`);
  expect(await lastLine(989)).toBe(`  args: ["${"x".repeat(989)}…`);
  expect(await lastLine(5000, "--wide")).toBe(`  args: ["${"x".repeat(5000)}"]`);
});

test("values are cut to 60 columns if the width is unknown", async () => {
  const env = [60, 61].map((length) => ({ name: `V${length}`, value: "x".repeat(length) }));
  const { output } = await table(podWith({ env }));
  expect(output).toContain(`  V60   ${"x".repeat(60)}  value`);
  expect(output).toContain(`  V61   ${"x".repeat(59)}…  value`);
  expect((await table(podWith({ env }), ["--wide"])).output).toContain(`  V61   ${"x".repeat(61)}  value`);
});

const LONG = podWith({
  env: [
    { name: "SHORT", value: "1" },
    { name: "A_LONG_NAME_OF_A_VARIABLE", value: "a value that is too long for the terminal" },
    { name: "CITY", value: "東京都千代田区丸の内一丁目九番一号東京駅構内" },
    { name: "K", valueFrom: { configMapKeyRef: { name: "settings-of-the-application", key: "k", optional: true } } },
  ],
  command: ["/bin/server", "--listen=0.0.0.0:8080", "--title=東京都", "--verbose=$(NONE)", "--and-more"],
});

test("the table fits the terminal for any text", async () => {
  const { output, messages } = await table(LONG, [], 80);
  expect(output).toBe(`Pod/p, container c (<stdin>)
  NAME                     VALUE                   FROM                    AT
  SHORT                    1                       value                   1:80
  A_LONG_NAME_OF_A_VARIA…  a value that is too l…  value                   1:109
  CITY                     東京都千代田区丸の内…   value                   1:198
  K                        unknown: needs Config…  configMapKeyRef setti…  1:247
  command: ["/bin/server","--listen=0.0.0.0:8080","--title=東京都","--verbose=$…
  <stdin>:1:432: $(NONE): the variable is not defined
`);
  expect(messages.at(-1)).toBe("1 pod, 1 container: 1 finding, 1 unknown; --wide shows everything in full");
  for (const columns of [20, 40, 60, 79, 100, 132]) {
    const lines = (await table(LONG, [], columns)).output.split("\n");
    // Places are not cut, and words of messages are not broken.
    const rows = lines.filter((line) => /^ {2}\S+ .*\d+:\d+$|^ {2}command/.test(line));
    expect(rows.length).toBe(5);
    if (columns >= 40) expect(rows.map(displayWidth).filter((width) => width > columns)).toEqual([]);
  }
});

test("COLUMNS is used only if it is a number; --wide does not shorten anything", async () => {
  const { output } = await table(LONG);
  for (const columns of ["", "0", "-1", "wide", "80x"]) {
    const given = { stdin: JSON.stringify(LONG), environment: { COLUMNS: columns } };
    expect((await runInMemory(["pod", "-", "-o", "table"], given)).output).toBe(output);
  }
  const wide = await table(LONG, ["--wide"], 40);
  expect(wide.output).toContain("a value that is too long for the terminal");
  expect(wide.messages.at(-1)).toBe("1 pod, 1 container: 1 finding, 1 unknown");
});

test.each([
  [33, "  NAME      VALUE     FROM   AT", "  ABCDEFGH  abcdefgh  value  1:80"],
  [32, "  NAME      VALUE    FROM   AT", "  ABCDEFGH  abcdef…  value  1:80"],
  [31, "  NAME     VALUE    FROM   AT", "  ABCDEF…  abcdef…  value  1:80"],
  [29, "  NAME    VALUE   FROM   AT", "  ABCDE…  abcde…  value  1:80"],
  [24, "  NAME  VAL…  FROM  AT", "  ABC…  abc…  val…  1:80"],
  [10, "  NAME  VAL…  FROM  AT", "  ABC…  abc…  val…  1:80"],
])(
  "in %i columns, the widest column except that of the places is shortened, down to four",
  async (columns, ...rows) => {
    const { output } = await table(podWith({ env: [{ name: "ABCDEFGH", value: "abcdefgh" }] }), [], columns);
    expect(output.split("\n").slice(-3)).toEqual([...rows, ""]);
  },
);

test("a service of which the container overrides all variables but one", async () => {
  const names = ["SERVICE_PORT", "PORT", "PORT_80_TCP", "PORT_80_TCP_PROTO", "PORT_80_TCP_PORT", "PORT_80_TCP_ADDR"];
  const env = names.map((name) => ({ name: `DB_${name}`, value: "x" }));
  const own = { ...POD, spec: { containers: [{ name: "c", env }] } };
  const { output } = await table(`${JSON.stringify(SERVICE)}\n${JSON.stringify(own)}\n`);
  expect(output.split("\n").filter((line) => line.includes("service default/db"))).toEqual([
    "  DB_SERVICE_HOST       10.0.0.9  service default/db",
  ]);
});

test("mounts of a part of a volume, with the part", async () => {
  const mounts = [
    { name: "v", mountPath: "/whole" },
    { name: "v", mountPath: "/part", subPath: "a/b" },
    { name: "v", mountPath: "/expanded", subPathExpr: "logs/$(A)" },
  ];
  const manifest = podWith({ env: [{ name: "A", value: "1" }], volumeMounts: mounts });
  Object.assign(manifest.spec, { volumes: [{ name: "v", emptyDir: {} }] });
  expect((await table(manifest)).output).toBe(`Pod/p, container c
  NAME  VALUE  FROM   AT
  A     1      value  <stdin>:1:80
  /part: a/b of volume v
  /expanded: logs/1 of volume v
`);
});

test("colors mark the title, the head of the table, and the reason why a container does not start", async () => {
  const env = [
    { name: "A", value: "1" },
    { name: "K", valueFrom: { configMapKeyRef: { name: "m", key: "k" } } },
  ];
  const stdin = JSON.stringify(podWith({ env }));
  const args = ["pod", "-", "-o", "table", "--complete"];
  const { output } = await runInMemory(args, { stdin });
  const colored = await runInMemory(args, { stdin, colors: true });
  expect(output).toContain("does not start");
  const marked = (line: string, i: number) => {
    if (i === 0) return `\u001b[1m${line}\u001b[22m`;
    if (line.startsWith("  does not start")) return `\u001b[31m${line}\u001b[39m`;
    return line.startsWith("  NAME") ? `\u001b[2m${line}\u001b[22m` : line;
  };
  expect(colored.output).toBe(output.split("\n").map(marked).join("\n"));
});
