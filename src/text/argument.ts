/** Checks of the arguments of public functions. The messages name the argument and never show its value. */

/** @throws TypeError if the argument is not a string */
export function checkString(argument: unknown, name: string): void {
  if (typeof argument !== "string") throw wrongArgument(name, "a string", argument);
}

/** @throws TypeError if the argument is not an object, or is a list */
export function checkObject(argument: unknown, name: string): void {
  if (typeof argument !== "object" || argument === null || Array.isArray(argument)) {
    throw wrongArgument(name, "an object", argument);
  }
}

/** @throws TypeError if the argument is not a list */
export function checkList(argument: unknown, name: string): void {
  if (!Array.isArray(argument)) throw wrongArgument(name, "a list", argument);
}

/**
 * @param hint what to pass instead
 * @throws TypeError if the argument is not a function
 */
export function checkFunction(argument: unknown, name: string, hint?: string): void {
  if (typeof argument !== "function") throw wrongArgument(name, "a function", argument, hint);
}

export function wrongArgument(name: string, expected: string, argument: unknown, hint?: string): TypeError {
  const message = `${name} must be ${expected}, not ${typeOf(argument)}`;
  return new TypeError(hint === undefined ? message : `${message}: ${hint}`);
}

function typeOf(argument: unknown): string {
  if (argument === null || argument === undefined) return `${argument}`;
  if (Array.isArray(argument)) return "a list";
  return typeof argument === "object" ? "an object" : `a ${typeof argument}`;
}
