/** Limits of one request: on the bytes of a stream, the number of its pieces, and its events. */

const KIB = 1024;
const MIB = 1024 * KIB;
/** How much is handed on at a time: its expansion may be many times as long. */
const PIECE = 64 * KIB;
/** How much is read and sent at a time if the body's length is known. */
const MANY_PIECES = 512 * KIB;
/** How much of an unneeded body is read and discarded, and how long to wait for its next piece. */
const MAX_DISCARDED = 64 * MIB;
const QUIET_MILLISECONDS = 5000;

/** A request's body: read once, and only up to a limit. */
export class Body {
  #reader;
  #isOpen;
  /** Whether the request says how long the body is; it ends there. */
  #isKnown;
  /** How many bytes are still to come then. */
  #expected;

  constructor({ body, headers }) {
    this.#reader = body?.getReader({ mode: "byob" });
    this.#isOpen = this.#reader !== undefined;
    this.#expected = Number.parseInt(headers.get("content-length"), 10);
    this.#isKnown = this.#expected > 0;
  }

  /** How many bytes of the answer are sent together; 1 if more input may come much later. */
  get together() {
    return this.#isKnown ? MANY_PIECES : 1;
  }

  /** The first `limit` bytes, in pieces. If there are more, calls `exceeded` once and ends. */
  async *upTo(limit, exceeded) {
    let left = limit;
    while (this.#isOpen) {
      const bytes = await this.#read();
      const end = Math.min(bytes.length, left);
      for (let at = 0; at < end; at += PIECE) yield bytes.subarray(at, Math.min(at + PIECE, end));
      if (bytes.length > left) {
        exceeded();
        return;
      }
      left -= bytes.length;
    }
  }

  /** Bytes arrive in pieces of 4 KiB, and each has a cost besides its bytes: many are asked for at a time. */
  async #read() {
    const length = this.#isKnown ? Math.min(this.#expected, MANY_PIECES) : PIECE;
    const { value = new Uint8Array(0), done } = await this.#reader.read(new Uint8Array(length), { min: length });
    this.#expected -= value.length;
    this.#isOpen = !done && (!this.#isKnown || this.#expected > 0);
    return value;
  }

  /**
   * Reads the rest of the body and discards it. An answer that ends while the client still sends is lost, because the
   * connection is reset; so an answer that does not need the whole body waits for this before it ends. Reads at most
   * 64 MiB, and gives up if nothing comes for 5 seconds.
   */
  async discardRest() {
    let left = MAX_DISCARDED;
    while (this.#isOpen && left > 0) {
      const { value, done } = await beforeLong(this.#reader.read(new Uint8Array(PIECE)));
      if (done) return;
      left -= value.length;
    }
    // Not awaited: the body may never end.
    if (this.#isOpen) this.#reader.cancel().catch(() => {});
  }
}

/** The result of a read; the end of the stream if it takes too long or fails, because the client is gone then. */
async function beforeLong(read) {
  let timer;
  const end = { done: true };
  const quiet = new Promise((resolve) => {
    timer = setTimeout(() => resolve(end), QUIET_MILLISECONDS);
  });
  try {
    return await Promise.race([read.catch(() => end), quiet]);
  } finally {
    clearTimeout(timer);
  }
}

/** An answer to a request whose body was not read to its end. */
export function answerBeforeEnd(response, body) {
  const rest = new TransformStream({ flush: () => body.discardRest() });
  return new Response(response.body.pipeThrough(rest), response);
}

/**
 * The pieces of an async generator as a body. They are made when the client has room for them, and sent when there are
 * `together` bytes: each time that something is sent has a cost, too.
 */
export function streamOf(pieces, together) {
  return new ReadableStream(
    {
      async pull(controller) {
        const parts = [];
        let length = 0;
        let isOpen = true;
        while (isOpen && length < together) {
          const { value = new Uint8Array(0), done } = await pieces.next();
          parts.push(value);
          length += value.length;
          isOpen = !done;
        }
        if (length > 0) controller.enqueue(joined(parts, length));
        if (!isOpen) controller.close();
      },
      cancel: () => pieces.return(),
    },
    { highWaterMark: 0 },
  );
}

function joined(parts, length) {
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** How many events are examined: a body full of unresolved references would cost many times what other bodies cost. */
export const LOOKED_AT = 2000;

/** The JSON of an event without its texts, and what its count may grow by: to seven digits. */
const EVENT_BYTES = 44;
const COUNT_BYTES = 8;

/**
 * Events, each once with its count. Events that do not fit are only counted (`omitted`); after the first 2,000, only
 * the flag `more` is set.
 */
export class EventList {
  #events = new Map();
  #left = LOOKED_AT;
  #room;
  #omitted = 0;
  #hasMore = false;

  /** @param room the longest JSON of the events, in bytes */
  constructor(room) {
    this.#room = room;
  }

  add({ reason, message }) {
    if (this.#left === 0) {
      this.#hasMore = true;
      return;
    }
    this.#left--;
    const known = this.#events.get(message);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const event = { reason, message, count: 1 };
    // Most of those that do not fit are told by their length: to write them all would take most of the time.
    const mayFit = reason.length + message.length + EVENT_BYTES <= this.#room;
    const size = mayFit ? ascii(event).length + COUNT_BYTES : Number.POSITIVE_INFINITY;
    if (size > this.#room) {
      this.#omitted++;
      return;
    }
    this.#room -= size;
    this.#events.set(message, event);
  }

  toJSON() {
    return { events: [...this.#events.values()], omitted: this.#omitted, ...(this.#hasMore && { more: true }) };
  }

  /** As the value of a header. */
  toHeader() {
    return ascii(this.toJSON());
  }
}

/** JSON in ASCII, because a header cannot contain other characters. */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
