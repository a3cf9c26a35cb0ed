/** A 64 KiB env file: all of it as an object, ready for look-ups, and one key. */
import { parseEnv } from "node:util";
import dotenv from "dotenv";
import { parseEnvFile, readEnvFileKey } from "../../src/index.ts";
import { parseEnvFileWithIndexOf } from "../baselines/envfile.ts";
import { envFile } from "../inputs.ts";
import type { Question } from "../question.ts";

/** Copies an object: some engines return one without a prototype. */
const plain = (variables: unknown) => ({ ...(variables as Record<string, string>) });

export function envFileQuestions(): Question[] {
  const { file, names } = envFile(65_536, "quoted");
  const bytes = new TextEncoder().encode(file);
  const middle = names[names.length >> 1]!;
  const size = `env file, ${file.length} bytes, ${names.length} assignments`;
  return [
    {
      title: `${size}: into an object`,
      bytes: bytes.length,
      baseline: "util.parseEnv",
      rows: [
        { name: "varexpand, text", role: "subject", run: () => parseEnvFile(file).toObject() },
        { name: "varexpand, bytes", role: "subject", run: () => parseEnvFile(bytes).toObject() },
        { name: "util.parseEnv", run: () => parseEnv(file), answer: plain },
        { name: "dotenv", run: () => dotenv.parse(file) },
        { name: "dotenv, fast", run: () => dotenv.parse(file, { fast: true }) },
        { name: "JS, indexOf, only this grammar", run: () => parseEnvFileWithIndexOf(file), answer: plain },
      ],
      goals: [
        { row: "varexpand, text", against: "util.parseEnv", atLeast: 10 },
        { row: "varexpand, text", against: "dotenv, fast", atLeast: 1.4 },
      ],
    },
    {
      title: `${size}: ready for look-ups, and the first of them`,
      bytes: bytes.length,
      baseline: "util.parseEnv",
      rows: [
        { name: "varexpand, text", role: "subject", run: () => parseEnvFile(file).get(middle) },
        { name: "varexpand, bytes", role: "subject", run: () => parseEnvFile(bytes).get(middle) },
        { name: "util.parseEnv", run: () => parseEnv(file)[middle] },
        { name: "dotenv, fast", run: () => dotenv.parse(file, { fast: true })[middle] },
      ],
      goals: [
        { row: "varexpand, text", against: "util.parseEnv", atLeast: 30 },
        { row: "varexpand, text", against: "dotenv, fast", atLeast: 8 },
      ],
    },
    {
      title: `${size}: one key`,
      bytes: bytes.length,
      baseline: "util.parseEnv",
      rows: [
        { name: "varexpand, text", role: "subject", run: () => readEnvFileKey(file, middle) },
        { name: "varexpand, bytes", role: "subject", run: () => readEnvFileKey(bytes, middle) },
        {
          name: "varexpand, kubelet",
          role: "subject",
          run: () => readEnvFileKey(file, middle, { profile: "kubelet" }),
        },
        { name: "util.parseEnv", run: () => parseEnv(file)[middle] },
        { name: "dotenv, fast", run: () => dotenv.parse(file, { fast: true })[middle] },
      ],
      goals: [
        { row: "varexpand, text", against: "util.parseEnv", atLeast: 50 },
        { row: "varexpand, kubelet", against: "util.parseEnv", atLeast: 50 },
      ],
    },
  ];
}
