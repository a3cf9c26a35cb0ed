/** `varexpand stream`: expands messages of NATS JetStream. */

import { messageExpander } from "../../../scale/stream/expand.ts";
import { prepareJob } from "../../../scale/stream/nats-job.ts";
import type { NatsLink } from "../../../scale/stream/nats-link.ts";
import { NatsSink } from "../../../scale/stream/nats-sink.ts";
import { NatsSource } from "../../../scale/stream/nats-source.ts";
import { type Amount, type Expand, FatalError } from "../../../scale/stream/queue.ts";
import { StreamWorker } from "../../../scale/stream/worker.ts";
import { printable } from "../../../text/printable.ts";
import { DONE, defineCommand, FINDINGS } from "../../frame/command.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import { expandEnvironment, givenVariables } from "../../variables/environment.ts";
import { type Clients, connect, loadClients } from "./connection.ts";
import { jobOf, type StreamJob, streamOptions } from "./job.ts";
import { podExpander } from "./pod.ts";
import { StreamReport } from "./report.ts";

export const streamCommand = defineCommand({
  usage:
    "stream --server URL --from STREAM[:FILTER] --to SUBJECT [--json|--yaml|--pod] [-e NAME=VALUE]... [--envfile FILE]... [OPTION...]",
  description: `
Expands messages of NATS JetStream: reads each message of a stream, replaces each $(NAME) like varexpand expand, and
publishes the result to SUBJECT. Any number of workers can share a job. A message is acknowledged when its output is stored,
and an output is stored once within the stream's duplicate window. If a worker is killed or a server restarts, no messages
are lost or duplicated.

The workers of a job share a durable consumer, which the first worker creates. An existing consumer is not changed, so you
can create it yourself, for example to set its ack wait. FILTER is a subject, and can contain * and >.

A message that cannot be expanded (invalid JSON with --json, or an output over the server's limit) is sent to the
--dead-letter subject, with the reason in the header Varexpand-Error. Without --dead-letter, it is redelivered up to
--max-deliver times and then reported, and the exit code is 1.

SIGTERM and SIGINT drain the worker: it finishes the messages in flight. A second signal ends it immediately, and the
messages in flight are redelivered.

Requires the NATS clients: npm install @nats-io/transport-node @nats-io/jetstream. Reads credentials from NATS_USER and
NATS_PASSWORD, or a token from NATS_USER alone.`,
  options: streamOptions,
  requires: { envfile: ["envfile-dialect"] },
  excludes: { pod: ["json", "yaml", "env", "envfile", "from-env"], yaml: ["json"] },
  common: ["server", "from", "to", "json", "yaml", "pod", "env", "envfile", "durable", "dead-letter"],
  examples: [
    "varexpand stream --server nats://nats:4222 --from ORDERS --to orders.expanded --json --envfile prod.env",
    "varexpand stream --server nats://nats:4222 --from ORDERS:orders.new --to out --dead-letter bad --exit-when-idle",
  ],
  async run({ options, operands }, io) {
    const job = jobOf(options, operands);
    const environment = options.pod ? undefined : expandEnvironment(await givenVariables(options, undefined, io), true);
    const clients = await loadClients();
    const report = new StreamReport(io);
    const link = await connect(clients, job, report, io);
    try {
      const largest = link.connection.info!.max_payload;
      const expand =
        environment === undefined
          ? podExpander(largest, io, (line) => report.finding(line))
          : messageExpander(environment, job.format, largest);
      return await work(job, expand, { clients, link, largest, report });
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
  /** The largest message that the server accepts, in bytes. */
  readonly largest: number;
  readonly report: StreamReport;
}

/** Prepares the job, runs the worker, and reports a summary. */
async function work(job: StreamJob, expand: Expand, { clients, link, largest, report }: Connected): Promise<number> {
  const { nats, jetstream } = clients;
  const manager = await link.askAgain(() => jetstream.jetstreamManager(link.connection));
  const { maxDeliver, patience, warnings } = await link.askAgain(() => prepareJob(manager, job));
  for (const warning of warnings) report.line(warning);
  const consumer = { stream: job.stream, durable: job.durable, maxDeliver };
  const source = new NatsSource(link, manager, consumer, nats.createInbox, (line) => report.line(line));
  const sink = new NatsSink(link, jetstream.jetstream(link.connection), job, nats.headers);
  const worker = new StreamWorker(source, expand, sink, {
    limit: checkedLimit(job.limit, largest),
    largest: largest + ENVELOPE,
    patience,
    endsIdle: job.endsIdle,
    report: (line) => report.line(line),
  });
  const drain = () => {
    for (const signal of SIGNALS) process.off(signal, drain);
    report.line(`finishing the messages in flight (${worker.inFlight}); a second signal ends immediately`);
    worker.drain();
  };
  for (const signal of SIGNALS) process.on(signal, drain);
  void link.connection.closed().then((error) => worker.fail(closedBy(error)));
  // The client creates an Error for each request. Long stacks would take a tenth of the time of a message.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  report.watch(() => ({ ...worker.totals, inFlight: worker.inFlight, pending: source.pending }));
  try {
    await worker.run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    for (const signal of SIGNALS) process.off(signal, drain);
    report.summary(worker.totals, job);
  }
  const { failed, usedUp } = worker.totals;
  return failed + usedUp + source.lapsed > 0 ? FINDINGS : DONE;
}

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** The most bytes of a message in addition to its data and headers: its subjects. */
const ENVELOPE = 8192;

/** @throws UsageError if the limit is too low for the largest message */
function checkedLimit(limit: Amount, largest: number): Amount {
  const least = 2 * (largest + ENVELOPE);
  if (limit.bytes >= least) return limit;
  throw new UsageError(
    `--max-pending: ${limit.bytes} bytes are too few for the server's messages of up to ${largest} bytes; use at least ${least}`,
  );
}

/** Whether the server or the connection to it failed, and not varexpand. */
function isOfServer(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /^(?:JetStream|Stream|Consumer|Request|Timeout|Connection|Authorization|Closed)/.test(error.name)
  );
}

function closedBy(error: unknown): FatalError {
  const why = error instanceof Error ? `: ${printable(error.message)}` : "";
  return new FatalError(`the connection to the server was closed${why}`);
}
