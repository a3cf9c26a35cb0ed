/** The streams and the consumer of a job. */
import type { ConsumerInfo, JetStreamManager } from "@nats-io/jetstream";
import { describe, expect, test } from "vitest";
import { checkedConsumer, prepareJob } from "../../../src/scale/stream/nats-job.ts";

const job = { stream: "IN", filter: undefined, to: "out", deadLetter: undefined, durable: "it", maxDeliver: undefined };
const consumer = (config: object) =>
  ({ config: { ack_policy: "explicit", max_deliver: 5, ...config } }) as unknown as ConsumerInfo;

test("one that waits for each acknowledgement, for the same subjects", () => {
  const all = consumer({});
  expect(checkedConsumer(all, job)).toBe(all);
  const some = consumer({ filter_subject: "in.a" });
  expect(checkedConsumer(some, { ...job, filter: "in.a" })).toBe(some);
  const once = consumer({ max_deliver: 1 });
  expect(checkedConsumer(once, { ...job, maxDeliver: 1 })).toBe(once);
});

test.each<[config: object, options: object, message: string]>([
  [{ deliver_subject: "x" }, {}, "is a push consumer; choose another name with --durable"],
  [{ ack_policy: "none" }, {}, "does not require explicit acknowledgements; choose another name with --durable"],
  [{}, { filter: "in.a" }, "is for all subjects; choose another name with --durable"],
  [{ filter_subject: "in.b" }, { filter: "in.a" }, "is for in.b; choose another name with --durable"],
  [{ filter_subjects: ["in.a", "in.b"] }, {}, "is for in.a, in.b; choose another name with --durable"],
  [
    { description: "varexpand stream --to x" },
    {},
    "belongs to another job: varexpand stream --to x; choose another name",
  ],
  [{ max_deliver: -1 }, {}, "has no delivery limit; set a limit, such as 5, or choose another name with --durable"],
  [{ max_deliver: undefined }, {}, "has no delivery limit; set a limit, such as 5, or choose another name with"],
  [{ max_deliver: 0 }, {}, "has no delivery limit; set a limit, such as 5, or choose another name with --durable"],
  [{}, { maxDeliver: 3 }, "delivers each message at most 5 times; use --max-deliver 5, or choose another name"],
])("%j does not serve a job with %j", (config, options, message) => {
  expect(() => checkedConsumer(consumer(config), { ...job, ...options })).toThrow(
    `consumer it of stream IN ${message}`,
  );
});

const SECOND = 1_000_000_000;

/** A server with streams and consumers in memory. */
class MemoryServer {
  readonly added: string[] = [];
  readonly streams = new Map<string, object>();
  readonly subjects = new Map([
    ["out", "OUT"],
    ["dead", "DEAD"],
    ["in.a", "IN"],
  ]);
  readonly consumers = new Map<string, ConsumerInfo>();
  /** What the server answers when a consumer is added. */
  refusal: Error | undefined;

  constructor(streams: Readonly<Record<string, object>> = {}) {
    const window = { duplicate_window: 120 * SECOND };
    for (const name of ["IN", "OUT", "DEAD"]) this.streams.set(name, { name, ...window, ...streams[name] });
  }

  get manager(): JetStreamManager {
    const found = <T>(map: ReadonlyMap<string, T>, name: string, error: string) => {
      if (map.has(name)) return map.get(name)!;
      throw Object.assign(new Error("not found"), { name: error });
    };
    const streams = {
      info: async (name: string) => ({ config: found(this.streams, name, "StreamNotFoundError") }),
      names: (subject?: string) => ({
        next: async () =>
          subject === undefined ? [...this.streams.keys()] : [this.subjects.get(subject)].filter(Boolean),
      }),
    };
    const consumers = {
      info: async (_: string, name: string) => found(this.consumers, name, "ConsumerNotFoundError"),
      add: async (stream: string, config: object) => {
        this.added.push(`${stream} ${JSON.stringify(config)}`);
        if (this.refusal !== undefined) throw this.refusal;
        return { config };
      },
    };
    return { streams, consumers } as unknown as JetStreamManager;
  }
}

const NEW = {
  durable_name: "it",
  description: "varexpand stream --to out",
  ack_policy: "explicit",
  ack_wait: 30 * SECOND,
};

