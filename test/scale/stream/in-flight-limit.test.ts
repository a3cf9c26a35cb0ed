/** What a worker may request while messages of earlier requests arrive and are settled. */
import { expect, test } from "vitest";
import { type Reservation, Room } from "../../../src/scale/stream/in-flight-limit.ts";
import { Random } from "../../reference/random.ts";

test("a request gets half of the limit, or what is left", () => {
  const room = new Room({ messages: 10, bytes: 1000 }, 100);
  const [first, second] = [room.reserve()!, room.reserve()!];
  expect([first.amount, second.amount, room.reserve()]).toEqual([
    { messages: 5, bytes: 500 },
    { messages: 5, bytes: 500 },
    undefined,
  ]);
  for (const size of [300, 200, 10]) first.take(size);
  first.end();
  // The third message was longer than the rest of the reservation.
  expect(room.reserve()).toBeUndefined();
  room.release(300);
  expect(room.reserve()!.amount).toEqual({ messages: 3, bytes: 290 });
});

test("a message that arrives after the end of its request takes room of its own", () => {
  const room = new Room({ messages: 4, bytes: 1000 }, 100);
  const first = room.reserve()!;
  first.end();
  first.take(10);
  expect([room.reserve(), room.reserve()].map((each) => each?.amount)).toEqual([
    { messages: 2, bytes: 500 },
    { messages: 1, bytes: 490 },
  ]);
});

test.each([
  // A quarter of the messages must be free, rounded down, but at least one.
  [{ messages: 8, bytes: 1000 }, 7, 0, undefined],
  [{ messages: 8, bytes: 1000 }, 6, 0, { messages: 2, bytes: 500 }],
  [{ messages: 3, bytes: 1000 }, 2, 0, { messages: 1, bytes: 500 }],
  [{ messages: 3, bytes: 1000 }, 3, 0, undefined],
  [{ messages: 3, bytes: 1000 }, 0, 0, { messages: 2, bytes: 500 }],
  // The largest message must fit.
  [{ messages: 8, bytes: 1000 }, 1, 901, undefined],
  [{ messages: 8, bytes: 1000 }, 1, 900, { messages: 4, bytes: 100 }],
  [{ messages: 8, bytes: 150 }, 0, 0, { messages: 4, bytes: 100 }],
])("of %j, with %d messages of %d bytes each in the room", (limit, held, size, amount) => {
  const room = new Room(limit, 100);
  for (let i = 0; i < held; i++) room.add(1, size);
  expect(room.reserve()?.amount).toEqual(amount);
});

test("there is never room for more than the limit, and in the end there is room for all of it", () => {
  const random = new Random(1);
  for (let run = 0; run < 200; run++) {
    const limit = { messages: 1 + random.below(20), bytes: 100 + random.below(1000) };
    const room = new Room(limit, 100);
    let requests: { reservation: Reservation; left: number; bytes: number }[] = [];
    let held: number[] = [];
    for (let step = 0; step < 100; step++) {
      const reservation = room.reserve();
      if (reservation !== undefined) {
        const { bytes, messages } = reservation.amount;
        requests.push({ reservation, left: messages, bytes });
      }
      const requested = requests.reduce((sum, { left }) => sum + left, 0);
      const bytes = [...requests.map(({ bytes }) => bytes), ...held].reduce((sum, size) => sum + size, 0);
      expect(requested + held.length).toBeLessThanOrEqual(limit.messages);
      expect(bytes).toBeLessThanOrEqual(limit.bytes);
      const request = requests.length > 0 ? random.pick(requests) : undefined;
      const size = random.below(100);
      if (request !== undefined && request.left > 0 && request.bytes >= size && random.below(3) > 0) {
        request.reservation.take(size);
        request.left--;
        request.bytes -= size;
        held.push(size);
      } else if (request !== undefined && random.below(2) > 0) {
        request.reservation.end();
        requests = requests.filter((each) => each !== request);
      } else if (held.length > 0) room.release(held.pop()!);
    }
    for (const { reservation } of requests) reservation.end();
    for (const size of held) room.release(size);
    held = [];
    expect(room.reserve()!.amount).toEqual(new Room(limit, 100).reserve()!.amount);
  }
});
