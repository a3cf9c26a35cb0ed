/** `varexpand expand --clean-temp`: removes what killed runs have left, and nothing else. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { temporaryName } from "../../../../src/cli/files/temporary-file.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const ID = "01234567-89ab-cdef-0123-456789abcdef";
const LEFT = `.varexpand-${ID}.tmp`;
const KEPT = [`.varexpand-${ID}`, `varexpand-${ID}.tmp`, `.varexpand-${ID.slice(1)}.tmp`, `${LEFT}.x`, "file"];
/** In this process, because its id is a part of the names. */
const clean = (output: string) => runInMemory(["expand", "--clean-temp", "-o", folder.at(output)], { streams: {} });
const namesIn = (name: string) => readdirSync(folder.at(name)).sort();

test.each([
  ["a folder", "a/out"],
  ["a folder with a slash", "a/out/"],
  ["a pattern", "a/out/{A}/{B}.yaml"],
  ["a file", "a/out/file.yaml"],
])("%s that exists: in it, and next to it", async (_, output) => {
  for (const at of ["a", "a/out"]) {
    folder.write(Object.fromEntries(KEPT.map((name) => [`${at}/${name}`, ""])));
    folder.file(`${at}/${LEFT}/new/x`);
  }
  folder.file(`${LEFT}/new/x`);
  folder.file("secret/x", "1");
  if (output.endsWith("file.yaml")) folder.file(output);
  symlinkSync("../secret", folder.at(`a/${LEFT.replace("0", "1")}`));
  expect(await clean(output)).toMatchObject({
    code: 0,
    messages: [`${folder.at(output)}: removed 3 temporary files or folders`],
  });
  expect([namesIn("a"), namesIn("a/out"), namesIn(".")]).toEqual([
    [...KEPT, "out"].sort(),
    (output.endsWith("file.yaml") ? [...KEPT, "file.yaml"] : [...KEPT]).sort(),
    [LEFT, "a", "secret"].sort(),
  ]);
  expect(readFileSync(folder.at("secret/x"), "utf8")).toBe("1");
  expect((await clean(output)).messages).toEqual([`${folder.at(output)}: removed 0 temporary files or folders`]);
});

test.each(["a/out", "a/out/", "a/out/deep/{A}.yaml"])(
  "%s that does not exist: in the closest folder",
  async (output) => {
    folder.file(`a/${LEFT}/new/x`);
    folder.file(`${LEFT}/new/x`);
    expect((await clean(output)).messages).toEqual([`${folder.at(output)}: removed 1 temporary file or folder`]);
    expect([namesIn("a"), namesIn(".")]).toEqual([[], [LEFT, "a"]]);
  },
);

test("the temporary files of shards", async () => {
  mkdirSync(folder.at("parts"));
  folder.file(`parts/.part-00001-of-00020.${ID}.tmp`);
  folder.file(`parts/.job.${ID}.tmp`);
  folder.file("parts/job.json");
  expect((await clean("parts")).messages).toEqual([`${folder.at("parts")}: removed 2 temporary files or folders`]);
  expect(namesIn("parts")).toEqual(["job.json"]);
});

test("the files of a running process are kept, unless it runs on another host", async () => {
  const child = spawn("sleep", ["60"]);
  const own = temporaryName().replace(`-${process.pid}-`, `-${child.pid}-`);
  const elsewhere = own.replace(
    hostname()
      .toLowerCase()
      .replace(/[^0-9a-z.]/g, "")
      .slice(-32),
    "elsewhere",
  );
  const ended = own.replace(`-${child.pid}-`, "-999999999-");
  folder.write({ [`a/${own}/new/x`]: "", [`a/${elsewhere}`]: "", [`a/${ended}`]: "", [`a/${temporaryName()}`]: "" });
  expect((await clean("a")).messages).toEqual([
    `${folder.at("a")}: kept 1 temporary file or folder of process ${child.pid}, which is running`,
    `${folder.at("a")}: removed 3 temporary files or folders`,
  ]);
  const gone = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  expect((await clean("a")).messages).toEqual([`${folder.at("a")}: removed 1 temporary file or folder`]);
});

test("a wrong pattern is a usage error", async () => {
  expect(await clean("{a")).toMatchObject({ code: 2, messages: [expect.stringContaining("a brace is not part of")] });
});
