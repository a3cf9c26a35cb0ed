/** What keeps one request small: few pieces, a limit on the bytes of a stream, and one on its events. */

const PIECE = 64 * 1024;

/**
 * The bytes of a body, 64 KiB at a time. They come in pieces of 4 KiB, each of which costs every stage that it goes
 * through more time than expanding it.
 */
export function inLargePieces(body) {
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

/** Events, each once with its count; those for which there is no room are counted only. */
export class EventList {
  #events = new Map();
  #room;
  #omitted = 0;

  /** @param room what the events' JSON may come to, in bytes */
  constructor(room) {
    this.#room = room;
  }

  add({ reason, message }) {
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
    return { events: [...this.#events.values()], omitted: this.#omitted };
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
