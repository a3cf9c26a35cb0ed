/** Errors of a project that has secrets. */
import { TemplateError } from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";
import { joinErrors, Several } from "./failures.ts";
import type { Sources } from "./sources.ts";

/** The roots of templates' lookups: these names are no secrets. */
const ROOTS = /* @__PURE__ */ new Set(
  "actions command datetime environment git inputs item local parent project providers runtime secrets template this var variables".split(
    " ",
  ),
);

/** What is known of the project that an error is about. */
interface Told {
  readonly sources: Sources;
  /** Whether parts of the project are in other repositories. */
  hasRemoteSources(): boolean;
  /** The names of its files. */
  files(): readonly string[];
  /** Does the same in the project without its secrets; undefined if it has none. */
  readonly withoutSecrets: (() => void) | undefined;
}

/** An error that does not show secrets: the error itself if it would be the same without the secrets. */
export function toldError(error: unknown, project: Told): unknown {
  const errors = error instanceof Several ? error.errors : [error];
  const located = errors.map((each) => project.sources.located(each));
  if (!located.every((each) => each instanceof VariablesError)) return located[0];
  if (project.hasRemoteSources()) for (const each of located) addSourcesHint(each);
  const first = joinErrors(located);
  if (project.withoutSecrets === undefined) return first;
  const known = messagesOf(project.withoutSecrets);
  const files = project.files();
  const shown = [first, ...first.others].map((each) =>
    known.has(each.message) ? each : (missingSecret(each) ?? withoutSecrets(each, files)),
  );
  return joinErrors(shown);
}

/** The messages of what an action throws. */
function messagesOf(action: () => void): ReadonlySet<string> {
  try {
    action();
  } catch (error) {
    if (error instanceof VariablesError) return new Set([error, ...error.others].map((each) => each.message));
  }
  return new Set();
}

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

/**
 * An error about a secret that was not given: only its name is told, and the place. Undefined for another error.
 */
function missingSecret({ cause, file, line, column, code }: VariablesError): VariablesError | undefined {
  let inner = cause;
  while (inner instanceof TemplateError && inner.cause instanceof TemplateError) inner = inner.cause;
  if (!(inner instanceof TemplateError) || inner.code !== "missing-key") return undefined;
  if (!/^there is no key ".*?" under secrets \(/s.test(inner.reason) || inner.key === undefined) return undefined;
  // A name that is made of another secret is `***` already.
  return new VariablesError(code, `there is no key ${JSON.stringify(inner.key)} under secrets`, { file, line, column });
}

/** Says of an action that is not there why that may be so: it may be in one of the project's remote sources. */
function addSourcesHint(error: VariablesError): void {
  const isOfTemplate =
    error.code === "missing-key" && /there is no key ".*?" under (?:actions|runtime)\.\w+ \(/s.test(error.message);
  if (error.code !== "unknown-action" && !isOfTemplate) return;
  error.message += "; the project's `sources` are not fetched: it may be in one of them";
  error.mayBeElsewhere = true;
}

function kindOf(code: VariablesError["code"], message: string): string {
  if (code !== "missing-key") return `what is wrong here (${code})`;
  const root = /there is no key ".*?" under (\w+)/s.exec(message)?.[1];
  return `there is no key "***"${root !== undefined && ROOTS.has(root) ? ` under ${root}` : ""}, whose name`;
}
