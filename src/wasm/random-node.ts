/**
 * `crypto` of the seed where Node reads the package from the disk: the build puts it in the place of the global
 * (.ci/bundle.js). The first use of that loads Node's modules of cryptography, which is a third of a cold start; the
 * device is the kernel's generator itself, from which OpenSSL would seed its own.
 */

const DEVICE = "/dev/urandom";

/** What is used of `node:fs`. */
interface FileSystem {
  openSync(path: string): number;
  fstatSync(file: number): { isCharacterDevice(): boolean };
  readSync(file: number, bytes: Uint8Array): number;
  closeSync(file: number): void;
}

interface Runtime {
  readonly Deno?: unknown;
  readonly process: { getBuiltinModule(name: string): FileSystem };
  readonly crypto: { getRandomValues(bytes: Uint8Array): void };
}

export const crypto: Runtime["crypto"] = {
  getRandomValues(bytes) {
    if (!isFilledByKernel(bytes)) (globalThis as unknown as Runtime).crypto.getRandomValues(bytes);
  },
};

/** False where there is no such device, or it must not be read; Node before 20.16 cannot ask for a module. */
function isFilledByKernel(bytes: Uint8Array): boolean {
  const { Deno, process } = globalThis as unknown as Runtime;
  // It would ask the user for the permission to read the file.
  if (Deno !== undefined) return false;
  try {
    const fs = process.getBuiltinModule("node:fs");
    const file = fs.openSync(DEVICE);
    try {
      // Elsewhere anybody may make a file of this name.
      return fs.fstatSync(file).isCharacterDevice() && fs.readSync(file, bytes) === bytes.length;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    return false;
  }
}
