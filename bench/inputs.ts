/**
 * Inputs, seeded and named by their shape: the same bytes in every run and on every machine. The speed of expansion
 * depends on the distance between references and the length of names and values, so the names state these.
 */

/** A generator of numbers in [0, 1) that is the same everywhere (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number in [least, most]. */
export function between(next: () => number, least: number, most: number): number {
  return least + Math.floor(next() * (most - least + 1));
}

const SUBJECTS = ["DATABASE", "CACHE", "QUEUE", "FRONTEND", "AUTH", "METRICS", "STORAGE", "PAYMENTS"];
const ASPECTS = ["HOST", "PORT", "USER", "REGION", "TIMEOUT"];

/** 40 variables like those of services: names of about 14 bytes, values of about 10. */
export function variables(): Record<string, string> {
  const next = random(1);
  const result: Record<string, string> = {};
  for (const subject of SUBJECTS) {
    for (const aspect of ASPECTS) result[`${subject}_${aspect}`] = letters(next, between(next, 4, 16));
  }
  return result;
}

/** Bytes from one reference to the next, on average. */
export const SPACING = {
  dense: 30,
  typical: 85,
  sparse: 1020,
  "very sparse": 65_536,
  no: Number.POSITIVE_INFINITY,
} as const;
export type Shape = keyof typeof SPACING;

/** About `length` ASCII characters of words and lines, with references to `names` in the shape's spacing. */
export function text(shape: Shape, length: number, names: readonly string[], seed = 2): string {
  const next = random(seed);
  const spacing = SPACING[shape];
  if (spacing === Number.POSITIVE_INFINITY) return words(next, length);
  const pieces: string[] = [];
  let written = 0;
  while (written < length) {
    const reference = `$(${names[between(next, 0, names.length - 1)]})`;
    const gap = Math.max(0, spacing - reference.length);
    const literal = words(next, between(next, gap >> 1, gap + (gap >> 1)));
    pieces.push(literal, reference);
    written += literal.length + reference.length;
  }
  return pieces.join("").slice(0, length);
}

const FILLER =
  "the container's command starts with its arguments, reads --config=/etc/app/settings.json and writes\n" +
  '  level: info, "listen": "0.0.0.0", retries = 3; when nothing is there it waits for the volume and logs\n';

/** `length` characters of prose and settings, beginning anywhere. */
export function words(next: () => number, length: number): string {
  const start = between(next, 0, FILLER.length - 1);
  return FILLER.repeat(Math.ceil((start + length) / FILLER.length)).slice(start, start + length);
}

/** `length` lower-case letters. */
export function letters(next: () => number, length: number): string {
  let result = "";
  for (let i = 0; i < length; i++) result += String.fromCharCode(between(next, 97, 122));
  return result;
}

/** Strings like a container's command, args and env: 15 to 45 characters, one of the five without a reference. */
export const SHORT_STRINGS: readonly string[] = [
  "http://$(DATABASE_HOST):$(DATABASE_PORT)/",
  "--listen=$(FRONTEND_HOST)",
  "--log-level=info",
  "$(AUTH_USER)@$(AUTH_HOST)",
  "/var/lib/$(STORAGE_REGION)/cache-$(CACHE_TIMEOUT)",
];

/** `count` distinct strings like `SHORT_STRINGS`. */
export function shortStrings(count: number): string[] {
  const next = random(3);
  const names = Object.keys(variables());
  const name = () => names[between(next, 0, names.length - 1)];
  return Array.from({ length: count }, (_, i) => {
    switch (i % 5) {
      case 0:
        return `http://$(${name()}):$(${name()})/${letters(next, 4)}`;
      case 1:
        return `--${letters(next, 6)}=$(${name()})`;
      case 2:
        return `--${letters(next, 8)}=${letters(next, 5)}`;
      case 3:
        return `$(${name()})@$(${name()})`;
      default:
        return `/var/lib/$(${name()})/${letters(next, 5)}-$(${name()})`;
    }
  });
}

/**
 * An env file of `length` bytes that every dialect reads alike: about 14 assignments in a KiB, a comment before every
 * tenth.
 */
export function envFile(length: number, quoted: "quoted" | "mixed", seed = 4): { file: string; names: string[] } {
  const next = random(seed);
  const names: string[] = [];
  let file = "";
  while (true) {
    const subject = SUBJECTS[between(next, 0, SUBJECTS.length - 1)]!;
    const name = `${subject}_${ASPECTS[between(next, 0, ASPECTS.length - 1)]!}_${names.length}`;
    const value = `${letters(next, between(next, 4, 30))}://${letters(next, between(next, 4, 40))}:${between(next, 1, 9999)}`;
    // Dialects of dotenv also know double quotes and none.
    const quote = quoted === "quoted" ? "'" : ["", "'", '"'][between(next, 0, 2)]!;
    const lines = `${names.length % 10 === 0 ? "# settings that belong together\n" : ""}${name}=${quote}${value}${quote}\n`;
    if (file.length + lines.length > length) return { file, names };
    file += lines;
    names.push(name);
  }
}

/** `count` records of NDJSON as services log and queue them, about 330 bytes each, in pieces of many lines. */
export function* records(count: number): Generator<string> {
  const next = random(5);
  const texts = shortStrings(5000);
  const text = () => texts[between(next, 0, texts.length - 1)]!;
  for (let written = 0, lines = ""; written < count; ) {
    const record = {
      id: written,
      name: letters(next, 12),
      url: text(),
      args: [text(), text(), text()],
      env: { LEVEL: "info", TARGET: text(), SOURCE: text() },
      note: words(next, between(next, 60, 100)),
      replicas: between(next, 1, 9),
      enabled: next() < 0.5,
    };
    lines += `${JSON.stringify(record)}\n`;
    written += 1;
    if (written % 1000 === 0 || written === count) {
      yield lines;
      lines = "";
    }
  }
}

/** The manifest of a Deployment with two containers and 20 variables, some of which refer to others: YAML, 1.7 KB. */
export function deployment(number: number): string {
  const variables = Array.from({ length: 10 }, (_, i) => {
    const value = i % 3 === 2 ? `http://$(NAME_${i - 1})/$(NAME_${i - 2})` : `value-${i}-of-${number}`;
    return `        - name: NAME_${i}\n          value: "${value}"\n`;
  }).join("");
  const containers = ["web", "proxy"].map(
    (name) => `      - name: ${name}
        image: example/${name}:1.2.3
        args: ["--name=$(NAME_0)", "--url=$(NAME_2)"]
        env:
${variables}`,
  );
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${number}
  namespace: shop
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
${containers.join("")}`;
}
