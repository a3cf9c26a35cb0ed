/**
 * Compiled variables in WASM memory; see assembly/environment.ts for the layout.
 *
 * One table is resident at a time. When another one is needed, its bytes are copied out, and back in at its next turn
 * (addresses in it are absolute, and a table always begins at the same one).
 */
import { bytes, ensure, units } from "./arena.ts";
import { wasmInstance } from "./instance.ts";
import { writeText } from "./text.ts";

let resident: EnvironmentTable | undefined;

/** The first address behind the resident table, a multiple of 16: where a call may put its own bytes. */
export function scratchStart(): number {
  return resident === undefined ? wasmInstance().scanners.arenaStart() : resident.end;
}

export class EnvironmentTable {
  /** The address behind the table; only while it is resident. */
  end = 0;
  private readonly expected: number;
  /** The table's bytes at its last turn; out of date while `isChanged`. */
  private image: Uint8Array | undefined;
  private isChanged = true;

  /** @param expected about how many variables will be set */
  constructor(expected: number) {
    this.expected = expected;
  }

  /** Puts the table where the scanners look. Every scan begins with this. */
  makeResident(): void {
    if (resident !== this) this.takeTurn();
  }

  private takeTurn(): void {
    if (resident?.isChanged) {
      resident.image = bytes().slice(wasmInstance().scanners.arenaStart(), resident.end);
      resident.isChanged = false;
    }
    resident = undefined;
    const { scanners } = wasmInstance();
    const start = scanners.arenaStart();
    if (this.image === undefined) {
      ensure(start + scanners.environmentSize(this.expected));
      this.end = scanners.environmentReset(start, this.expected);
    } else {
      ensure(start + this.image.length);
      bytes().set(this.image, start);
      this.end = start + this.image.length;
    }
    resident = this;
  }

  /** Sets a variable whose name and value are found and written as UTF-8. */
  setBytes(name: string, value: string): void {
    this.makeResident();
    const { scanners } = wasmInstance();
    const nameStart = scanners.environmentName();
    const nameLength = writeText(name, nameStart) - nameStart;
    const valueStart = scanners.environmentValue(nameLength);
    const valueLength = writeText(value, valueStart) - valueStart;
    ensure(this.end + scanners.environmentRoom(nameLength, valueLength));
    this.isChanged = true;
    this.end = scanners.environmentSet(nameLength, valueLength);
  }

  /** Sets a variable that is found by UTF-16 units and answered by a number. */
  setNumber(name: string, value: number): void {
    this.makeResident();
    const { scanners } = wasmInstance();
    ensure(this.end + scanners.environmentRoom(name.length * 2, 0));
    const memory = units();
    for (let i = 0, to = scanners.environmentName() >>> 1; i < name.length; i++) memory[to + i] = name.charCodeAt(i);
    this.isChanged = true;
    this.end = scanners.environmentSetNumber(name.length * 2, value);
  }
}
