/**
 * Modules of Node where the runtime has them: Node 20.16 and later, and runtimes that offer the same. They are asked for
 * and not imported, so that every other runtime and every bundler reads the same files.
 */

/** What is used of them. */
interface NodeModules {
  readonly "node:buffer": { readonly Buffer: NodeBuffer };
  readonly "node:crypto": { readonly hash?: (algorithm: string, text: string) => string };
}

export interface NodeBuffer {
  from(text: string, encoding?: "utf8" | "base64"): { toString(encoding?: "utf8" | "base64"): string };
}

interface HostProcess {
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** The module; undefined where there is none, or where it cannot be used. */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  // A page may have a variable of this name that is something else.
  const host = (globalThis as { readonly process?: HostProcess | null }).process;
  if (typeof host?.getBuiltinModule !== "function") return undefined;
  try {
    return host.getBuiltinModule(name) as NodeModules[Name] | undefined;
  } catch {
    // A Node that was built without OpenSSL has no node:crypto.
    return undefined;
  }
}
