import { describe, expect, test } from "vitest";
import { convertQuantity, isUnit, parseQuantity } from "../../../src/kubernetes/pod/quantity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const NANO = 1_000_000_000n;

describe("parseQuantity", () => {
  test.each<[string | number, bigint]>([
    ["0", 0n],
    ["1", NANO],
    [1, NANO],
    [0.1, NANO / 10n],
    ["+1", NANO],
    ["-1", -NANO],
    ["007", 7n * NANO],
    ["1.", NANO],
    [".5", NANO / 2n],
    [" 1 ", NANO],
    ["1n", 1n],
    ["1u", 1000n],
    ["1500m", 1_500_000_000n],
    ["1k", 1000n * NANO],
    ["1M", 1_000_000n * NANO],
    ["1G", NANO * NANO],
    ["1T", 1000n * NANO * NANO],
    ["1P", 1_000_000n * NANO * NANO],
    ["1E", NANO * NANO * NANO],
    ["1Ki", 1024n * NANO],
    ["1.5Gi", 3n * 2n ** 29n * NANO],
    ["1Ei", 2n ** 60n * NANO],
    ["12e6", 12_000_000n * NANO],
    ["12E6", 12_000_000n * NANO],
    ["1e+3", 1000n * NANO],
    ["1e-3", NANO / 1000n],
    ["1.5e1", 15n * NANO],
    // Finer than a billionth: away from zero.
    ["0.1n", 1n],
    ["-0.1n", -1n],
    ["1.0000000001", NANO + 1n],
    ["1e-400", 1n],
    ["0.00000000000000000000001Ki", 1n],
    ["0e-400", 0n],
    [`0.${"0".repeat(100)}1Ki`, 1n],
    [`0.5${"0".repeat(100)}Ki`, 512n * NANO],
    [`0.${"0".repeat(200)}1e210`, NANO * NANO],
    // Binary quantities end at the largest int64.
    ["8Ei", (2n ** 63n - 1n) * NANO],
    [`${"9".repeat(100)}Ki`, (2n ** 63n - 1n) * NANO],
    ["-8Ei", -(2n ** 63n - 1n) * NANO],
    // The kubelet's reader takes these, too.
    ["-", 0n],
    ["m", 0n],
    [".", 0n],
  ])("%j", (text, nano) => {
    expect(parseQuantity(text)?.nano).toBe(nano);
  });

  test.each([
    "",
    " ",
    "1 m",
    "1ki",
    "1K",
    "1KI",
    "1mm",
    "1e",
    "1e1.5",
    "1e+",
    "1i",
    "0x10",
    "1_000",
    "1,5",
    "--1",
    "1-",
    "Infinity",
    "NaN",
    "１",
  ])("%j is not a quantity", (text) => {
    expect(parseQuantity(text)).toBeUndefined();
  });

  test("no exponent and no number of digits makes a large number", () => {
    for (const text of [
      "1e1000000000",
      "1e-1000000000",
      "1e99999999999999999999",
      `${"9".repeat(1_000_000)}Ei`,
      `0.${"0".repeat(1_000_000)}1Ki`,
    ]) {
      expect(parseQuantity(text)?.nano.toString().length).toBeLessThan(100);
    }
  });

  test("agrees with fractions of whole numbers", () => {
    const seed = 20_260_401;
    const random = new Random(seed);
    const decimal = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18, e3: 3, "E-2": -2 };
    const binary = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
    const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join("");
    for (let i = 0; i < fuzzCases(20_000); i++) {
      const whole = digits(random.below(8) + 1);
      const fraction = digits(random.below(20));
      const suffix = random.pick([...Object.keys(decimal), ...Object.keys(binary)]);
      const text = `${random.pick(["", "-", "+"])}${whole}${fraction && `.${fraction}`}${suffix}`;
      expect(parseQuantity(text)?.nano, `seed ${seed}, case ${i}: ${text}`).toBe(
        reference(text, whole + fraction, fraction.length, decimal[suffix as never], binary[suffix as never]),
      );
    }
  });
});

/** The number as a fraction, rounded away from zero to whole billionths. */
function reference(
  text: string,
  digits: string,
  behindPoint: number,
  ten: number | undefined,
  two: number | undefined,
): bigint {
  const numerator = BigInt(digits) * 10n ** BigInt(Math.max(ten ?? 0, 0)) * 2n ** BigInt(two ?? 0) * NANO;
  const denominator = 10n ** BigInt(behindPoint + Math.max(-(ten ?? 0), 0));
  let nano = numerator / denominator + (numerator % denominator > 0n ? 1n : 0n);
  if (two !== undefined && nano > (2n ** 63n - 1n) * NANO) nano = (2n ** 63n - 1n) * NANO;
  return text.startsWith("-") ? -nano : nano;
}

test("convertQuantity rounds away from zero", () => {
  expect(convertQuantity("milli", parseQuantity("100n")!)).toBe(1n);
  expect(convertQuantity("milli", parseQuantity("-100n")!)).toBe(-1n);
  expect(convertQuantity("one", parseQuantity("1500m")!)).toBe(2n);
  expect(convertQuantity("one", parseQuantity("-1500m")!)).toBe(-2n);
  expect(convertQuantity("one", parseQuantity("2")!)).toBe(2n);
});

test.each<[kind: "cpu" | "bytes", units: string, others: string]>([
  ["cpu", "1 1m 1000m 1e0 1000000n", "0 2 1k 1n 1u 1Ki 1e-3 1e3 -1 -1m"],
  [
    "bytes",
    "1 1000m 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei 1024Ki 0.001k 1000k 1024Mi",
    "0 2 1m 10 1024 1e3 1e6 2k 1000E 1000Ki 2Ki 512Ki 0.5Ki 1025Ki 1048576 -1k -1Ki 1024Ei",
  ],
])("the units of %s are %s, and not %s", (kind, units, others) => {
  const accepted = (text: string) => text.split(" ").filter((each) => isUnit(parseQuantity(each)!, kind));
  expect(accepted(units).join(" ")).toBe(units);
  expect(accepted(others)).toEqual([]);
});
