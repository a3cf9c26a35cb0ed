import { BlockList, isIP } from "node:net";
import { expect, test } from "vitest";
import { canonicalIp, isOfFamily } from "../../../../src/kubernetes/pod/sources/ip-address.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

test.each([
  ["192.0.2.10", "192.0.2.10"],
  ["192.000.002.010", "192.0.2.10"],
  ["0.0.0.0", "0.0.0.0"],
  ["2001:DB8::0010", "2001:db8::10"],
  ["2001:db8:0:0:0:0:0:1", "2001:db8::1"],
  ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
  ["1:0:0:2:0:0:3:4", "1::2:0:0:3:4"],
  ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["::ffff:192.0.2.33", "192.0.2.33"],
  ["::ffff:c000:221", "192.0.2.33"],
  ["::ffff:192.000.002.033", "192.0.2.33"],
  ["64:ff9b::192.000.002.033", "64:ff9b::c000:221"],
  ["::ffff:0:0", "0.0.0.0"],
  ["::fffe:0:0", "::fffe:0:0"],
  ["1:2:3::c000:221", "1:2:3::c000:221"],
  ["::ffff:221", "::ffff:221"],
  ["::ffff:1:c000:221", "::ffff:1:c000:221"],
])("%s is %s", (text, canonical) => {
  expect(canonicalIp(text)).toBe(canonical);
});

test.each([
  "",
  "1.2.3",
  "1.2.3.4.",
  "1.2..4",
  ".2.3.4",
  "1.2.3.256",
  "1.2.3.-4",
  "1.2.3.0x4",
  "1:2",
  ":::",
  "1::2::3",
  "1:2:3:4:5:6:7:8:9",
  "::12345",
  "fe80::1%eth0",
  "::1.2.3",
  "1:2:3:4:5:6:7:1.2.3.4",
  "1.2.3.4::",
  "1:2:3:4:5:6:7:8::",
  "[::1]",
  "::1]:80/[::",
  "::1\n",
  " ::1",
  "::\u0661",
  "::ffff:1.2.3.0256",
  "localhost",
])("%j is not an address", (text) => {
  expect(canonicalIp(text)).toBeUndefined();
});

test("families", () => {
  expect(isOfFamily("10.0.0.1", 4)).toBe(true);
  expect(isOfFamily("10.0.0.1", 6)).toBe(false);
  expect(isOfFamily("fd00::1", 6)).toBe(true);
  expect(isOfFamily("::ffff:10.0.0.1", 4)).toBe(true);
  expect(isOfFamily("none", 4)).toBe(false);
});

test("agrees with the platform's parser", () => {
  const seed = 20_260_402;
  const random = new Random(seed);
  const pieces = ["0", "1", "0a", "Ff", "ffff", "12345", ":", ":", ":", "::", "1.2.3.4", "10.0.0.255", ".", "256", "g"];
  for (let i = 0; i < fuzzCases(20_000); i++) {
    const text = Array.from({ length: random.below(16) + 1 }, () => random.pick(pieces)).join("");
    const address = canonicalIp(text);
    const label = `seed ${seed}, case ${i}: ${text}`;
    // The platform has no leading zeros in IPv4.
    if (/(^|[.:])0\d+(\.|$)/.test(text)) continue;
    expect(address !== undefined, label).toBe(isIP(text) !== 0);
    if (address === undefined) continue;
    expect(canonicalIp(address), label).toBe(address);
    const same = new BlockList();
    same.addAddress(text, isIP(text) === 4 ? "ipv4" : "ipv6");
    expect(same.check(address, isIP(address) === 4 ? "ipv4" : "ipv6"), label).toBe(true);
  }
});
