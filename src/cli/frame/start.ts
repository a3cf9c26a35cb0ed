/** How the programs start: on a Node.js that the package supports, with its cache of compiled code; others get one sentence. */
import module from "node:module";

// Older versions of Node.js read this file too, so it must parse there.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

/** Node.js 22 and later. (The types are those of 20.) */
const { enableCompileCache } = module as { enableCompileCache?(folder: string): void };

/** The user's own cache. Node's default is below the temporary folder, where another user could put code first. */
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
      `varexpand needs Node.js 20.19 or a later 20, or 22.12 or later; this is ${process.versions.node}\n`,
    );
    process.exitCode = 2;
  }
}
