/** One resolution of a project: where its templates stand, what it may still cost, and which names are secret. */
import {
  type ContextValue,
  type DocumentPath,
  type Language,
  resolveLate,
  type TemplateContext,
  templateFor,
  templateValues,
} from "../template/internal.ts";
import type { Field } from "./config-field.ts";
import { ProjectBudget } from "./limits.ts";
import type { ProjectOptions } from "./options.ts";
import { type ReadVarfile, Sources } from "./sources.ts";

export class Resolution {
  readonly sources = new Sources();
  readonly budget: ProjectBudget;
  readonly overrides: Readonly<Record<string, string>>;
  readonly readVarfile: ReadVarfile;
  readonly isVarfileUnknown: (file: string, field: Field) => boolean;
  /** The language of all templates. */
  readonly language: Language;
  /** Whether the name of a file, an environment or an action was made of a secret: messages and explanations show names. */
  hasSecretName = false;
  /** The files of modules whose fields were made of secrets before they became those of actions. */
  readonly filesWithSecrets = new Set<string>();
  /** Is told with which context a field is resolved, while somebody asks. */
  onContext: ((field: Field, context: TemplateContext) => void) | undefined = undefined;
  /** Whether the environment's namespace was made of a secret. */
  hasSecretNamespace = false;

  constructor(options: ProjectOptions, language: Language) {
    const { overrides = {}, readVarfile = () => undefined, isVarfileUnknown = () => false, limits } = options;
    this.overrides = overrides;
    this.readVarfile = readVarfile;
    this.isVarfileUnknown = isVarfileUnknown;
    this.language = language;
    this.budget = new ProjectBudget(limits);
  }

  /** The path to a field in errors: the number of its source, then its keys. */
  pathOf({ source, path }: Field): DocumentPath {
    return this.sources.pathIn(source, path);
  }

  /** A field's value with its templates resolved; `Unresolved` if a part of it is not known yet. */
  resolve(field: Field, context: TemplateContext): unknown {
    return this.resolveLate(field, context).value;
  }

  /** The same, for a value that decides which documents there are. */
  resolveEarly(field: Field, context: TemplateContext): unknown {
    const { value, isSecret } = this.resolveLate(field, context);
    if (isSecret) this.hasSecretName = true;
    return value;
  }

  /** The same as \`resolve\`, and whether the value is secret. */
  resolveLate(field: Field, context: TemplateContext): ContextValue {
    this.onContext?.(field, context);
    return resolveLate(field.value, context, this.pathOf(field), this.language);
  }

  /** A name that is needed before anything else is resolved; undefined if it is no text, or not known yet. */
  resolveName(field: Field, context: TemplateContext): string | undefined {
    const value = this.resolveEarly(field, context);
    return typeof value === "string" ? value : undefined;
  }

  /** A field's value as a document: a part that is not known yet is a template that gives it. */
  documentFor(field: Field, context: TemplateContext): unknown {
    return templateFor(this.resolveEarly(field, context), this.language);
  }

  /** A field's value for a context: each template in it is resolved when it is looked up. */
  contextValues(field: Field, context: TemplateContext): unknown {
    return templateValues(field.value, context, this.pathOf(field), this.language);
  }
}
