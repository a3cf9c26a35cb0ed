/**
 * The baseline for a stream worker: copies messages with the same guarantees, and does nothing else. The arguments are the
 * server, the input stream, the durable consumer, the output subject, and the maximum number of messages to hold. Ends
 * when the stream is empty.
 */
import { type JsMsg, jetstream } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";

/** Milliseconds between two checks for remaining messages. */
const IDLE_INTERVAL = 250;

// The client creates an Error for each request. As in `varexpand stream`, stack traces are disabled.
Error.stackTraceLimit = 0;
const [servers, stream, durable, to, most] = process.argv.slice(2) as [string, string, string, string, string];
const connection = await connect({ servers, noAsyncTraces: true });
const client = jetstream(connection);
const consumer = await client.consumers.get(stream, durable);
const messages = await consumer.consume({ max_messages: Number(most) / 2 });

let held = 0;
let wake = () => {};

async function copy(message: JsMsg): Promise<void> {
  await client.publish(to, message.data, { msgID: `${durable}:${to}:${stream}:${message.seq}` });
  await message.ackAck();
  held--;
  wake();
}

async function endWhenIdle(): Promise<void> {
  while (true) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_INTERVAL));
    if (held > 0) continue;
    const { num_pending: pending, num_ack_pending: unsettled } = await consumer.info();
    if (pending === 0 && unsettled === 0) process.exit(0);
  }
}

void endWhenIdle();
for await (const message of messages) {
  held++;
  void copy(message);
  while (held >= Number(most) / 2) {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
