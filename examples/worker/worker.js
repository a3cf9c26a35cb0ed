/**
 * Expansion at the edge.
 *
 *   POST /records          accepts JSON or NDJSON; streams the expanded text, and a last line with the outcome
 *   POST /manifests        accepts a Pod; returns its resolved containers
 *   POST /templates/NAME   accepts a context; returns the value of the template
 *
 * wrangler.jsonc contains the variables and templates. They are compiled once and used for all later requests.
 */
import {
  compileTemplate,
  Environment,
  expandChunks,
  PodError,
  parseVarfile,
  resolvePod,
  TemplateError,
  unexpandedHandlerFor,
  VariablesError,
  validatePod,
} from "varexpand";
import { ExpansionLimitError, formatPath } from "varexpand/pod";
import { answerBeforeEnd, Body, bodyOf, EventList, MAX_PROCESSED, streamOf } from "./limits.js";

const KIB = 1024;
const MIB = 1024 * KIB;
const RECORDS_LIMIT = 8 * MIB;
const EXPANDED_LIMIT = 16 * MIB;
const BODY_LIMIT = 1 * MIB;
/** The limit for the expansion of one pod and for the result of one template, in UTF-16 code units. */
const RESULT_LIMIT = 4 * MIB;
/** How many problems of a pod the response lists. */
const MAX_PROBLEMS = 100;
const TRAILER_EVENTS = 64 * KIB;
const HEADER_EVENTS = 4 * KIB;

const JSON_TYPES = ["application/json", "application/x-ndjson", "application/jsonl"];

/** An error response. */
class Refusal extends Error {
  constructor(status, message, details = {}, headers = {}) {
    super(message);
    this.response = Response.json({ error: { message, ...details } }, { status, headers });
  }
}

let environment;
const templates = new Map();

export default {
  async fetch(request, env) {
    const body = new Body(request);
    try {
      const answer = route(new URL(request.url).pathname, env);
      if (request.method !== "POST") {
        throw new Refusal(405, "use POST for this address", {}, { allow: "POST" });
      }
      const type = request.headers.get("content-type")?.split(";")[0].trim().toLowerCase();
      if (!JSON_TYPES.includes(type)) throw new Refusal(415, `the body must be one of ${JSON_TYPES.join(", ")}`);
      return await answer(request, body);
    } catch (error) {
      if (error instanceof Refusal) return answerBeforeEnd(error.response, body);
      throw error;
    }
  },
};

function route(path, env) {
  if (path === "/records") {
    environment ??= new Environment(env.VARIABLES);
    return expandRecords;
  }
  if (path === "/manifests") return resolveManifest;
  const name = /^\/templates\/([^/]+)$/.exec(path)?.[1];
  if (name !== undefined && Object.hasOwn(env.TEMPLATES, name)) {
    return (request, body) => resolveWithContext(request, body, name, env.TEMPLATES[name]);
  }
  throw new Refusal(404, "unknown address");
}

/** Expands records while they arrive. The last line is `{"varexpand": …}`; a response without it is incomplete. */
async function expandRecords(request, body) {
  refuseLength(request, RECORDS_LIMIT);
  const events = new EventList(TRAILER_EVENTS);
  // A body can contain millions of references, so do not create an Event object for each.
  const onUnexpanded = unexpandedHandlerFor({ event: (reason, message) => events.add({ reason, message }) });
  let error;
  const stop = (message) => {
    error ??= { message };
  };
  const pieces = body.upTo(RECORDS_LIMIT, () => stop(`the body is longer than ${RECORDS_LIMIT} bytes`));
  const expanded = expandChunks(pieces, environment, { format: "json", onUnexpanded, maxUnexpanded: MAX_PROCESSED + 1 });
  const tooLong = () => stop(`the result is longer than ${EXPANDED_LIMIT} bytes`);
  const trailer = () => ({ varexpand: { ...(error && { error }), ...events.toJSON() } });
  const answer = await bodyOf(records(expanded, tooLong, trailer, body), body.together);
  return new Response(answer, { headers: { "content-type": "application/x-ndjson" } });
}

