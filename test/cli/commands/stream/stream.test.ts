import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { DiscardPolicy } from "@nats-io/jetstream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasNats, type NatsClient, NatsServer, until } from "../../../scale/stream/nats-server.ts";
// Loaded before the tests: their time is not for that.
import "../../../../src/cli/commands/stream/stream.ts";
import { WAITING } from "../../../waiting.ts";
import { runInMemory } from "../../memory-io.ts";
import { main } from "../../processes.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

const usage = "(see varexpand stream --help)";

test.each([
  [[], `--from is required; write --from STREAM ${usage}`],
  [["--from", "IN", "--to", "out", "--server", ""], `--server is required; write --server nats://HOST:PORT ${usage}`],
  [["--server", "nats://h", "--to", "out"], `--from is required; write --from STREAM ${usage}`],
  [["--server", "nats://h", "--from", "IN"], `--to is required; write --to SUBJECT ${usage}`],
  [
    ["--from", "a.b", "--to", "c"],
    `--from: a.b is not a valid name of a stream; do not use spaces, dots, slashes, *, or > ${usage}`,
  ],
  [["--from", "IN:a..b", "--to", "c"], `--from: a..b: a subject consists of words separated by single dots ${usage}`],
  [["--from", "IN", "--to", "c.*"], `--to: c.*: the subject of a message cannot contain * or > ${usage}`],
  [["--from", "IN", "--to", "c", "--json", "--pod"], `--json cannot be used with --pod ${usage}`],
  [["--from", "IN", "--to", "c", "--max-deliver", "0"], `--max-deliver 0: not a positive whole number ${usage}`],
  [
    ["--from", "IN", "--to", "c", "--max-pending", "10,1x"],
    `--max-pending 10,1x: write MESSAGES or MESSAGES,BYTES, such as 1000,64Mi ${usage}`,
  ],
  [["--from", "IN", "--to", "c", "--dead-letter", "c"], `--dead-letter and --to must be different subjects ${usage}`],
  [["--json", "--yaml"], `--json cannot be used with --yaml ${usage}`],
  ...[["-e", "A=b"], ["--envfile", "a.env"], ["--from-env"]].map((args): [string[], string] => [
    ["--pod", ...args],
    `--${args[0]!.replace(/^-e$|^--/, "") || "env"} cannot be used with --pod ${usage}`,
  ]),
  [["--envfile-dialect", "dotenv"], `--envfile-dialect requires --envfile FILE ${usage}`],
  [["--from", "IN", "--to", "c", "x.yaml"], `x.yaml: stream does not read files; name a stream with --from ${usage}`],
])("usage: %j", async (args, message) => {
  const server = args.includes("--from") && args.includes("--to") ? ["--server", "nats://h"] : [];
  const { code, messages } = await runInMemory(["stream", ...server, ...args]);
  expect([code, messages]).toEqual([2, [`varexpand stream: ${message}`]]);
});

test("a secret in the address is rejected, and not shown", async () => {
  const args = ["--server", "nats://me:geheim@h:4222", "--from", "IN", "--to", "out"];
  const { code, messages } = await runInMemory(["stream", ...args]);
  const why = "other users can see secrets on the command line";
  const instead = "use --creds FILE, or set NATS_USER and NATS_PASSWORD in the environment";
  expect([code, messages]).toEqual([2, [`varexpand stream: --server: ${why}; ${instead} ${usage}`]]);
});

test("without a server", async () => {
  const { code, messages } = await runInMemory(["stream", "--server", "127.0.0.1:1", "--from", "IN", "--to", "out"]);
  expect([code, messages]).toEqual([
    2,
    ["varexpand: 127.0.0.1:1: connection refused; check that the server is running"],
  ]);
});

