import { describe, expect, test } from "vitest";
import { sweepsIn } from "../../bench/crossover.ts";
import { memoryCells, questionCells, sweepCells } from "../../bench/report/cells.ts";
import { html } from "../../bench/report/html.ts";
import { bytesText, digits, duration } from "../../bench/report/numbers.ts";
import { page } from "../../bench/report/page.ts";
import { picture } from "../../bench/report/picture.ts";
import { terminalTable } from "../../bench/report/terminal.ts";
import type { Report } from "../../bench/report.ts";
import type { QuestionResult } from "../../bench/result.ts";
import { point, questionWith, rowTaking } from "./fakes.ts";

const NASTY = `<b onclick="x('&')">`;

const goal = { row: "us", against: "them", atLeast: 5, seen: { median: 4, low: 3, high: 6 }, reached: false };
const question = questionWith(
  [
    rowTaking(100, { name: "them" }),
    rowTaking(25, { name: "us", role: "subject", gigabytesPerSecond: 1.5 }),
    rowTaking(200, { name: NASTY, role: "guest" }),
    rowTaking(1, { name: "copy", role: "limit" }),
  ],
  { title: `Q ${NASTY}`, goals: [goal], leftOut: [{ name: "bad", reason: "gives a wrong answer" }] },
);
const start = questionWith([rowTaking(40e6, { name: "node" }, 40e6), rowTaking(45e6, { name: "import" }, 40e6)], {
  title: "cold start",
  compare: "difference",
  goals: [{ row: "import", against: "node", atMost: 8e6, seen: { median: 5e6, low: 5e6, high: 5e6 }, reached: true }],
});
const skipped = questionWith([], { title: "absent", skipped: "there is no such tool" });
const sweep = [point(16, { us: 20, js: 10 }), point(64, { us: 10, js: 20 }), point(256, { us: 20, js: 99 })];

function report(...questions: QuestionResult[]): Report {
  return {
    machine: { processor: `P ${NASTY}`, cores: 2, memoryBytes: 2 ** 33, platform: "linux x64", node: "v20.0.0" },
    noise: 1,
    copying: { inCache: 20, fromMemory: 5 },
    date: "2030-01-02T03:04:05.000Z",
    isQuick: true,
    isOwn: false,
    groups: [{ name: "group", title: "Group", questions }],
  };
}

