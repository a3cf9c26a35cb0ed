import { expect, test } from "vitest";
import { type Cluster, type Pod, resolvePod } from "../../../../src/index.ts";
import { type ReferenceContainer, referenceContainer } from "../../../reference/pod.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

const SERVICES = new Map([
  ["API_SERVICE_HOST", "10.0.0.7"],
  ["API_SERVICE_PORT", "80"],
  ["API_PORT", "tcp://10.0.0.7:80"],
  ["API_PORT_80_TCP", "tcp://10.0.0.7:80"],
  ["API_PORT_80_TCP_PROTO", "tcp"],
  ["API_PORT_80_TCP_PORT", "80"],
  ["API_PORT_80_TCP_ADDR", "10.0.0.7"],
]);
const API = { metadata: { name: "api", namespace: "shop" }, spec: { clusterIP: "10.0.0.7", ports: [{ port: 80 }] } };

const NAMES = ["A", "B", "C", "a.b", "é", "__proto__", "API_PORT", "P_A", "", "\u{1f600}"];
const PIECES = ["$", "$$", "(", ")", "$(", "x", "é", "\u{1f600}", "\n", ...NAMES.map((name) => `$(${name})`)];

test("random pods resolve as in the reference", () => {
  const seed = 20_260_403;
  const random = new Random(seed);
  const list = <T>(most: number, make: () => T) => Array.from({ length: random.below(most + 1) }, make);
  const text = () => list(6, () => random.pick(PIECES)).join("");
  for (let i = 0; i < fuzzCases(3000); i++) {
    const data = Object.fromEntries(list(4, () => [random.pick(NAMES), text()]));
    const container: ReferenceContainer = {
      env: list(8, () => {
        const name = random.pick(NAMES);
        return random.below(4) === 0 ? { name, key: random.pick(NAMES) } : { name, value: text() };
      }),
      envFrom: list(2, () => ({ prefix: random.pick(["", "P_"]) })),
      args: list(3, text),
      probe: list(2, text),
    };
    const links = random.below(2) === 0;
    const label = `seed ${seed}, case ${i}: ${JSON.stringify({ container, data, links })}`;
    expect(resolved(container, data, links), label).toEqual(
      referenceContainer(container, data, links ? SERVICES : new Map()),
    );
  }
});

function resolved({ env, envFrom, args, probe }: ReferenceContainer, data: Record<string, string>, links: boolean) {
  const pod: Pod = {
    metadata: { namespace: "shop" },
    spec: {
      enableServiceLinks: links,
      containers: [
        {
          env: env.map(({ name, value, key }) =>
            key === undefined
              ? { name, ...(value !== undefined && { value }) }
              : { name, valueFrom: { configMapKeyRef: { name: "c", key, optional: true } } },
          ),
          envFrom: envFrom.map(({ prefix }) => ({ prefix, configMapRef: { name: "c" } })),
          args,
          livenessProbe: { exec: { command: probe } },
        },
      ],
    },
  };
  const cluster: Cluster = { services: [API], configMaps: [{ metadata: { name: "c", namespace: "shop" }, data }] };
  const container = resolvePod(pod, cluster).containers[0]!;
  return {
    env: container.env.map(({ name, value }) => `${name}=${value}`),
    args: container.args,
    probe: container.exec.livenessProbe,
    unresolved: container.events.map(({ message }) => message.slice(2, message.lastIndexOf(") is not expanded"))),
  };
}
