import { expect, test } from "vitest";
import { Waker } from "../../../src/scale/stream/wake-signal.ts";

/** Whether each promise is settled after what is ready now. */
async function settled(...promises: readonly Promise<void>[]): Promise<boolean[]> {
  const done = promises.map(() => false);
  for (const [i, promise] of promises.entries()) void promise.then(() => (done[i] = true));
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test("a wake resolves all waits, but not sleeps and later waits", async () => {
  const waker = new Waker();
  const [first, second, sleep] = [waker.wait(), waker.wait(), waker.sleep(60_000)];
  expect(await settled(first, second, sleep)).toEqual([false, false, false]);
  waker.wake();
  const later = waker.wait();
  expect(await settled(first, second, sleep, later)).toEqual([true, true, false, false]);
  waker.end();
  await Promise.all([sleep, later]);
});

test("the end resolves waits and sleeps, also later ones", async () => {
  const waker = new Waker();
  const before = [waker.wait(), waker.sleep(60_000), waker.sleep(60_000)];
  waker.end();
  expect(await settled(...before, waker.wait(), waker.sleep(60_000))).toEqual([true, true, true, true, true]);
});

test("a sleep ends on its own", async () => {
  const waker = new Waker();
  await waker.sleep(1);
  waker.end();
});