/** The elements of an XML document without a declaration, in order. Fails where it is not well-formed. */
function elementsOf(xml: string): { name: string; attributes: Record<string, string>; text: string }[] {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof elements = [];
  const token = /<!DOCTYPE html>|<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-zA-Z0-9-]*="[^"<]*")*) ?(\/?)>|([^<]+)/giy;
  for (let at = 0; at < xml.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(xml);
    if (match === null) throw new Error(`not well-formed: ${xml.slice(at, at + 60)}`);
    const [, end, name, attributes, empty, text] = match;
    if (text !== undefined) {
      expect(text).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
      for (const element of open) element.text += text;
    } else if (end === "/") {
      expect(open.pop()?.name).toBe(name);
    } else if (name !== undefined) {
      const pairs = [...attributes!.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]);
      const element = { name, attributes: Object.fromEntries(pairs), text: "" };
      elements.push(element);
      if (empty !== "/") open.push(element);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

describe("markup", () => {
  test("what is put in is escaped, markup is not, and undefined is nothing", () => {
    const inner = html`<i>${NASTY}</i>`;
    const escaped = "&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;";
    expect(html`<p title="${NASTY}">${[inner, undefined, 1]}</p>`.text).toBe(
      `<p title="${escaped}"><i>${escaped}</i>1</p>`,
    );
  });
});

describe("the page", () => {
  const text = page([report(question, start, skipped, ...sweep)]);
  const elements = elementsOf(text);
  const named = (name: string) => elements.filter((element) => element.name === name);

  test("is well-formed, and every name is escaped", () => {
    expect(text).not.toContain(NASTY);
    expect(named("h3").map(({ text }) => text)).toContain("Q &lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;");
  });

  test("needs nothing else", () => {
    expect(named("script")).toEqual([]);
    expect(text).not.toMatch(/https?:|url\(|@import|\ssrc=|<link/);
    expect(elements.filter(({ attributes }) => Object.keys(attributes).some((name) => name.startsWith("on")))).toEqual(
      [],
    );
  });

  test("has each id once, and every link leads to one", () => {
    const ids = elements.flatMap(({ attributes }) => (attributes.id === undefined ? [] : [attributes.id]));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of named("a")) expect(ids).toContain(attributes.href!.slice(1));
  });

  test("has a bar for each row of a question; what is far beyond everything else is as long as the longest", () => {
    const bars = named("i").map(({ attributes }) => attributes.style);
    expect(bars.slice(0, 4)).toEqual(["width: 25.0%", "width: 100.0%", "width: 12.5%", "width: 100.0%"]);
    expect(bars).toHaveLength(question.rows.length + start.rows.length);
  });

  test("reports goals next to numbers, omitted rows, and skipped rows", () => {
    expect(text).toContain("missed   us / them: 4.00x (3.00-6.00), goal 5x");
    expect(text).toContain("reached  import - node: +5.0 ms (+5.0 ms to +5.0 ms), goal at most +8.0 ms");
    expect(text).toContain("left out  bad: gives a wrong answer");
    expect(text).toContain("skipped: there is no such tool");
  });

  test("has a table for a sweep, with the crossover", () => {
    expect(named("th").map(({ text }) => text)).toEqual(expect.arrayContaining(["16B", "64B", "256B"]));
    expect(text).toContain("us: faster than every rival from about 32 B on");
  });

  test("states the physical limit", () => {
    expect(text).toContain("one core copies 20.0 GB/s in its cache, 5.00 GB/s from memory");
  });

  test("is there without goals, sweeps and rows", () => {
    expect(elementsOf(page([report()])).map(({ name }) => name)).not.toContain("table");
    expect(page([report(point(16, { us: 1, js: 2 }))])).not.toMatch(/NaN|undefined/);
  });
});

describe("memory", () => {
  const memory = {
    title: "peak",
    rows: [
      { name: "us", role: "subject" },
      { name: NASTY, role: "rival" },
    ],
    points: [
      { bytes: 2 ** 20, peaks: { us: 50 * 2 ** 20, [NASTY]: 100 * 2 ** 20 } },
      { bytes: 2 ** 22, peaks: { us: 51 * 2 ** 20, [NASTY]: 400 * 2 ** 20 } },
    ],
  } as const;

  test("is a table of the page", () => {
    const { groups, ...rest } = report();
    const text = page([{ ...rest, groups: [{ ...groups[0]!, memory }] }]);
    const elements = elementsOf(text);
    expect(elements.filter(({ name }) => name === "td").map(({ text }) => text)).toEqual([
      "50.0",
      "51.0",
      "100",
      "400",
    ]);
    expect(text).not.toContain(NASTY);
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  test("is a table for a terminal", () => {
    expect(
      terminalTable(memoryCells(memory))
        .replace(/\x1b\[\d+m/g, "")
        .split("\n  "),
    ).toEqual([
      "peak, MiB",
      "                         1M     4M",
      "us                     50.0   51.0",
      `${NASTY}    100    400`,
    ]);
  });
});

describe("the picture of the README", () => {
  const bytes = questionWith(
    [
      rowTaking(1, { name: "varexpand, bytes", role: "subject", gigabytesPerSecond: 2 }),
      rowTaking(1, { name: "varexpand, kept buffer, bytes", role: "subject", gigabytesPerSecond: 4 }),
      rowTaking(1, { name: "best JS, strings", gigabytesPerSecond: 0.5 }),
      rowTaking(1, { name: "best JS, bytes", gigabytesPerSecond: 0.25 }),
      rowTaking(1, { name: NASTY, role: "native", gigabytesPerSecond: 1 }),
      rowTaking(1, { name: "GNU envsubst, a process", role: "native", gigabytesPerSecond: 8 }),
      rowTaking(1, { name: "copy", role: "limit", gigabytesPerSecond: 9 }),
    ],
    { title: "1 MiB of text, typical references", bytes: 2 ** 20 },
  );
  const command = questionWith(
    [
      rowTaking(1, { name: "varexpand expand", role: "subject", gigabytesPerSecond: 1 }),
      rowTaking(1, { name: "GNU envsubst", gigabytesPerSecond: 0.1 }),
    ],
    { title: "64 MiB", bytes: 2 ** 26 },
  );
  const groups = [
    { name: "bytes", title: "", questions: [bytes] },
    { name: "command", title: "", questions: [command] },
  ];

  test("has a bar for the fastest of each, as long as it is fast, and for each native program", () => {
    const text = picture({ ...report(), groups }, "light")!;
    const bars = elementsOf(text).filter(({ name, attributes }) => name === "rect" && attributes.x === "218");
    expect(bars.map(({ attributes }) => attributes.width)).toEqual(["392.0", "98.0", "49.0", "392.0", "39.2"]);
    expect(text).toContain(
      "best pure JavaScript: 0.50 GB/s. As a command: 64 MiB of such text. varexpand expand: 1.00",
    );
    expect(text).toContain("2 cores, Node v20.0.0, 2030-01-02; a quick run");
    expect(text).not.toContain(NASTY);
  });

  test("has colors for light and for dark themes, and does not load anything", () => {
    const [light, dark] = (["light", "dark"] as const).map((theme) => picture({ ...report(), groups }, theme)!);
    expect(light).toContain('fill="#ffffff"');
    expect(dark).toContain('fill="#14171c"');
    expect(dark!.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(|<script|<style/);
  });

  test("shows what was measured, and is not there if nothing was", () => {
    const skipped = { name: "command", title: "", questions: [questionWith([], { skipped: "no envsubst" })] };
    expect(picture({ ...report(), groups: [groups[0]!, skipped] }, "light")).not.toContain("as a command");
    expect(picture(report(question), "light")).toBeUndefined();
  });
});

describe("the tables", () => {
  const plain = (text: string) => text.replace(/\x1b\[\d+m/g, "");

  test("rows, goals and what was left out", () => {
    const two = { ...question, rows: question.rows.slice(0, 2) };
    expect(plain(terminalTable(questionCells(two))).split("\n  ")).toEqual([
      `Q ${NASTY}`,
      "them   100 ns                               1   ±0 %",
      "us      25 ns   1.50 GB/s   4.00x (3.60-4.80)   ±0 %   unsteady",
      "left out  bad: gives a wrong answer",
      "missed   us / them: 4.00x (3.00-6.00), goal 5x",
    ]);
  });

  test("times above a baseline", () => {
    expect(plain(terminalTable(questionCells(start)))).toContain(
      "reached  import - node: +5.0 ms (+5.0 ms to +5.0 ms), goal at most +8.0 ms",
    );
  });

  test("a question that was skipped", () => {
    expect(plain(terminalTable(questionCells(skipped)))).toBe("absent\n  skipped: there is no such tool");
  });

  test("a sweep", () => {
    expect(plain(terminalTable(sweepCells(sweepsIn(sweep)[0]!))).split("\n  ")).toEqual([
      "S, GB/s",
      "      16B    64B   256B",
      "us   0.80   6.40   12.8",
      "js   1.60   3.20   2.59",
      "us: faster than every rival from about 32 B on",
    ]);
  });
});

test.each([
  [1, "1 B"],
  [1023, "1023 B"],
  [1024, "1 KiB"],
  [1536, "1.5 KiB"],
  [2 ** 26, "64 MiB"],
  [3 * 2 ** 40, "3072 GiB"],
])("%d bytes", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test.each([
  [12.3, "12 ns"],
  [1234, "1.2 µs"],
  [12_340_000, "12.3 ms"],
  [2_500_000_000, "2.50 s"],
])("%d nanoseconds", (nanoseconds, text) => {
  expect(duration(nanoseconds)).toBe(text);
});

test.each([
  [0, "0.00"],
  [0.00123, "0.0012"],
  [0.5, "0.50"],
  [7.526, "7.53"],
  [12.34, "12.3"],
  [163.4, "163"],
])("three digits of %d", (value, text) => {
  expect(digits(value)).toBe(text);
});
