/** How much a stream worker holds, and how much more it may ask for. */
import type { Amount } from "./queue.ts";

/** Requests that are under way at once: while one ends, the other one still brings messages. */
export const REQUESTS = 2;

/** Of all messages that may be held, the part that must be free before more are asked for: few requests are cheap. */
const WORTHWHILE = 1 / 4;

/** What was asked for and has not come is counted as if it were here. */
export class Room {
  private readonly limit: Amount;
  private readonly largest: number;
  private messages = 0;
  private bytes = 0;

  /** @param largest the bytes of the largest message that there can be */
  constructor(limit: Amount, largest: number) {
    this.limit = limit;
    this.largest = largest;
  }

  /** Sets aside room for a request; undefined if there is too little. */
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

  /** Gives back the room of a message. */
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

  /** A message has come: it takes its room until `Room.release`. */
  take(bytes: number): void {
    const messages = Math.min(1, this.messages);
    const reserved = Math.min(bytes, this.bytes);
    this.messages -= messages;
    this.bytes -= reserved;
    this.room.add(1 - messages, bytes - reserved);
  }

  /** No more messages come: what is left is free. */
  end(): void {
    this.room.add(-this.messages, -this.bytes);
    this.messages = 0;
    this.bytes = 0;
  }
}
