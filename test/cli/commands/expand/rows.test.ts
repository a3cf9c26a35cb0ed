/** `varexpand expand --rows`: one text, expanded once for each row. */
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { runInMemory } from "../../memory-io.ts";
import { bash } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const read = (name: string) => readFileSync(folder.at(name), "utf8");
const run = (...args: string[]) => runInMemory(["expand", ...args]);

describe("input", () => {
  test("the columns of NDJSON, CSV, and TSV are variables, which override defaults", async () => {
    const text = folder.file("t.txt", "$(A)|$(B)|$(C)\n");
    const rows = {
      "r.ndjson": '{"A":1.50,"B":null,"C":[true]}\n{"A":"x"}\n',
      "r.csv": 'A,B,C\n"1,\n2",,3\n',
      "r.tsv": "A\tB\n1\t2\n",
    };
    const outputs: string[] = [];
    for (const [name, content] of Object.entries(rows)) {
      outputs.push((await run("--rows", folder.file(name, content), "-e", "B=b", text)).output);
    }
    expect(outputs).toEqual(["1.50|b|[true]\nx|b|$(C)\n", "1,\n2||3\n", "1|2|$(C)\n"]);
  });

  test.each([
    ["A;B\n1;2\n", [], `r.csv: the only column is "A;B"; to read several columns, use --delimiter ';'`],
    ["A\tB\n1\t2\n", [], `r.csv: the only column is "A\\tB"; to read several columns, use --rows-format tsv`],
    ["A|B\n1|2\n", ["-o", "{A}.txt"], `r.csv: the only column is "A|B"; to read several columns, use --delimiter '|'`],
    ["A\n1;2\n", [], ""],
    ["A;B,C\n1,2\n", [], ""],
    ["A;B\n1;2\n", ["--delimiter", ","], ""],
  ])("%j %j: another delimiter is suggested if the header has one column with it", async (content, options, line) => {
    const rows = folder.file("r.csv", content);
    const { messages } = await run("--rows", rows, ...options, folder.file("t.txt", "$(A)"));
    expect(messages.filter((each) => each.includes("only column"))).toEqual(line === "" ? [] : [folder.at(line)]);
  });

  test("from standard input, with a format and a delimiter", async () => {
    const text = folder.file("t.txt", "$(A) ");
    const args = ["expand", "--rows", "-", "--rows-format", "csv", "--delimiter", ";", text];
    expect((await runInMemory(args, { stdin: "A;B\n1;2\n3;4\n" })).output).toBe("1 3 ");
    const rows = folder.file("r.ndjson", '{"A":1}\n');
    expect((await runInMemory(["expand", "--rows", rows], { stdin: "$(A)!" })).output).toBe("1!");
  });

  test.each([
    ["r.jsonl", '{"A":1}\n', []],
    ["r.json", '{"A":1}\n', []],
    ["r.NDJSON", '{"A":1}\n', []],
    ["r.Csv", "A\n1\n", []],
    ["r.tab", "A\tB\n1\t2\n", []],
    ["r.json", "A\tB\n1\t2\n", ["--rows-format", "tsv"]],
    ["r.csv", "A;B\n1;2\n", ["--delimiter", ";"]],
    ["r.csv", "A😀B\n1😀2\n", ["--delimiter", "😀"]],
    ["r.csv", "A\tB\n1\t2\n", ["--delimiter", "\t"]],
  ])("the format of %s: %j %j", async (name, rows, options) => {
    const result = await run("--rows", folder.file(name, rows), ...options, folder.file("t", "<$(A)>"));
    expect(result).toMatchObject({ code: 0, output: "<1>", messages: [] });
  });

  test.each<[string[], string]>([
    [["--rows", "r", "a", "b"], "--rows expands one text; name one file"],
    [["--rows", "r", "a"], "--rows r: the name is not .ndjson, .csv, or .tsv; add --rows-format"],
    [["--rows", "-"], "--rows -: name the file of the text"],
    [["--rows", "r.ndjson", "--delimiter", ";", "a"], "--delimiter is for CSV, and the rows are NDJSON"],
    [["--rows", "r.csv", "--delimiter", '"', "a"], "--delimiter is one character, and not a quote"],
    [["--rows", "r.csv", "-i", "a"], "--rows cannot be used with --in-place"],
    [["--rows", "r.csv", "--append", "a"], "--append is for files; write -o 'DIR/{column}'"],
    [["--rows", "r.csv", "-o", "{a}", "--ndjson", "a"], "--ndjson writes one stream; write -o without {column}"],
    [["--rows", "r.csv", "-o", "{a", "a"], "-o {a: a brace is not part of {column} or {#}"],
    [["--rows", "r.csv", "-o", "{a}", "--shard", "0/2", "a"], "with --shard, -o must be a folder, without {column}"],
    [["--rows", "r.csv", "-o", "d", "--dry-run", "--shard", "0/2", "a"], "--shard cannot be used with --dry-run"],
    [
      ["--rows", "-", "--rows-format", "csv", "-o", "d", "--shard", "0/2", "a"],
      "a shard is a part of files, and - is standard input",
    ],
    [
      ["--rows", "r.csv", "-o", "d", "--clean-temp", "a"],
      "--clean-temp cannot be used with input files or --rows, except with --shard",
    ],
    [
      ["--rows", "r.csv", "-o", "d", "--clean-temp"],
      "--clean-temp cannot be used with input files or --rows, except with --shard",
    ],
    [["--rows", "r.csv", "--list-variables", "a"], "--rows cannot be used with --list-variables"],
    [["--rows", "r.csv", "--ndjson", "--separator", "", "a"], "--ndjson cannot be used with --separator"],
    [
      ["--rows", "r.csv", "-o", "{a}", "--separator", "", "a"],
      "--separator is for one stream; write -o without {column}",
    ],
    [["--rows", "r.csv", "-o", "d", "--append", "a"], "--append is for files; write -o 'DIR/{column}'"],
    [["--rows", "r.tsv", "--delimiter", ";", "a"], "--delimiter is for CSV, and the rows are TSV"],
    [
      ["--rows", "r.ndjson", "--rows-format", "csv", "--delimiter", "", "a"],
      "--delimiter is one character, and not a quote",
    ],
    [["--rows", "r.csv", "--delimiter", "ab", "a"], "--delimiter is one character, and not a quote"],
    [["--rows", "r.csv", "--delimiter", "\n", "a"], "--delimiter is one character, and not a quote"],
    [["--rows", "r.csv", "--delimiter", "\r", "a"], "--delimiter is one character, and not a quote"],
    [["--rows", "r.csv", "--delimiter", "\ufeff", "a"], "--delimiter is one character, and not a quote"],
    [["--dry-run", "a"], "--dry-run requires --rows FILE"],
    [["--rows-format", "csv", "a"], "--rows-format requires --rows FILE"],
    [["--delimiter", ";", "a"], "--delimiter requires --rows FILE"],
    [["--separator", "", "a"], "--separator requires --rows FILE"],
    [["--ndjson", "a"], "--ndjson requires --rows FILE"],
    [["--append", "a"], "--append requires --rows FILE"],
    [["--skip-bad-rows", "a"], "--skip-bad-rows requires --rows FILE"],
  ])("%j is an error", async (args, message) => {
    for (const name of ["a", "r.csv", "r.ndjson"]) folder.file(name, "a\n1\n");
    const given = process.cwd();
    process.chdir(folder.path);
    const result = await run(...args).finally(() => process.chdir(given));
    const messages = [`varexpand expand: ${message} (see varexpand expand --help)`];
    expect(result).toMatchObject({ code: 2, output: "", messages });
  });
});

