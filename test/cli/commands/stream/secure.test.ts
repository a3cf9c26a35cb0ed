import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type ConnectionOptions, credsAuthenticator } from "@nats-io/transport-node";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { operatorMode } from "../../../scale/stream/nats-credentials.ts";
import { hasNats, NatsServer, until } from "../../../scale/stream/nats-server.ts";
// Loaded before the tests: their time is not for that.
import "../../../../src/cli/commands/stream/stream.ts";
import { hasTool } from "../../../tools.ts";
import { WAITING } from "../../../waiting.ts";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
const hasOpenssl = hasTool("openssl", "version");
if (!hasOpenssl) console.warn("openssl is not on PATH: the tests of TLS do not run");

describe.runIf(hasNats)("a server that requires authentication", WAITING, () => {
  let server: NatsServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  afterAll(() => server?.stop());

  /** Starts a server that has a message, and returns what runs the command on it. */
  async function started(config: string, options: ConnectionOptions) {
    server = await NatsServer.start(config);
    const client = await server.client(options);
    await client.addStreams({ IN: ["in"], OUT: ["out"] });
    await client.publish("in", ["$(A)"]);
    const args = ["stream", "--server", server.address, "--from", "IN", "--to", "out", "-e", "A=1", "--exit-when-idle"];
    return {
      run: async (more: readonly string[], environment = {}) => {
        const { code, messages } = await runInMemory([...args, ...more], { environment });
        return [code, ...messages];
      },
      refused: (why: string) => [2, `varexpand: ${server!.address}: ${why}`],
    };
  }

  const DONE = [0, "varexpand stream: 1 done, 0 failed"];
  const look = "check --creds, or NATS_USER and NATS_PASSWORD";

  test("a user and a password, from the environment", async () => {
    const config = "authorization { user: me, password: geheim }";
    const { run, refused } = await started(config, { user: "me", pass: "geheim" });
    expect(await run([])).toEqual(refused(`Authorization Violation; ${look}`));
    expect(await run([], { NATS_USER: "me", NATS_PASSWORD: "falsch" })).toEqual(
      refused(`Authorization Violation; ${look}`),
    );
    expect(await run([], { NATS_USER: "me", NATS_PASSWORD: "geheim" })).toEqual(DONE);
  });

  test("expired credentials end the worker when it reconnects", async () => {
    await started("authorization { user: me, password: geheim }", { user: "me", pass: "geheim" });
    const environment = { NATS_USER: "me", NATS_PASSWORD: "geheim" };
    const args = ["stream", "--server", server!.address, "--from", "IN", "--to", "out", "-e", "A=1"];
    const ended = runInMemory(args, { environment });
    const client = await server!.client({ user: "me", pass: "geheim" });
    await until("the output", async () => (await client.count("OUT")) === 1);
    const acknowledged = async () => (await client.manager.consumers.info("IN", "varexpand-out")).ack_floor.stream_seq;
    await until("the acknowledgement", async () => (await acknowledged()) === 1);
    await server!.restart("authorization { user: me, password: neu }");
    const { code, messages } = await ended;
    expect([code, messages]).toEqual([
      2,
      [
        "varexpand stream: the connection to the server was lost; reconnecting",
        "varexpand stream: 1 done, 0 failed",
        "varexpand: stream: the connection to the server was closed: Authorization Violation",
      ],
    ]);
  });

  test("a token, from the environment", async () => {
    const { run } = await started("authorization { token: geheim }", { token: "geheim" });
    expect(await run([], { NATS_USER: "geheim" })).toEqual(DONE);
  });

  test("credentials in a file", async () => {
    const { config, credentials } = operatorMode();
    const file = folder.file("user.creds", credentials);
    const { run, refused } = await started(config, { authenticator: credsAuthenticator(readFileSync(file)) });
    expect(await run([])).toEqual(refused(`Authorization Violation; ${look}`));
    expect(await run(["--creds", file])).toEqual(DONE);
  });

  test("the worker ends if the user may not publish", async () => {
    const config = `authorization { users: [
      { user: all, password: a }, { user: me, password: b, permissions: { publish: { deny: out } } }
    ] }`;
    const { run } = await started(config, { user: "all", pass: "a" });
    const [code, ...messages] = await run([], { NATS_USER: "me", NATS_PASSWORD: "b" });
    expect([code, messages.at(-1)]).toEqual([
      2,
      `varexpand: stream: not allowed: Permissions Violation for Publish to "out"`,
    ]);
  });

  test.runIf(hasOpenssl)("TLS, with a custom CA", async () => {
    const openssl = (...args: string[]) => {
      const { status, stderr } = spawnSync("openssl", args, { cwd: folder.path, encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
    };
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=test authority");
    openssl("req", ...key.slice(0, 5), "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost");
    folder.file("names", "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
    const authority = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
    openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", ...authority);
    const ca = folder.at("ca.pem");
    const config = `tls { cert_file: "${folder.at("server.pem")}", key_file: "${folder.at("server.key")}" }`;
    const { run, refused } = await started(config, { tls: { ca: readFileSync(ca, "utf8") } });
    const give = "set the CA certificate with --tls-ca";
    expect(await run([])).toEqual(refused(`unable to verify the first certificate; ${give}`));
    expect(await run(["--tls-ca", ca])).toEqual(DONE);
  });
});

test.runIf(hasNats)("fails if the server does not support TLS, without sending clear text", async () => {
  const server = await NatsServer.start();
  try {
    const ca = folder.file("some.pem", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n");
    const args = ["stream", "--server", server.address, "--from", "IN", "--to", "out", "--tls-ca", ca];
    const { code, messages } = await runInMemory(args);
    expect([code, messages]).toEqual([2, [`varexpand: ${server.address}: server does not support 'tls'`]]);
  } finally {
    await server.stop();
  }
});
