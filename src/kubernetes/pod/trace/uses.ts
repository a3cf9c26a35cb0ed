/** Finds the `$` sequences in the strings of a container, and in those of a pod outside its containers. */

import { referencesIn } from "../../../expansion/expand.ts";
import { isMapping } from "../pod-schema.ts";
import { ShellTexts } from "../resolve/shell-text.ts";
import { nameBeforeDefault } from "../resolve/text.ts";
import type { PodScope } from "../sources/pod-scope.ts";
import type { ManifestPath } from "../types.ts";
import { dollarsIn } from "./dollars.ts";
import type { ReferenceOutcome, TracedScope } from "./traced-scope.ts";
import type { Definition, TracedUse, UseForm } from "./types.ts";

type Outcome = ReferenceOutcome & Pick<TracedUse, "source">;

/**
 * Every `$` sequence of the container's strings, in order.
 *
 * @throws ExpansionLimitError
 */
export function containerUses(scope: TracedScope): TracedUse[] {
  const { container, path } = scope;
  const uses = new ContainerUses(scope);
  for (const [member, value] of Object.entries(container)) {
    if (member !== "env" && member !== "envFrom") {
      uses.addStrings(value, [...path, member]);
      continue;
    }
    for (const [i, entry] of (value as readonly unknown[]).entries()) {
      const entryPath = [...path, member, i];
      uses.addStrings(entry, entryPath);
      uses.addExternalTexts(entryPath);
    }
  }
  return uses.list;
}

/**
 * Every `$` sequence of strings outside containers.
 *
 * @throws ExpansionLimitError
 */
export function usesOutside(value: unknown, pod: PodScope): TracedUse[] {
  const uses: TracedUse[] = [];
  visitDollars(value, [], (text, path) => {
    pod.countRecords(dollarsIn(text), path);
    const verdict = { verdict: "not-expanded-here", reason: "field" } as const;
    for (const sequence of sequencesIn(text, false)) uses.push(use(path, sequence, verdict));
  });
  return uses;
}

class ContainerUses {
  readonly list: TracedUse[] = [];
  private readonly scope: TracedScope;
  private readonly shellTexts: ShellTexts;

  constructor(scope: TracedScope) {
    this.scope = scope;
    this.shellTexts = new ShellTexts(scope.container);
  }

  addStrings(value: unknown, path: ManifestPath): void {
    visitDollars(value, path, (text, at) => this.addText(text, at));
  }

  /** Adds the values that an entry of `env` or `envFrom` reads from other objects. */
  addExternalTexts(entry: ManifestPath): void {
    for (const { text, source, isSecret } of this.scope.externalTexts(entry)) {
      this.scope.pod.countRecords(dollarsIn(text), entry);
      const outcome = { source, reason: "source-value" as const, ...(isSecret && { isSecret }) };
      for (const sequence of sequencesIn(text, false)) {
        this.list.push(use(entry, sequence, { ...this.notExpanded(sequence), ...outcome }));
      }
    }
  }

  private addText(text: string, path: ManifestPath): void {
    const inContainer = path.slice(this.scope.path.length);
    const isShell = this.shellTexts.has(inContainer);
    const judged = this.scope.outcomesAt(path);
    if (judged === undefined) this.scope.pod.countRecords(dollarsIn(text), path);
    for (const sequence of sequencesIn(text, isShell)) {
      const outcome =
        judged === undefined
          ? this.outcomeOfUnexpanded(sequence, isShell)
          : (judged.get(sequence.start) ?? this.outcomeOfOther(sequence, isShell));
      this.list.push(use(path, withWholeName(sequence, outcome, text), outcome));
    }
  }

  /** The outcome of a sequence other than a reference in a text that is expanded. */
  private outcomeOfOther({ form, name }: Sequence, isShell: boolean): Outcome {
    if (form === "dollars") return { verdict: "escaped", reason: "escaped" };
    const known = this.known(name);
    if (isShell) return { verdict: "shell", reason: "shell", ...known };
    return { verdict: "malformed", reason: form === "unclosed" ? "unclosed" : "other-syntax", ...known };
  }

  /** The outcome of a sequence in a text that is not expanded. A shell may read it: the command of a hook, for example. */
  private outcomeOfUnexpanded(sequence: Sequence, isShell: boolean): Outcome {
    const known = this.known(sequence.name);
    const isReference = sequence.form === "reference" || sequence.form === "default";
    // A shell would run a program of that name, so this is probably meant for Kubernetes.
    if (isShell && !(isReference && known !== undefined)) {
      return { verdict: "shell", reason: "shell", ...known };
    }
    return { ...this.notExpanded(sequence), reason: "field" };
  }

