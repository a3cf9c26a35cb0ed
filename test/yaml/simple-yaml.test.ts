import { describe, expect, test } from "vitest";
import { GARDEN, KUBERNETES } from "../../src/yaml/dialect.ts";
import { KnownKeys } from "../../src/yaml/known-keys.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import { simpleYaml } from "../../src/yaml/simple-yaml.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { YamlText } from "../reference/yaml-text.ts";

const read = (text: string, dialect = KUBERNETES) => simpleYaml(text, new KnownKeys(dialect));

test("a manifest", () => {
  const text = `--- # the shop
apiVersion: v1
kind: Pod   # one
metadata:
  name: shop
  labels: { app: shop, "tier": 'front' }
spec:

  containers:
  # the first
  - name: app
    command: ["/bin/sh", '-c', run/it]
    args:
      - --url=http://$(HOST):$(PORT)/#top
      - 'it''s'
      - "a\\tb
        c"
    env:
    - name: HOST
      value: "0.0.0.0"
    - {name: PORT, value: "80"}
    ports:
    -
      containerPort: 8080
  volumes: []
  tolerations:
  nodeSelector: {}
data:
  script: |
    #!/bin/sh
      echo $HOST

  folded: >-
    one
    two
  matrix:
  - - 1
    - yes
  - [ [ a ], [] ]
  -
`;
  expect(read(text)?.[0]).toEqual({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "shop", labels: { app: "shop", tier: "front" } },
    spec: {
      containers: [
        {
          name: "app",
          command: ["/bin/sh", "-c", "run/it"],
          args: ["--url=http://$(HOST):$(PORT)/#top", "it's", "a\tb c"],
          env: [
            { name: "HOST", value: "0.0.0.0" },
            { name: "PORT", value: "80" },
          ],
          ports: [{ containerPort: 8080 }],
        },
      ],
      volumes: [],
      tolerations: null,
      nodeSelector: {},
    },
    data: {
      script: "#!/bin/sh\n  echo $HOST\n",
      folded: "one two",
      matrix: [[1, true], [["a"], []], null],
    },
  });
});

test("documents, as each dialect reads them", () => {
  const text = `# the first
kind: Build
name: \${project.name}-yes
---
# the second
spec:
  $forEach: \${var.ports}
  $return: { name: "\${item.key}", port: yes }
  octal: 017
  slash: "a\\/\u{1f4a9}"

---   # the third
y: 1
`;
  expect(read(text, GARDEN)).toEqual([
    { kind: "Build", name: "${project.name}-yes" },
    {
      spec: {
        $forEach: "${var.ports}",
        $return: { name: "${item.key}", port: "yes" },
        octal: 17,
        slash: "a/\u{1f4a9}",
      },
    },
    { y: 1 },
  ]);
  expect(read("a: 017\n---\nb: yes\n")).toEqual([{ a: 15 }, { b: true }]);
});

