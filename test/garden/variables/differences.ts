/** Where varexpand gives something else than the recorded release, on purpose. */

export interface Difference {
  readonly reason: string;
  /** What is right here: a value, or a part of an error's message. */
  readonly output?: unknown;
  readonly error?: string;
}

const NOT_KEY_VALUE = "what is not key=value is an error, not silence";

export const differences: Readonly<Record<string, Difference>> = {
  "p-c0006": { reason: NOT_KEY_VALUE, error: "part 1" },
  "p-c0010": { reason: NOT_KEY_VALUE, error: "part 1" },
  "p-c0018": { reason: NOT_KEY_VALUE, error: "part 1" },
  "p-v0076": {
    reason: "an action's varfile is inside the action's folder, as the guide says",
    error: "leads out of action",
  },
  "p-c0029": { reason: NOT_KEY_VALUE, error: "part 2" },
};
