/** The NATS connection of `varexpand stream`: the optional client packages, credentials, and certificates. */
import type * as JetStreamClient from "@nats-io/jetstream";
import type * as NatsClient from "@nats-io/transport-node";
import { NatsLink } from "../../../scale/stream/nats-link.ts";
import { printable } from "../../../text/printable.ts";
import { nameOf, readBytes, readText } from "../../files/files.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { StreamReport } from "./report.ts";

export interface ConnectionOptions {
  readonly servers: readonly string[];
  readonly creds: string | undefined;
  readonly ca: string | undefined;
}

export interface Clients {
  readonly nats: typeof NatsClient;
  readonly jetstream: typeof JetStreamClient;
}

/** @throws InputError if they are not installed */
export async function loadClients(): Promise<Clients> {
  try {
    const [nats, jetstream] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")]);
    return { nats, jetstream };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const command = "npm install @nats-io/transport-node @nats-io/jetstream";
    throw new InputError(
      `stream: the NATS clients are not installed; run ${command} (with -g if varexpand is installed globally)`,
    );
  }
}

/** Milliseconds to wait for a connection, and between pings on an idle connection. */
const CONNECT_TIMEOUT = 10_000;
const PING_INTERVAL = 10_000;

/**
 * Connects, and reconnects without a time limit.
 *
 * @throws InputError
 */
export async function connect(
  clients: Clients,
  options: ConnectionOptions,
  report: StreamReport,
  io: CommandIo,
): Promise<NatsLink> {
  const ca = options.ca === undefined ? undefined : certificatesOf(options.ca, io);
  const authenticator = options.creds === undefined ? undefined : credentialsOf(options.creds, clients, io);
  const { NATS_USER: user, NATS_PASSWORD: pass } = io.environment;
  const secret = pass ? { user: user ?? "", pass } : user ? { token: user } : {};
  let link: NatsLink | undefined;
  try {
    const connection = await clients.nats.connect({
      servers: [...options.servers],
      name: "varexpand stream",
      timeout: CONNECT_TIMEOUT,
      pingInterval: PING_INTERVAL,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => link?.reconnectDelay ?? 0,
      noAsyncTraces: true,
      ...(authenticator === undefined ? secret : { authenticator }),
      ...(ca !== undefined && { tls: { ca } }),
    });
    link = new NatsLink(connection, (line) => report.line(line));
    return link;
  } catch (error) {
    throw new InputError(`${printable(options.servers.join(","))}: ${reasonOf(error)}`);
  }
}

function certificatesOf(file: string, io: CommandIo): string {
  const text = readText(file, io);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new InputError(`${nameOf(file)}: the file contains no certificate; --tls-ca requires PEM`);
}

/** Credentials as written by NATS tools: a JWT and a signing key. They are read again for each connection. */
function credentialsOf(file: string, { nats }: Clients, io: CommandIo): NatsClient.Authenticator {
  let last = readBytes(file, io);
  const authenticator = nats.credsAuthenticator(() => {
    try {
      last = readBytes(file, io);
    } catch {
      // Keep the previous credentials, which can still be valid.
    }
    return last;
  });
  try {
    authenticator("nonce");
  } catch {
    // The library's message can contain a part of the file.
    const what = "not a NATS credentials file; it must contain a user's JWT and NKey seed";
    throw new InputError(`${nameOf(file)}: ${what}, as written by nsc generate creds`);
  }
  return authenticator;
}

/** The reason why the connection failed, and what to do. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, name } = error;
  const code = [error, cause].map((one) => (one as NodeJS.ErrnoException | undefined)?.code).find(Boolean);
  if (code === "ECONNREFUSED" || message === "connection refused")
    return "connection refused; check that the server is running";
  if (name === "AuthorizationError") return `${printable(message)}; check --creds, or NATS_USER and NATS_PASSWORD`;
  if (name === "TimeoutError") return "no response; check that this is the address of a NATS server";
  if (typeof code === "string" && /CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    // Node.js 24 adds an option of its own to the message.
    return `${printable(message.replace(/; if the root CA is .*/s, ""))}; set the CA certificate with --tls-ca`;
  }
  return printable(message);
}
