/** The trace of a pod: what becomes of every `$` sequence in its strings. */

import type { UseReason } from "../reasons.ts";
import type { ContainerError, ManifestPath, Need, ResolvedContainer, VariableSource } from "../types.ts";

/**
 * What becomes of a `$` sequence.
 *
 * - `expanded`: a value is known.
 * - `escaped`: `$$`, and `$$(NAME)`.
 * - `declared-later`: an entry of `env` has the name, and follows later, or is the one that refers to it.
 * - `undefined`: nothing sets the name. In an open world, nothing that is given, and nothing that may be missing.
 * - `unknown`: something may set it that is not given, or its value is one that only a node or a running pod has.
 * - `not-expanded-here`: the field is never expanded: lifecycle hooks, `httpGet`, `subPath`, `image`, values of
 *   ConfigMaps and Secrets.
 * - `malformed`: there is no `)`, or this is the syntax of a shell (`${NAME}`, `$NAME`, `$(NAME:-default)`), and no shell
 *   reads the text.
 * - `shell`: a shell reads the text, as in `sh -c`, and this is its own.
 */
export type UseVerdict =
  | "expanded"
  | "escaped"
  | "declared-later"
  | "undefined"
  | "unknown"
  | "not-expanded-here"
  | "malformed"
  | "shell";

/**
 * How a `$` sequence is written: `$(NAME)`; `$(NAME:-default)`; `$(NAME` without an end; `${NAME}`; `$NAME`, in a shell
 * also `$1` and `$@`; `$$` or `$$(NAME)`.
 */
export type UseForm = "reference" | "default" | "unclosed" | "braces" | "bare" | "dollars";

/** A variable's definition: an entry of `env`, a key that an entry of `envFrom` takes, a service. */
export interface Definition {
  readonly name: string;
  readonly source: VariableSource;
  /** The entry of `env` or `envFrom` in the pod; a service variable has none. */
  readonly path?: ManifestPath;
  /** Undefined if it is unknown, or nothing is set. */
  readonly value?: string;
  /** The value, or a part of it, comes from a Secret: mask it where people read. */
  readonly isSecret?: true;
  /** What the value, or a part of it, needs that is unknown. */
  readonly need?: Need;
  /** Something else may set the variable to something else: what it needs to know that. */
  readonly unless?: Need;
  /** The source is optional and not there: the entry sets nothing. */
  readonly isSkipped?: true;
  /** The definition that this one covers; it may cover others in turn. */
  readonly hides?: Definition;
}

/** A `$` sequence in a string. */
export interface TracedUse {
  /** The string in the pod; with a `source`, the entry of `env` or `envFrom` that takes its value from there. */
  readonly path: ManifestPath;
  /** The string is not the pod's, but the value of this key of a ConfigMap, Secret or env file. */
  readonly source?: VariableSource;
  /** The sequence itself in the string, from its `$` on, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly form: UseForm;
  /** "" if it has none, as `$$`. */
  readonly name: string;
  readonly verdict: UseVerdict;
  /** Why. `reasonText` words it. */
  readonly reason: UseReason;
  /** Its value, if it is expanded. */
  readonly value?: string;
  /** The value, or the text that the sequence is a part of, comes from a Secret. */
  readonly isSecret?: true;
  /**
   * What gives the value. Where there is no value: the container's variable of that name, or its entry that is unknown.
   */
  readonly definition?: Definition;
  /** What the definition covers, the nearest first. */
  readonly hidden: readonly Definition[];
  /** The entry of `env`, if it is declared later; it may be the one that has the sequence. */
  readonly declaration?: ManifestPath;
  /** The missing information, if it is unknown. */
  readonly need?: Need;
}

/** The trace of a container. */
export interface ContainerTrace {
  /** What `resolvePod` says. If the container will not start, that is empty, and the trace is not. */
  readonly resolved: ResolvedContainer;
  /** Every reason why the container will not start; the first is the error of `resolved`. */
  readonly failures: readonly Pick<ContainerError, "message" | "path">[];
  /** The definitions of `envFrom` and `env`, in the order in which they are set. */
  readonly definitions: readonly Definition[];
  /** Every `$` sequence in the container's strings, and in the values that its variables take from elsewhere. */
  readonly uses: readonly TracedUse[];
  /** The definition that counts after all entries of `env`, a service's included; undefined if nothing defines the name. */
  definitionOf(name: string): Definition | undefined;
  /** What the value of a name needs after all entries of `env`; undefined if no absent object can set it. */
  needOf(name: string): Need | undefined;
  /** The variable whose name is most similar to `name`; undefined if no name is similar. */
  closestTo(name: string): string | undefined;
}

/** The trace of a pod. */
export interface PodTrace {
  readonly name: string;
  /** "" if it is not known. */
  readonly namespace: string;
  /** Init containers, containers, then ephemeral containers; each kind in the manifest's order. */
  readonly containers: readonly ContainerTrace[];
  /** Every `$` sequence in strings that belong to no container; none of them is expanded. */
  readonly uses: readonly TracedUse[];
}
