/** The result of an action; undefined if it throws an error of one of these classes. */
export function tryOrUndefined<T>(action: () => T, ...errors: readonly (abstract new (...args: never[]) => Error)[]) {
  try {
    return action();
  } catch (error) {
    if (errors.some((each) => error instanceof each)) return undefined;
    throw error;
  }
}
