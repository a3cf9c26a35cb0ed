import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { parseVarfile, varfileFormat } from "../variables/varfile.ts";
import { InputError } from "./errors.ts";
import { nameOf, readText, STDIN } from "./files.ts";
import type { CommandIo } from "./io.ts";

/**
 * Reads the variables from a file that an option names: YAML, JSON or dotenv, by its suffix; standard input is YAML.
 *
 * @throws InputError
 */
export function readVariables(file: string, io: CommandIo): Variables {
  const text = readText(file, io);
  try {
    return parseVarfile(text, file === STDIN ? "yaml" : varfileFormat(file), nameOf(file));
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    throw new InputError(error.message);
  }
}
