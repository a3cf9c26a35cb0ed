/**
 * Env files against `docker create --env-file`. The client reads the file and sends the variables to the daemon, whose place
 * a server on a Unix socket takes.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { dockerReading } from "../../src/envfile/readers/docker-and-kubectl.ts";
import { lineFileOf } from "./env-files.ts";
import type { Suite } from "./suite.ts";

/** The variables in the requests that docker sends for these files; null where it sends none. */
async function requested(files: readonly string[]): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), "docker-"));
  const [socket, path] = [join(folder, "socket"), join(folder, "env")];
  let variables: unknown = null;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const creates = request.method === "POST";
    if (creates) variables = variablesIn(JSON.parse(body).Env ?? []);
    response.writeHead(creates ? 201 : 200, { "Content-Type": "application/json" });
    response.end(creates ? '{"Id":"c","Warnings":[]}' : "{}");
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const env = { PATH: process.env.PATH, HOME: folder, DOCKER_HOST: `unix://${socket}` };
  const results: unknown[] = [];
  for (const file of files) {
    variables = null;
    writeFileSync(path, file);
    // It fails for files that it rejects.
    await promisify(execFile)("docker", ["create", "--env-file", path, "image"], { env }).catch(() => undefined);
    results.push(variables);
  }
  server.close();
  rmSync(folder, { recursive: true });
  return results;
}

/** The last value of each name. */
function variablesIn(entries: readonly string[]) {
  return Object.fromEntries(entries.map((entry) => /^(.*?)=(.*)$/s.exec(entry)!.slice(1)));
}

export const dockerSuite: Suite<string> = {
  name: "docker create --env-file",
  // Not with hasTool(): CI can run without docker.
  missing: spawnSync("docker", ["--version"]).status === 0 ? undefined : "install docker",
  batch: 20,
  make: lineFileOf,
  ours(file) {
    const reading = dockerReading(file);
    if ("unknown" in reading) return undefined;
    return "variables" in reading ? Object.fromEntries(reading.variables) : null;
  },
  theirs: requested,
};
