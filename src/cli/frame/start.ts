/** How the programs start: on a Node.js that the package supports, with its cache of compiled code; others get one sentence. */
import module from "node:module";

// Older versions of Node.js read this file too, so it must parse there.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

/** Node.js 22 and later. (The types are those of 20.) */
const { enableCompileCache } = module as { enableCompileCache?(): void };

export async function start(load: () => Promise<{ main(): void | Promise<void> }>): Promise<void> {
  if (isSupported) {
    enableCompileCache?.();
    const { main } = await load();
    await main();
  } else {
    process.stderr.write(
      `varexpand needs Node.js 20.19 or a later 20, or 22.12 or later; this is ${process.versions.node}\n`,
    );
    process.exitCode = 2;
  }
}
