import { closest, listOfClosest } from "../../../text/closest.ts";
import { LimitExceeded } from "../limits.ts";
import { Budget } from "./budget.ts";
import { boolean, number, string } from "./casts.ts";
import { formatDateUtc, modifyDateUtc, shiftDateUtc } from "./dates.ts";
import { InvalidArgument, type TemplateFunction, TemplateFunctionError } from "./define.ts";
import { base64Decode, base64Encode, jsonDecode, jsonEncode, sha256, uuidv4 } from "./encode.ts";
import { concat, isEmpty, range, slice } from "./lists.ts";
import { camelCase, indent, join, kebabCase, lower, replace, split, trim, upper } from "./text.ts";
import { yamlDecode, yamlEncode } from "./yaml.ts";

export { TemplateFunctionError } from "./define.ts";

const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    base64Decode,
    base64Encode,
    camelCase,
    concat,
    formatDateUtc,
    indent,
    isEmpty,
    join,
    jsonDecode,
    jsonEncode,
    kebabCase,
    lower,
    modifyDateUtc,
    range,
    replace,
    sha256,
    shiftDateUtc,
    slice,
    split,
    string,
    trim,
    upper,
    uuidv4,
    yamlDecode,
    yamlEncode,
    // Extensions that are not in Garden's reference.
    boolean,
    number,
  }),
);

/** The most UTF-16 units of a function's name that a message shows. */
const SHOWN = 80;

/** The names of all helper functions. */
export function functionNames(): readonly string[] {
  return [...FUNCTIONS.keys()];
}

/**
 * Calls a helper function. Arguments that are `undefined` count as missing. Surplus arguments are ignored.
 *
 * @throws TemplateFunctionError and nothing else
 * @example callFunction("join", [["a", "b"], "-"]) // "a-b"
 */
export function callFunction(name: string, args: readonly unknown[], budget: Budget = new Budget()): unknown {
  const definition = FUNCTIONS.get(name);
  if (definition === undefined) {
    const meant = closest(name, functionNames());
    const hint = meant === undefined ? `known: ${listOfClosest(name, functionNames())}` : `did you mean ${meant}?`;
    const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
    throw new TemplateFunctionError("unknown-function", name, `no such helper function: ${shown} (${hint})`);
  }
  const values = checkArguments(name, definition, args);
  let result: unknown;
  try {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (typeof value === "string" || Array.isArray(value)) budget.countScanned(value.length);
    }
    result = definition.run(budget, ...(values as never[]));
    if (typeof result === "string") budget.countText(result.length);
    else if (Array.isArray(result)) budget.countValues(result.length);
  } catch (error) {
    if (error instanceof LimitExceeded)
      throw new TemplateFunctionError("limit-exceeded", name, `${name}: ${error.message}`);
    throw new TemplateFunctionError("function-failed", name, `${name}: ${(error as Error).message}`);
  }
  return result;
}

/** The arguments in the types that the function requires. */
function checkArguments(name: string, { parameters }: TemplateFunction, args: readonly unknown[]): unknown[] {
  const values = new Array<unknown>(parameters.length);
  for (let i = 0; i < parameters.length; i++) {
    const parameter = parameters[i]!;
    const value = args[i];
    if (value === undefined && parameter.isRequired) {
      const message = `${name}: the argument "${parameter.name}" (number ${i + 1}) is missing`;
      throw new TemplateFunctionError("missing-argument", name, message, parameter.name);
    }
    try {
      if (value !== undefined) values[i] = parameter.check(value);
    } catch (error) {
      if (!(error instanceof InvalidArgument)) throw error;
      const message = `${name}: the argument "${parameter.name}" ${error.message}`;
      throw new TemplateFunctionError("invalid-argument", name, message, parameter.name);
    }
  }
  return values;
}
