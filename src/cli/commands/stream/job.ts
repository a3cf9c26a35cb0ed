/** The job that the options of `varexpand stream` describe. */

import type { MessageFormat } from "../../../scale/stream/expand.ts";
import { DEFAULT_MAX_DELIVER, type NatsJobOptions, subjectProblem } from "../../../scale/stream/nats-job.ts";
import type { Amount } from "../../../scale/stream/queue.ts";
import { printable } from "../../../text/printable.ts";
import { type Arguments, type Options, wholeNumber } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { envFileOptions } from "../../variables/env-file-options.ts";

/** The default of `--max-pending`. */
export const MAX_PENDING = "1000,64Mi";

export interface StreamJob extends NatsJobOptions {
  readonly servers: readonly string[];
  readonly creds: string | undefined;
  readonly ca: string | undefined;
  readonly format: MessageFormat;
  readonly limit: Amount;
  readonly endsIdle: boolean;
}

export const streamOptions = {
  server: { type: "string", value: "URL[,URL...]", help: "the servers: nats://HOST:PORT, tls://HOST:PORT" },
  from: { type: "string", value: "STREAM[:FILTER]", help: "the stream to read, or some of its subjects" },
  to: { type: "string", value: "SUBJECT", help: "the subject to publish to; a stream must store it" },
  json: { type: "boolean", help: "expand strings in messages of JSON or NDJSON" },
  yaml: { type: "boolean", help: "expand strings in messages of YAML" },
  pod: { type: "boolean", help: "process messages as manifests, like pod -o json" },
  env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
  ...envFileOptions,
  "from-env": { type: "boolean", help: "use the environment, too; -e and env files override it" },
  durable: {
    type: "string",
    value: "NAME",
    help: "the consumer of the job's workers (default: varexpand-SUBJECT)",
  },
  "dead-letter": { type: "string", value: "SUBJECT", help: "the subject for messages that cannot be expanded" },
  "max-deliver": {
    type: "string",
    value: "N",
    help: `the maximum number of deliveries of a message (default: ${DEFAULT_MAX_DELIVER})`,
  },
  "max-pending": {
    type: "string",
    value: "MESSAGES[,BYTES]",
    help: `the limit of messages in flight per worker (default: ${MAX_PENDING})`,
  },
  "exit-when-idle": {
    type: "boolean",
    formerName: "idle-exit",
    help: "exit when all messages are delivered",
  },
  creds: { type: "string", value: "FILE", help: "a credentials file (JWT and NKey seed) as written by nsc" },
  "tls-ca": { type: "string", value: "FILE", help: "the CA (PEM) that signed the server's certificate" },
} as const satisfies Options;

export type StreamOptions = Arguments<typeof streamOptions>["options"];

/** @throws UsageError */
export function jobOf(options: StreamOptions, operands: readonly string[]): StreamJob {
  if (operands.length > 0)
    throw new UsageError(`${printable(operands[0]!)}: stream does not read files; name a stream with --from`);
  const from = required("from", options.from);
  const colon = from.indexOf(":");
  const stream = named("from", colon === -1 ? from : from.slice(0, colon), "a stream");
  const filter = colon === -1 ? undefined : subject("from", from.slice(colon + 1), true);
  const to = subject("to", required("to", options.to), false);
  const letters = options["dead-letter"];
  const deadLetter = letters === undefined ? undefined : subject("dead-letter", letters, false);
  if (deadLetter === to) throw new UsageError("--dead-letter and --to must be different subjects");
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
    limit: limitOf(options["max-pending"] ?? MAX_PENDING),
    endsIdle: options["exit-when-idle"],
  };
}

const EXAMPLES = { server: "nats://HOST:PORT", from: "STREAM", to: "SUBJECT" } as const;

function required(option: keyof typeof EXAMPLES, value: string | undefined): string {
  if (value === undefined || value === "")
    throw new UsageError(`--${option} is required; write --${option} ${EXAMPLES[option]}`);
  return value;
}

/** Checks the name of a stream or consumer, which is part of subjects. */
function named(option: string, name: string, what: string): string {
  if (/^[^\s.*>/\\\p{Cc}]+$/u.test(name)) return name;
  throw new UsageError(
    `--${option}: ${printable(name)} is not a valid name of ${what}; do not use spaces, dots, slashes, *, or >`,
  );
}

function subject(option: string, text: string, mayHaveWildcards: boolean): string {
  const problem = subjectProblem(text, mayHaveWildcards);
  if (problem === undefined) return text;
  throw new UsageError(`--${option}: ${printable(text)}: ${problem}`);
}

function serversOf(text: string): string[] {
  const servers = text.split(",");
  if (servers.includes("")) throw new UsageError("--server: empty address; write nats://HOST:PORT");
  // The message does not contain the address, because it contains a secret.
  if (text.includes("@")) {
    const instead = "use --creds FILE, or set NATS_USER and NATS_PASSWORD in the environment";
    throw new UsageError(`--server: other users can see secrets on the command line; ${instead}`);
  }
  return servers;
}

const UNITS: Readonly<Record<string, number>> = { "": 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

function limitOf(text: string): Amount {
  const [, messages, bytes, unit = ""] = /^([0-9]+)(?:,([0-9]+)([KMG]i)?)?$/.exec(text) ?? [];
  if (messages === undefined) {
    throw new UsageError(`--max-pending ${printable(text)}: write MESSAGES or MESSAGES,BYTES, such as ${MAX_PENDING}`);
  }
  return {
    messages: wholeNumber("max-pending", messages),
    bytes: bytes === undefined ? limitOf(MAX_PENDING).bytes : wholeNumber("max-pending", bytes) * UNITS[unit]!,
  };
}
