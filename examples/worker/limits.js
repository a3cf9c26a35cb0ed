/** Limits for one request: the size of the body, the size of the chunks, and the events. */

const KIB = 1024;
const MIB = 1024 * KIB;
/** The size of the chunks that are expanded at a time. The output can be many times as large. */
const PIECE = 64 * KIB;
/** How much is read and sent at a time if the length of the body is known. */
const MANY_PIECES = 512 * KIB;
/** How much of the rest of a body is read and discarded, and how long to wait for the next chunk. */
const MAX_DISCARDED = 64 * MIB;
const QUIET_MILLISECONDS = 5000;

/** The body of a request, which is read once and only up to a limit. */
export class Body {
  #reader;
  #isOpen;
  /** Whether the request has a `content-length`, which is the length of the body. */
  #isKnown;
  /** The number of remaining bytes, if the length is known. */
  #expected;

  constructor({ body, headers }) {
    this.#reader = body?.getReader({ mode: "byob" });
    this.#isOpen = this.#reader !== undefined;
    this.#expected = Number.parseInt(headers.get("content-length"), 10);
    this.#isKnown = this.#expected > 0;
  }

  /** The number of bytes of the response that are sent together; 1 if the next input can arrive much later. */
  get together() {
    return this.#isKnown ? MANY_PIECES : 1;
  }

  /** Yields the first `limit` bytes in chunks. If there are more, calls `exceeded` once and returns. */
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

  /** Bytes arrive in chunks of 4 KiB, and each read has a fixed cost, so this requests many at a time. */
  async #read() {
    const length = this.#isKnown ? Math.min(this.#expected, MANY_PIECES) : PIECE;
    const { value = new Uint8Array(0), done } = await this.#reader.read(new Uint8Array(length), { min: length });
    this.#expected -= value.length;
    this.#isOpen = !done && (!this.#isKnown || this.#expected > 0);
    return value;
  }

  /**
   * Reads the rest of the body and discards it. If a response ends while the client is still sending, the connection is
   * reset and the response is lost. A response that does not use the entire body must wait for this before it ends. Reads
   * at most 64 MiB, and stops if nothing arrives for 5 seconds.
   */
  async discardRest() {
    let left = MAX_DISCARDED;
    while (this.#isOpen && left > 0) {
      const { value, done } = await beforeLong(this.#reader.read(new Uint8Array(PIECE)));
      if (done) return;
      left -= value.length;
    }
    // Not awaited, because the body may never end.
    if (this.#isOpen) this.#reader.cancel().catch(() => {});
  }
}

/** Returns the result of a read, or the end of the stream if the read takes too long or fails: the client is gone. */
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

/** Returns a response to a request whose body was not read completely. */
export function answerBeforeEnd(response, body) {
  const rest = new TransformStream({ flush: () => body.discardRest() });
  return new Response(response.body.pipeThrough(rest), response);
}

/**
 * Returns the body of a response: all bytes of an async generator if they fit into one send, which costs less than a stream.
 */
export async function bodyOf(pieces, together) {
  if (together === 1) return streamOf(pieces, together);
  const first = await nextOf(pieces, together);
  return first.isOpen ? streamOf(pieces, together, first) : first.bytes;
}

/**
 * Converts an async generator to a body. Chunks are generated when the client is ready to receive them, and sent when there
 * are `together` bytes, because each send has a fixed cost.
 */
export function streamOf(pieces, together, first) {
  let next = first;
  return new ReadableStream(
    {
      async pull(controller) {
        const { bytes, isOpen } = next ?? (await nextOf(pieces, together));
        next = undefined;
        if (bytes.length > 0) controller.enqueue(bytes);
        if (!isOpen) controller.close();
      },
      cancel: () => pieces.return(),
    },
    { highWaterMark: 0 },
  );
}

async function nextOf(pieces, together) {
  const parts = [];
  let length = 0;
  let isOpen = true;
  while (isOpen && length < together) {
    const { value = new Uint8Array(0), done } = await pieces.next();
    parts.push(value);
    length += value.length;
    isOpen = !done;
  }
  return { bytes: joined(parts, length), isOpen };
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

/** How many events are processed. Otherwise, a body full of unresolved references would cost far more than others. */
export const MAX_PROCESSED = 2000;

/** The JSON of an event without its strings, and the space for a larger count (up to seven digits). */
const EVENT_BYTES = 44;
const COUNT_BYTES = 8;

/**
 * A list that contains each event once, with its count. Events that do not fit are only counted (`omitted`). After the
 * first 2,000 events, only the flag `more` is set.
 */
export class EventList {
  #events = new Map();
  #left = MAX_PROCESSED;
  #room;
  #omitted = 0;
  #hasMore = false;

  /** @param room the maximum size of the events as JSON, in bytes */
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
    // Most events that do not fit are detected by their length, because converting all of them to JSON would be slow.
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

  /** Returns the list as the value of a header. */
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
