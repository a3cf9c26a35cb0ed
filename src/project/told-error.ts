/** Errors of a project that has secrets, as they may be told. */
import { VariablesError } from "../variables/error.ts";

/** What templates see, by the names that they give it; they are no secrets. */
const ROOTS = /* @__PURE__ */ new Set(
  "actions command datetime environment git inputs item local parent project providers runtime secrets template this var variables".split(
    " ",
  ),
);

/**
 * What is left of an error when all is taken out of its message that may come from a secret: what kind of mistake it is,
 * and its place, if that is in one of these files.
 */
export function withoutSecrets(
  { code, message, file, line, column }: VariablesError,
  files: readonly string[],
): VariablesError {
  const reason = `${kindOf(code, message)} depends on a secret`;
  if (file === undefined || !files.includes(file)) return new VariablesError(code, reason);
  return new VariablesError(
    code,
    reason,
    line === undefined || column === undefined ? { file } : { file, line, column },
  );
}

function kindOf(code: VariablesError["code"], message: string): string {
  if (code !== "missing-key") return `what is wrong here (${code})`;
  const root = /there is no key ".*?" under (\w+)/s.exec(message)?.[1];
  return `there is no key "***"${root !== undefined && ROOTS.has(root) ? ` under ${root}` : ""}, whose name`;
}
