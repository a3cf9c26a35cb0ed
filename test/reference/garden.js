/**
 * Resolves documents with a release of Garden: `node garden.js CHECKOUT`. Input and output are in the format of `node:v8`,
 * because JSON cannot represent all results.
 */
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { deserialize, serialize } from "node:v8";

const built = resolve(process.argv[2], "core/build/src");
const load = (path) => import(pathToFileURL(join(built, path)).href);
const { GenericContext } = await load("config/template-contexts/base.js");
const { deepEvaluate } = await load("template/evaluate.js");
const { parseTemplateCollection } = await load("template/templated-collections.js");
const { setGlobalProjectApiVersion } = await load("project-api-version.js");
// In 0.13, this version of projects has optional values, `${…}?`, without a warning.
setGlobalProjectApiVersion?.("garden.io/v0");

const { context, documents } = deserialize(await buffer(process.stdin));
const results = documents.map((document) => {
  try {
    const parsed = parseTemplateCollection({ value: document, source: { path: [] } });
    return { output: deepEvaluate(parsed, { context: new GenericContext("values", context), opts: {} }) };
  } catch (error) {
    return { error: error.message };
  }
});
process.stdout.write(serialize(results));
