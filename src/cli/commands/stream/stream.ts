/** `varexpand stream`: a worker on NATS JetStream. */

import { messageExpander } from "../../../scale/stream/expand.ts";
import { DEFAULT_MAX_DELIVER, prepareJob } from "../../../scale/stream/nats-job.ts";
import type { NatsLink } from "../../../scale/stream/nats-link.ts";
import { NatsSink } from "../../../scale/stream/nats-sink.ts";
import { NatsSource } from "../../../scale/stream/nats-source.ts";
import { type Amount, type Expand, FatalError } from "../../../scale/stream/queue.ts";
import { StreamWorker } from "../../../scale/stream/worker.ts";
import { printable } from "../../../text/printable.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import { envFileOptions } from "../envfile/options.ts";
import { expandEnvironment, givenVariables } from "../expand/environment.ts";
import { type Clients, connect, loadClients } from "./connection.ts";
import { jobOf, MOST_PENDING, type StreamJob } from "./job.ts";
import { podExpander } from "./pod.ts";
import { StreamReport } from "./report.ts";

export const streamCommand = defineCommand({
  usage:
    "stream --server URL --from STREAM[:FILTER] --to SUBJECT [--json|--yaml|--pod] [-e NAME=VALUE]... [--envfile FILE]... [OPTION...]",
  description: `
Expands messages of NATS JetStream: takes each message of a stream, replaces each $(NAME) as varexpand expand does, and
publishes what comes out to SUBJECT. Any number of workers may share a job. A message is acknowledged when its output is
stored, and an output is stored once within the stream's duplicate window: a worker that is killed, or a server that
restarts, neither loses nor doubles messages.

Workers of one job share a durable consumer, which the first one makes. One that exists is used as it is: make it yourself
to choose its ack wait, for example. FILTER is a subject, which may have * and >.

A message that cannot be expanded (no JSON with --json, an output over the server's limit) goes to the subject of
--dead-letter with the reason in the header Varexpand-Error. Without that, it is delivered again until --max-deliver, and
then named; the exit code is 1.

SIGTERM and SIGINT drain: what was taken is finished. A second one ends at once; then what was taken is delivered again.

Needs NATS' clients: npm install @nats-io/transport-node @nats-io/jetstream. NATS_USER and NATS_PASSWORD, or NATS_USER
alone as a token, are taken from the environment.`,
  options: {
    server: { type: "string", value: "URL[,URL...]", help: "the servers: nats://HOST:PORT, tls://HOST:PORT" },
    from: { type: "string", value: "STREAM[:FILTER]", help: "the stream to read, and which of its subjects" },
    to: { type: "string", value: "SUBJECT", help: "where to publish; a stream must store it" },
    json: { type: "boolean", help: "messages are JSON or NDJSON: expand their strings" },
    yaml: { type: "boolean", help: "messages are YAML: expand their strings" },
    pod: { type: "boolean", help: "messages are manifests: publish what pod -o json prints" },
    env: { type: "string", short: "e", multiple: true, value: "NAME=VALUE", help: "set a variable" },
    ...envFileOptions,
    "from-env": { type: "boolean", help: "also use this process's environment; -e and env files win" },
    durable: {
      type: "string",
      value: "NAME",
      help: "the consumer that the job's workers share; by default varexpand- and the subject of --to",
    },
    "dead-letter": { type: "string", value: "SUBJECT", help: "where messages go that cannot be expanded" },
    "max-deliver": {
      type: "string",
      value: "N",
      help: `how often a message is delivered at most; ${DEFAULT_MAX_DELIVER} by default`,
    },
    "max-pending": {
      type: "string",
      value: "MESSAGES[,BYTES]",
      help: `how much a worker holds at most; ${MOST_PENDING} by default`,
    },
    "idle-exit": { type: "boolean", help: "end when nothing is left to be delivered" },
    creds: { type: "string", value: "FILE", help: "credentials: a user's JWT and NKey seed, as nsc writes them" },
    "tls-ca": {
      type: "string",
      value: "FILE",
      help: "the certificate (PEM) of the authority that the server has its from",
    },
  },
  examples: [
    "varexpand stream --server nats://nats:4222 --from ORDERS --to orders.expanded --json --envfile prod.env",
    "varexpand stream --server nats://nats:4222 --from ORDERS:orders.new --to out --dead-letter bad --idle-exit",
  ],
  async run({ options, operands }, io) {
    const job = jobOf(options, operands);
    const environment = options.pod ? undefined : expandEnvironment(await givenVariables(options, undefined, io), true);
    const clients = await loadClients();
    const told = new StreamReport(io);
    const link = await connect(clients, { ...job, told }, io);
    try {
      const largest = link.connection.info!.max_payload;
      const expand =
        environment === undefined
          ? podExpander(largest, io, (line) => told.tellFinding(line))
          : messageExpander(environment, job.format, largest);
      return await work(job, expand, { clients, link, largest, told });
    } catch (error) {
      if (error instanceof FatalError || isOfServer(error)) throw new InputError(`stream: ${printable(error.message)}`);
      throw error;
    } finally {
      await link.close();
    }
  },
});

