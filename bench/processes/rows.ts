/** `expand --rows` as a whole process, against a script, Miller, and a process for each row. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Question } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { isInstalled } from "./process.ts";
import { command, processRow, script } from "./programs.ts";

const ROWS = "varexpand expand --rows";
const PARSE = "JSON.parse and writing";
const LOOP = "a process of envsubst for each row";
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
      ],
      goals: effort.isQuick ? [] : [{ row: ROWS, against: PARSE, atLeast: 1 / 1.5 }],
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

function inputs(folder: string, count: number) {
  const rows = join(folder, `${count}.ndjson`);
  const csv = join(folder, `${count}.csv`);
  const hash = createHash("sha256");
  let objects = "";
  let lines = "";
  for (let i = 0; i < count; i++) {
    const [host, port] = [`host-${i}.example.com`, 1000 + (i % 60_000)];
    objects += `{"HOST":"${host}","PORT":${port},"USER":"u","REGION":"eu","TIER":"gold"}\n`;
    lines += `${host},${port}\n`;
    hash.update(`server: ${host}:${port}\nuser: u\nregion: eu\ntier: gold\n`);
  }
  writeFileSync(rows, objects);
  writeFileSync(csv, lines);
  return { rows, csv, hash: hash.digest("hex") };
}
