/** Errors of a project that has secrets. */
import { VariablesError } from "../variables/error.ts";

/** The roots of templates' lookups: these names are no secrets. */
const ROOTS = /* @__PURE__ */ new Set(
  "actions command datetime environment git inputs item local parent project providers runtime secrets template this var variables".split(
    " ",
  ),
);

/**
 * An error without the parts of its message that may come from a secret: it has the kind of mistake and, if the place is in
 * one of the files, the place.
 */
export function withoutSecrets(
  { code, message, file, line, column }: VariablesError,
  files: readonly string[],
): VariablesError {
  const reason = `${kindOf(code, message)} depends on a secret`;
  const isKnown = file !== undefined && files.includes(file);
  return new VariablesError(code, reason, isKnown ? { file, line, column } : {});
}

function kindOf(code: VariablesError["code"], message: string): string {
  if (code !== "missing-key") return `what is wrong here (${code})`;
  const root = /there is no key ".*?" under (\w+)/s.exec(message)?.[1];
  return `there is no key "***"${root !== undefined && ROOTS.has(root) ? ` under ${root}` : ""}, whose name`;
}
