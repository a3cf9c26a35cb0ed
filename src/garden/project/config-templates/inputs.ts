/** The inputs that a `ConfigTemplate` declares: their defaults and types. */

import { getOwn, setKey } from "../../../text/own-keys.ts";
import { derivedValue, type TemplateContext } from "../../template/internal.ts";
import { isMap, typeOf, type Variables } from "../../template/values.ts";
import { listOfNames, suggestion, VariablesError } from "../../variables/error.ts";
import { parseVarfile } from "../../variables/varfile.ts";
import type { Field } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";
import { readWithin } from "../variables/varfiles.ts";

/** A JSON Schema. Only defaults, `required`, and types are checked. */
type Schema = Readonly<Record<string, unknown>>;

/** The deepest nesting of defaults: a schema can refer to itself. */
const DEPTH = 100;

/**
 * Returns a function that adds defaults to inputs and checks them. The inputs are a part of a context: they have functions in
 * the place of templates.
 *
 * @param inputs the field of the `RenderTemplate`, for errors
 * @param context the context of the template's own fields
 */
export function inputDefaults(
  template: Field,
  inputs: Field,
  context: TemplateContext,
  resolution: Resolution,
): (given: unknown) => unknown {
  const schema = schemaOf(template, context, resolution);
  if (schema === undefined) return (given) => given;
  const name = template.at("name").plainText();
  return (given) => {
    const completed = complete(schema, given, schema);
    const checked = (known: unknown) => (isMap(known) ? check(schema, known, inputs, name) : known);
    // All inputs come from one operator.
    return typeof completed === "function" ? derivedValue([completed], checked) : checked(completed);
  };
}

/** The schema in the file that `inputsSchemaPath` names, or the short one in `inputs`. */
function schemaOf(template: Field, context: TemplateContext, resolution: Resolution): Schema | undefined {
  const field = template.at("inputsSchemaPath");
  if (!field.hasValue) return shortSchema(template.at("inputs"), context, resolution);
  const path = resolution.resolveName(field, context);
  if (!path) throw field.error("the path of a schema must be text that is known early");
  const fromProject = path.startsWith("/") || template.folder === "" ? path : `${template.folder}/${path}`;
  const found = readWithin(resolution, "", fromProject, "schema");
  if (found === undefined) throw field.error(`no such schema: ${path}`, "varfile-missing");
  const schema = parseVarfile(found.text, "json", found.file);
  if (schema.type === "object") return schema;
  throw field.error(`the schema in ${found.file} must describe an object; set "type": "object"`);
}

function shortSchema(field: Field, context: TemplateContext, resolution: Resolution): Schema | undefined {
  if (!field.hasValue) return undefined;
  const given = resolution.resolveEarly(field, context);
  if (!isMap(given)) throw field.error("this must be a map that is known early");
  const properties: Variables = {};
  const required: string[] = [];
  for (const [name, property] of Object.entries(given)) {
    if (!isMap(property)) throw field.at(name).error(`this must be a map, not ${typeOf(property)}`);
    const { type, default: value } = property;
    setKey(properties, name, value === null ? { type } : property);
    if (value === undefined || value === null) required.push(name);
    else if (typeof value !== type) throw field.at(name).error(`the default must be a ${type}, not ${typeOf(value)}`);
  }
  return { type: "object", additionalProperties: false, properties, required };
}

/** A value, with the schema's defaults for what is missing. */
function complete(schema: Schema, value: unknown, root: Schema, depth = 0): unknown {
  if (depth > DEPTH)
    throw new VariablesError("limit", `the defaults of a schema are nested deeper than ${DEPTH} levels`);
  const { $ref, properties, items, allOf } = schema;
  const parts = [schemaAt(root, $ref), ...(Array.isArray(allOf) ? allOf : [])].filter(isMap);
  if (properties === undefined && items === undefined && parts.length === 0) return value;
  if (typeof value === "function") return derivedValue([value], (known) => complete(schema, known, root, depth));
  let result = value;
  if (isMap(value) && isMap(properties)) {
    const entries = { ...value };
    for (const [key, property] of Object.entries(properties)) {
      if (!isMap(property)) continue;
      const entry = member(property, getOwn(entries, key), root, depth);
      if (entry !== undefined) setKey(entries, key, entry);
    }
    result = entries;
  } else if (Array.isArray(value) && isMap(items)) {
    result = value.map((item) => member(items, item, root, depth));
  }
  return parts.reduce<unknown>((known, part) => complete(part, known, root, depth + 1), result);
}

/** A member of a map or a list, or its default. */
function member(schema: Schema, value: unknown, root: Schema, depth: number): unknown {
  const byDefault = getOwn(schema, "default");
  if (typeof value === "function" && byDefault !== undefined)
    return derivedValue([value], (known) => complete(schema, known === undefined ? byDefault : known, root, depth + 1));
  return complete(schema, value === undefined ? byDefault : value, root, depth + 1);
}

/** The part of a schema that `#/definitions/x` refers to. */
function schemaAt(root: Schema, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const keys = reference.slice(1).split("/").slice(1);
  return keys.reduce<unknown>(
    (at, key) => (isMap(at) ? getOwn(at, key.replaceAll("~1", "/").replaceAll("~0", "~")) : undefined),
    root,
  );
}

/** Rejects inputs that are missing, unknown, or have the wrong type. The types of templates are not known here. */
function check(schema: Schema, inputs: Readonly<Variables>, field: Field, template: string): Readonly<Variables> {
  const { properties, required, additionalProperties } = schema;
  const known = isMap(properties) ? Object.keys(properties) : [];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const missing = names.filter((name) => getOwn(inputs, name) === undefined);
  if (missing.length > 0) throw field.error(`the template ${template} also requires ${listOfNames(missing)}`);
  const unknown = Object.keys(inputs).find((name) => !known.includes(name));
  if (unknown !== undefined && additionalProperties === false && schema.patternProperties === undefined) {
    throw field.at(unknown).error(`the template ${template} does not have this input (${suggestion(unknown, known)})`);
  }
  for (const name of known) {
    const property = (properties as Schema)[name];
    const value = getOwn(inputs, name);
    if (!isMap(property) || value === undefined || typeof value === "function") continue;
    const types = [property.type].flat().filter((type) => typeof type === "string");
    if (types.length === 0 || types.some((type) => isOfType(value, type))) continue;
    throw field.at(name).error(`the template ${template} expects ${types.join(" or ")} here, not ${typeOf(value)}`);
  }
  return inputs;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isMap(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
