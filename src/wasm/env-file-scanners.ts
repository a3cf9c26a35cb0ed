import { envFiles } from "#wasm/env-files";
import { isFarTooLarge, runAside } from "./arena.ts";
import { type Instance, instantiate, wasmInstance } from "./instance.ts";
import { compiled, hasAll } from "./load-scanners.ts";
import type { EnvFileScanners, Scanners } from "./scanners.ts";

let instance: Instance | undefined;

/** Runs a function with the scanners of env files. It must not call other scanners. */
export function withEnvFileScanners<T>(run: (scanners: EnvFileScanners) => T): T {
  if (hasAll()) return run(wasmInstance().scanners as Scanners);
  instance ??= instantiate(compiled(envFiles));
  return runAside(instance, () => {
    try {
      return run(wasmInstance().scanners as unknown as EnvFileScanners);
    } finally {
      if (isFarTooLarge()) instance = undefined;
    }
  });
}
