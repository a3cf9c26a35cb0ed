/** What the parts of a project share while it is resolved: options, limits, the sources of templates, known secrets. */

import {
  type ContextValue,
  type DocumentPath,
  deferTemplates,
  errorsIn,
  type ResolveSettings,
  resolveLate,
  type TemplateContext,
  type TemplateError,
  templateFor,
} from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";
import type { ConfigDocument, ProjectConfig } from "./documents/config.ts";
import type { Field } from "./documents/field.ts";
import { type ReadVarfile, Sources } from "./documents/sources.ts";
import { isMadeOfSecret, joinErrors, markMissing, withoutSecrets } from "./errors.ts";
import { ProjectBudget } from "./limits.ts";
import type { ProjectOptions } from "./options.ts";

export class Resolution {
  readonly sources = new Sources();
  readonly budget: ProjectBudget;
  readonly overrides: Readonly<Record<string, string>>;
  readonly readVarfile: ReadVarfile;
  readonly isVarfileUnknown: (file: string, field: Field) => boolean;
  /** The language of all templates, and the limits that they share. */
  readonly language: ResolveSettings;
  /** Whether any secrets are known. */
  readonly hasSecrets: boolean;
  /** Whether the name of a file, an environment, or an action depends on a secret. Messages and explanations show names. */
  hasSecretName = false;
  /** Whether the environment's namespace depends on a secret. */
  hasSecretNamespace = false;
  /** The files of modules whose fields depended on secrets before they became fields of actions. */
  readonly filesWithSecrets = new Set<string>();
  /** Called with each field that is resolved, and its context. */
  onContext: ((field: Field, context: TemplateContext) => void) | undefined = undefined;
  private readonly documents: readonly ConfigDocument[];
  private readonly hasRemoteSources: boolean;

  constructor(
    documents: readonly ConfigDocument[],
    { field }: ProjectConfig,
    language: ResolveSettings,
    hasSecrets: boolean,
    { overrides = {}, readVarfile = () => undefined, isVarfileUnknown = () => false, limits }: ProjectOptions,
  ) {
    this.documents = documents;
    this.hasRemoteSources = field.at("sources").hasValue;
    this.language = language;
    this.hasSecrets = hasSecrets;
    this.overrides = overrides;
    this.readVarfile = readVarfile;
    this.isVarfileUnknown = isVarfileUnknown;
    this.budget = new ProjectBudget(limits);
  }

  /** The result of an action. Its errors get their places and lose what is secret. */
  located<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.locatedError(error);
    }
  }

  locatedError(error: unknown): unknown {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    const located = errors.map((each) => this.sources.located(each));
    if (!located.every((each) => each instanceof VariablesError)) return located[0];
    return joinErrors(
      located.map((each) => {
        const isSecret = this.hasSecretName || this.filesWithSecrets.has(each.file ?? "") || isMadeOfSecret(each);
        if (this.hasSecrets && isSecret) return withoutSecrets(each, this.documents);
        markMissing(each, this.hasRemoteSources);
        return each;
      }),
    );
  }

  /** The path to a field in errors: the number of its source, then its keys. */
  pathOf({ source, path }: Field): DocumentPath {
    return this.sources.pathIn(source, path);
  }

  /** The value of a field: `Unresolved` if a part of it is not known yet. */
  resolve(field: Field, context: TemplateContext): unknown {
    return this.resolveLate(field, context).value;
  }

  /** The value of a field that decides which documents exist, or what they are called. */
  resolveEarly(field: Field, context: TemplateContext): unknown {
    const { value, isSecret } = this.resolveLate(field, context);
    if (isSecret) this.hasSecretName = true;
    return value;
  }

  /** The value of a field, and whether it is secret. */
  resolveLate(field: Field, context: TemplateContext): ContextValue {
    this.onContext?.(field, context);
    return resolveLate(field.value, context, this.pathOf(field), this.language);
  }

  /** All errors in a field, after one of them was thrown. */
  errorsIn(field: Field, context: TemplateContext, error: TemplateError | VariablesError): Error[] {
    if (error.code === "limit") return [error];
    const found = errorsIn(field.value, context, this.pathOf(field), this.language);
    return found.length > 0 ? found : [error];
  }

  /** A name that is needed before anything else is resolved; undefined if it is not text, or not known yet. */
  resolveName(field: Field, context: TemplateContext): string | undefined {
    const value = this.resolveEarly(field, context);
    return typeof value === "string" ? value : undefined;
  }

  /** The value of a field as a document, with templates for the parts that are not known yet. */
  documentFor(field: Field, context: TemplateContext): unknown {
    return templateFor(this.resolveEarly(field, context), this.language);
  }

  /** The value of a field as a part of a context: its templates are resolved when they are looked up. */
  contextValues(field: Field, context: TemplateContext): unknown {
    return deferTemplates(field.value, context, { path: this.pathOf(field), syntax: this.language });
  }
}