test("without the NATS clients, the error names the packages to install", () => {
  const root = new URL("../../../..", import.meta.url).pathname;
  const copied = { recursive: true, dereference: true };
  for (const name of ["dist", "package.json"]) cpSync(join(root, name), folder.at(name), copied);
  const args = [folder.at("dist/cli/main.js"), "stream", "--server", "127.0.0.1:1", "--from", "IN", "--to", "out"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const command = "npm install @nats-io/transport-node @nats-io/jetstream";
  const what = `the NATS clients are not installed; run ${command} (with -g if varexpand is installed globally)`;
  expect([status, stderr]).toEqual([2, `varexpand: stream: ${what}\n`]);
});

test("files of the wrong type in options", async () => {
  const file = folder.file("not.creds", "geheim");
  const args = ["stream", "--server", "127.0.0.1:1", "--from", "IN", "--to", "out"];
  const creds = await runInMemory([...args, "--creds", file]);
  const what = "not a NATS credentials file; it must contain a user's JWT and NKey seed";
  expect(creds.messages).toEqual([`varexpand: ${file}: ${what}, as written by nsc generate creds`]);
  const ca = await runInMemory([...args, "--tls-ca", file]);
  expect(ca.messages).toEqual([`varexpand: ${file}: the file contains no certificate; --tls-ca requires PEM`]);
});

describe.runIf(hasNats)("with a server", WAITING, () => {
  let server: NatsServer;
  let client: NatsClient;
  let number = 0;
  /** The streams of a test, as names and subjects. */
  let [input, output, bad] = ["", "", ""];

  beforeAll(async () => {
    server = await NatsServer.start();
    client = await server.client();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    number++;
    [input, output, bad] = [`IN${number}`, `OUT${number}`, `BAD${number}`];
    await client.addStreams({
      [input]: [`in${number}.>`],
      [output]: [`out${number}.>`],
      [bad]: [`bad${number}`],
    });
  });

  // The workers of a failed test would disturb the next one.
  afterEach(async () => {
    for (const { child, ended } of workers.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
  });

  const to = () => `out${number}.x`;
  const args = (...more: string[]) => ["--server", server.address, "--from", input, "--to", to(), ...more];
  const stream = (...more: string[]) => runInMemory(["stream", ...args(...more)]);

  const workers: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = [];

  /** Starts the built command. */
  function worker(...more: string[]) {
    const child = spawn(process.execPath, [main, "stream", ...args(...more)], { stdio: ["ignore", "ignore", "pipe"] });
    let stderr = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
      child.on("close", (code) => resolve({ code, stderr })),
    );
    workers.push({ child, ended });
    return { child, ended, stderr: () => stderr };
  }

  test("expands messages, and ends when the stream is empty", async () => {
    await client.publish(`in${number}.a`, ["http://$(HOST)", "$$(HOST)", ""]);
    expect(await stream("-e", "HOST=db", "--exit-when-idle")).toMatchObject({
      code: 0,
      output: "",
      messages: ["varexpand stream: 3 done, 0 failed"],
    });
    expect((await client.messages(output)).map(({ text }) => text)).toEqual(["http://db", "$(HOST)", ""]);
  });

  test("a consumer of all subjects does not fit a filter", async () => {
    await client.addConsumer(input, "all", 500, 2);
    const { code, messages } = await stream("--durable", "all", "--from", `${input}:in${number}.a`);
    const what = `consumer all of stream ${input} is for all subjects; choose another name with --durable`;
    expect({ code, messages }).toEqual({ code: 2, messages: [`varexpand: stream: ${what}`] });
  });

  test("keeps headers, except those with a meaning for servers", async () => {
    const given = { "X-Trace": "7", "Nats-Msg-Id": "mine", "Nats-Expected-Stream": input, "nats-x": "y" };
    await client.publishWith(`in${number}.a`, "$(A)", given);
    await stream("-e", "A=1", "--exit-when-idle");
    const id = expect.stringMatching(`^varexpand-out${number}_x:${to()}:${input}:[0-9]{19}:1$`);
    expect(await client.messages(output)).toEqual([
      { subject: to(), text: "1", headers: { "X-Trace": ["7"], "Nats-Msg-Id": [id] } },
    ]);
  });

  test("a message that cannot be expanded becomes a dead letter, with the reason", async () => {
    await client.publishWith(`in${number}.a`, '{"a": }', { "X-Trace": "7" });
    await client.publish(`in${number}.b`, ['{"a": "$(A)"}', `["${"$(BIG)".repeat(20)}"]`]);
    const big = `BIG=${"x".repeat(100_000)}`;
    expect(
      await stream("--json", "-e", "A=1", "-e", big, "--dead-letter", `bad${number}`, "--exit-when-idle"),
    ).toMatchObject({
      code: 0,
      messages: [`varexpand stream: 1 done, 2 to bad${number}, 0 failed`],
    });
    expect((await client.messages(output)).map(({ text }) => text)).toEqual(['{"a": "1"}']);
    expect(await client.messages(bad)).toEqual([
      {
        subject: `bad${number}`,
        text: '{"a": }',
        headers: {
          "X-Trace": ["7"],
          "Varexpand-Error": ["1:7: not JSON"],
          "Varexpand-Stream": [input],
          "Varexpand-Sequence": ["1"],
          "Varexpand-Subject": [`in${number}.a`],
          "Nats-Msg-Id": [expect.stringMatching(`^varexpand-out${number}_x:bad${number}:${input}:[0-9]{19}:1$`)],
        },
      },
      expect.objectContaining({
        headers: expect.objectContaining({
          "Varexpand-Error": ["expands to more than 1048576 bytes, the maximum size of a message"],
        }),
      }),
    ]);
    const { num_ack_pending } = await client.manager.consumers.info(input, `varexpand-out${number}_x`);
    expect(num_ack_pending).toBe(0);
  });

  test("without a dead letter, it is named after its last delivery, stays in the stream, and the exit code is 1", async () => {
    await client.publish(`in${number}.a`, ["no", "1"]);
    expect(await stream("--json", "--max-deliver", "2", "--exit-when-idle")).toMatchObject({
      code: 1,
      messages: [
        `varexpand stream: ${input}: message 1 (in${number}.a): 1:1: not JSON; failed, after 2 deliveries`,
        "varexpand stream: 1 done, 1 failed, 1 redelivered",
      ],
    });
    expect(await client.count(input)).toBe(2);
    const what = "not done after the last delivery; those that are not listed here failed in another worker or earlier";
    expect(await stream("--json", "--exit-when-idle")).toMatchObject({
      code: 1,
      messages: [`varexpand stream: stream ${input}: 1 ${what}`, "varexpand stream: 0 done, 0 failed"],
    });
  });

  test("reports a message that reached its limit of deliveries to workers that ended, and exits with 1", async () => {
    await client.addConsumer(input, "killed", 500, 2);
    await client.publish(`in${number}.a`, ["a", "b"]);
    const consumer = await client.stream.consumers.get(input, "killed");
    for (const delivery of [1, 2]) {
      const message = await consumer.next({ expires: 5000 });
      expect([message?.seq, message?.info.deliveryCount]).toEqual([1, delivery]);
      const end = performance.now() + 700;
      await until("the server to miss its worker", () => performance.now() > end);
    }
    const { code, messages } = await stream("--durable", "killed", "--exit-when-idle");
    const why = "its worker failed, or another worker reported why";
    const what = "not done after the last delivery; those that are not listed here failed in another worker or earlier";
    expect([code, messages.slice(0, 2)]).toEqual([
      1,
      [
        `varexpand stream: ${input}: message 1: delivered 2 times, but never settled; ${why}`,
        `varexpand stream: stream ${input}: 1 ${what}`,
      ],
    ]);
    expect((await client.messages(output)).map(({ text }) => text)).toEqual(["b"]);
  });

  test("a message whose headers cannot be read becomes a dead letter without them", async () => {
    // No client makes such ones.
    const [host, port] = server.address.split(":");
    const socket = createConnection(Number(port), host);
    const headers = "NATS/1.0\r\nno name: x\r\n\r\n";
    const publish = `HPUB in${number}.a ${headers.length} ${headers.length + 1}\r\n${headers}a\r\n`;
    socket.write(`CONNECT {"headers":true,"verbose":false}\r\n${publish}`);
    await until("the message", async () => (await client.count(input)) === 1);
    socket.destroy();
    expect(await stream("--dead-letter", `bad${number}`, "--exit-when-idle")).toMatchObject({
      code: 0,
      messages: [`varexpand stream: 0 done, 1 to bad${number}, 0 failed`],
    });
    const [letter] = await client.messages(bad);
    expect([letter!.text, letter!.headers["Varexpand-Error"]]).toEqual(["a", ["the headers cannot be read"]]);
  });

  test("--pod publishes what pod -o json prints", async () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: app
      image: app
      env: [{ name: HOST, value: db }]
      args: ["--host=$(HOST)", "--port=$(PORT)"]
`;
    await client.publish(`in${number}.a`, [pod, "a: [", "kind: Pod\napiVersion: v1\nspec: { containers: 1 }\n"]);
    const { code, messages } = await stream("--pod", "--dead-letter", `bad${number}`, "--exit-when-idle");
    expect([code, messages.at(-1)]).toEqual([0, `varexpand stream: 1 done, 2 to bad${number}, 0 failed`]);
    expect(messages.slice(0, -1).join("\n")).toContain("$(PORT)");
    const printed = await runInMemory(["pod", "-", "-o", "json"], { stdin: pod });
    expect((await client.messages(output)).map(({ text }) => text)).toEqual([printed.output]);
    const [syntax, shape] = await client.messages(bad);
    expect(syntax!.headers["Varexpand-Error"]).toEqual(["1:5: the text ends before a [ or { is closed"]);
    expect(shape!.headers["Varexpand-Error"]![0]).toBe("3:21: Pod/?: spec.containers: expected a list, found a number");
  });

  test("only the messages of the filter", async () => {
    await client.publish(`in${number}.a`, ["a"]);
    await client.publish(`in${number}.b`, ["b"]);
    await runInMemory(["stream", ...args("--exit-when-idle"), "--from", `${input}:in${number}.b`]);
    expect((await client.messages(output)).map(({ text }) => text)).toEqual(["b"]);
  });

  describe("errors at the start", () => {
    const refused = async (...more: string[]) => {
      const { code, messages } = await stream(...more);
      expect(code).toBe(2);
      return messages;
    };

    test("no such stream", async () => {
      const [line] = await refused("--from", "NONE");
      expect(line).toContain("varexpand: stream: --from: no such stream: NONE; there are ");
    });

    test("no stream stores the output, or the dead letters", async () => {
      const fix = "add the subject to a stream, or create a stream for it";
      expect(await refused("--to", "nowhere")).toEqual([`varexpand: stream: --to: no stream stores nowhere; ${fix}`]);
      expect(await refused("--dead-letter", "nowhere")).toEqual([
        `varexpand: stream: --dead-letter: no stream stores nowhere; ${fix}`,
      ]);
    });

    test("the outputs would be inputs", async () => {
      const what = `in${number}.x is a subject of --from ${input}, so each output would become an input`;
      expect(await refused("--to", `in${number}.x`)).toEqual([
        `varexpand: stream: --to: ${what}; choose another subject, or a filter that does not match it`,
      ]);
    });

    test("a subject of the same stream that the filter excludes is not a loop", async () => {
      await client.publish(`in${number}.raw`, ["$(A)"]);
      const from = ["--from", `${input}:in${number}.raw`, "--to", `in${number}.done`];
      expect((await stream(...from, "-e", "A=1", "--exit-when-idle")).code).toBe(0);
      expect((await client.messages(input)).map(({ text }) => text)).toEqual(["$(A)", "1"]);
    });

    test("a consumer for something else", async () => {
      await stream("--exit-when-idle", "--durable", "mine");
      const who = `varexpand: stream: consumer mine of stream ${input}`;
      const fix = "choose another name with --durable";
      expect(await refused("--durable", "mine", "--from", `${input}:in${number}.b`)).toEqual([
        `${who} is for all subjects; ${fix}`,
      ]);
      expect(await refused("--durable", "mine", "--to", `out${number}.y`)).toEqual([
        `${who} belongs to another job: varexpand stream --to ${to()}; ${fix}`,
      ]);
      expect(await refused("--durable", "mine", "--max-deliver", "7")).toEqual([
        `${who} delivers each message at most 5 times; use --max-deliver 5, or ${fix}`,
      ]);
    });

    test("a limit below the size of the largest message", async () => {
      const [line] = await refused("--max-pending", "10,1Mi");
      expect(line).toMatch(
        /^varexpand stream: --max-pending: 1048576 bytes are too few for the server's messages of up to 1048576 bytes/,
      );
    });

    test("a duplicate window that is too short is a warning", async () => {
      await client.manager.streams.update(output, { duplicate_window: 10_000_000_000 });
      const { code, messages } = await stream("--exit-when-idle");
      const rule = "a message whose worker fails is delivered again after 30 s";
      const fix = "it may be stored twice; give the stream a longer duplicate window";
      expect([code, messages[0]]).toEqual([
        0,
        `varexpand stream: stream ${output} detects duplicates for 10 s, and ${rule}; ${fix}`,
      ]);
    });
  });

  test("a deleted consumer ends the worker", async () => {
    const { ended } = worker("--durable", "gone");
    await until("the consumer", () => client.manager.consumers.info(input, "gone").catch(() => undefined));
    await client.manager.consumers.delete(input, "gone");
    const { code, stderr } = await ended;
    expect([code, stderr.split("\n").at(-2)]).toEqual([2, "varexpand: stream: the consumer gone was deleted"]);
  });

  describe("a stream that was deleted and created again", () => {
    const texts = async () => (await client.messages(output)).map(({ text }) => text);
    const recreate = async () => {
      await client.manager.streams.delete(input);
      await client.addStreams({ [input]: [`in${number}.>`] });
    };

    test("has new messages, which are not duplicates of earlier ones", async () => {
      await client.publish(`in${number}.a`, ["1", "2"]);
      await stream("--exit-when-idle");
      await recreate();
      await client.publish(`in${number}.a`, ["3", "4"]);
      expect(await stream("--exit-when-idle")).toMatchObject({
        code: 0,
        messages: ["varexpand stream: 2 done, 0 failed"],
      });
      expect(await texts()).toEqual(["1", "2", "3", "4"]);
    });

    test.each([
      ["while the worker is connected", false],
      ["while the server restarts", true],
    ])("is a source for a worker that was running: %s", async (_, restarts) => {
      const { child, ended } = worker("--durable", "job");
      await client.publish(`in${number}.a`, ["1"]);
      await until("the first output", async () => (await client.count(output)) === 1);
      child.kill("SIGSTOP");
      if (restarts) {
        await server.restart();
        await until("the server", () => client.count(output).catch(() => undefined));
      }
      await recreate();
      await client.addConsumer(input, "job", 1000);
      await client.publish(`in${number}.a`, ["2"]);
      child.kill("SIGCONT");
      await until("the second output", async () => (await client.count(output)) === 2);
      expect(await texts()).toEqual(["1", "2"]);
      child.kill("SIGTERM");
      expect((await ended).code).toBe(0);
    });
  });

  test("while the output's stream is full, no more is taken than may be held; what was taken is kept, and stored later", async () => {
    await client.manager.streams.update(output, { max_msgs: 10, discard: DiscardPolicy.New });
    await client.addConsumer(input, "slow", 1000);
    await client.publish(
      `in${number}.a`,
      Array.from({ length: 100 }, (_, i) => `$(A)${i}`),
    );
    const { ended, stderr } = worker("-e", "A=x", "--durable", "slow", "--max-pending", "20", "--exit-when-idle");
    await until("the refusal", () => stderr().includes("the output cannot be stored: maximum messages exceeded"));
    const state = () => client.manager.consumers.info(input, "slow");
    // A worker requests more messages only when a quarter of its limit is free.
    await until("the messages that may be held", async () => (await state()).num_ack_pending > 15);
    // Longer than a message waits for its worker: what is held stays here.
    const end = performance.now() + 1400;
    await until("some heartbeats", () => performance.now() > end);
    const info = await state();
    expect(info.num_ack_pending).toBeLessThanOrEqual(20);
    expect([await client.count(output), info.num_redelivered]).toEqual([10, 0]);
    await client.manager.streams.update(output, { max_msgs: -1 });
    expect((await ended).code).toBe(0);
    const texts = (await client.messages(output)).map(({ text }) => text);
    expect(texts.sort()).toEqual(Array.from({ length: 100 }, (_, i) => `x${i}`).sort());
  });

  test("no message is lost or duplicated if workers are killed or drained or the server restarts", async () => {
    const records = Array.from({ length: 2000 }, (_, i) => (i % 200 === 7 ? `{"i":${i},` : `{"i":${i},"a":"$(A)"}`));
    const good = records.filter((record) => record.endsWith("}"));
    await client.addConsumer(input, "job", 1000);
    const options = [
      "--json",
      "-e",
      'A=a "b"',
      "--durable",
      "job",
      "--dead-letter",
      `bad${number}`,
      "--max-pending",
      "200",
    ];
    await client.publish(`in${number}.a`, records.slice(0, 1000));

    const killed = worker(...options);
    await until("output", async () => (await client.count(output)) >= 200);
    killed.child.kill("SIGKILL");
    await until("its end", async () => (await server.received()).length === 1);
    const [drained, other] = [worker(...options), worker(...options)];
    await client.publish(`in${number}.a`, records.slice(1000, 1500));
    await until("more output", async () => (await client.count(output)) >= 600);
    // Both ask for messages: a worker that had not connected yet would end with an error.
    await until("the workers", async () => (await server.received()).filter((count) => count >= 10).length === 3);
    await server.restart();
    await until("the server", () => client.count(output).catch(() => undefined));
    await client.publish(`in${number}.a`, records.slice(1500));
    drained.child.kill("SIGTERM");
    const { code, stderr } = await drained.ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining("a second signal ends immediately\n")]);

    const last = await stream(...options, "--exit-when-idle");
    expect(last.code).toBe(0);
    const texts = (await client.messages(output)).map(({ text }) => text);
    const wanted = good.map((record) => record.replace("$(A)", 'a \\"b\\"'));
    expect(texts.sort()).toEqual(wanted.sort());
    expect((await client.messages(bad)).map(({ text }) => text).sort()).toEqual(
      records.filter((record) => !record.endsWith("}")).sort(),
    );
    other.child.kill("SIGINT");
    expect((await other.ended).code).toBe(0);
  });
});
