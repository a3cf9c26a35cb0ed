/** Limits of one request: on the bytes of a stream, the number of its pieces, and its events. */

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;
/** How much of an unneeded body is read and discarded, and how long to wait for its next piece. */
const MAX_DISCARDED = 64 * MIB;
const QUIET_MILLISECONDS = 5000;

/** A request's body: read once, and only up to a limit. */
export class Body {
  #reader;

  /** @param body a stream of bytes, or null */
  constructor(body) {
    this.#reader = body?.getReader({ mode: "byob" });
  }

  /**
   * The first `limit` bytes. If there are more, calls `exceeded` once and ends. They arrive in pieces of 4 KiB, and each
   * has a cost besides its bytes: 64 KiB are asked for at a time.
   */
  async *upTo(limit, exceeded) {
    let left = limit;
    for (let isOpen = this.#reader !== undefined; isOpen; ) {
      const { value, done } = await this.#reader.read(new Uint8Array(PIECE), { min: PIECE });
      isOpen = !done;
      const piece = value ?? new Uint8Array(0);
      if (piece.length > left) {
        exceeded();
        if (left > 0) yield piece.subarray(0, left);
        return;
      }
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  /**
   * Reads the rest of the body and discards it. An answer that ends while the client still sends is lost, because the
   * connection is reset; so an answer that does not need the whole body waits for this before it ends. Reads at most
   * 64 MiB, and gives up if nothing comes for 5 seconds.
   */
  async discardRest() {
    let left = MAX_DISCARDED;
    while (this.#reader !== undefined && left > 0) {
      const { value, done } = await beforeLong(this.#reader.read(new Uint8Array(PIECE)));
      if (done) return;
      left -= value.length;
    }
    // Not awaited: the body may never end.
    this.#reader?.cancel().catch(() => {});
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

/** The pieces of an async generator as a body; the next one is made when the client has room for it. */
export function streamOf(pieces) {
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => pieces.return(),
    },
    { highWaterMark: 0 },
  );
}

/** How many events are examined: a body full of unresolved references would cost many times what other bodies cost. */
export const LOOKED_AT = 2000;

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
    // A count may grow to seven digits.
    const size = message.length > this.#room ? message.length : ascii(event).length + 8;
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
