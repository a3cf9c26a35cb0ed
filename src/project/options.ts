/** What a project is resolved with. */
import type { TemplateContext } from "../template/internal.ts";
import type { Variables } from "../variables/map.ts";
import type { Field } from "./config-field.ts";
import type { ProjectLimits } from "./limits.ts";
import type { ReadVarfile } from "./sources.ts";

/** Options of `Project`. */
export interface ProjectOptions {
  /** `NAME` or `NAMESPACE.NAME`; without it, the project's default environment, or its first. */
  readonly environment?: string | undefined;
  /** Single variables above all levels, as `parseVarFlags` gives them. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Values for templates: `local`, `git`, `command`, `datetime`, `secrets`. `NOT_KNOWN_YET` marks a value that is not known yet. */
  readonly world?: TemplateContext;
  /** Names of variables in `world.local.env` whose values are secret, like those in `world.secrets`. */
  readonly secretVariables?: readonly string[];
  /** Outputs of providers and actions that have run, by the paths that templates use; all others are not known yet. */
  readonly outputs?: Readonly<Variables>;
  /** Finds varfiles; without it, no varfile exists. */
  readonly readVarfile?: ReadVarfile;
  /**
   * @internal Whether a required varfile that does not exist counts as not available instead: its variables are unknown, and
   * so is every variable that it could set.
   *
   * @param file the path from the project's folder
   * @param field the place that names the file
   */
  readonly isVarfileUnknown?: (file: string, field: Field) => boolean;
  /** Whether what Garden's language does not have is an error; see `TemplateSyntax`. */
  readonly strict?: boolean;
  /**
   * Whether there is a file at a path from the project's folder: a container module with a Dockerfile has a Build. Without
   * it, a module that may have one is not converted to actions.
   */
  readonly hasFile?: (path: string) => boolean;
  /** Limits instead of the defaults. What exceeds one is a `VariablesError` with the code `limit`. */
  readonly limits?: ProjectLimits;
}
