/** The connection of `varexpand stream`: NATS' clients, which are optional, credentials and certificates. */
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
  /** Files. */
  readonly creds: string | undefined;
  readonly ca: string | undefined;
  readonly told: StreamReport;
}

export interface Clients {
  readonly nats: typeof NatsClient;
  readonly jetstream: typeof JetStreamClient;
}

/** @throws InputError if they are not installed. */
export async function loadClients(): Promise<Clients> {
  try {
    const [nats, jetstream] = await Promise.all([import("@nats-io/transport-node"), import("@nats-io/jetstream")]);
    return { nats, jetstream };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    const where = "beside varexpand: with -g if varexpand was installed so";
    throw new InputError(
      `stream: NATS' clients are not installed; npm install @nats-io/transport-node @nats-io/jetstream (${where})`,
    );
  }
}

/** Milliseconds to wait for a connection, and between two signs of life of a connection that is silent. */
const CONNECT = 10_000;
const SIGN_OF_LIFE = 10_000;

/**
 * Connects, and stays connected: a connection that is lost is made again, however long that takes.
 *
 * @throws InputError
 */
export async function connect(clients: Clients, options: ConnectionOptions, io: CommandIo): Promise<NatsLink> {
  const ca = options.ca === undefined ? undefined : certificatesOf(options.ca, io);
  const authenticator = options.creds === undefined ? undefined : credentialsOf(options.creds, clients, io);
  const { NATS_USER: user, NATS_PASSWORD: pass } = io.environment;
  const secret = pass ? { user: user ?? "", pass } : user ? { token: user } : {};
  let link: NatsLink | undefined;
  try {
    const connection = await clients.nats.connect({
      servers: [...options.servers],
      name: "varexpand stream",
      timeout: CONNECT,
      pingInterval: SIGN_OF_LIFE,
      maxReconnectAttempts: -1,
      reconnectDelayHandler: () => link?.reconnectDelay ?? 0,
      noAsyncTraces: true,
      ...(authenticator === undefined ? secret : { authenticator }),
      ...(ca !== undefined && { tls: { ca } }),
    });
    link = new NatsLink(connection, (line) => options.told.tell(line));
    return link;
  } catch (error) {
    throw new InputError(`${printable(options.servers.join(","))}: ${whyNot(error)}`);
  }
}

function certificatesOf(file: string, io: CommandIo): string {
  const text = readText(file, io);
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new InputError(`${nameOf(file)}: there is no certificate in it; --tls-ca needs PEM`);
}

/** Credentials as NATS' tools write them: a token, and the key that signs. They are read again for each connection. */
function credentialsOf(file: string, { nats }: Clients, io: CommandIo): NatsClient.Authenticator {
  let last = readBytes(file, io);
  const authenticator = nats.credsAuthenticator(() => {
    try {
      last = readBytes(file, io);
    } catch {
      // What was good at the start may be good still.
    }
    return last;
  });
  try {
    authenticator("nonce");
  } catch {
    // The library's words may show a part of the file.
    const what = "these are no credentials of NATS: it needs a user's JWT and the seed of an NKey";
    throw new InputError(`${nameOf(file)}: ${what}, as nsc generate creds writes them`);
  }
  return authenticator;
}

/** Why there is no connection, and what to look at. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, name } = error;
  const code = [error, cause].map((one) => (one as NodeJS.ErrnoException | undefined)?.code).find(Boolean);
  if (code === "ECONNREFUSED" || message === "connection refused")
    return "connection refused; does the server run there?";
  if (name === "AuthorizationError") return `${printable(message)}; look at --creds, or NATS_USER and NATS_PASSWORD`;
  if (name === "TimeoutError") return "no answer; does a NATS server listen there?";
  if (typeof code === "string" && /CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return `${printable(message)}; give the authority's certificate with --tls-ca`;
  }
  return printable(message);
}
