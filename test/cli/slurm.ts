/** A cluster of Slurm with one node: real daemons on free ports of this machine, with files of their own. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { missing } from "../tools.ts";
import { DEADLINE } from "../waiting.ts";

const TOOLS = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "sinfo"];
/** Debian has daemons where not every PATH leads. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export const hasSlurm = TOOLS.every(
  (tool) => spawnSync("sh", ["-c", `command -v ${tool}`], { env: { PATH } }).status === 0 || missing(tool),
);

/** Waits for a condition. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = Date.now() + DEADLINE;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${DEADLINE} ms: ${what}`);
    await setTimeout(100);
  }
}

export class SlurmCluster {
  private readonly folder = mkdtempSync(join(tmpdir(), "slurm-"));
  private readonly daemons: ChildProcess[] = [];
  private readonly environment = { ...process.env, PATH, SLURM_CONF: join(this.folder, "slurm.conf") };

  /** Starts the daemons, and waits until the node takes jobs. */
  async start(): Promise<void> {
    const { folder } = this;
    const at = (name: string) => join(folder, name);
    for (const name of ["state", "spool", "munge"]) mkdirSync(at(name), { mode: 0o700 });
    mkdirSync(at("run"), { mode: 0o755 });
    writeFileSync(at("munge/key"), randomBytes(1024), { mode: 0o400 });
    const files = ["key", "log", "seed"].flatMap((name) => [`--${name}-file`, at(`munge/${name}`)]);
    chmodSync(folder, 0o755);
    this.daemon(
      "munged",
      "--foreground",
      "--socket",
      at("run/munge.socket"),
      "--pid-file",
      at("run/munged.pid"),
      ...files,
    );
    const host = hostname().split(".")[0]!;
    const { username } = userInfo();
    const settings = {
      ClusterName: "test",
      SlurmctldHost: `${host}(127.0.0.1)`,
      SlurmctldPort: await freePort(),
      SlurmdPort: await freePort(),
      AuthType: "auth/munge",
      AuthInfo: `socket=${at("run/munge.socket")}`,
      SlurmUser: username,
      SlurmdUser: username,
      StateSaveLocation: at("state"),
      SlurmdSpoolDir: at("spool"),
      SlurmctldPidFile: at("run/slurmctld.pid"),
      SlurmdPidFile: at("run/slurmd.pid"),
      SlurmctldLogFile: at("slurmctld.log"),
      SlurmdLogFile: at("slurmd.log"),
      ProctrackType: "proctrack/linuxproc",
      TaskPlugin: "task/none",
      JobAcctGatherType: "jobacct_gather/none",
      SelectType: "select/cons_tres",
      SelectTypeParameters: "CR_CPU",
      SchedulerParameters: "sched_interval=1,sched_min_interval=1,bf_interval=1",
      KillWait: 1,
      ReturnToService: 2,
      MailProg: "/bin/true",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    lines.push(
      `NodeName=${host} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN`,
      "PartitionName=all Nodes=ALL Default=YES State=UP",
    );
    writeFileSync(this.environment.SLURM_CONF, `${lines.join("\n")}\n`);
    writeFileSync(at("cgroup.conf"), "CgroupPlugin=autodetect\n");
    this.daemon("slurmctld", "-D");
    this.daemon("slurmd", "-D");
    await until("a node that is idle", () => this.run("sinfo", "-h", "-o", "%t").trim() === "idle");
  }

  /** Runs one of Slurm's commands, and returns what it prints; nothing if it fails. */
  run(command: string, ...args: string[]): string {
    return spawnSync(command, args, { cwd: this.folder, env: this.environment, encoding: "utf8" }).stdout;
  }

  /** Ends every daemon that was started, and removes its files. */
  async stop(): Promise<void> {
    this.run("scancel", "--user", userInfo().username);
    for (const daemon of this.daemons.reverse()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      const ended = once(daemon, "exit");
      daemon.kill("SIGTERM");
      const late = setTimeout(10_000, "late", { ref: false });
      if ((await Promise.race([ended, late])) === "late") {
        daemon.kill("SIGKILL");
        await ended;
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private daemon(command: string, ...args: string[]): void {
    const daemon = spawn(command, args, { env: this.environment, stdio: "ignore" });
    this.daemons.push(daemon);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
