/** Checks the streams of a job, and creates the durable consumer that its workers share. */
import type { ConsumerInfo, JetStreamManager, StreamInfo } from "@nats-io/jetstream";
import { printable } from "../../text/printable.ts";
import { FatalError } from "./queue.ts";

const NANOSECONDS = 1_000_000;

/** The `ack_wait` of a new consumer, in milliseconds. */
const PATIENCE = 30_000;

export interface NatsJobOptions {
  readonly stream: string;
  /** Only messages with this subject, which can contain wildcards. */
  readonly filter: string | undefined;
  readonly to: string;
  readonly deadLetter: string | undefined;
  readonly durable: string;
  /** Default: the limit of the existing consumer, or 5 for a new one. */
  readonly maxDeliver: number | undefined;
}

export interface NatsJob {
  readonly maxDeliver: number;
  /** Milliseconds after which an unsettled message is delivered again. */
  readonly patience: number;
  /** Warnings for the user, printable. */
  readonly warnings: readonly string[];
}

export const DEFAULT_MAX_DELIVER = 5;

/**
 * Checks that the job is possible, and creates its consumer if it does not exist.
 *
 * @throws FatalError with the problem and its solution
 */
export async function prepareJob(manager: JetStreamManager, options: NatsJobOptions): Promise<NatsJob> {
  const { deadLetter, filter, stream, to } = options;
  const source = await streamNamed(manager, stream);
  const targets = [await targetOf(manager, "--to", to, source, filter)];
  if (deadLetter !== undefined) targets.push(await targetOf(manager, "--dead-letter", deadLetter, source, filter));
  const { config } = await consumerOf(manager, options);
  const patience = (config.ack_wait ?? 0) / NANOSECONDS;
  const warnings = targets.flatMap((target) => {
    const window = (target.config.duplicate_window ?? 0) / NANOSECONDS;
    if (window > patience) return [];
    const rule = `a message whose worker fails is delivered again after ${seconds(patience)}`;
    const fix = "it may be stored twice; give the stream a longer duplicate window";
    return [`stream ${target.config.name} detects duplicates for ${seconds(window)}, and ${rule}; ${fix}`];
  });
  return { maxDeliver: config.max_deliver!, patience, warnings: [...new Set(warnings)] };
}

async function streamNamed(manager: JetStreamManager, name: string): Promise<StreamInfo> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (!isNamed(error, "StreamNotFoundError")) throw error;
    const names = await manager.streams.names().next();
    const known = names.length === 0 ? "the server has no streams" : `there are ${listed(names)}`;
    throw new FatalError(`--from: no such stream: ${printable(name)}; ${known}`);
  }
}

/** The stream that stores a subject. */
async function targetOf(
  manager: JetStreamManager,
  option: string,
  subject: string,
  source: StreamInfo,
  filter: string | undefined,
): Promise<StreamInfo> {
  const [name] = await manager.streams.names(subject).next();
  if (name === undefined) {
    const fix = "add the subject to a stream, or create a stream for it";
    throw new FatalError(`${option}: no stream stores ${printable(subject)}; ${fix}`);
  }
  const target = await manager.streams.info(name);
  if (name === source.config.name && (filter === undefined || covers(filter, subject))) {
    const from = filter === undefined ? name : `${name}:${filter}`;
    const what = `${printable(subject)} is a subject of --from ${printable(from)}, so each output would become an input`;
    throw new FatalError(`${option}: ${what}; choose another subject, or a filter that does not match it`);
  }
  if (target.config.no_ack) {
    const fix = "turn off no_ack, because messages that are not acknowledged can be lost";
    throw new FatalError(`${option}: stream ${printable(name)} does not acknowledge messages; ${fix}`);
  }
  return target;
}

