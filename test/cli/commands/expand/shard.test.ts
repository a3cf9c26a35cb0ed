/** `varexpand expand --shard`: parts, events, the job; what runs again, and what is refused. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const read = (name: string) => readFileSync(folder.at(name), "utf8");
const names = () => readdirSync(folder.at("out")).sort();
const LONG_AGO = new Date("2001-02-03T04:05:06Z");

/** Five lines in two files. */
function files(): string[] {
  return [folder.file("a", "1 $(A)\n2 $(NO)\n3\n"), folder.file("b", "4 $(NO) $(A)\n5\n")];
}
const shard = (...args: string[]) => runInMemory(["expand", "-o", folder.at("out"), ...args]);
const SECRET = "hunter2";

test("each shard writes its part and its events, in any order", async () => {
  const inputs = files();
  for (const index of [2, 0, 1]) {
    expect(await shard("--shard", `${index}/3`, "-e", "A=x", ...inputs)).toMatchObject({ code: 0, output: "" });
  }
  expect(names()).toEqual([
    "events-00000-of-00003.ndjson",
    "events-00001-of-00003.ndjson",
    "events-00002-of-00003.ndjson",
    "job.json",
    "part-00000-of-00003",
    "part-00001-of-00003",
    "part-00002-of-00003",
  ]);
  expect([0, 1, 2].map((index) => read(`out/part-0000${index}-of-00003`))).toEqual([
    "1 x\n2 $(NO)\n",
    "3\n4 $(NO) x\n",
    "5\n",
  ]);
  const events = [0, 1, 2].map((index) => read(`out/events-0000${index}-of-00003.ndjson`));
  const message = "$(NO) is not expanded: the variable is not defined";
  expect(
    events.map((text) =>
      text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ),
  ).toEqual([
    [{ file: inputs[0], offset: 9, name: "NO", message }],
    [{ file: inputs[1], offset: 2, name: "NO", message }],
    [],
  ]);
});

test("reports the number of unresolved references and the file that lists them", async () => {
  const one = await shard("--shard", "0/1", "-e", "A=x", ...files());
  expect(one.messages).toEqual([`${folder.at("out")}/events-00000-of-00001.ndjson: 2 references cannot be expanded`]);
  rmSync(folder.at("out"), { recursive: true });
  const other = await shard("--shard-index=0", "--shard-count=3", "-e", "A=x", ...files());
  expect(other.messages).toEqual([`${folder.at("out")}/events-00000-of-00003.ndjson: 1 reference cannot be expanded`]);
  rmSync(folder.at("out"), { recursive: true });
  expect((await shard("--shard", "0/1", "--only", "A", "-e", "A=x", ...files())).messages).toEqual([]);
  expect(read("out/events-00000-of-00001.ndjson")).toBe("");
});

test("does not rewrite an existing part", async () => {
  const inputs = files();
  await shard("--shard", "0/2", ...inputs);
  const part = folder.file("out/part-00000-of-00002", "as it was");
  utimesSync(part, LONG_AGO, LONG_AGO);
  const again = await shard("--shard", "0/2", ...inputs);
  expect(again).toMatchObject({ code: 0, messages: [`${part}: already exists; skipped`] });
  expect(read("out/part-00000-of-00002")).toBe("as it was");
  await shard("--shard", "1/2", ...inputs);
  expect(read("out/part-00001-of-00002")).toBe("4 $(NO) $(A)\n5\n");
});

