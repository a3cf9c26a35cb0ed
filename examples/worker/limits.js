/** What keeps one request small: few pieces, a limit on the bytes of a stream, and one on its events. */

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;
/** What is read of a body that nobody needs, and how long the next 64 KiB of it may take. */
const THROWN_AWAY = 64 * MIB;
const QUIET_MILLISECONDS = 5000;

/** A request's body, which is read once, and not to its end where that is too far. */
export class Body {
  #pieces;
  #isRead = Promise.resolve();

  /** @param body a stream of bytes, or null */
  constructor(body) {
    this.#pieces = body === null ? undefined : inLargePieces(body);
  }

  /** The first `limit` bytes, 64 KiB at a time. Where there are more, it says so once, and ends. */
  upTo(limit, exceeded) {
    const { readable, writable } = limited(limit, exceeded);
    this.#isRead = (this.#pieces ?? new Response("").body).pipeTo(writable, { preventCancel: true }).catch(() => {});
    return readable;
  }

  /**
   * Reads what is left, and throws it away. An answer that ends while its client still sends is lost: the connection is
   * reset. An answer that does not need the whole body waits for this before it ends. Takes 64 MiB at most, and
   * gives up when nothing comes for 5 seconds.
   */
  async throwAway() {
    await this.#isRead;
    if (this.#pieces === undefined) return;
    const reader = this.#pieces.getReader();
    let left = THROWN_AWAY;
    while (left > 0) {
      const { value, done } = await beforeLong(reader.read());
      if (done) return;
      left -= value.length;
    }
    // Nobody waits for that: the body may never end.
    reader.cancel().catch(() => {});
  }
}

/** What a read gives, or an end if it takes too long, or fails: then nobody is there any more. */
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
  const rest = new TransformStream({ flush: () => body.throwAway() });
  return new Response(response.body.pipeThrough(rest), response);
}

/**
 * The bytes of a body, 64 KiB at a time. They come in pieces of 4 KiB, each of which costs every stage that it goes
 * through more time than expanding it.
 */
function inLargePieces(body) {
  const reader = body.getReader({ mode: "byob" });
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await reader.read(new Uint8Array(PIECE), { min: PIECE });
        if (value !== undefined && value.length > 0) controller.enqueue(value);
        if (done) controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Lets `limit` bytes through. Where there are more, it says so once, ends what it gives and stops reading; a reader that
 * is slow makes the writer wait, as with any stream.
 */
export function limited(limit, exceeded) {
  let left = limit;
  return new TransformStream({
    transform(chunk, controller) {
      if (chunk.length <= left) {
        left -= chunk.length;
        controller.enqueue(chunk);
        return;
      }
      exceeded();
      if (left > 0) controller.enqueue(chunk.subarray(0, left));
      controller.terminate();
    },
  });
}

/** How many events are looked at: a body of dense references to nothing would cost many times what others do. */
export const LOOKED_AT = 2000;

/**
 * Events, each once with its count; those for which there is no room are only counted (`omitted`), and behind the first
 * 2,000 it is only said that there are `more`.
 */
export class EventList {
  #events = new Map();
  #left = LOOKED_AT;
  #room;
  #omitted = 0;
  #hasMore = false;

  /** @param room what the events' JSON may come to, in bytes */
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

  /** The same as the value of a header. */
  toHeader() {
    return ascii(this.toJSON());
  }
}

/** JSON in ASCII: what a header can hold. */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
