/**
 * `npm run test:binary`: builds the single executable, and runs the tests of the commands with it instead of the source. Tests
 * that need what only a process of their own has (a terminal, progress) run as usual. Arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const env = { ...process.env, VAREXPAND_EXECUTABLE: join(root, "build/binary/varexpand") };
const given = process.argv.slice(2);
const files = given.length > 0 ? given : ["test/cli", "test/docs/recipes.test.ts"];
const build = spawnSync("npm", ["run", "--silent", "binary"], { cwd: root, stdio: "inherit" });
// Starting a process for each command takes longer than calling a function.
const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "release", "--test-timeout", "120000"];
const tests =
  build.status === 0 && spawnSync(process.execPath, [...args, ...files], { cwd: root, env, stdio: "inherit" });
process.exitCode = tests.status ?? 1;
