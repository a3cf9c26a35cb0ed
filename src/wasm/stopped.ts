import { words } from "./arena.ts";
import {
  STOPPED_COLUMN,
  STOPPED_END,
  STOPPED_IN_FLOW,
  STOPPED_INPUT,
  STOPPED_OUTPUT,
  STOPPED_RECORDS,
  STOPPED_ROOM,
  STOPPED_SEARCHED,
  STOPPED_UNCLEAR,
} from "./codes.ts";
import type { ExpansionScanners } from "./scanners.ts";

/**
 * Where the last scan stopped. `assembly/codes.ts` describes each field. To be made after a scan, and read before memory
 * grows or another scan begins.
 */
export class Stopped {
  private readonly numbers: Int32Array;
  /** Where the record begins in them. */
  private readonly at: number;

  constructor(scanners: Pick<ExpansionScanners, "stoppedAt">) {
    this.numbers = words();
    this.at = scanners.stoppedAt() >>> 2;
  }

  get input(): number {
    return this.numbers[this.at + STOPPED_INPUT]! >>> 0;
  }

  get output(): number {
    return this.numbers[this.at + STOPPED_OUTPUT]! >>> 0;
  }

  get records(): number {
    return this.numbers[this.at + STOPPED_RECORDS]! >>> 0;
  }

  get room(): number {
    return this.numbers[this.at + STOPPED_ROOM]! >>> 0;
  }

  get searched(): number {
    return this.numbers[this.at + STOPPED_SEARCHED]! >>> 0;
  }

  get end(): number {
    return this.numbers[this.at + STOPPED_END]! >>> 0;
  }

  get unclear(): number {
    return this.numbers[this.at + STOPPED_UNCLEAR]! >>> 0;
  }

  get column(): number {
    return this.numbers[this.at + STOPPED_COLUMN]!;
  }

  get inFlow(): boolean {
    return this.numbers[this.at + STOPPED_IN_FLOW] !== 0;
  }
}
