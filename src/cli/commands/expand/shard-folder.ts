/** The folder that the shards of a job write to. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Shard, shardName } from "../../../scale/shard/shard.ts";
import { visibleText } from "../../../text/printable.ts";
import { TEMPORARY_ID, TemporaryFile, temporaryId } from "../../files/temporary-file.ts";
import { attempt } from "../../frame/errors.ts";

/** The names of temporary files. */
const TEMPORARY = new RegExp(`^\\.(job|(?:part|events)-([0-9]{5,}-of-[0-9]{5,}))\\.${TEMPORARY_ID}\\.tmp$`);
const PART = /^part-[0-9]{5,}-of-[0-9]{5,}$/;

export class ShardFolder {
  readonly path: string;
  readonly part: string;
  readonly events: string;
  readonly job: string;
  private readonly shard: Shard;

  constructor(path: string, shard: Shard) {
    const name = shardName(shard);
    this.path = path;
    this.shard = shard;
    this.part = join(path, `part-${name}`);
    this.events = join(path, `events-${name}.ndjson`);
    this.job = join(path, "job.json");
  }

  /** Whether the shard is done. */
  get isDone(): boolean {
    return attempt(visibleText(this.path), () => existsSync(this.part));
  }

  /** @throws InputError */
  make(): void {
    attempt(visibleText(this.path), () => mkdirSync(this.path, { recursive: true }));
  }

  /** Whether any shard of any job is done. */
  get hasParts(): boolean {
    return namesIn(this.path).some((name) => PART.test(name));
  }

  /** A file of this run only: another process may do the same shard at the same time. */
  temporary(kind: "job" | "part" | "events"): TemporaryFile {
    const name = kind === "job" ? kind : `${kind}-${shardName(this.shard)}`;
    return new TemporaryFile(join(this.path, `.${name}.${temporaryId()}.tmp`));
  }

  /** Waits until the names of the files are on the disk, where the system can do that. */
  sync(): void {
    let descriptor: number;
    try {
      descriptor = openSync(this.path, "r");
    } catch {
      // Windows does not open folders.
      return;
    }
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** Whether a name is that of a temporary file of a shard, or of any shard. */
export function isShardLeftover(name: string, shard?: Shard): boolean {
  const found = TEMPORARY.exec(name);
  return found !== null && (shard === undefined || found[2] === shardName(shard));
}

function namesIn(path: string): string[] {
  return attempt(visibleText(path), () => readdirSync(path));
}