describe("a job", () => {
  const named = (name: string) => Object.assign(new Error("refused"), { name });

  test("creates its consumer", async () => {
    const server = new MemoryServer();
    expect(await prepareJob(server.manager, job)).toEqual({ maxDeliver: 5, patience: 30_000, warnings: [] });
    const filtered = { ...job, filter: "in.b", deadLetter: "in.a", maxDeliver: 3 };
    expect(await prepareJob(server.manager, filtered)).toMatchObject({ maxDeliver: 3 });
    expect(server.added).toEqual([
      `IN ${JSON.stringify({ ...NEW, max_deliver: 5, max_ack_pending: -1 })}`,
      `IN ${JSON.stringify({ ...NEW, max_deliver: 3, max_ack_pending: -1, filter_subject: "in.b" })}`,
    ]);
  });

  test("uses a consumer that exists", async () => {
    const server = new MemoryServer();
    server.consumers.set("it", consumer({ max_deliver: 9, ack_wait: 5 * SECOND }));
    expect(await prepareJob(server.manager, job)).toEqual({ maxDeliver: 9, patience: 5000, warnings: [] });
    expect(server.added).toEqual([]);
    server.consumers.set("it", consumer({ ack_policy: "none" }));
    await expect(prepareJob(server.manager, job)).rejects.toThrow("does not require explicit acknowledgements");
  });

  test("uses a consumer that another worker creates at the same time", async () => {
    const server = new MemoryServer();
    server.refusal = named("ConsumerExistsError");
    await expect(prepareJob(server.manager, job)).rejects.toBe(server.refusal);
    const { manager } = server;
    const { add } = manager.consumers;
    const raced = (config: object) => {
      server.consumers.clear();
      manager.consumers.add = (...args) => {
        server.consumers.set("it", consumer(config));
        return add(...args);
      };
      return prepareJob(manager, job);
    };
    expect(await raced({ max_deliver: 2 })).toEqual({ maxDeliver: 2, patience: 0, warnings: [] });
    await expect(raced({ filter_subject: "in.b" })).rejects.toThrow("consumer it of stream IN is for in.b");
  });

  test("fails if its consumer is deleted as soon as it was created, so that the server does not describe it", async () => {
    const server = new MemoryServer();
    const { manager } = server;
    manager.consumers.add = async () => ({ type: "io.nats.jetstream.api.v1.consumer_create_response" }) as never;
    const failure = { name: "FatalError", message: "the consumer it was deleted" };
    await expect(prepareJob(manager, job)).rejects.toMatchObject(failure);
    const info = server.manager.consumers.info;
    manager.consumers.info = (...args) => {
      const found = info(...args);
      // Another worker creates it again.
      server.consumers.set("it", consumer({ max_deliver: 2 }));
      return found;
    };
    expect(await prepareJob(manager, job)).toMatchObject({ maxDeliver: 2 });
  });

  test("fails if the server cannot be asked", async () => {
    const server = new MemoryServer();
    const { manager } = server;
    const failure = named("TimeoutError");
    manager.consumers.info = () => Promise.reject(failure);
    await expect(prepareJob(manager, job)).rejects.toBe(failure);
    manager.streams.info = () => Promise.reject(failure);
    await expect(prepareJob(manager, job)).rejects.toBe(failure);
    expect(server.added).toEqual([]);
  });

  test.each<[options: object, streams: Record<string, object>, message: string]>([
    [{ stream: "NO" }, {}, "--from: no such stream: NO; there are IN, OUT, DEAD"],
    [{ to: "no" }, {}, "--to: no stream stores no; add the subject to a stream, or create a stream for it"],
    [{ deadLetter: "no" }, {}, "--dead-letter: no stream stores no; add the subject to a stream, or create a"],
    [{ to: "in.a" }, {}, "--to: in.a is a subject of --from IN, so each output would become an input; choose another"],
    [{ to: "in.a", filter: "in.*" }, {}, "--to: in.a is a subject of --from IN:in.*, so each output would become an"],
    [{ deadLetter: "in.a" }, {}, "--dead-letter: in.a is a subject of --from IN, so each output would become an input"],
    [{}, { OUT: { no_ack: true } }, "--to: stream OUT does not acknowledge messages; turn off no_ack, because"],
    [{ deadLetter: "dead" }, { DEAD: { no_ack: true } }, "--dead-letter: stream DEAD does not acknowledge messages"],
  ])("with %j and streams with %j is refused", async (options, streams, message) => {
    const server = new MemoryServer(streams);
    await expect(prepareJob(server.manager, { ...job, ...options })).rejects.toThrow(message);
    expect(server.added).toEqual([]);
  });

  test("a server without streams", async () => {
    const server = new MemoryServer();
    server.streams.clear();
    await expect(prepareJob(server.manager, job)).rejects.toThrow("no such stream: IN; the server has no streams");
    for (let i = 0; i < 12; i++) server.streams.set(`S${i}`, {});
    await expect(prepareJob(server.manager, job)).rejects.toThrow("S8, S9, and 2 more");
  });

  test("warns of a stream that forgets outputs before they can be repeated", async () => {
    const warning = (stream: string, window: number) =>
      `stream ${stream} detects duplicates for ${window} s, and a message whose worker fails is delivered again after ` +
      "30 s; it may be stored twice; give the stream a longer duplicate window";
    const warnings = async (out: object, dead: object, deadLetter = "dead") => {
      const { manager } = new MemoryServer({ OUT: out, DEAD: dead });
      return (await prepareJob(manager, { ...job, deadLetter })).warnings;
    };
    const [short, none, long] = [30, 0, 30.5].map((seconds) => ({ duplicate_window: seconds * SECOND }));
    expect(await warnings(short!, none!)).toEqual([warning("OUT", 30), warning("DEAD", 0)]);
    expect(await warnings(long!, { duplicate_window: undefined })).toEqual([warning("DEAD", 0)]);
    expect(await warnings(short!, long!, "out")).toEqual([warning("OUT", 30)]);
  });
});
