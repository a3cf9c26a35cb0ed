/** The user's own text and variables (`--input`, `--env`). */
import { basename } from "node:path";
import { readBytes } from "../src/cli/files/files.ts";
import { processIo, visibleIo } from "../src/cli/frame/io.ts";
import { parseDotenv } from "../src/index.ts";
import type { OwnInput } from "./setting.ts";

/**
 * The env file is read as dotenv reads it: dotenv accepts most env files, and KEP-3721's single quotes.
 *
 * @throws InputError
 */
export function readOwnInput({ input, env }: { readonly input: string; readonly env: string }): OwnInput {
  const io = visibleIo(processIo());
  const variables = parseDotenv(readBytes(env, io));
  return { name: basename(input), input: Buffer.from(readBytes(input, io)), variables };
}