/**
 * Yields the expanded bytes up to a limit, followed by a line of JSON. This uses generators because each transform stream
 * costs as much as the expansion.
 */
async function* records(expanded, tooLong, trailer, body) {
  let left = EXPANDED_LIMIT;
  let last = 0x0a;
  for await (const piece of expanded) {
    const part = piece.subarray(0, left);
    left -= part.length;
    last = part.at(-1) ?? last;
    if (part.length > 0) yield part;
    if (part.length < piece.length) {
      tooLong();
      break;
    }
  }
  const lineEnd = last === 0x0a ? "" : "\n";
  yield new TextEncoder().encode(`${lineEnd}${JSON.stringify(trailer())}\n`);
  await body.discardRest();
}

async function resolveManifest(request, body) {
  const pod = await readObject(request, body);
  if (pod.kind !== "Pod") throw new Refusal(422, 'the manifest is not a Pod: its kind must be "Pod"');
  const problems = validatePod(pod).slice(0, MAX_PROBLEMS).map(({ code, path, message }) => ({ code, path: formatPath(path), message }));
  if (problems.length > 0) throw new Refusal(422, "the pod is not valid", { problems });
  const resolved = podOf(pod);
  const failed = resolved.containers.filter((container) => container.error !== undefined);
  if (failed.length > 0) {
    const failures = failed.map(({ error }) => ({ path: formatPath(error.path), message: error.message }));
    throw new Refusal(422, "the pod would not start", { problems: failures });
  }

  const events = new EventList(HEADER_EVENTS);
  for (const container of resolved.containers) for (const event of container.events) events.add(event);
  const containers = resolved.containers.map(({ name, kind, env, command, args, mounts, exec, unknown }) => ({
    name,
    kind,
    env: env.map((variable) => ({ name: variable.name, value: variable.value })),
    command,
    args,
    mounts,
    exec,
    unknown: unknown.map((variable) => ({ name: variable.name, needs: variable.needs })),
  }));
  return Response.json({ name: resolved.name, containers }, { headers: { "varexpand-events": events.toHeader() } });
}

function podOf(pod) {
  try {
    return resolvePod(pod, {}, { expansionLimit: RESULT_LIMIT });
  } catch (error) {
    if (!(error instanceof PodError || error instanceof ExpansionLimitError)) throw error;
    throw new Refusal(422, error.message, { code: error.code, path: formatPath(error.path) });
  }
}

async function resolveWithContext(request, body, name, source) {
  let template = templates.get(name);
  if (template === undefined) {
    template = compileTemplate(source);
    templates.set(name, template);
  }
  const context = await readObject(request, body);
  let text;
  try {
    text = JSON.stringify({ value: template.resolve(context) });
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { message, code, line, column } = error;
    throw new Refusal(422, message, { code, line, column });
  }
  if (text.length > RESULT_LIMIT) throw new Refusal(422, `the result is longer than ${RESULT_LIMIT} characters`);
  return new Response(text, { headers: { "content-type": "application/json" } });
}

/** Reads the body, which must be one JSON object. */
async function readObject(request, body) {
  refuseLength(request, BODY_LIMIT);
  let isTooLong = false;
  const exceeded = () => {
    isTooLong = true;
  };
  const bytes = await new Response(streamOf(body.upTo(BODY_LIMIT, exceeded), body.together)).arrayBuffer();
  if (isTooLong) throw new Refusal(413, `the body is longer than ${BODY_LIMIT} bytes`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, "the body is not UTF-8");
  }
  try {
    return parseVarfile(text, "json");
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    const { code, line, column } = error;
    if (code === "syntax") throw new Refusal(400, "the body is not JSON", { line, column });
    if (code === "varfile-not-a-map") throw new Refusal(400, "the body is not a JSON object", { line, column });
    throw new Refusal(422, "the body is too deep");
  }
}

/** Rejects a body before it is read if its `content-length` exceeds the limit. */
function refuseLength(request, limit) {
  if (Number(request.headers.get("content-length")) > limit) {
    throw new Refusal(413, `the body is longer than ${limit} bytes`);
  }
}