interface Connected {
  readonly clients: Clients;
  readonly link: NatsLink;
  /** The bytes of the largest message that the server takes. */
  readonly largest: number;
  readonly told: StreamReport;
}

/** Prepares the job, works until the end, and tells what was done. */
async function work(job: StreamJob, expand: Expand, { clients, link, largest, told }: Connected): Promise<number> {
  const { nats, jetstream } = clients;
  const manager = await link.askAgain(() => jetstream.jetstreamManager(link.connection));
  const { maxDeliver, patience, warnings } = await link.askAgain(() => prepareJob(manager, job));
  for (const warning of warnings) told.tell(warning);
  const consumer = { stream: job.stream, durable: job.durable, maxDeliver };
  const source = new NatsSource(link, manager, consumer, nats.createInbox, (line) => told.tell(line));
  const sink = new NatsSink(link, jetstream.jetstream(link.connection), job, nats.headers);
  const worker = new StreamWorker(source, expand, sink, {
    limit: checkedLimit(job.limit, largest),
    largest: largest + ENVELOPE,
    patience,
    endsIdle: job.endsIdle,
    report: (line) => told.tell(line),
  });
  const drain = () => {
    for (const signal of SIGNALS) process.off(signal, drain);
    told.tell(`finishing what is in flight (${worker.inFlight}); a second signal ends at once`);
    worker.drain();
  };
  for (const signal of SIGNALS) process.on(signal, drain);
  void link.connection.closed().then((error) => worker.fail(closedBy(error)));
  // The client makes an Error for each request, answered or not: a long stack would be a tenth of a message's cost.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  told.watch(() => ({ ...worker.totals, inFlight: worker.inFlight, pending: source.pending }));
  try {
    await worker.run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    for (const signal of SIGNALS) process.off(signal, drain);
    told.sum(worker.totals, job);
  }
  const { failed, usedUp } = worker.totals;
  return failed + usedUp + source.lapsed > 0 ? FINDINGS : DONE;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** The most bytes around a message's data and headers: its subjects, as long as the server takes them. */
const ENVELOPE = 8192;

/** @throws UsageError if not even the largest message may be held. */
function checkedLimit(limit: Amount, largest: number): Amount {
  const least = 2 * (largest + ENVELOPE);
  if (limit.bytes >= least) return limit;
  throw new UsageError(
    `--max-pending: the server takes messages of ${largest} bytes, so ${limit.bytes} bytes are too few; give at least ${least}`,
  );
}

/** Whether the server, or the connection to it, has failed; not varexpand. */
function isOfServer(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /^(?:JetStream|Stream|Consumer|Request|Timeout|Connection|Authorization|Closed)/.test(error.name)
  );
}

function closedBy(error: unknown): FatalError {
  const why = error instanceof Error ? `: ${printable(error.message)}` : "";
  return new FatalError(`the connection to the server is closed${why}`);
}