describe("one stream", () => {
  test("YAML texts are separated, and others are not, without an option", async () => {
    const rows = folder.file("r.csv", "A\n1\n2\n");
    const yaml = folder.file("t.yaml", "a: $(A)");
    expect((await run("--rows", rows, yaml)).output).toBe("a: 1\n---\na: 2");
    expect((await run("--rows", rows, "--separator", ";", yaml)).output).toBe("a: 1;a: 2");
    expect((await run("--rows", rows, "--ndjson", yaml)).output).toBe('"a: 1"\n"a: 2"\n');
    for (const name of ["t.yml", "T.YAML", "t.Yml"]) {
      expect((await run("--rows", rows, folder.file(name, "a: $(A)\n"))).output).toBe("a: 1\n---\na: 2\n");
    }
    for (const name of ["t.yaml.txt", "tyaml", "t.yxml"]) {
      expect((await run("--rows", rows, folder.file(name, "a: $(A)\n"))).output).toBe("a: 1\na: 2\n");
    }
    expect((await run("--rows", rows, folder.file("t.txt", "$(A)"))).output).toBe("12");
    expect((await run("--rows", rows, "--ndjson", folder.file("t.txt", '"$(A)\n'))).output).toBe(
      '"\\"1\\n"\n"\\"2\\n"\n',
    );
  });

  test("-o FILE is complete or unchanged", async () => {
    const text = folder.file("t.txt", "$(A)\n");
    const file = folder.file("out", "old");
    expect((await run("--rows", folder.file("bad.csv", "A\n1\n2,3\n"), "-o", file, text)).code).toBe(2);
    expect(read("out")).toBe("old");
    expect((await run("--rows", folder.file("good.csv", "A\n1\n2\n"), "-o", file, text)).code).toBe(0);
    expect(read("out")).toBe("1\n2\n");
  });

  test("--json and --yaml escape values", async () => {
    const rows = folder.file("r.ndjson", '{"A":"say \\"hi\\""}\n{"A":"80"}\n');
    const json = folder.file("t.json", '{"a":"$(A)"}\n');
    expect((await run("--rows", rows, "--json", json)).output).toBe('{"a":"say \\"hi\\""}\n{"a":"80"}\n');
    const yaml = folder.file("t.yaml", "a: $(A)\n");
    expect((await run("--rows", rows, "--yaml", yaml)).output).toBe('a: say "hi"\n---\na: "80"\n');
  });

  test("bytes of JSON, and of text that is not UTF-8, in NDJSON and in a file", async () => {
    const rows = folder.file("r.csv", "A\né\n2\n");
    const json = folder.file("t.json", '\ufeff["$(A)"]');
    expect((await run("--rows", rows, "--json", "--ndjson", json)).output).toBe(
      '"\ufeff[\\"é\\"]"\n"\ufeff[\\"2\\"]"\n',
    );
    expect((await run("--rows", rows, "--json", "-o", "-", json)).output).toBe('\ufeff["é"]\ufeff["2"]');
    const bytes = folder.file("t.txt", Buffer.from("\xff$(A)", "latin1"));
    expect((await run("--rows", rows, "-o", folder.at("out"), bytes)).code).toBe(0);
    expect(readFileSync(folder.at("out")).toString("latin1")).toBe("\xff\xc3\xa9\xff2");
  });

  test("--only leaves the other names for a later expansion", async () => {
    const rows = folder.file("r.csv", "A,B\n$$,2\n");
    expect((await run("--rows", rows, "--only", "A", folder.file("t", "$(A)$(B)$$"))).output).toBe("$$$$$(B)$$");
  });
});

