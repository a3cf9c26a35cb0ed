/** Which reader reads the files of `--envfile`, and what is reported. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

/** What `expand --envfile` prints for `<$(A)>`, and its messages with short paths. */
async function expanded(files: string[], args: string[] = [], stdin = "<$(A)>") {
  const options = files.flatMap((file) => ["--envfile", folder.at(file)]);
  const { code, output, messages } = await runInMemory(["expand", ...options, ...args], { stdin });
  return { code, output, messages: messages.map((line) => line.replaceAll(`${folder.path}/`, "")) };
}

const named = (output: string, message: string) => ({ code: 0, output, messages: [message] });

describe("the reader", () => {
  test("is dotenv", async () => {
    folder.file(".env", "A=b # c\n");
    expect(await expanded([".env"])).toEqual(named("<b>", ".env: read like dotenv"));
  });

  test("is the one that the option names, and nothing is reported", async () => {
    folder.file(".env", "A=b # c\n");
    const result = { code: 0, output: "<b # c>", messages: [] };
    expect(await expanded([".env"], ["--envfile-dialect", "docker"])).toEqual(result);
  });

  test("is the one that a comment names", async () => {
    folder.file("a.env", "# varexpand-dialect: kep\nA='b'\n");
    expect(await expanded(["a.env"])).toEqual(named("<b>", "a.env: read like KEP-3721, design"));
    folder.file("a.env", "# varexpand-dialect: docker\nA=b # c\n");
    expect(await expanded(["a.env"])).toEqual(named("<b # c>", "a.env: read like docker run"));
  });

  test("is the one of a Compose file, with its format", async () => {
    folder.write({
      "compose.yaml": "services: {a: {env_file: [a.env, {path: raw.env, format: raw}]}}\n",
      "a.env": "A=b#c # d\n",
      "raw.env": "A=b # d\n",
      "other.env": "A=b#c\n",
    });
    expect(await expanded(["a.env"])).toEqual(named("<b#c>", "a.env: read like docker compose"));
    expect(await expanded(["raw.env"])).toEqual(named("<b # d>", "raw.env: read like docker run"));
    const message = "other.env: read like dotenv; docker compose reads A differently (envfile --compare shows how)";
    expect(await expanded(["other.env"])).toEqual(named("<b>", message));
  });

  test("is kubectl for a generator", async () => {
    folder.write({
      "kustomization.yaml": "configMapGenerator: [{name: c, envs: [a.env]}]\n",
      "a.env": 'A="b"\n',
    });
    expect(await expanded(["a.env"])).toEqual(named('<"b">', "a.env: read like kubectl create"));
  });
});

describe("other readers", () => {
  test("are named with the variables that they read differently, but not with values", async () => {
    folder.file(".env", "A=secret\nP=pa$word\nQ='pa$word'\nR=1#2\n");
    const { messages } = await expanded([".env"]);
    expect(messages).toEqual([
      ".env: read like dotenv; dotenv-expand, Bun, Deno, docker compose read P, Q, R differently (envfile --compare shows how)",
    ]);
  });

  test("many variables are counted", async () => {
    folder.file(".env", Array.from({ length: 8 }, (_, i) => `A${i}=x$y\n`).join(""));
    expect((await expanded([".env"])).messages[0]).toContain(" read A0, A1, A2, A3, A4 and 3 more differently ");
  });
});

describe("--syntax compose", () => {
  const args = ["--syntax", "compose"];

  test("later files see earlier ones, and the environment overrides them", async () => {
    folder.write({ "a.env": "HOST=a\nA=file\n", "b.env": "HOST=b\nURL=http://$HOST/$A\n" });
    const text = "${URL} ${A}";
    expect((await expanded(["a.env", "b.env"], args, text)).output).toBe("http://b/file file");
    expect((await expanded(["a.env", "b.env"], [...args, "-e", "A=given"], text)).output).toBe("http://b/given given");
    expect((await expanded(["b.env"], args, text)).output).toBe("http://b/ ");
  });

  test("reads files as compose does, even if a service reads them raw", async () => {
    folder.write({
      "compose.yaml": "services: {a: {env_file: [{path: .env, format: raw}]}}\n",
      ".env": 'PASS=ab#cd\nURL=postgres://${HOST}/app\nHOST=db\nTITLE="My $HOST"\n',
    });
    const { output, messages } = await expanded([".env"], args, "$PASS $URL $TITLE");
    expect(output).toBe("ab#cd postgres:///app My db");
    expect(messages[0]).toMatch(/^\.env: read like docker compose; dotenv.* read PASS, URL, TITLE differently /);
  });
});

test("references are to variables of -e, for every reader that expands", async () => {
  folder.file(".env", "A=$B/$C\n");
  for (const dialect of ["compose", "dotenv-expand", "dotenv-expand-1000", "bun", "deno"]) {
    const args = ["--envfile-dialect", dialect, "-e", "B=b"];
    expect(await expanded([".env"], args), dialect).toEqual({ code: 0, output: "<b/>", messages: [] });
  }
});

test("an invalid configuration is an error", async () => {
  folder.write({ ".varexpand.yaml": "envFiles: 1\n", ".env": "A=1\n", ".git/HEAD": "" });
  const cwd = process.cwd();
  process.chdir(folder.path);
  try {
    expect((await expanded([".env"])).code).toBe(2);
    folder.file(".varexpand.yaml", "envFiles: [{path: .env, dialect: docker}]\n");
    expect((await expanded([".env"])).messages).toEqual([".env: read like docker run"]);
  } finally {
    process.chdir(cwd);
  }
});