/** Returns the job's consumer, or creates it. An existing consumer is not changed. */
async function consumerOf(manager: JetStreamManager, options: NatsJobOptions): Promise<ConsumerInfo> {
  const { stream, durable } = options;
  const find = () => manager.consumers.info(stream, durable);
  try {
    return checkedConsumer(await find(), options);
  } catch (error) {
    if (!isNamed(error, "ConsumerNotFoundError")) throw error;
  }
  try {
    const added = await manager.consumers.add(stream, {
      durable_name: durable,
      description: descriptionOf(options),
      ack_policy: "explicit",
      ack_wait: PATIENCE * NANOSECONDS,
      max_deliver: options.maxDeliver ?? DEFAULT_MAX_DELIVER,
      // Each worker limits the messages that it holds.
      max_ack_pending: -1,
      ...(options.filter !== undefined && { filter_subject: options.filter }),
    });
    // The answer has no configuration if another client has already deleted the consumer.
    if (added.config === undefined) throw new FatalError(`the consumer ${printable(durable)} was deleted`);
    return added;
  } catch (error) {
    // Another worker may have created it at the same time.
    const made = await find().catch(() => undefined);
    if (made === undefined) throw error;
    return checkedConsumer(made, options);
  }
}

/** @throws FatalError if the consumer belongs to another job */
export function checkedConsumer(info: ConsumerInfo, options: NatsJobOptions): ConsumerInfo {
  const { config } = info;
  const [mine, other] = [options.filter ?? "", config.filter_subject ?? ""];
  const wrong = (what: string, fix: string) => {
    const consumer = `consumer ${printable(options.durable)} of stream ${printable(options.stream)}`;
    return new FatalError(`${consumer} ${what}; ${fix}`);
  };
  const elsewhere = "choose another name with --durable";
  if (config.deliver_subject !== undefined) throw wrong("is a push consumer", elsewhere);
  if (config.ack_policy !== "explicit") throw wrong("does not require explicit acknowledgements", elsewhere);
  if (mine !== other || config.filter_subjects !== undefined) {
    const filters = config.filter_subjects ?? (other === "" ? [] : [other]);
    throw wrong(`is for ${filters.length === 0 ? "all subjects" : listed(filters)}`, elsewhere);
  }
  if (config.description?.startsWith(DESCRIPTION) && config.description !== descriptionOf(options)) {
    throw wrong(`belongs to another job: ${printable(config.description)}`, elsewhere);
  }
  const most = config.max_deliver ?? -1;
  if (most < 1) throw wrong("has no delivery limit", `set a limit, such as ${DEFAULT_MAX_DELIVER}, or ${elsewhere}`);
  if (options.maxDeliver !== undefined && options.maxDeliver !== most) {
    throw wrong(`delivers each message at most ${most} times`, `use --max-deliver ${most}, or ${elsewhere}`);
  }
  return info;
}

const DESCRIPTION = "varexpand stream --to ";

function descriptionOf({ to }: NatsJobOptions): string {
  return `${DESCRIPTION}${to}`;
}

const MAX_LISTED = 10;

function listed(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `${names
    .slice(0, MAX_LISTED)
    .map((name) => printable(name))
    .join(", ")}${more}`;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Whether a NATS subject pattern matches a subject. `*` matches one token, and `>` at the end any number of tokens. */
export function covers(pattern: string, subject: string): boolean {
  const wanted = pattern.split(".");
  const tokens = subject.split(".");
  for (const [i, token] of wanted.entries()) {
    if (token === ">" && i === wanted.length - 1) return tokens.length > i;
    if (i >= tokens.length || (token !== "*" && token !== tokens[i])) return false;
  }
  return tokens.length === wanted.length;
}

/** The problem of a subject; undefined if it is valid. */
export function subjectProblem(subject: string, mayHaveWildcards: boolean): string | undefined {
  const tokens = subject.split(".");
  if (/\s/.test(subject)) return "a subject cannot contain white space";
  if (tokens.includes("")) return "a subject consists of words separated by single dots";
  const wild = tokens.findIndex((token) => token === "*" || token === ">");
  if (wild === -1) return undefined;
  if (!mayHaveWildcards) return "the subject of a message cannot contain * or >";
  const early = tokens.indexOf(">");
  return early === -1 || early === tokens.length - 1 ? undefined : "> is only allowed at the end";
}