describe("files", () => {
  test("one for each row, in folders that are made", async () => {
    const rows = folder.file("r.csv", "A,B\n1,x\n2,y\n");
    const result = await run("--rows", rows, "-o", folder.at("out/{B}/{A}-{#}.txt"), folder.file("t", "$(A)\n"));
    expect(result).toMatchObject({ code: 0, output: "", messages: [] });
    expect([read("out/x/1-1.txt"), read("out/y/2-2.txt")]).toEqual(["1\n", "2\n"]);
    expect(readdirSync(folder.at("out/x"))).toEqual(["1-1.txt"]);
  });

  test("a name that leaves the folder, or that an earlier row has, is an error that names the row", async () => {
    const rows = folder.file("r.ndjson", '{"A":"a"}\n{"A":"../b"}\n{"A":"a"}\n{"A":null}\n{"A":"c"}\n');
    const text = folder.file("t", "$(A)");
    const result = await run("--rows", rows, "--skip-bad-rows", "-o", folder.at("out/{A}"), text);
    expect(result.code).toBe(1);
    expect(result.messages).toEqual([
      `${rows}:2: row 2: "../b" is not the name of a file: it contains "/"`,
      `${rows}:3: row 3: ${folder.at("out/a")} is also the file of row 1 (case is ignored); --append joins them`,
      `${rows}:4: row 4: the file name needs column A, which has no value`,
    ]);
    expect(readdirSync(folder.at("out"))).toEqual(["a", "c"]);
    expect(await run("--rows", rows, "-o", folder.at("out/{NONE}"), text)).toMatchObject({ code: 2 });
  });

  test("names that differ only in case, or in how an accent is encoded, are the same name", async () => {
    const rows = folder.file("r.csv", "A\nA\na\n\u00e9\nE\u0301\n");
    const args = ["--rows", rows, "--skip-bad-rows", "-o", folder.at("out/{A}.yaml"), folder.file("t", "$(A)")];
    expect(await run(...args)).toMatchObject({
      code: 1,
      messages: [
        `${rows}:3: row 2: ${folder.at("out/a.yaml")} is also the file of row 1 (case is ignored); --append joins them`,
        `${rows}:5: row 4: ${folder.at("out/E\u0301.yaml")} is also the file of row 3 (case is ignored); --append joins them`,
      ],
    });
    expect([read("out/A.yaml"), read("out/\u00e9.yaml")]).toEqual(["A", "\u00e9"]);
  });

  test("--append joins the texts of rows with the same name, in order", async () => {
    const rows = folder.file("r.csv", "A,B\na,1\nb,2\na,3\n");
    const args = ["--rows", rows, "--append", "-o", folder.at("out/{A}"), folder.file("t", "$(B)\n")];
    expect(await run(...args)).toMatchObject({ code: 0 });
    expect([read("out/a"), read("out/b")]).toEqual(["1\n3\n", "2\n"]);
  });

  test.each([
    ["by its own name", (_from: string, _to: string) => {}, ""],
    ["through a folder that is a link", (_from: string, _to: string) => symlinkSync(".", folder.at("out")), "out/"],
    ["as another hard link", (from: string) => linkSync(from, folder.at("link")), ""],
  ] as const)("an input is not replaced: %s", async (_, prepare, out) => {
    const rows = folder.file("r.csv", "A\nx\nt\nr.csv\n.env\nlink\n");
    const text = folder.file("t", "$(A)");
    const env = folder.file(".env", "B='1'\n");
    prepare(text, "");
    const before = readdirSync(folder.path);
    const names = before.includes("link") ? ["t", "r.csv", ".env", "link"] : ["t", "r.csv", ".env"];
    const args = [
      "--rows",
      rows,
      "--envfile",
      env,
      "--envfile-dialect",
      "kep",
      "--skip-bad-rows",
      "-o",
      folder.at(`${out}{A}`),
      text,
    ];
    const { code, messages } = await run(...args);
    expect(code).toBe(1);
    const labels = { t: text, "r.csv": rows, ".env": env, link: text } as Record<string, string>;
    expect(messages).toEqual(
      names.map((name) => {
        const row = ["x", "t", "r.csv", ".env", "link"].indexOf(name) + 1;
        return `${rows}:${row + 1}: row ${row}: ${folder.at(out)}${out === "" ? "/" : ""}${name} is the input ${labels[name]}`;
      }),
    );
    expect([read("t"), read(".env")]).toEqual(["$(A)", "B='1'\n"]);
    expect(readdirSync(folder.path)).toEqual([...before, ...(before.includes("link") ? ["x"] : ["link", "x"])].sort());
  });

  test("an input is found whose path is relative", () => {
    folder.file("r.csv", "A\nt\n");
    folder.file("t", "$(A)");
    for (const [template, pattern] of [
      ["t", "{A}"],
      ["./t", "sub/{A}"],
      ["t", "$PWD/{A}"],
    ]) {
      const { status, stderr } = bash(
        folder.path,
        `ln -sfn . sub; varexpand expand --rows r.csv -o "${pattern}" ${template}`,
      );
      expect({ status, stderr }).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`is the input ${template}`),
      });
      expect(read("t")).toBe("$(A)");
    }
  });

  test("a folder is not a file", async () => {
    const rows = folder.file("r.csv", "A\nt\n");
    const text = folder.file("t", "$(A)");
    mkdirSync(folder.at("out/t"), { recursive: true });
    const result = await run("--rows", rows, "-o", folder.at("out/{A}"), text);
    expect(result).toMatchObject({ code: 2 });
    expect(result.messages[0]).toContain(`${rows}:2: row 1: ${folder.at("out/t")}: `);
    expect(readdirSync(folder.at("out"))).toEqual(["t"]);
  });
});