describe("rejects a folder of another job", () => {
  const first = async () => {
    const inputs = files();
    await shard("--shard", "0/2", "-e", `A=${SECRET}`, ...inputs);
    return inputs;
  };
  const refused = (what: string) => ({
    code: 2,
    messages: [
      `varexpand: ${folder.at("out/job.json")}: the folder belongs to another job, which differs in ${what}; use another folder`,
    ],
  });

  test("the job's description does not contain values", async () => {
    await first();
    expect(Object.keys(JSON.parse(read("out/job.json")))).toEqual(["shards", "inputs", "variables", "options"]);
    expect(read("out/job.json")).not.toContain(SECRET);
  });

  test("the number of shards", async () => {
    const inputs = await first();
    expect(await shard("--shard", "0/3", "-e", `A=${SECRET}`, ...inputs)).toMatchObject(
      refused("the number of shards"),
    );
    expect(names()).toEqual(["events-00000-of-00002.ndjson", "job.json", "part-00000-of-00002"]);
  });

  test("other variables, even if there are as many", async () => {
    const inputs = await first();
    for (const given of [["-e", "A=2"], ["-e", `B=${SECRET}`], ["-e", "A=2", "-e", "B="], []]) {
      expect(await shard("--shard", "1/2", ...given, ...inputs)).toMatchObject(refused("the variables"));
    }
  });

  test("but not other options for the same variables", async () => {
    const inputs = await first();
    const envFile = folder.file("x.env", `A='${SECRET}'\n`);
    expect(await shard("--shard", "1/2", "--envfile", envFile, ...inputs)).toMatchObject({ code: 0 });
  });

  test("the files: their names, order, sizes and times", async () => {
    const [a, b] = (await first()) as [string, string];
    const given = ["--shard", "1/2", "-e", `A=${SECRET}`];
    const what = "the input files (names, sizes, times)";
    expect(await shard(...given, b, a)).toMatchObject(refused(what));
    expect(await shard(...given, a)).toMatchObject(refused(what));
    utimesSync(a, LONG_AGO, LONG_AGO);
    expect(await shard(...given, a, b)).toMatchObject(refused(what));
  });

  test("other options, and all differences together", async () => {
    const inputs = await first();
    for (const option of ["--json", "--yaml", "--strict"]) {
      expect(await shard("--shard", "1/2", "-e", `A=${SECRET}`, option, ...inputs)).toMatchObject(
        refused("the options"),
      );
    }
    expect(await shard("--shard", "1/3", "--only", "A", "--json", ...inputs)).toMatchObject(
      refused("the number of shards, the variables, the options"),
    );
  });

  test("explains what to do if the environments of processes differ", async () => {
    const inputs = files();
    const run = (index: number, SEQ: string, ...more: string[]) =>
      runInMemory(["expand", "-o", folder.at("out"), "--shard", `${index}/2`, "--from-env", ...more, ...inputs], {
        environment: { A: "1", SEQ },
      });
    await run(0, "1");
    expect(await run(1, "2")).toMatchObject(
      refused("the variables (--from-env takes those of each process; name the ones that count with --only)"),
    );
    rmSync(folder.at("out"), { recursive: true });
    await run(0, "1", "--only", "A");
    expect(await run(1, "2", "--only", "A")).toMatchObject({ code: 0, messages: [] });
  });

  test("parts of an unknown job, and a job.json with other content", async () => {
    const inputs = files();
    folder.file("out/part-00000-of-00004", "x");
    expect(await shard("--shard", "0/2", ...inputs)).toMatchObject({
      code: 2,
      messages: [`varexpand: ${folder.at("out")}: there are parts but no job.json; use another folder`],
    });
    for (const text of ["", "{}", "null", "[1]", '{"shards":2}']) {
      folder.file("out/job.json", text);
      expect(await shard("--shard", "0/2", ...inputs)).toMatchObject({
        code: 2,
        messages: [`varexpand: ${folder.at("out/job.json")}: a shard did not write this file; use another folder`],
      });
    }
    expect(names()).toEqual(["job.json", "part-00000-of-00004"]);
  });
});

test("--strict: with findings, writes the events but not the part, also when it is repeated", async () => {
  const inputs = files();
  const part = folder.at("out/part-00000-of-00003");
  const events = folder.at("out/events-00000-of-00003.ndjson");
  const outcome = {
    code: 1,
    messages: [`${events}: 1 reference cannot be expanded; ${part} is not written, as --strict is given`],
  };
  for (const _ of [1, 2]) {
    expect(await shard("--strict", "--shard", "0/3", "-e", "A=x", ...inputs)).toMatchObject(outcome);
    expect(names()).toEqual(["events-00000-of-00003.ndjson", "job.json"]);
  }
  expect(await shard("--strict", "--shard", "2/3", "-e", "A=x", ...inputs)).toMatchObject({ code: 0, messages: [] });
  expect(read("out/part-00002-of-00003")).toBe("5\n");
});

test("--shard auto reports what it detected", async () => {
  const run = (environment: Record<string, string>, ...more: string[]) =>
    runInMemory(["expand", "-o", folder.at("out"), "--shard", "auto", ...more, ...files()], { environment });
  const job = await run({ JOB_COMPLETION_INDEX: "1" }, "--shard-count", "3", "-e", "NO=", "-e", "A=");
  expect(job.messages).toEqual(["--shard auto: shard 1/3 (JOB_COMPLETION_INDEX=1)"]);
  expect(read("out/part-00001-of-00003")).toBe("3\n4  \n");
  expect(await run({})).toMatchObject({
    code: 2,
    messages: [
      "varexpand expand: neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set; elsewhere, write --shard I/N (see varexpand expand --help)",
    ],
  });
});

