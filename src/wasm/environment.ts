/**
 * Compiled variables in WASM memory; see assembly/environment.ts for the layout.
 *
 * One table is resident at a time. When another one is needed, its bytes are copied out, and back in at its next turn
 * (addresses in it are absolute, and a table always begins at the same one).
 */
import { bytes, ensure, words } from "./arena.ts";
import { wasmInstance } from "./instance.ts";

const encoder = /* @__PURE__ */ new TextEncoder();

let resident: EnvironmentTable | undefined;

/** The first address behind the resident table, a multiple of 16: where a call may put its own bytes. */
export function scratchStart(): number {
  return resident === undefined ? wasmInstance().scanners.arenaStart() : resident.end;
}

export class EnvironmentTable {
  /** The address behind the table; only while it is resident. */
  end = 0;
  private image: Uint8Array | undefined;

  /** Puts the table where the scanners look. Every scan begins with this. */
  makeResident(): void {
    if (resident === this) return;
    resident?.evict();
    const { scanners } = wasmInstance();
    const start = scanners.arenaStart();
    if (this.image === undefined) {
      ensure(start + scanners.environmentRoom(0, 0));
      this.end = scanners.environmentReset(start);
    } else {
      this.end = start + this.image.length;
      ensure(this.end);
      bytes().set(this.image, start);
      this.image = undefined;
    }
    resident = this;
  }

  private evict(): void {
    this.image = bytes().slice(wasmInstance().scanners.arenaStart(), this.end);
    resident = undefined;
  }

  /** Sets a variable whose name and value are found and written as UTF-8. */
  setBytes(name: string, value: string): void {
    this.makeResident();
    const { scanners } = wasmInstance();
    // A UTF-16 unit becomes three bytes at most.
    ensure(this.end + scanners.environmentRoom(name.length * 3, value.length * 3));
    const nameLength = encodeInto(name, scanners.environmentName());
    const valueLength = encodeInto(value, scanners.environmentValue(nameLength));
    this.end = scanners.environmentSet(nameLength, valueLength);
  }

  /** Sets a variable that is found by UTF-16 units and answered by a number. */
  setNumber(name: string, value: number): void {
    this.makeResident();
    const { scanners } = wasmInstance();
    ensure(this.end + scanners.environmentRoom(name.length * 2, 0));
    copyUnits(name, scanners.environmentName());
    this.end = scanners.environmentSetNumber(name.length * 2, value);
  }
}

function encodeInto(text: string, to: number): number {
  return encoder.encodeInto(text, bytes().subarray(to)).written;
}

function copyUnits(text: string, to: number): void {
  const memory = new DataView(words().buffer);
  for (let i = 0; i < text.length; i++) memory.setUint16(to + i * 2, text.charCodeAt(i), true);
}