describe("names that others have planted", () => {
  const args = (...options: string[]) => [
    "--rows",
    folder.file("r.csv", "A,B\n1,x\n2,y\n"),
    ...options,
    folder.file("t", "$(A)\n"),
  ];
  const LINK = "is a symbolic link; write to the file that it refers to, or remove the link";

  test.each([
    ["a file outside", "../secret"],
    ["the template", "../t"],
    ["a new file outside", "../none"],
    ["a device", "/dev/null"],
    ["itself", "2"],
  ])("a link to %s is not followed", async (_, to) => {
    folder.file("secret", "1");
    mkdirSync(folder.at("out"));
    symlinkSync(to, folder.at("out/2"));
    for (const options of [[], ["--append"], ["--dry-run"], ["--skip-bad-rows"]]) {
      expect(await run(...args("-o", folder.at("out/{A}"), ...options)), options.join()).toMatchObject({
        code: 2,
        messages: [`varexpand: ${folder.at("r.csv")}:3: row 2: ${folder.at("out/2")}: ${LINK}`],
      });
    }
    expect([read("secret"), read("t"), readlinkSync(folder.at("out/2"))]).toEqual(["1", "$(A)\n", to]);
    expect(readdirSync(folder.at("out"))).toEqual(["2"]);
    expect(readdirSync(folder.path).sort()).toEqual(["out", "r.csv", "secret", "t"]);
  });

  test("a link to a folder below that of the pattern is not followed", async () => {
    mkdirSync(folder.at("elsewhere"));
    mkdirSync(folder.at("out"));
    symlinkSync("../elsewhere", folder.at("out/y"));
    for (const options of [[], ["--append"]]) {
      expect(await run(...args("-o", folder.at("out/{B}/{A}"), ...options))).toMatchObject({ code: 2 });
    }
    expect([readdirSync(folder.at("elsewhere")), readdirSync(folder.at("out"))]).toEqual([[], ["y"]]);
    // The user named the folder.
    expect(await run(...args("-o", folder.at("out/y/{A}")))).toMatchObject({ code: 0 });
    expect(readdirSync(folder.at("elsewhere"))).toEqual(["1", "2"]);
  });

  test.each(["mkfifo", "mknod-c", "socket"])("a %s is not a file, and is not opened", (kind) => {
    folder.file("r.csv", "A\n1\n2\n");
    folder.file("t", "$(A)\n");
    const make = {
      mkfifo: "mkfifo out/2",
      "mknod-c": "mknod out/2 c 1 3 2> /dev/null || mkfifo out/2",
      socket: `"$NODE" -e 'net.createServer().listen("out/2", () => process.kill(process.pid, 9))'`,
    }[kind];
    for (const option of ["", "--append"]) {
      const script = `mkdir out; ${make}; timeout 20 "$NODE" "$MAIN" expand --rows r.csv -o 'out/{A}' ${option} t`;
      const { status, stderr } = bash(
        folder.path,
        `{ ${script}; } 2> err; code=$?; tail -n 1 err >&2; rm -r out; exit $code`,
      );
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: "varexpand: r.csv:3: row 2: out/2: not a regular file\n",
      });
    }
  });

  test.each([[[]], [["--append"]]])("mode and owner are kept: %j", async (options) => {
    for (const name of ["1", "2"]) folder.file(`out/${name}`, "old\n");
    chmodSync(folder.at("out/1"), 0o600);
    chmodSync(folder.at("out/2"), 0o4711);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(folder.at("out/1"), 12345, 54321);
    expect(await run(...args("-o", folder.at("out/{A}"), ...options))).toMatchObject({ code: 0, messages: [] });
    const start = options.length > 0 ? "old\n" : "";
    expect([read("out/1"), read("out/2")]).toEqual([`${start}1\n`, `${start}2\n`]);
    expect(statSync(folder.at("out/1"))).toMatchObject(isRoot ? { uid: 12345, gid: 54321 } : {});
    expect([statSync(folder.at("out/1")).mode & 0o7777, statSync(folder.at("out/2")).mode & 0o7777]).toEqual([
      0o600, 0o4711,
    ]);
  });
});

