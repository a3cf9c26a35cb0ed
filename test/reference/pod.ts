/**
 * The shortest obviously correct environment of a container, as the kubelet builds it, for pods whose variables are
 * texts, ConfigMap keys and services. The oracle; never shipped.
 */
import { referenceExpand } from "./expand.ts";

export interface ReferenceContainer {
  readonly env: readonly { readonly name: string; readonly value?: string; readonly key?: string }[];
  readonly envFrom: readonly { readonly prefix: string }[];
  readonly args: readonly string[];
  readonly probe: readonly string[];
}

/** `data` is the one ConfigMap's; a `key` that it does not have is optional. */
export function referenceContainer(
  { env, envFrom, args, probe }: ReferenceContainer,
  data: Readonly<Record<string, string>>,
  services: ReadonlyMap<string, string>,
) {
  const unresolved: string[] = [];
  const own = new Map<string, string>();
  const expand = (text: string, maps: readonly ReadonlyMap<string, string>[]) =>
    decode(
      referenceExpand(encode(text), (bytes) => {
        const name = decode(bytes);
        const map = maps.find((candidate) => candidate.has(name));
        if (map === undefined) unresolved.push(name);
        return map && encode(map.get(name)!);
      }),
    );
  for (const { prefix } of envFrom) for (const key of Object.keys(data)) own.set(prefix + key, data[key]!);
  for (const { name, value, key } of env) {
    if (value) own.set(name, expand(value, [own, services]));
    else if (key === undefined) own.set(name, "");
    else if (Object.hasOwn(data, key)) own.set(name, data[key]!);
  }
  const all = [...own, ...[...services].filter(([name]) => !own.has(name))];
  const written = new Map(env.map(({ name, value }) => [name, value ?? ""]));
  return {
    env: all.map(([name, value]) => `${name}=${value}`),
    args: args.map((text) => expand(text, [own, services])),
    probe: probe.map((text) => expand(text, [written])),
    unresolved,
  };
}

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
