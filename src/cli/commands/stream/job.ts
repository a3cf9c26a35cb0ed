/** What the options of `varexpand stream` ask for. */

import type { MessageFormat } from "../../../scale/stream/expand.ts";
import type { NatsJobOptions } from "../../../scale/stream/nats-job.ts";
import type { Amount } from "../../../scale/stream/queue.ts";
import { subjectProblem } from "../../../scale/stream/subject.ts";
import { printable } from "../../../text/printable.ts";
import { UsageError } from "../../frame/errors.ts";
import type { VariableOptions } from "../expand/environment.ts";

/** How much a worker holds by default. */
export const MOST_PENDING = "1000,64Mi";

export interface StreamJob extends NatsJobOptions {
  readonly servers: readonly string[];
  readonly creds: string | undefined;
  readonly ca: string | undefined;
  readonly format: MessageFormat;
  readonly limit: Amount;
  readonly endsIdle: boolean;
}

export interface StreamOptions extends VariableOptions {
  readonly server: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly json: boolean;
  readonly yaml: boolean;
  readonly pod: boolean;
  readonly durable: string | undefined;
  readonly "dead-letter": string | undefined;
  readonly "max-deliver": string | undefined;
  readonly "max-pending": string | undefined;
  readonly "idle-exit": boolean;
  readonly creds: string | undefined;
  readonly "tls-ca": string | undefined;
}

/** @throws UsageError */
export function jobOf(options: StreamOptions, operands: readonly string[]): StreamJob {
  if (operands.length > 0)
    throw new UsageError(`${printable(operands[0]!)}: stream reads no files; --from names a stream`);
  checkFormat(options);
  const from = required("from", options.from);
  const colon = from.indexOf(":");
  const stream = named("from", colon === -1 ? from : from.slice(0, colon), "a stream");
  const filter = colon === -1 ? undefined : subject("from", from.slice(colon + 1), true);
  const to = subject("to", required("to", options.to), false);
  const letters = options["dead-letter"];
  const deadLetter = letters === undefined ? undefined : subject("dead-letter", letters, false);
  if (deadLetter === to) throw new UsageError("--dead-letter and --to: what failed would stand among what did not");
  return {
    servers: serversOf(required("server", options.server)),
    creds: options.creds,
    ca: options["tls-ca"],
    stream,
    filter,
    to,
    deadLetter,
    durable: named("durable", options.durable ?? `varexpand-${to.replaceAll(".", "_")}`, "a consumer"),
    maxDeliver: options["max-deliver"] === undefined ? undefined : wholeNumber("max-deliver", options["max-deliver"]),
    format: options.yaml ? "yaml" : options.json ? "json" : "bytes",
    limit: limitOf(options["max-pending"] ?? MOST_PENDING),
    endsIdle: options["idle-exit"],
  };
}

function checkFormat(options: StreamOptions): void {
  const formats = (["json", "yaml", "pod"] as const).filter((format) => options[format]);
  if (formats.length > 1) {
    throw new UsageError(`${formats.map((format) => `--${format}`).join(" and ")}: a message is one of them`);
  }
  const hasVariables = options.env.length > 0 || options.envfile.length > 0 || options["from-env"];
  if (options.pod && hasVariables) {
    throw new UsageError("--pod: the variables of a pod are in its manifest; leave out -e, --envfile and --from-env");
  }
  if (options["envfile-dialect"] !== undefined && options.envfile.length === 0) {
    throw new UsageError("--envfile-dialect needs --envfile FILE");
  }
}

const EXAMPLES = { server: "nats://HOST:PORT", from: "STREAM", to: "SUBJECT" } as const;

function required(option: keyof typeof EXAMPLES, value: string | undefined): string {
  if (value === undefined || value === "")
    throw new UsageError(`--${option} is missing: --${option} ${EXAMPLES[option]}`);
  return value;
}

/** Names of streams and consumers are parts of subjects. */
function named(option: string, name: string, what: string): string {
  if (/^[^\s.*>/\\\p{Cc}]+$/u.test(name)) return name;
  throw new UsageError(
    `--${option}: ${printable(name)} is no name of ${what}: it has no blanks, dots, slashes, * and >`,
  );
}

function subject(option: string, text: string, mayHaveWildcards: boolean): string {
  const problem = subjectProblem(text, mayHaveWildcards);
  if (problem === undefined) return text;
  throw new UsageError(`--${option}: ${printable(text)}: ${problem}`);
}

function serversOf(text: string): string[] {
  const servers = text.split(",");
  if (servers.includes("")) throw new UsageError("--server: an address is empty; write nats://HOST:PORT");
  // The address is not shown: it holds a secret.
  if (text.includes("@")) {
    const instead = "give --creds FILE, or NATS_USER and NATS_PASSWORD in the environment";
    throw new UsageError(`--server: others can read a command line, so no secret belongs there; ${instead}`);
  }
  return servers;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

function limitOf(text: string): Amount {
  const [, messages, bytes, unit = ""] = /^([0-9]+)(?:,([0-9]+)([KMG]i)?)?$/.exec(text) ?? [];
  if (messages === undefined) {
    throw new UsageError(`--max-pending ${printable(text)}: write MESSAGES or MESSAGES,BYTES, such as ${MOST_PENDING}`);
  }
  return {
    messages: wholeNumber("max-pending", messages),
    bytes: bytes === undefined ? limitOf(MOST_PENDING).bytes : wholeNumber("max-pending", bytes) * UNITS[unit]!,
  };
}

function wholeNumber(option: string, text: string): number {
  const number = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new UsageError(`--${option} ${printable(text)}: a whole number above 0`);
  }
  return number;
}
