import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

const encoder = new TextEncoder();
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as NATS signs them. */
function signed(issuer: KeyPair, subject: KeyPair, name: string, nats: object): string {
  const claims = {
    jti: name,
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    name,
    sub: subject.getPublicKey(),
  };
  const text = `${part({ typ: "JWT", alg: "ed25519-nkey" })}.${part({ ...claims, nats: { ...nats, version: 2 } })}`;
  return `${text}.${Buffer.from(issuer.sign(encoder.encode(text))).toString("base64url")}`;
}

const UNLIMITED = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
};

/** The configuration of a server whose users need tokens, and a file of credentials of one of them. */
export function operatorMode(): { config: string; credentials: string } {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ];
  const accountOf = (key: KeyPair, name: string, limits: object) =>
    signed(operator, key, name, { type: "account", limits, default_permissions: { pub: {}, sub: {} } });
  const { mem_storage: _m, disk_storage: _d, streams: _s, consumer: _c, ...noStreams } = UNLIMITED;
  const config = `
operator: ${signed(operator, operator, "operator", { type: "operator" })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${system.getPublicKey()}: ${accountOf(system, "system", noStreams)}
  ${account.getPublicKey()}: ${accountOf(account, "account", UNLIMITED)}
}
`;
  const token = signed(account, user, "user", { type: "user", pub: {}, sub: {}, subs: -1, data: -1, payload: -1 });
  const seed = new TextDecoder().decode(user.getSeed());
  const credentials = `-----BEGIN NATS USER JWT-----
${token}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------
`;
  return { config, credentials };
}
