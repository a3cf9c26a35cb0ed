/** Starts a program with Node's compile cache, or prints one sentence on an unsupported version of Node.js. */
import module from "node:module";

// Unsupported versions of Node.js run this file, so it must parse there.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

/** Exists in Node.js 22 and later; the type declarations are for 20. */
const { enableCompileCache } = module as { enableCompileCache?(folder: string): void };

/** The user's own cache. Node's default is in the temporary directory, where another user could plant code. */
export function compileCacheFolder({ XDG_CACHE_HOME, HOME }: NodeJS.ProcessEnv): string | undefined {
  const caches = XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : HOME?.startsWith("/") && `${HOME}/.cache`;
  return caches ? `${caches}/varexpand` : undefined;
}

export async function start(load: () => Promise<{ main(): void | Promise<void> }>): Promise<void> {
  if (isSupported) {
    const folder = compileCacheFolder(process.env);
    if (folder !== undefined) enableCompileCache?.(folder);
    const { main } = await load();
    await main();
  } else {
    process.stderr.write(
      `varexpand: unsupported Node.js ${process.versions.node}; use 20.19 or a later 20.x, or 22.12 or later\n`,
    );
    // The exit codes of varexpand run are those of docker run.
    process.exitCode = process.argv[2] === "run" ? 125 : 2;
  }
}
