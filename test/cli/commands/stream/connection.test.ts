/** What the client for NATS gets, and what is reported if there is no connection. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Clients, connect } from "../../../../src/cli/commands/stream/connection.ts";
import { StreamReport } from "../../../../src/cli/commands/stream/report.ts";
import { InputError } from "../../../../src/cli/frame/errors.ts";
import type { CommandIo } from "../../../../src/cli/frame/io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

type Options = Record<string, unknown> & { authenticator?: (nonce?: string) => unknown };

/** Connects with a client that fails, and returns the options that the client got, and the message. */
async function attempt(
  failure: unknown,
  files: { creds?: string; ca?: string } = {},
  environment: CommandIo["environment"] = {},
) {
  let given: Options = {};
  const nats = {
    connect: (options: Options) => {
      given = options;
      return Promise.reject(failure);
    },
    /** Accepts files that begin with `creds`. */
    credsAuthenticator: (read: () => Uint8Array) => () => {
      const text = Buffer.from(read()).toString();
      if (!text.startsWith("creds")) throw new Error(`cannot parse ${text}`);
      return text;
    },
  };
  const io = { environment } as CommandIo;
  const options = { servers: ["nats://a:4222", "b\u0007"], creds: files.creds, ca: files.ca };
  const error = await connect({ nats } as unknown as Clients, options, new StreamReport(io), io).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(InputError);
  return { given, message: (error as InputError).message };
}

const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more);
const refused = "connection refused; check that the server is running";

test.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED", "UNABLE_TO_GET_ISSUER", "UNABLE_TO_VERIFY"])(
  "no connection because of a certificate: %s",
  async (code) => {
    const failure = failed("a\u0007; if the root CA is installed locally,\ntry x", { code });
    const { message } = await attempt(failure);
    expect(message).toBe("nats://a:4222,b\\u0007: a\\u0007; set the CA certificate with --tls-ca");
  },
);

test.each<[failure: unknown, reason: string]>([
  [failed("connect ECONNREFUSED", { code: "ECONNREFUSED" }), refused],
  [failed("failed", { cause: failed("x", { code: "ECONNREFUSED" }) }), refused],
  [failed("connection refused"), refused],
  [
    failed("Authorization \u0007", { name: "AuthorizationError" }),
    "Authorization \\u0007; check --creds, or NATS_USER and NATS_PASSWORD",
  ],
  [failed("timeout", { name: "TimeoutError" }), "no response; check that this is the address of a NATS server"],
  [failed("x", { cause: failed("y", { code: "CERT_HAS_EXPIRED" }) }), "x; set the CA certificate with --tls-ca"],
  [failed("getaddrinfo ENOTFOUND a\u0007", { code: "ENOTFOUND" }), "getaddrinfo ENOTFOUND a\\u0007"],
  [failed("x", { code: 7 }), "x"],
  ["not an error", "not an error"],
])("no connection: %s", async (failure, reason) => {
  expect((await attempt(failure)).message).toBe(`nats://a:4222,b\\u0007: ${reason}`);
});

describe("the client gets", () => {
  const secretOf = async (environment: CommandIo["environment"]) => {
    const { given } = await attempt("", {}, environment);
    const { authenticator, pass, tls, token, user } = given;
    return { authenticator, pass, tls, token, user };
  };

  test("the servers, and reconnects without a limit", async () => {
    const { given } = await attempt("");
    expect(given).toMatchObject({
      servers: ["nats://a:4222", "b\u0007"],
      name: "varexpand stream",
      maxReconnectAttempts: -1,
    });
    expect((given.reconnectDelayHandler as () => number)()).toBe(0);
  });

  test.each<[environment: CommandIo["environment"], secret: object]>([
    [{}, {}],
    [{ NATS_USER: "", NATS_PASSWORD: "" }, {}],
    [
      { NATS_USER: "u", NATS_PASSWORD: "p" },
      { user: "u", pass: "p" },
    ],
    [{ NATS_USER: "t" }, { token: "t" }],
    [{ NATS_USER: "t", NATS_PASSWORD: "" }, { token: "t" }],
    [{ NATS_PASSWORD: "p" }, { user: "", pass: "p" }],
  ])("the secret of the environment: %j", async (environment, secret) => {
    expect(await secretOf(environment)).toEqual(secret);
  });

  test("the certificates of a file, which must be PEM", async () => {
    const pem = "# CA\n-----BEGIN CERTIFICATE-----\nMII\n";
    const { given } = await attempt("", { ca: folder.file("ca.pem", pem) });
    expect(given.tls).toEqual({ ca: pem });
    const wrong = folder.file("ca.der", "-----BEGIN CERTIFICATE");
    expect((await attempt("", { ca: wrong })).message).toBe(
      `${wrong}: the file contains no certificate; --tls-ca requires PEM`,
    );
  });

  test("the current credentials of a file, or the last ones that could be read", async () => {
    const creds = folder.file("a.creds", "creds 1");
    const { given } = await attempt("", { creds }, { NATS_USER: "u", NATS_PASSWORD: "p" });
    const { authenticator, user, pass } = given;
    expect([authenticator!(), user, pass]).toEqual(["creds 1", undefined, undefined]);
    folder.file("a.creds", "creds 2");
    expect(authenticator!()).toBe("creds 2");
    rmSync(creds);
    expect(authenticator!()).toBe("creds 2");
  });

  test("no credentials of another format, whose text is not shown", async () => {
    const creds = folder.file("a.creds", "hunter2");
    const what =
      "not a NATS credentials file; it must contain a user's JWT and NKey seed, as written by nsc generate creds";
    expect((await attempt("", { creds })).message).toBe(`${creds}: ${what}`);
    const missing = folder.at("none.creds");
    expect((await attempt("", { creds: missing })).message).toBe(`${missing}: no such file or directory`);
  });
});
