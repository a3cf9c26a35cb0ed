import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { type ConnectionOptions, connect, headers, type NatsConnection } from "@nats-io/transport-node";
import { hasTool } from "../../tools.ts";
import { DEADLINE } from "../../waiting.ts";

export const hasNats = hasTool("nats-server", "--version");

/** Waits for a condition, which is looked at again and again. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + DEADLINE;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`waited ${DEADLINE} ms for ${what}`);
}

/** A server with JetStream on a free port, with a store of its own. */
export class NatsServer {
  readonly folder = mkdtempSync(join(tmpdir(), "varexpand-nats-"));
  /** `127.0.0.1:PORT` */
  address = "";
  private monitor = "";
  private readonly config: string;
  private child: ChildProcess | undefined;
  private readonly connections: NatsConnection[] = [];

  private constructor(config: string) {
    this.config = join(this.folder, "server.conf");
    writeFileSync(this.config, config);
  }

  static async start(config = ""): Promise<NatsServer> {
    const server = new NatsServer(config);
    await server.run("-1");
    return server;
  }

  /** Ends the server as a power failure does, and starts it again on its port; with another configuration if one is given. */
  async restart(config?: string): Promise<void> {
    await this.kill();
    if (config !== undefined) writeFileSync(this.config, config);
    await this.run(this.address.split(":")[1]!);
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async stop(): Promise<void> {
    for (const connection of this.connections) await connection.close();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async client(options: ConnectionOptions = {}): Promise<NatsClient> {
    const connection = await connect({ servers: this.address, maxReconnectAttempts: -1, ...options });
    this.connections.push(connection);
    return new NatsClient(connection, await jetstreamManager(connection), jetstream(connection));
  }

  private async run(port: string): Promise<void> {
    const ports = mkdtempSync(join(this.folder, "ports-"));
    const store = join(this.folder, "store");
    const args = [
      "-c",
      this.config,
      "-js",
      "-sd",
      store,
      "-a",
      "127.0.0.1",
      "-p",
      port,
      "-m",
      "-1",
      "--ports_file_dir",
      ports,
    ];
    const child = spawn("nats-server", args, { stdio: ["ignore", "ignore", "pipe"] });
    let log = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-5000);
    });
    this.child = child;
    this.address = await until("the server's port", () => {
      if (child.exitCode !== null) throw new Error(`nats-server has ended: ${log}`);
      const [file] = readdirSync(ports);
      if (file === undefined) return undefined;
      const written = readFileSync(join(ports, file), "utf8");
      this.monitor = /"(http:\/\/127\.0\.0\.1:[0-9]+)"/.exec(written)?.[1] ?? "";
      return /"(?:nats|tls):\/\/(127\.0\.0\.1:[0-9]+)"/.exec(written)?.[1];
    });
  }

  /** How many messages the server has received from each of its clients. */
  async received(): Promise<number[]> {
    const response = await fetch(`${this.monitor}/connz`);
    const { connections } = (await response.json()) as { connections: { in_msgs: number }[] };
    return connections.map(({ in_msgs }) => in_msgs);
  }
}

export class NatsClient {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly stream: JetStreamClient;

  constructor(connection: NatsConnection, manager: JetStreamManager, stream: JetStreamClient) {
    this.connection = connection;
    this.manager = manager;
    this.stream = stream;
  }

  async addStreams(streams: Readonly<Record<string, readonly string[]>>): Promise<void> {
    for (const [name, subjects] of Object.entries(streams)) {
      await this.manager.streams.add({ name, subjects: [...subjects] });
    }
  }

  /** A consumer that waits only a short time for workers that have ended. */
  async addConsumer(stream: string, durable: string, ackWait: number, maxDeliver = 20): Promise<void> {
    const limits = { ack_wait: ackWait * 1_000_000, max_deliver: maxDeliver, max_ack_pending: -1 };
    await this.manager.consumers.add(stream, { durable_name: durable, ack_policy: "explicit", ...limits });
  }

  /** Stores messages; several are on their way at once. */
  async publish(subject: string, texts: readonly string[]): Promise<void> {
    for (let start = 0; start < texts.length; start += 500) {
      await Promise.all(texts.slice(start, start + 500).map((text) => this.stream.publish(subject, text)));
    }
  }

  /** Stores a message with headers. */
  async publishWith(subject: string, text: string, given: Readonly<Record<string, string>>): Promise<void> {
    const own = headers();
    for (const [name, value] of Object.entries(given)) own.append(name, value);
    await this.stream.publish(subject, text, { headers: own });
  }

  async count(stream: string): Promise<number> {
    return (await this.manager.streams.info(stream)).state.messages;
  }

  /** All messages of a stream, in order. */
  async messages(stream: string): Promise<{ subject: string; text: string; headers: Record<string, string[]> }[]> {
    const { state } = await this.manager.streams.info(stream);
    const found = [];
    if (state.messages === 0) return [];
    const consumer = await this.stream.consumers.get(stream);
    const messages = await consumer.consume({ max_messages: 500 });
    for await (const message of messages) {
      found.push({
        subject: message.subject,
        text: message.string(),
        headers: Object.fromEntries(message.headers ?? []) as Record<string, string[]>,
      });
      if (message.info.pending === 0) break;
    }
    await messages.close();
    await consumer.delete();
    return found;
  }
}
