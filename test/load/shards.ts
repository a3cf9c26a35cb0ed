/** Shards of one file, of which every third process is killed at a random moment and started again. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, createReadStream, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const SHARDS = 64;
const MAIN = join(process.cwd(), "dist/cli/main.js");
/** The longest time that a process has before it is killed, in milliseconds. */
const MAX_DELAY = 1500;

export async function shards(records: number, workers: readonly number[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "varexpand-scale-"));
  let isRight = true;
  try {
    const input = join(folder, "input");
    const descriptor = openSync(input, "w");
    for (let record = 0; record < records; record++)
      writeSync(descriptor, `${record} $(A) of $(A\nB), $$(A) (${record})\n`);
    closeSync(descriptor);
    const given = ["expand", "-e", "A=1", "-e", "A\nB=two", input];
    await once(spawn(process.execPath, [MAIN, ...given, "-o", join(folder, "whole")]), "exit");
    const whole = await hashOf([join(folder, "whole")]);
    for (const count of workers) {
      const parts = join(folder, `parts-${count}`);
      const todo = Array.from({ length: SHARDS }, (_, index) => index);
      const start = Date.now();
      let kills = 0;
      const work = async () => {
        for (let index = todo.shift(); index !== undefined; index = todo.shift()) {
          const child = spawn(process.execPath, [MAIN, ...given, "--shard", `${index}/${SHARDS}`, "-o", parts]);
          const ended = once(child, "exit");
          if (Math.random() < 1 / 3) {
            await Promise.race([ended, setTimeout(Math.random() * MAX_DELAY)]);
            child.kill("SIGKILL");
          }
          const [code, signal] = (await ended) as [number | null, string | null];
          if (code === 0) continue;
          if (signal !== "SIGKILL") throw new Error(`shard ${index} ended with ${code ?? signal}`);
          kills++;
          todo.push(index);
        }
      };
      await Promise.all(Array.from({ length: count }, work));
      const names = readdirSync(parts).filter((name) => name.startsWith("part-"));
      const isSame = names.length === SHARDS && (await hashOf(names.sort().map((name) => join(parts, name)))) === whole;
      isRight &&= isSame;
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      const result = isSame ? "the bytes of one process" : "DIFFERENT";
      console.log(
        `shards: ${records} records, ${SHARDS} shards, ${count} at once: ${kills} kills, ${result}, ${seconds} s`,
      );
    }
    return isRight;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