describe("--clean-temp removes files of killed runs", () => {
  const id = "7b3bbd80-1b0b-4d0a-8e08-1a0a0c9e3c2e";
  const left = [`.events-00001-of-00002.${id}.tmp`, `.part-00001-of-00002.${id}.tmp`];
  const leave = () => {
    for (const name of [...left, `.part-00000-of-00002.${id}.tmp`, `.job.${id}.tmp`, ".mine.tmp", "mine"]) {
      folder.file(`out/${name}`);
    }
  };

  test("all of it", async () => {
    leave();
    expect(await shard("--clean-temp")).toMatchObject({
      code: 0,
      messages: [`${folder.at("out")}: removed 4 temporary files or folders`],
    });
    expect(names()).toEqual([".mine.tmp", "mine"]);
  });

  test("with a shard, only files of this shard, because others can be running", async () => {
    leave();
    const { code, messages } = await shard("--clean-temp", "--shard", "1/2", "-e", "A=", "-e", "NO=", ...files());
    expect({ code, messages }).toEqual({
      code: 0,
      messages: [`${folder.at("out")}: removed 2 temporary files or folders`],
    });
    expect(names()).toEqual([
      `.job.${id}.tmp`,
      ".mine.tmp",
      `.part-00000-of-00002.${id}.tmp`,
      "events-00001-of-00002.ndjson",
      "job.json",
      "mine",
      "part-00001-of-00002",
    ]);
  });

  test("in a folder that does not exist", async () => {
    expect(await shard("--clean-temp")).toMatchObject({
      code: 0,
      messages: [`${folder.at("out")}: removed 0 temporary files or folders`],
    });
    expect(await shard("--clean-temp", "--shard", "0/2", "-e", "A=", "-e", "NO=", ...files())).toMatchObject({
      code: 0,
      messages: [],
    });
  });
});

test("does not read the output of shards in an input folder", async () => {
  folder.file("in/a.yaml", "a: $(A)\n");
  const run = (index: number) =>
    runInMemory(["expand", "--yaml", "-R", folder.at("in"), "-o", folder.at("in/out"), "--shard", `${index}/2`]);
  expect(await run(0)).toMatchObject({ code: 0 });
  expect(await run(1)).toMatchObject({
    code: 0,
    messages: ["skipped 2 files of other types, 1 file that this command writes"],
  });
});

test("writes no part if the input cannot be expanded", async () => {
  const file = folder.file("x.yaml", "a: 1\n# more\n---\nb: [\n");
  expect(await shard("--yaml", "--shard", "0/2", file)).toMatchObject({ code: 0 });
  expect(await shard("--yaml", "--shard", "1/2", file)).toMatchObject({
    code: 2,
    messages: [`${file}: byte 20: not YAML: the text ends before a [ or { is closed`],
  });
  expect(names()).toEqual(["events-00000-of-00002.ndjson", "job.json", "part-00000-of-00002"]);
});

test.each([
  [["--shard", "2/2", "FILE"], "no such shard: 2 of 2; shards count from 0, so the last one is 1"],
  [["--shard", "x", "FILE"], '"x" is not I/N, as in 0/8'],
  [["--shard", "0/2"], "--shard requires a file"],
  [["--shard", "0/2", "-"], "a shard is a part of files, and - is standard input"],
  [["--shard", "0/2", "--shard-index", "0", "FILE"], "--shard 0/2 cannot be used with --shard-index"],
  [["--shard", "0/2", "--shard-count", "2", "FILE"], "--shard 0/2 cannot be used with --shard-count"],
  [["--shard", "auto", "--shard-index", "0", "FILE"], "--shard auto cannot be used with --shard-index"],
  [["--shard-index", "0", "FILE"], "--shard-index requires --shard-count N; or use --shard I/N"],
  [["--shard-count", "2", "FILE"], "--shard-count requires --shard-index I; or use --shard I/N"],
  [["--shard", "0/2", "-i", "FILE"], "--output cannot be used with --in-place"],
  [["--shard", "0/2", "--list-variables", "FILE"], "--shard cannot be used with --list-variables"],
  [["--clean-temp", "FILE"], "--clean-temp cannot be used with input files or --rows, except with --shard"],
])("%j is refused", async (args, message) => {
  const given = args.map((arg) => (arg === "FILE" ? folder.file("FILE", "x") : arg));
  expect(await shard(...given)).toMatchObject({
    code: 2,
    messages: [`varexpand expand: ${message} (see varexpand expand --help)`],
  });
  expect(existsSync(folder.at("out"))).toBe(false);
});

test("requires a folder, and files with a known size", async () => {
  const file = folder.file("file", "x");
  const needed = "varexpand expand: --shard and --clean-temp require -o PATH (see varexpand expand --help)";
  for (const args of [["--shard", "0/1", file], ["--clean-temp"], ["--shard", "0/1", "-o", "-", file]]) {
    expect(await runInMemory(["expand", ...args])).toMatchObject({ code: 2, messages: [needed] });
  }
  expect(await runInMemory(["expand", "--shard", "0/1", "-o", file, folder.file("other")])).toMatchObject({
    code: 2,
    // Releases of Node.js differ in what mkdir reports.
    messages: [expect.stringMatching(/file(?:\/job\.json: not a directory|: file already exists)$/)],
  });
  mkdirSync(folder.at("empty"));
  expect(await shard("--shard", "0/1", "/dev/null")).toMatchObject({
    code: 2,
    messages: ["varexpand: /dev/null: not a regular file; a shard is a part of one"],
  });
});
