import type { YAMLException } from "js-yaml";

/** What the YAML library says is wrong, without what it quotes (names of aliases and tags, say): it may be a secret. */
export function yamlReason({ reason }: YAMLException): string {
  return reason.replace(/ (?:".*"|!<.*>)|: .*$/gs, "");
}