describe("all files or none", () => {
  const expectUnchanged = () => {
    expect([read("out/1"), readdirSync(folder.at("out")), readdirSync(folder.path).sort()]).toEqual([
      "old",
      ["1"],
      ["out", "r.ndjson", "t"],
    ]);
  };

  test.each<[name: string, rows: string, options: string[], code: number]>([
    ["--strict and an unresolved name", '{"A":1}\n{"A":2}\n{"B":3}\n', ["--strict"], 1],
    ["a row that is not JSON", '{"A":1}\n{"A":2}\n{\n', [], 2],
    ["a required variable", '{"A":1}\n{"A":2}\n{"B":3}\n', ["--syntax", "compose"], 2],
    ["an unset variable of Flux", '{"A":1}\n{"A":2}\n{"B":3}\n', ["--syntax", "flux"], 1],
    ["a file name that is not allowed", '{"A":1}\n{"A":2}\n{"A":"a/b"}\n', [], 2],
  ])("%s", async (_, source, options, code) => {
    folder.file("out/1", "old");
    const rows = folder.file("r.ndjson", source);
    const text = folder.file("t", options.includes("compose") ? "${A:?}" : options.includes("flux") ? "${A}" : "$(A)");
    const patterns = source.includes("a/b") ? ["out/{A}", "new/{A}"] : ["out/{#}", "new/{#}", "new/deep/{#}/x"];
    for (const more of [[], ["--append"]]) {
      for (const pattern of patterns) {
        const result = await run("--rows", rows, ...options, ...more, "-o", folder.at(pattern), text);
        expect(result.code, pattern).toBe(code);
        expectUnchanged();
      }
    }
    if (code === 1) {
      const result = await run("--rows", rows, ...options, "-o", folder.at("out/1"), text);
      expect(result).toMatchObject({ code: 1, output: "" });
      expect(result.messages.at(-1)).toContain("nothing is written, because ");
      expect(result.messages.length).toBe(2);
      expectUnchanged();
    }
  });
});

