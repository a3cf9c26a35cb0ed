/** `expand --rows` as a whole process, against a script, Miller, and a process for each row. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Question, Row } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { isInstalled, type Program, run } from "./process.ts";
import { command, processRow, script } from "./programs.ts";

const ROWS = "varexpand expand --rows";
const PARSE = "JSON.parse and writing";
const FILES = "JSON.parse, replaceAll, and writeFileSync";
const LOOP = "a process of envsubst for each row";
/** The engine of j2cli and of Ansible's templates. */
const JINJA = `import jinja2, json, sys
template = jinja2.Template("server: {{HOST}}:{{PORT}}\\nuser: {{USER}}\\nregion: {{REGION}}\\ntier: {{TIER}}\\n", keep_trailing_newline=True)
with open(sys.argv[1]) as rows:
    for row in rows: sys.stdout.write(template.render(json.loads(row)))`;
/** A shell loop takes hours for all rows. */
const FEW = 10;

export function rowProcessQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const count = effort.isQuick ? 10_000 : 1_000_000;
  const text = join(folder, "text");
  writeFileSync(text, "server: $(HOST):$(PORT)\nuser: $(USER)\nregion: $(REGION)\ntier: $(TIER)\n");
  const braces = join(folder, "braces");
  writeFileSync(braces, "server: ${HOST}:${PORT}\nuser: ${USER}\nregion: ${REGION}\ntier: ${TIER}\n");
  const many = inputs(folder, count);
  const few = inputs(folder, FEW);
  const print = 'print "server: ".$HOST.":".$PORT."\nuser: ".$USER."\nregion: ".$REGION."\ntier: ".$TIER';
  const miller = { file: "mlr", args: ["--ijsonl", "--onidx", "put", "-q", print, many.rows] };
  const line = String.raw`"server: \(.HOST):\(.PORT)\nuser: \(.USER)\nregion: \(.REGION)\ntier: \(.TIER)"`;
  const jq = { file: "jq", args: ["-r", line, many.rows] };
  const jinja = { file: "python3", args: ["-c", JINJA, many.rows] };
  const files = inputs(folder, effort.isQuick ? 1000 : 20_000);
  const [own, plain] = [join(folder, "own"), join(folder, "plain")];
  const loop = `while IFS=, read -r HOST PORT; do export HOST PORT USER=u REGION=eu TIER=gold; envsubst < ${braces}; done < ${few.csv}`;
  return [
    {
      title: `${count.toLocaleString("en")} rows of NDJSON`,
      items: { count, name: "row" },
      expected: many.hash,
      baseline: ROWS,
      rows: [
        processRow(ROWS, command(["expand", "--rows", many.rows, text]), folder, "subject"),
        processRow("JSON.parse and replaceAll", script("rows", folder, [many.rows, text]), folder, "rival"),
        processRow(PARSE, script("parsed-rows", folder, [many.rows, text]), folder, "limit"),
        ...(isInstalled("mlr") ? [processRow("mlr put", miller, folder, "rival")] : []),
        ...(hasJinja() ? [processRow("Jinja2, compiled once", jinja, folder, "rival")] : []),
        ...(isInstalled("jq") ? [processRow("jq -r", jq, folder, "rival")] : []),
      ],
      goals: effort.isQuick ? [] : [{ row: ROWS, against: PARSE, atLeast: 1 / 1.5 }],
      turns: 3,
    },
    {
      title: `${files.count.toLocaleString("en")} rows of NDJSON, to a file each`,
      items: { count: files.count, name: "file" },
      expected: files.hash,
      baseline: ROWS,
      rows: [
        filesRow(
          ROWS,
          command(["expand", "--rows", files.rows, "-o", `${own}/{HOST}`, text]),
          own,
          files.count,
          "subject",
        ),
        filesRow(FILES, script("row-files", folder, [files.rows, text, plain]), plain, files.count, "rival"),
      ],
      goals: effort.isQuick ? [] : [{ row: ROWS, against: FILES, atLeast: 1 / 1.3 }],
      turns: 3,
    },
    {
      title: `${FEW} rows, to extrapolate from: the time of a shell loop is proportional to the rows`,
      items: { count: FEW, name: "row" },
      expected: few.hash,
      baseline: ROWS,
      rows: [
        processRow(ROWS, command(["expand", "--rows", few.rows, text]), folder, "subject"),
        ...(isInstalled("envsubst") ? [processRow(LOOP, { file: "bash", args: ["-c", loop] }, folder, "rival")] : []),
      ],
      turns: 3,
    },
  ];
}

function hasJinja(): boolean {
  return spawnSync("python3", ["-c", "import jinja2"], { stdio: "ignore" }).status === 0;
}

/** Its answer is the hash of the files, in the order of the rows. */
function filesRow(name: string, program: Program, folder: string, count: number, role: Row["role"]): Row {
  const answer = () => {
    const hash = createHash("sha256");
    for (let i = 0; i < count; i++) hash.update(readFileSync(join(folder, hostOf(i))));
    return hash.digest("hex");
  };
  return { name, ...(role && { role }), run: () => run(program), answer };
}

function hostOf(i: number): string {
  return `host-${i}.example.com`;
}

function inputs(folder: string, count: number) {
  const rows = join(folder, `${count}.ndjson`);
  const csv = join(folder, `${count}.csv`);
  const hash = createHash("sha256");
  let objects = "";
  let lines = "";
  for (let i = 0; i < count; i++) {
    const [host, port] = [hostOf(i), 1000 + (i % 60_000)];
    objects += `{"HOST":"${host}","PORT":${port},"USER":"u","REGION":"eu","TIER":"gold"}\n`;
    lines += `${host},${port}\n`;
    hash.update(`server: ${host}:${port}\nuser: u\nregion: eu\ntier: gold\n`);
  }
  writeFileSync(rows, objects);
  writeFileSync(csv, lines);
  return { count, rows, csv, hash: hash.digest("hex") };
}
