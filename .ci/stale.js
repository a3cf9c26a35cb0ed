/** Whether `dist/` is the build of the sources as they are. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const GENERATED = /^src.wasm.(?:codes|embedded-.*|scanners)\.ts$/;

/** A source that is newer than the build, or the build if it does not exist; undefined if the build is up to date. */
export function newerSource() {
  // The build writes it last.
  const built = join(root, "dist/THIRD-PARTY-LICENSES");
  if (!existsSync(built)) return "dist";
  const { mtimeMs } = statSync(built);
  const sources = [".ci", "assembly", "src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [...sources, "asconfig.json", "package.json", "tsconfig.build.json"].find(
    (path) => !GENERATED.test(path) && statSync(join(root, path)).mtimeMs > mtimeMs,
  );
}