describe("bad rows", () => {
  const source = '{"A":1}\n[]\n{"A":2}\n{\n';

  test("the first one stops the run, and earlier rows are written", async () => {
    const rows = folder.file("r.ndjson", source);
    const result = await run("--rows", rows, folder.file("t", "$(A)\n"));
    expect(result).toMatchObject({ code: 2, output: "1\n" });
    expect(result.messages).toEqual([`varexpand: ${rows}:2: row 2: not a JSON object`]);
  });

  test("--skip-bad-rows continues, and --dry-run reads all and writes nothing", async () => {
    const rows = folder.file("r.ndjson", source);
    const text = folder.file("t", "$(A)\n");
    const messages = [`${rows}:2: row 2: not a JSON object`, `${rows}:4: row 4: not JSON, from column 2 on`];
    expect(await run("--rows", rows, "--skip-bad-rows", text)).toMatchObject({ code: 1, output: "1\n2\n", messages });
    expect(await run("--rows", rows, "--dry-run", text)).toMatchObject({ code: 2, output: "", messages });
    const files = ["--dry-run", "--skip-bad-rows", "-o", folder.at("out/{A}")];
    expect(await run("--rows", rows, ...files, text)).toMatchObject({ code: 1, messages });
    expect(readdirSync(folder.path).sort()).toEqual(["r.ndjson", "t"]);
  });

  test("a duplicate column stops the run before the first row", async () => {
    const rows = folder.file("r.csv", "A,A\n1,2\n");
    const result = await run("--rows", rows, "--skip-bad-rows", folder.file("t", "$(A)"));
    expect(result).toMatchObject({ code: 2, output: "" });
    expect(result.messages).toEqual([`varexpand: ${rows}:1: in the header, columns 1 and 2 are both A`]);
  });

  test("a required variable that is missing is an error of the row", async () => {
    const rows = folder.file("r.ndjson", '{"A":1}\n{}\n');
    const text = folder.file("t", "${A:?set it} ");
    const result = await run("--syntax", "compose", "--rows", rows, text);
    expect(result).toMatchObject({ code: 2, output: "1 " });
    expect(result.messages[0]).toContain(`${rows}:2: row 2: ${text}: byte 0: A: the variable is required: set it`);
  });
});

test("--strict reports each unresolved name once", async () => {
  const rows = folder.file("r.ndjson", '{"A":1}\n{}\n{}\n');
  const text = folder.file("t", "$(A)$(A)$(B)\n");
  const result = await run("--rows", rows, "--strict", text);
  expect(result).toMatchObject({ code: 1, output: "11$(B)\n$(A)$(A)$(B)\n$(A)$(A)$(B)\n" });
  expect(result.messages).toEqual([
    `${text}: $(B) is not expanded: the variable is not defined (3 rows, first in row 1, line 1)`,
    `${text}: $(A) is not expanded: the variable is not defined (2 rows, first in row 2, line 2)`,
  ]);
  expect(await run("--rows", rows, text)).toMatchObject({ code: 0, messages: [] });
});

