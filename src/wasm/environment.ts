/** Compiled variables in WASM memory, one table beside the other; see assembly/substitution/environment.ts for a table's layout. */
import {
  aligned,
  bytes,
  ensure,
  forgetTables,
  generation,
  moveScratch,
  refuseReentry,
  scratchStart,
  tablesStart,
  writeText,
} from "./arena.ts";
import { TABLES, WASTE } from "./capacities.ts";
import { SEED_BYTES } from "./codes.ts";
import { expansionScanners } from "./expansion-scanners.ts";
import { type Instance, wasmInstance } from "./instance.ts";

/** The table that the scanners use, and the generation in which it was selected. */
let selected: EnvironmentTable | undefined;
let selectedIn = -1;
/** Bytes of the largest table since the tables were last forgotten. */
let largest = 0;

/** The variables that a table is made of. */
export interface TableSource {
  /** About how many variables there are. */
  count(): number;
  /** How references are written: `KUBERNETES`, for example. */
  readonly syntax: number;
  /** Sets each variable, by `set`; whenever the table has to be made anew. */
  fill(table: EnvironmentTable): void;
}

/**
 * A table of variables: a copy of its source. It is made when it is first needed, and made anew when all tables were
 * forgotten, when replaced values waste too much of it, or after a failure.
 */
export class EnvironmentTable {
  private readonly source: TableSource;
  private isWhole = false;
  /** The generation of the arena in which it has its place. */
  private placedIn = -1;
  private base = 0;
  private end = 0;
  /** The end of its place, at least `end`. */
  private placeEnd = 0;
  /** Its bytes when it was made, and the bytes of replaced values since then. */
  private size = 0;
  private replaced = 0;
  /** Whether a variable did not fit. */
  private isCramped = false;

  constructor(source: TableSource) {
    this.source = source;
  }

  /** Makes the scanners use this table. Every scan with variables begins with this. */
  select(): void {
    if (!this.isWhole || this.placedIn !== generation) this.make();
    else if (selected !== this || selectedIn !== generation) this.choose();
  }

  private choose(): void {
    refuseReentry();
    wasmInstance().scanners.environmentSelect(this.base);
    selected = this;
    selectedIn = generation;
  }

  private make(): void {
    const scanners = expansionScanners();
    if (this.placedIn === generation && this.placeEnd === scratchStart()) moveScratch(this.base);
    this.placedIn = -1;
    if (drawSeed() || scratchStart() - tablesStart() > TABLES + 2 * largest) {
      forgetTables();
      largest = 0;
    }
    const count = this.source.count();
    this.base = scratchStart();
    ensure(this.base + (scanners.environmentSize(count) >>> 0));
    selected = undefined;
    this.end = scanners.environmentReset(this.base, count, this.source.syntax) >>> 0;
    this.source.fill(this);
    this.size = this.end - this.base;
    // A table that grows between others does not move each time.
    this.placeEnd = this.end + (this.isCramped ? aligned(this.size) : 0);
    ensure(this.placeEnd);
    moveScratch(this.placeEnd);
    largest = Math.max(largest, this.size);
    this.replaced = 0;
    this.isCramped = false;
    this.placedIn = generation;
    this.isWhole = true;
    this.choose();
  }

  /** Call this after the source has changed. */
  forget(): void {
    this.isWhole = false;
  }

  /**
   * Sets a variable that the source has changed. Where that is not possible, the table is made anew at its next use, and
   * fails there if it must.
   */
  update(name: string, value: string, isReplaced: boolean): void {
    if (!this.isWhole || this.placedIn !== generation) return;
    this.isWhole = false;
    try {
      this.append(name, value, isReplaced);
    } catch {}
  }

  private append(name: string, value: string, isReplaced: boolean): void {
    this.choose();
    const isLast = this.placeEnd === scratchStart();
    if (!isLast && this.end + this.mostRoom(name, value) > this.placeEnd) {
      this.isCramped = true;
      return;
    }
    const before = this.end;
    this.set(name, value);
    if (isLast) {
      this.placeEnd = Math.max(this.placeEnd, this.end);
      moveScratch(this.placeEnd);
    }
    if (isReplaced) this.replaced += this.end - before;
    this.isWhole = this.replaced <= this.size + WASTE;
  }

  private mostRoom(name: string, value: string): number {
    return wasmInstance().scanners.environmentRoom(name.length * 3, value.length * 3) >>> 0;
  }

  /** Sets a variable. For `TableSource.fill`. */
  set(name: string, value: string): void {
    const { scanners } = wasmInstance();
    const nameStart = scanners.environmentName() >>> 0;
    const nameLength = writeText(name, nameStart) - nameStart;
    const valueStart = scanners.environmentValue(nameLength) >>> 0;
    const valueLength = writeText(value, valueStart) - valueStart;
    ensure(this.end + (scanners.environmentRoom(nameLength, valueLength) >>> 0));
    this.end = scanners.environmentSet(nameLength, valueLength) >>> 0;
  }
}

/** The secret of the scanners' hash function. It prevents anyone from choosing names that collide. */

/** Node 20's types know `crypto` only with the browser's libraries. */
declare const crypto: { getRandomValues(bytes: Uint8Array): void } | undefined;

let seeded: Instance | undefined;

/**
 * Draws the secret of this instance unless it has one; returns whether it is a new one, and the tables that were made
 * before are useless. Called when the first table is made: Workers forbid random numbers at global scope, where many make
 * their `Environment`. A table that is used there is made without a secret, and anew with one.
 */
export function drawSeed(): boolean {
  const instance = wasmInstance();
  if (seeded === instance) return false;
  const secret = new Uint8Array(SEED_BYTES);
  try {
    crypto!.getRandomValues(secret);
  } catch {
    return false;
  }
  bytes().set(secret, instance.scanners.seedAt() >>> 0);
  seeded = instance;
  return true;
}
