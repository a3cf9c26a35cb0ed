import { expect, test } from "vitest";
import { lazyMember } from "../../../../src/kubernetes/pod/trace/lazy-member.ts";

const addSum = lazyMember("sum");

function counted(value: number): { object: { first: number; sum: number; last: number }; calls: () => number } {
  let calls = 0;
  const object = addSum({ first: 1, sum: 0, last: 2 }, () => {
    calls++;
    return value;
  });
  return { object, calls: () => calls };
}

test("the member is computed once, when it is first read", () => {
  const { object, calls } = counted(3);
  expect(calls()).toBe(0);
  expect([object.sum, object.sum, calls()]).toEqual([3, 3, 1]);
});

test("the value undefined is also computed once", () => {
  let calls = 0;
  const object = addSum({ sum: 0 as number | undefined }, () => {
    calls++;
  });
  expect([object.sum, object.sum, calls]).toEqual([undefined, undefined, 1]);
});

test("it keeps its place in the order of members, and copies have it as a value", () => {
  const { object } = counted(3);
  expect(Object.keys(object)).toEqual(["first", "sum", "last"]);
  expect(JSON.stringify(object)).toBe('{"first":1,"sum":3,"last":2}');
  expect(structuredClone(object)).toEqual({ first: 1, sum: 3, last: 2 });
  expect(Object.getOwnPropertyDescriptor({ ...object }, "sum")?.value).toBe(3);
});

test("an object can have several", () => {
  const addName = lazyMember("name");
  const object = addName(
    addSum({ sum: 0, name: "" }, () => 3),
    () => "three",
  );
  expect(object).toEqual({ sum: 3, name: "three" });
});

test("it works on a frozen object, and on an object that inherits it", () => {
  const { object } = counted(3);
  expect(Object.freeze(object).sum).toBe(3);
  expect(Object.create(counted(4).object).sum).toBe(4);
});