test.each([
  ["--yaml", "kubernetes", "a: $(B)\nb: $(B)\n"],
  ["--json", "kubernetes", '{"a": "$(B)", "b": "$(B)"}'],
  ["--yaml", "compose", "a: ${B}\nb: ${B}\n"],
])("a name that a row needs twice counts once: %s --syntax %s", async (format, syntax, content) => {
  const rows = folder.file("r.ndjson", '{"A":1}\n{"B":1}\n{}\n');
  const text = folder.file("t", content);
  const { messages } = await run("--rows", rows, "--strict", format, "--syntax", syntax, text);
  expect(messages).toEqual([expect.stringMatching(/B.*\(2 rows, first in row 1, line 1\)$/)]);
});

test("unresolved names: those of --only, and those of Compose, which are not findings", async () => {
  const rows = folder.file("r.csv", "A,C\n1,2\n3,4\n");
  const text = folder.file("t", "$(A)$(B)$(C)$(D)\n");
  const unset = (name: string, message: string) => `${text}: ${name}${message} (2 rows, first in row 1, line 2)`;
  expect(await run("--rows", rows, "--strict", "--only", "A,B", text)).toMatchObject({
    code: 1,
    output: "1$(B)$(C)$(D)\n3$(B)$(C)$(D)\n",
    messages: [unset("$(B)", " is not expanded: the variable is not defined")],
  });
  folder.file("t", "${A}${B}${C}${D}\n");
  const message = ": the variable is not set; set it with -e";
  for (const [only, output, names] of [
    [[], "12\n34\n", ["B", "D"]],
    [["--only", "A,B"], "1${C}${D}\n3${C}${D}\n", ["B"]],
  ] as const) {
    const messages = names.map((name) => unset(name, message));
    const args = ["--rows", rows, "--syntax", "compose", ...only, text];
    expect(await run(...args)).toMatchObject({ code: 0, output, messages });
    expect(await run("--strict", ...args)).toMatchObject({ code: 1, output, messages });
  }
  expect(await run("--rows", rows, "--syntax", "envsubst", text)).toMatchObject({ code: 0, messages: [] });
});

const TEXTS = {
  kubernetes: "a $(A) $$ $(B)$(C) \n",
  envsubst: "a $A $$ ${B}${C} \n",
  compose: "a $A $$ ${B:-x}${C:+y${A}} \n",
  flux: "a ${A} $$ ${B:-x}${C^^} \n",
} as const;

test.each(Object.entries(TEXTS))("%s in JSON, in YAML, and with --only: the output of expand", async (syntax, text) => {
  const rows = [{ A: 'é"$A', B: "1", C: "x: y" }, { A: "" }, { B: "- é" }, { C: "null", D: "$B" }];
  const file = folder.file("r.ndjson", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const options = ["--syntax", syntax, ...(syntax === "flux" ? ["--no-strict"] : [])];
  for (const format of [["--json"], ["--yaml"], ["--only", "A,C"], ["--only", "B", "--json"]]) {
    const template = folder.file("t", JSON.stringify([text]));
    const expected: string[] = [];
    for (const row of rows) {
      const variables = Object.entries(row).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
      expected.push((await run(...options, ...format, ...variables, template)).output);
    }
    const result = await run(...options, ...format, "--separator", "\n", "--rows", file, template);
    expect(result.output).toBe(expected.join("\n"));
  }
});

test.each(Object.entries(TEXTS))("%s: the output of expand with the same variables", async (syntax, text) => {
  const random = new Random(8);
  const template = folder.file("t", text);
  const rows: Record<string, string>[] = [];
  for (let i = 0; i < fuzzCases(40); i++) {
    const row: Record<string, string> = {};
    for (const name of ["A", "B", "C"])
      if (random.below(4) > 0) row[name] = random.pick(["", "1", "é", "$A", "\n", "x,y", '"']);
    rows.push(row);
  }
  const file = folder.file("r.ndjson", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const options = ["--syntax", syntax, ...(syntax === "flux" ? ["--no-strict"] : [])];
  let expected = "";
  for (const row of rows) {
    const variables = Object.entries(row).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
    expected += (await run(...options, ...variables, template)).output;
  }
  expect((await run(...options, "--rows", file, template)).output).toBe(expected);
});
