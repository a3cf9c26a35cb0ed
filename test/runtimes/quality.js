/** What publishing tools say of the packed tarball: publint about package.json, attw about the declarations. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const require = createRequire(import.meta.url);

/** What publint finds, a line each. */
export async function publintFindings(root) {
  const { messages, pkg } = await publint({ pkgDir: root, level: "suggestion", strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

/** What "are the types wrong" finds on a package of ES modules only. */
export function attwFindings(tarball) {
  const folder = dirname(require.resolve("@arethetypeswrong/cli/package.json"));
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const args = [join(folder, bin.attw), "--profile", "esm-only", "--no-emoji", "--no-color", tarball];
  try {
    execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" });
    return [];
  } catch (error) {
    return [`${error.stdout}${error.stderr}`];
  }
}
