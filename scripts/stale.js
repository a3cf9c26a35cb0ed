/** Checks whether `dist/` is up to date. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const GENERATED = /^src.wasm.(?:codes|embedded-.*|scanners)\.ts$/;

/** Returns a source that is newer than the build, `dist` if there is no build, or undefined if the build is up to date. */
export function newerSource() {
  // The build writes this file last.
  const built = join(root, "dist/THIRD-PARTY-LICENSES");
  if (!existsSync(built)) return "dist";
  const { mtimeMs } = statSync(built);
  const sources = ["scripts", "assembly", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => !/^(?:node_modules|site)\b/.test(name))
      .map((name) => join(folder, name)),
  );
  return [...sources, "asconfig.json", "package.json", "tsconfig.build.json"].find(
    (path) => !GENERATED.test(path) && statSync(join(root, path)).mtimeMs > mtimeMs,
  );
}
