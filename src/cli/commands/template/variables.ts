import type { Variables } from "../../../garden/template/values.ts";
import { VariablesError } from "../../../garden/variables/error.ts";
import { parseVarfile, varfileFormat } from "../../../garden/variables/varfile.ts";
import { nameOf, readText, STDIN } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";

/** Reads variables from a file that an option names: YAML, JSON, or dotenv, by its suffix; YAML for standard input. */
export function readVariables(file: string, io: CommandIo): Variables {
  const text = readText(file, io);
  try {
    return parseVarfile(text, file === STDIN ? "yaml" : varfileFormat(file), nameOf(file));
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    throw new InputError(error.message);
  }
}
