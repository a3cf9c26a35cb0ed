/** Somebody's own text and variables. */
import { basename } from "node:path";
import { readBytes } from "../src/cli/files.ts";
import { commandIo, processIo } from "../src/cli/io.ts";
import { parseDotenv } from "../src/index.ts";
import type { OwnInput } from "./setting.ts";

/**
 * The env file is read as dotenv does: that takes whatever people have, and single quotes as KEP-3721 has them.
 *
 * @throws InputError
 */
export function readOwnInput({ input, env }: { readonly input: string; readonly env: string }): OwnInput {
  const io = commandIo(processIo());
  const variables = parseDotenv(readBytes(env, io));
  return { name: basename(input), input: Buffer.from(readBytes(input, io)), variables };
}
