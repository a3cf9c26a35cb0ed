import { CORE_SCHEMA, mergeTag, type Schema, timestampTag } from "js-yaml";

let schema: Schema | undefined;

/** The YAML that the reference's library reads. */
export function yamlSchema(): Schema {
  schema ??= CORE_SCHEMA.withTags(mergeTag, timestampTag);
  return schema;
}
