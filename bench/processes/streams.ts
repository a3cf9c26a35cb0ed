/** Messages of NATS JetStream: `varexpand stream` against workers that only copy, with the same guarantees. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Question, Row } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { isInstalled, type Program, run } from "./process.ts";
import { command, script } from "./programs.ts";

const RECORDS = 50_000;
/** The maximum number of messages that a worker holds. */
const MAX_COUNT = 1000;
const TEXT = "lorem ipsum dolor sit amet ".repeat(4);
const record = (i: number, url: string): string => `{"i":${i},"url":"${url}","text":"${TEXT}"}`;
const input = (i: number): string => record(i, "http://$(HOST):$(PORT)/$(NONE)");
const output = (i: number): string => record(i, "http://db:80/$(NONE)");

export async function streamsQuestions({ effort }: Setting): Promise<Question[]> {
  const title = `${RECORDS} records of a stream`;
  if (effort.isQuick) return [{ title, rows: [], skipped: "only in a full run: it starts a server and takes minutes" }];
  if (!isInstalled("nats-server")) return [{ title, rows: [], skipped: "nats-server is not installed" }];
  const folder = temporaryFolder();
  const server = new Server(folder);
  const client = await server.start();
  await client.store();

  const copying = (to: string, durable: string): Program =>
    script("copy-worker", folder, [server.address, "IN", durable, to, String(MAX_COUNT)]);
  const expanding = (to: string, durable: string): Program => {
    const places = ["--server", server.address, "--from", "IN", "--to", to, "--durable", durable];
    const values = ["-e", "HOST=db", "-e", "PORT=80"];
    return command(["stream", ...places, "--json", ...values, "--max-pending", String(MAX_COUNT), "--idle-exit"]);
  };
  const row = (name: string, program: typeof copying, workers: number): Row => ({
    name,
    run: async () => {
      const durable = await client.begin();
      await Promise.all(Array.from({ length: workers }, () => run(program("out", durable))));
      const stored = await client.stored();
      if (stored !== RECORDS) throw new Error(`${stored} of ${RECORDS} records are in the stream`);
    },
    answer: () => client.hash(),
  });
  const question = (workers: number): Question => {
    const by = workers === 1 ? "1 worker" : `${workers} workers`;
    const [subject, limit] = ["varexpand stream", "a worker that only copies"];
    return {
      title: `${title}, ${by}`,
      items: { count: RECORDS, name: "record" },
      expected: hashOf(Array.from({ length: RECORDS }, (_, i) => output(i))),
      baseline: limit,
      rows: [
        { ...row(subject, expanding, workers), role: "subject" },
        { ...row(limit, copying, workers), role: "limit" },
      ],
      goals: [{ row: subject, against: limit, atLeast: 0.8 }],
      turns: 3,
    };
  };
  return [1, 2, 4].map(question);
}

/** A hash of records in any order. */
function hashOf(records: readonly string[]): string {
  const hash = createHash("sha256");
  for (const each of [...records].sort()) hash.update(`${each}\n`);
  return hash.digest("hex");
}

/** A server on a free port, which ends with this process. */
class Server {
  address = "";
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async start(): Promise<Client> {
    const { folder } = this;
    const args = ["-js", "-sd", join(folder, "store"), "-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", folder];
    const child: ChildProcess = spawn("nats-server", args, { stdio: "ignore" });
    process.once("exit", () => child.kill("SIGKILL"));
    while (this.address === "") {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const file = readdirSync(folder).find((name) => name.endsWith(".ports"));
      const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
      if (text !== "") this.address = new URL((JSON.parse(text) as { nats: string[] }).nats[0]!).host;
    }
    const connection = await connect({ servers: this.address });
    return new Client(connection, await jetstreamManager(connection), jetstream(connection));
  }
}

class Client {
  private readonly connection: NatsConnection;
  private readonly manager: JetStreamManager;
  private readonly stream: JetStreamClient;
  private runs = 0;

  constructor(connection: NatsConnection, manager: JetStreamManager, stream: JetStreamClient) {
    this.connection = connection;
    this.manager = manager;
    this.stream = stream;
  }

  /** Stores the records. Waiting for one guarantees that all earlier ones are stored. */
  async store(): Promise<void> {
    await this.manager.streams.add({ name: "IN", subjects: ["in"] });
    await this.manager.streams.add({ name: "OUT", subjects: ["out"] });
    for (let i = 0; i < RECORDS; i++) {
      if (i % 1000 === 999) await this.stream.publish("in", input(i));
      else this.connection.publish("in", input(i));
    }
  }

  /** Creates a consumer of all records and empties the output; returns the consumer's name. */
  async begin(): Promise<string> {
    await this.manager.streams.purge("OUT");
    const durable = `run-${this.runs++}`;
    const limits = { ack_wait: 30e9, max_deliver: 5, max_ack_pending: -1 };
    await this.manager.consumers.add("IN", { durable_name: durable, ack_policy: "explicit", ...limits });
    return durable;
  }

  async stored(): Promise<number> {
    return (await this.manager.streams.info("OUT")).state.messages;
  }

  /** A hash of the stored messages. */
  async hash(): Promise<string> {
    const records: string[] = [];
    const consumer = await this.stream.consumers.get("OUT");
    const messages = await consumer.consume({ max_messages: 5000 });
    for await (const message of messages) {
      records.push(message.string());
      if (message.info.pending === 0) break;
    }
    await messages.close();
    return hashOf(records);
  }
}