describe("what is left to the reader of all YAML", () => {
  test.each([
    ["no line feed at the end", "a: 1"],
    ["nothing", "# nothing\n"],
    ["a list at the root", "- a\n"],
    ["a text at the root", "a\n"],
    ["an empty document before another one", "---\n---\na: 1\n"],
    ["an empty document behind another one", "a: 1\n---\n# nothing\n"],
    ["a document that begins in the line of its marker", "--- {a: 1}\n"],
    ["a marker that is indented", "\n  ---\n a: 1\n"],
    ["a comment behind the sign of a block", "a: |#b\n  c\n"],
    ["a dash alone in brackets", "a: [-]\n"],
    ["a marker in quotes", 'a: "b\n---\nc"\n'],
    ["another kind of document behind one", "a: 1\n---\n- b\n"],
    ["the end of a document", "a: 1\n...\n"],
    ["a directive", "%YAML 1.1\n---\na: 1\n"],
    ["a key that is there twice", "a: 1\na: 2\n"],
    ["a key that is there twice, in braces", "a: {b: 1, b: 2}\n"],
    ["a key that every object has", "constructor: 1\n"],
    ["the key __proto__", "a: {__proto__: 1}\n"],
    ["a key that is no string", "on: 1\n"],
    ["a key that merges", "<<: {}\n"],
    ["a key of two words", "a b: 1\n"],
    ["a long key", `${"a".repeat(1000)}: 1\n`],
    ["an anchor", "a: &b 1\n"],
    ["an alias", "a: *b\n"],
    ["a tag", "a: !!str 1\n"],
    ["a tab", "a:\tb\n"],
    ["a carriage return", "a: 1\r\n"],
    ["a line separator", "a: b\u2028c\n"],
    ["a control character", "a: b\x7f\n"],
    ["a byte order mark", "\ufeffa: 1\n"],
    ["half a character", "a: b\ud83d\n"],
    ["a text of two lines", "a: b\n  c\n"],
    ["a text below its key", "a:\n  b\n"],
    ["a colon in a text", "a: b: c\n"],
    ["a colon at the end of a text", "a: b:\n"],
    ["something behind quotes", 'a: "b" c\n'],
    ["a comment without a blank", 'a: "b"#c\n'],
    ["quotes without an end", 'a: "b\n'],
    ["an escape that YAML does not have", 'a: "\\q"\n'],
    ["brackets over two lines", "a: [b,\n  c]\n"],
    ["a comma too many", "a: [b, ]\n"],
    ["a pair in a list", "a: [b: c]\n"],
    ["a key without a value in braces", "a: {b}\n"],
    ["infinity", "a: .inf\n"],
    ["no number", "a: [.nan]\n"],
    ["deeper than the keys around it", "a: 1\n  b: 2\n"],
    ["between two columns", "a:\n    b: 1\n  c: 2\n"],
    ["a key behind the items of a list", "a:\n  - b\n  c: 1\n"],
    ["an item behind keys", "a: 1\n- b\n"],
    ["collections in many others", `a: ${"[".repeat(64)}${"]".repeat(64)}\n`],
    ["lists in many others", `a:\n${"- ".repeat(64)}b\n`],
    ["mappings in many others", `${Array.from({ length: 65 }, (_, i) => `${" ".repeat(i)}a:\n`).join("")}`],
  ])("%s", (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test.each([
    ["an escape that not all readers of YAML 1.2 know", 'a: "\\\'"\n', "'"],
    ["quotes over two lines", "a: 'b\n  c'\n", "b c"],
  ])("in YAML 1.2, %s", (_, text, value) => {
    expect(read(text, GARDEN)).toBeUndefined();
    expect(read(text)).toEqual([{ a: value }]);
  });
});

describe.each([
  ["Kubernetes", KUBERNETES],
  ["Garden", GARDEN],
])("where it gives a value, the reader of all YAML gives the same, and nothing else: %s", (_, dialect) => {
  const keys = new KnownKeys(dialect);
  let simple = 0;
  const check = (text: string): void => {
    const values = simpleYaml(text, keys);
    if (values === undefined) return;
    simple++;
    const duplicates: unknown[] = [];
    const documents = parseYaml(text, dialect, (duplicate) => duplicates.push(duplicate));
    expect(
      documents.map((node) => [node.kind, node.value]),
      text,
    ).toEqual(values.map((value) => ["mapping", value]));
    expect(written(documents.map(({ value }) => value)), text).toBe(written(values));
    expect(duplicates, text).toEqual([]);
  };
  // The order of the keys, too.
  const written = (value: unknown) =>
    JSON.stringify(value, (_, it) => (typeof it === "bigint" ? `${it}n` : Object.is(it, -0) ? "-0" : it));

  test("lines of any pieces", () => {
    const random = new Random(1);
    simple = 0;
    for (let i = 0; i < fuzzCases(80_000); i++) check(lines(random));
    expect(simple).toBeGreaterThan(500);
  });

  test("documents with all that YAML has", () => {
    const random = new Random(2);
    simple = 0;
    for (let i = 0; i < fuzzCases(20_000); i++) check(new YamlText(random).document());
    expect(simple).toBeGreaterThan(100);
  });

  test("a manifest with some characters changed", () => {
    const random = new Random(3);
    simple = 0;
    for (let i = 0; i < fuzzCases(40_000); i++) {
      let text = MANIFEST;
      for (let changes = 1 + random.below(3); changes > 0; changes--) {
        const at = random.below(text.length + 1);
        const piece = random.below(3) === 0 ? "" : random.pick(CHARACTERS);
        text = text.slice(0, at) + piece + text.slice(at + random.below(3));
      }
      check(text);
    }
    expect(simple).toBeGreaterThan(500);
  });
});

const MANIFEST = `kind: Pod
metadata:
  labels: {a: b}
spec:
  containers:
  - name: app
    command: ["a", 'b', -c]
    args:
    - --x=$(Y)
    - >-
      folded
      text

    env:
      - name: A
        value: "1"
---
data:
  text: |
    a
     b

  k: 'it''s'
  z:
  - - 1
    - 2
  -
    q: 1
  # c
  w: "a\\tb c"
`;

const CHARACTERS =
  `a|b|:|: |-|- | |  |\n|\n  |#| #|'|"|[|]|{|}|,|>|&|*|!|?|\\|\t|1|~|.|...|---|é|\u2028|%|@|<<: |y: |---\n|\ud83d|\ude00|\${x}|$`.split(
    "|",
  );

const VALUES =
  `a|b|k y|y|null|~|1|0x1f|.5|-1|-|- |---|...|é|<<|*a|&a|!!str 1|?|? |:|: |#|# c|'a'|'a''b'|"a"|"a\\n"|"a: b"|"|'
|>|>+|>2|[]|{}|[a, b]|[ a,b ]|{a: b}|{a: b, c: [d]}|[a|a]|[a, ]|[-]|[- a]|{a}|{a: }|{"a":1}|[a: b]|a: b|a:b|a:|a #b|a#b|@x|,|=
__proto__|12345678901234567890|1_000|.inf|.nan|1:30|--flag|$(A)|/x|a | a|[a b]|[?]|[a?b]|[a, 'b', "c"]|{'a': "b"}|{y: n}|["a\\n"]|\${a.b}|[\${a}]|{$a: $b}|"\\/"|"\\'"|017|0o17|0x1F|1e3|TRUE
[[a],[b, {c: d}]]`
    .replaceAll("\n", "|")
    .split("|")
    .concat("|", "|-", "|2");

function lines(random: Random): string {
  let text = random.below(3) === 0 ? random.pick(["---\n", "--- \n", "--- # c\n", "# c\n", "\n"]) : "";
  let indent = 0;
  for (let count = 1 + random.below(6); count > 0; count--) {
    if (random.below(2) === 0) indent = Math.max(0, indent + random.pick([1, 2, 2, 4, -1, -2, -2, -4]));
    text += " ".repeat(indent);
    while (random.below(4) === 0) text += random.pick(["- ", "-  ", "-"]);
    text += entry(random);
    if (random.below(10) === 0) text += random.pick([" ", " # c", "#c"]);
    text += random.below(12) === 0 ? random.pick(["\n---\n", "\n--- # c\n", "\n---\n\n", "\n...\n"]) : "\n";
  }
  return random.below(30) === 0 ? text.slice(0, -1) : text;
}

function entry(random: Random): string {
  const kind = random.below(10);
  const value = random.pick(VALUES);
  if (kind < 4) return random.pick(["a", "b", "c", "d.e/f", "$if", "y"]) + random.pick([": ", ": ", ":"]) + value;
  if (kind < 6) return `${random.pick(["a", "b", "c"])}:`;
  if (kind < 8) return value;
  if (kind < 9) return value + random.pick([": ", ":  ", " : ", ": # c", ":#"]) + random.pick(VALUES);
  return "";
}
