/** The error of a class that an action throws. Another error, and none, fail the test. */
export function errorOf<E extends Error>(action: () => unknown, type: abstract new (...args: never[]) => E): E {
  try {
    action();
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
  throw new Error("nothing was wrong");
}
