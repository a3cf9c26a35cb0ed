/** Limits how much a stream worker holds and requests. */
import type { Amount } from "./queue.ts";

/** The number of concurrent requests. While one ends, messages of the other one still arrive. */
export const REQUESTS = 2;

/** The fraction of the message limit that must be free before more messages are requested, to avoid many requests. */
const WORTHWHILE = 1 / 4;

/** Counts held messages, and requested ones as if they had arrived. */
export class Room {
  private readonly limit: Amount;
  private readonly largest: number;
  private messages = 0;
  private bytes = 0;

  /** @param largest the maximum size of a message in bytes */
  constructor(limit: Amount, largest: number) {
    this.limit = limit;
    this.largest = largest;
  }

  /** Reserves room for a request; undefined if there is too little. */
  reserve(): Reservation | undefined {
    const { limit, largest } = this;
    const messages = limit.messages - this.messages;
    const bytes = limit.bytes - this.bytes;
    if (messages < Math.max(1, Math.floor(limit.messages * WORTHWHILE)) || bytes < largest) return undefined;
    return new Reservation(this, {
      messages: Math.min(messages, Math.ceil(limit.messages / REQUESTS)),
      bytes: Math.min(bytes, Math.max(largest, Math.floor(limit.bytes / REQUESTS))),
    });
  }

  /** @internal */
  add(messages: number, bytes: number): void {
    this.messages += messages;
    this.bytes += bytes;
  }

  /** Releases the room of a message. */
  release(bytes: number): void {
    this.add(-1, -bytes);
  }
}

/** Room for a request. */
export class Reservation {
  readonly amount: Amount;
  private readonly room: Room;
  private messages: number;
  private bytes: number;

  /** @internal */
  constructor(room: Room, amount: Amount) {
    this.room = room;
    this.amount = amount;
    this.messages = amount.messages;
    this.bytes = amount.bytes;
    room.add(amount.messages, amount.bytes);
  }

  /** Moves the room of an arrived message out of the reservation, until `Room.release`. */
  take(bytes: number): void {
    const messages = Math.min(1, this.messages);
    const reserved = Math.min(bytes, this.bytes);
    this.messages -= messages;
    this.bytes -= reserved;
    this.room.add(1 - messages, bytes - reserved);
  }

  /** Releases the rest of the reservation. */
  end(): void {
    this.room.add(-this.messages, -this.bytes);
    this.messages = 0;
    this.bytes = 0;
  }
}