  private notExpanded({ name }: Sequence): Pick<Outcome, "verdict" | "definition"> & { verdict: "not-expanded-here" } {
    return { verdict: "not-expanded-here", ...this.known(name) };
  }

  private known(name: string): { readonly definition: Definition } | undefined {
    const definition = name === "" ? undefined : this.scope.definitionOf(name);
    return definition && { definition };
  }
}

/** A variable's name may contain what looks like a default. */
function withWholeName(sequence: Sequence, { verdict }: Outcome, text: string): Sequence {
  if (sequence.form !== "default" || !FOUND_BY_NAME.includes(verdict)) return sequence;
  return { ...sequence, form: "reference", name: text.slice(sequence.start + 2, sequence.end - 1) };
}

const FOUND_BY_NAME: readonly TracedUse["verdict"][] = ["expanded", "unknown", "declared-later"];

const NOTHING: readonly Definition[] = [];

/** Computed when read: the uses of a name that is set n times hide n² definitions in total. */
const HIDDEN: PropertyDescriptor & ThisType<TracedUse> = {
  enumerable: true,
  get() {
    return hiddenBy(this.definition!);
  },
};

function use(path: ManifestPath, { start, end, form, name }: Sequence, outcome: Outcome): TracedUse {
  const whole: TracedUse = { path, start, end, form, name, ...outcome, hidden: NOTHING };
  return outcome.definition?.hides === undefined ? whole : Object.defineProperty(whole, "hidden", HIDDEN);
}

/** The definitions that a definition hides, the nearest first. */
function hiddenBy(definition: Definition): Definition[] {
  const hidden: Definition[] = [];
  for (let next = definition.hides; next !== undefined; next = next.hides) hidden.push(next);
  return hidden;
}

/** Ends the search in a cyclic value. Documents are not that deep. */
const MAX_DEPTH = 256;

/** Calls `visit` with each string that contains a `$`, in order. */
export function visitDollars(
  value: unknown,
  path: ManifestPath,
  visit: (text: string, path: ManifestPath) => void,
): void {
  const walk = (value: unknown, path: (string | number)[]): void => {
    if (typeof value === "string") {
      if (value.includes("$")) visit(value, [...path]);
      return;
    }
    if (path.length > MAX_DEPTH) return;
    if (!Array.isArray(value) && !isMapping(value)) return;
    for (const key of Object.keys(value)) {
      path.push(Array.isArray(value) ? Number(key) : key);
      walk(value[key as keyof typeof value], path);
      path.pop();
    }
  };
  walk(value, [...path]);
}

interface Sequence {
  readonly start: number;
  readonly end: number;
  readonly form: UseForm;
  readonly name: string;
}

/** The sequences other than `$(NAME)` that begin with a `$`. None of them extends past the next `$`. */
const OTHERS =
  /\$(?:(?<dollars>\$)(?:\((?<escaped>[^()$]*)\))?|(?<unclosed>\()(?<open>[A-Za-z_][\w.-]*)?|\{[#!]?(?<braced>\w+|[@*?#!-])(?:[^{}$]*\})?|(?<bare>[A-Za-z_]\w*|[0-9@*#?!-]))/g;

/**
 * The `$` sequences of a text from left to right, in the order in which expansion finds them.
 *
 * @param isShell whether to include parameters without a letter, such as `$1` and `$@`
 */
function sequencesIn(text: string, isShell: boolean): Sequence[] {
  if (!text.includes("$")) return [];
  const sequences: Sequence[] = [];
  let from = 0;
  for (const { name, start, end } of referencesIn(text)) {
    addOthers(text, from, start, isShell, sequences);
    const before = nameBeforeDefault(name);
    if (before === undefined) sequences.push({ start, end, form: "reference", name });
    else sequences.push({ start, end, form: "default", name: before });
    from = end;
  }
  addOthers(text, from, text.length, isShell, sequences);
  return sequences;
}

function addOthers(text: string, from: number, to: number, isShell: boolean, into: Sequence[]): void {
  OTHERS.lastIndex = from;
  for (let match = OTHERS.exec(text); match !== null && match.index < to; match = OTHERS.exec(text)) {
    const { dollars, escaped = "", unclosed, open = "", braced, bare } = match.groups!;
    const place = { start: match.index, end: OTHERS.lastIndex };
    if (dollars !== undefined) into.push({ ...place, form: "dollars", name: escaped });
    else if (unclosed !== undefined) into.push({ ...place, form: "unclosed", name: open });
    else {
      const name = braced ?? bare!;
      if (isShell || /^[A-Za-z_]/.test(name))
        into.push({ ...place, form: braced === undefined ? "bare" : "braces", name });
    }
  }
}
