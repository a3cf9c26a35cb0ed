/** Why something that a kustomization names cannot be loaded: it is a mistake, or other machines can have it. */

import { baseName, parentOf, pathFrom } from "../../../text/paths.ts";
import { positionAfter } from "../../../text/position.ts";
import { DocumentError } from "../../../yaml/error.ts";
import { dereferenced, type Node } from "../../../yaml/node.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import { isYttTemplate } from "../../../yaml/ytt.ts";
import type { Unevaluated } from "../budget.ts";
import { KUSTOMIZE } from "../source-files.ts";
import { membersOf } from "../tree.ts";
import type { MissingFiles } from "./missing-files.ts";

/** What the file of a kustomization is called. */
export const KUSTOMIZATION_FILES: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** What a kustomization names: a file, a file or the folder of another kustomization, or a file with secret values. */
export type Wanted = "file" | "folder" | "secret";

export interface UnreadProblem extends Pick<Unevaluated, "reason" | "message"> {
  /** Where text that is not YAML goes wrong. */
  readonly offset?: number;
}

const refused = (message: string): UnreadProblem => ({ reason: "refused", message });
const unsupported = (message: string): UnreadProblem => ({ reason: "unsupported", message });
const absent = (message: string): UnreadProblem => ({ reason: "absent", message });

/** The problem of what is not in the repository, and not a mistake. */
export const elsewhere = (name: string): UnreadProblem => absent(`'${name}' is not here; other machines can have it`);

const NO_TEMPLATES = unsupported("templates of other programs are not read");
const NOT_TEXT = unsupported("files that are not UTF-8, or that are too large, are not read");

/**
 * Why kustomize cannot load something, in its words. Files with secrets and generated files are often not in a repository:
 * one that does not exist is not a mistake, unless another one has almost the same name.
 *
 * @param name as the kustomization has it
 */
export function unreadProblem(missing: MissingFiles, path: string, name: string, wanted: Wanted): UnreadProblem {
  const { reader } = missing;
  const entries = reader.list?.(path);
  if (entries !== undefined) return folderProblem(missing, path, entries, name, wanted);
  const text = reader.read(path);
  if (text !== undefined) return isTemplate(text) ? NO_TEMPLATES : refused("malformed YAML");
  if (reader.list?.(parentOf(path))?.includes(baseName(path))) return NOT_TEXT;
  if (PLACEHOLDER.test(name)) return NO_TEMPLATES;
  if (REMOTE.test(name)) return unsupported("remote resources are not read");
  const isSecret = wanted === "secret" || GENERATED.test(path) || isSecretName(baseName(path));
  return missing.isMadeElsewhere(path) || (isSecret && !missing.isMisspelled(path))
    ? elsewhere(name)
    : refused(`'${name}': no such file or directory`);
}

/** Why a folder is not that of a kustomization. */
function folderProblem(
  missing: MissingFiles,
  path: string,
  entries: readonly string[],
  name: string,
  wanted: Wanted,
): UnreadProblem {
  if (entries.length === 0) return absent(`the folder '${name}' is empty`);
  if (wanted !== "folder") return refused("is a directory");
  const found = KUSTOMIZATION_FILES.filter((each) => entries.includes(each));
  if (found.length > 1) return refused(`found multiple kustomization files: ${found.join(", ")}`);
  if (found.length === 1) {
    const text = missing.reader.read(pathFrom(path, found[0]!));
    return text === undefined
      ? NOT_TEXT
      : (kustomizationProblem(text) ?? refused(`invalid Kustomization in ${found[0]}`));
  }
  return KUSTOMIZATION_FILES.some((each) => missing.isMadeElsewhere(pathFrom(path, each)))
    ? absent(`the kustomization of '${name}' is not here; other machines can have it`)
    : refused("unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory");
}

/** Why kustomize cannot read the text of a kustomization; undefined if it can. */
export function kustomizationProblem(text: string): UnreadProblem | undefined {
  if (isTemplate(text)) return NO_TEMPLATES;
  try {
    const [root] = parseManifest(text, KUSTOMIZE);
    const isList = root !== undefined && dereferenced(root).kind === "sequence";
    if (root === undefined || isEmpty(root)) {
      const given = isList ? "array" : typeof root?.value === "string" ? "string" : undefined;
      return refused(
        given === undefined
          ? IS_EMPTY
          : `invalid Kustomization: json: cannot unmarshal ${given} into Go value of type types.Kustomization`,
      );
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "too-large") return NOT_TEXT;
    const { message, offset } = error;
    const { line } = positionAfter(text, 0, offset, "YAML");
    return { ...refused(`invalid Kustomization: yaml: line ${line}: ${message}`), offset };
  }
  return undefined;
}

const IS_EMPTY = "kustomization.yaml is empty";

/** Whether kustomize takes a kustomization for an empty one: its members besides the type have no values. */
export function isEmpty(root: Node): boolean {
  return [...membersOf(root)].every(([name, { value }]) => /^(?:apiVersion|kind)$/.test(name) || value === null);
}

/** A placeholder that another program fills in. */
const TEMPLATE = /\{[{%]|<%|<[A-Z][A-Z_]+>|\[\[|@@|%[A-Z][A-Z_]+%/;

/** A placeholder in the name of a file. */
const PLACEHOLDER = /\$[{(\w]|\{\{|<[^<>]+>|%[A-Z][A-Z_]*%|@@|__[A-Z][A-Z_]*__/;

function isTemplate(text: string): boolean {
  return TEMPLATE.test(text) || isStandIn(text);
}

/** Whether a text is not the file's contents, although it is YAML: a template of ytt, or what Git LFS stores. */
export function isStandIn(text: string): boolean {
  return isYttTemplate(text) || text.startsWith("version https://git-lfs");
}

/**
 * What `make manifests` and `make bundle` generate in projects of Kubebuilder and of the Operator SDK, what `flux bootstrap`
 * does, and certificates and `.env` files, which belong to a machine.
 */
const GENERATED =
  /\/(?:(?:crd|config\/manifests)\/bases\/[^/]+|config\/rbac\/role|webhook\/manifests|gotk-(?:components|sync))\.yaml$|\.(?:pem|crt|cer|key|p12|pfx|jks)$|\/(?:\.env|flux-system)$/;

/** Whether a file has Secrets, which people do not commit, or remove before they publish a repository. */
function isSecretName(name: string): boolean {
  return /(?<!external-?|sealed-?)secret|credential|sops/i.test(name) && /\.ya?ml$/.test(name);
}

/** What kustomize clones or downloads, unless it is the name of a file. */
const REMOTE = /^[a-z][a-z+]*:|^[\w.-]+@|^[\w-]+(?:\.[\w-]+)*\.(?:com|dev|io|net|org)[/:]|\?|\/\/|\.git$/i;
