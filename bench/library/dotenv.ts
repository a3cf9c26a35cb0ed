/** A dotenv file of 4 KiB and of 64 KiB: all of it as an object, and one key. */
import { parseEnv } from "node:util";
import dotenv from "dotenv";
import { parseDotenv, readDotenvKey } from "../../src/index.ts";
import { envFile } from "../inputs.ts";
import type { Question } from "../question.ts";

/** Copies an object: some engines return one without a prototype. */
const plain = (variables: unknown) => ({ ...(variables as Record<string, string>) });

export function dotenvQuestions(): Question[] {
  return [4096, 65_536].flatMap(questionsOf);
}

function questionsOf(length: number): Question[] {
  const { file, names } = envFile(length, "mixed");
  const bytes = new TextEncoder().encode(file);
  const key = names[names.length >> 1]!;
  const size = `dotenv file, ${file.length} bytes, ${names.length} assignments`;
  return [
    {
      title: `${size}: into an object`,
      bytes: bytes.length,
      baseline: "dotenv, fast",
      rows: [
        { name: "varexpand, text", role: "subject", run: () => parseDotenv(file) },
        { name: "varexpand, bytes", role: "subject", run: () => parseDotenv(bytes) },
        { name: "dotenv", run: () => dotenv.parse(file) },
        { name: "dotenv, fast", run: () => dotenv.parse(file, { fast: true }) },
        { name: "util.parseEnv", run: () => parseEnv(file), answer: plain },
      ],
      goals: [{ row: "varexpand, text", against: "dotenv, fast", atLeast: 1.6 }],
    },
    {
      title: `${size}: one key`,
      bytes: bytes.length,
      baseline: "dotenv, fast",
      rows: [
        { name: "varexpand, text", role: "subject", run: () => readDotenvKey(file, key) },
        { name: "varexpand, bytes", role: "subject", run: () => readDotenvKey(bytes, key) },
        { name: "dotenv, fast", run: () => dotenv.parse(file, { fast: true })[key] },
        { name: "util.parseEnv", run: () => parseEnv(file)[key] },
      ],
      goals: [{ row: "varexpand, text", against: "dotenv, fast", atLeast: 5 }],
    },
  ];
}
