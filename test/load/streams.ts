/**
 * Streams: every record once, none lost, the same bytes, while workers are killed at random and the server is restarted.
 * `npm run bench -- streams` compares their speed with that of workers that only copy.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DiscardPolicy } from "@nats-io/jetstream";
import { hasNats, type NatsClient, NatsServer, until } from "../scale/stream/nats-server.ts";

const root = join(import.meta.dirname, "..", "..");
const COMMAND = join(root, "dist/cli/main.js");

/** Milliseconds after which a message of a killed worker is delivered again. */
const ACK_WAIT = 5000;
const MAX_DELIVER = 100;
/** Messages that a worker holds at most. */
const MAX_PENDING = 1000;

const TEXT = "lorem ipsum dolor sit amet ".repeat(4);
const input = (i: number): string => `{"i":${i},"url":"http://$(HOST):$(PORT)/$(NONE)","text":"${TEXT}"}`;
const output = (i: number): string => `{"i":${i},"url":"http://db:80/$(NONE)","text":"${TEXT}"}`;

export async function streams(records: number, workers: readonly number[]): Promise<boolean> {
  if (!hasNats) {
    console.log("streams: not run, because nats-server is not installed");
    return true;
  }
  const server = await NatsServer.start();
  const client = await server.client();
  let isRight = true;
  try {
    await client.addStreams({ IN: ["in"] });
    console.log(`streams: storing ${records} records`);
    await store(client, records);
    const slow = await withSlowOutput(server, client);
    console.log(`streams: an output slower than the input: ${JSON.stringify(slow)}`);
    isRight &&= slow.held <= MAX_PENDING && slow.peakMiB <= MAX_MEMORY_MIB;
    for (const count of workers) {
      const faults = await withFaults(server, client, records, count);
      console.log(`streams: ${count} workers, faults: ${JSON.stringify(faults)}`);
      isRight &&= faults.lost === 0 && faults.doubled === 0 && faults.different === 0;
    }
  } finally {
    for (const child of running) child.kill("SIGKILL");
    await server.stop();
  }
  return isRight;
}

/** Stores the records; every one that is waited for says that those before it are stored. */
async function store(client: NatsClient, records: number): Promise<void> {
  for (let i = 0; i < records; i++) {
    if (i % 1000 === 999 || i === records - 1) await client.stream.publish("in", input(i), { timeout: 60_000 });
    else client.connection.publish("in", input(i));
  }
  await until("all records", async () => (await client.count("IN")) === records);
}

/** The memory limit of a worker in MiB, for Node.js and the held messages. */
const MAX_MEMORY_MIB = 400;

/** Milliseconds that the output is slow for. */
const SLOW = 30_000;

/** A worker whose output takes a thousand messages at a time. */
async function withSlowOutput(server: NatsServer, client: NatsClient) {
  const limits = { max_msgs: 1000, discard: DiscardPolicy.New };
  await client.manager.streams.add({ name: "SLOW", subjects: ["slow"], ...limits });
  await client.addConsumer("IN", "slow", ACK_WAIT, MAX_DELIVER);
  const job = ["stream", "--server", server.address, "--from", "IN", "--to", "slow", "--durable", "slow", "--json"];
  const worker = start(COMMAND, [...job, "-e", "HOST=db", "-e", "PORT=80", "--max-pending", String(MAX_PENDING)]);
  let [held, peakMiB, stored] = [0, 0, 0];
  for (const end = performance.now() + SLOW; performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    held = Math.max(held, (await client.manager.consumers.info("IN", "slow")).num_ack_pending);
    const status = readFileSync(`/proc/${worker.pid}/status`, "utf8");
    peakMiB = Math.round(Number(/VmHWM:\s+([0-9]+) kB/.exec(status)?.[1] ?? 0) / 1024);
    stored += (await client.manager.streams.purge("SLOW")).purged;
  }
  const end = ended(worker);
  worker.kill("SIGKILL");
  await end;
  await client.manager.consumers.delete("IN", "slow");
  await client.manager.streams.delete("SLOW");
  return { stored, held, peakMiB };
}

const running = new Set<ChildProcess>();

function start(script: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    if (process.env.SCALE_LOG) process.stderr.write(text);
  });
  return child;
}

/** Resolves when the process has ended; on a busy machine, a worker can end because the server does not answer in time. */
const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once("exit", resolve))
    : Promise.resolve();

interface Faults {
  readonly records: number;
  readonly seconds: number;
  readonly kills: number;
  readonly restarts: number;
  readonly redelivered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly different: number;
}

async function withFaults(server: NatsServer, client: NatsClient, records: number, count: number): Promise<Faults> {
  const [stream, to, durable] = [`OUT${count}`, `out.${count}`, `faults-${count}`];
  await client.addStreams({ [stream]: [to] });
  await client.addConsumer("IN", durable, ACK_WAIT, MAX_DELIVER);
  const begin = performance.now();
  const job = ["stream", "--server", server.address, "--from", "IN", "--to", to, "--durable", durable, "--json"];
  const args = [...job, "-e", "HOST=db", "-e", "PORT=80", "--max-pending", String(MAX_PENDING)];
  const workers = Array.from({ length: count }, () => start(COMMAND, args));
  let kills = 0;
  let restarts = 0;
  let nextKill = 0;
  let redelivered = 0;
  for (let stored = 0; stored < records; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const seen = await client.count(stream).catch(() => stored);
    const info = await client.manager.consumers.info("IN", durable).catch(() => undefined);
    redelivered = Math.max(redelivered, (info?.delivered.consumer_seq ?? 0) - (info?.delivered.stream_seq ?? 0));
    stored = seen;
    if (restarts === 0 && stored > records / 2) {
      restarts++;
      await server.restart();
    } else if (stored > nextKill && stored < records) {
      // About ten kills in a run, at random times.
      nextKill = stored + Math.random() * (records / 5);
      const victim = Math.floor(Math.random() * count);
      const end = ended(workers[victim]!);
      workers[victim]!.kill("SIGKILL");
      await end;
      kills++;
      workers[victim] = start(COMMAND, args);
    }
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  const ends = workers.map((worker) => {
    const end = ended(worker);
    worker.kill("SIGTERM");
    return end;
  });
  await Promise.all(ends);
  // Messages that were acknowledged too late are delivered again.
  await ended(start(COMMAND, [...args, "--exit-when-idle"]));
  const info = await client.manager.consumers.info("IN", durable);
  redelivered = Math.max(redelivered, info.delivered.consumer_seq - info.delivered.stream_seq);
  const compared = await compare(client, stream, records);
  await client.manager.streams.delete(stream);
  return { records, seconds, kills, restarts, redelivered, ...compared };
}

/** Compares the stream with its expected content. */
async function compare(client: NatsClient, stream: string, records: number) {
  const seen = new Uint8Array(records);
  let [doubled, different] = [0, 0];
  const consumer = await client.stream.consumers.get(stream);
  const messages = await consumer.consume({ max_messages: 5000 });
  for await (const message of messages) {
    const text = message.string();
    const i = Number(/^\{"i":([0-9]+),/.exec(text)?.[1] ?? -1);
    if (i < 0 || i >= records || text !== output(i)) different++;
    else if (seen[i]! > 0) doubled++;
    else seen[i] = 1;
    if (message.info.pending === 0) break;
  }
  await messages.close();
  return { lost: seen.filter((times) => times === 0).length, doubled, different };
}
