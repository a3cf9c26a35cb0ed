/** A few hundred vectors of every kind, taken evenly from the files the unit tests run whole. */
import { readFileSync } from "node:fs";

/** Cases of each kind. */
const SAMPLE = 80;

function sample(file, usable) {
  const lines = readFileSync(new URL(`../vectors/${file}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const cases = lines.map((line) => JSON.parse(line)).filter(usable);
  const step = Math.max(1, Math.floor(cases.length / SAMPLE));
  return cases.filter((_, index) => index % step === 0).slice(0, SAMPLE);
}

/** Whether JSON shows the whole value: no date, undefined or number that it cannot write. */
const plain = (value) => !/"__(undefined|number|date)__"/.test(JSON.stringify(value));

export function sampleVectors() {
  return {
    expansion: sample("kubernetes/expand-public", (v) => v.input !== undefined && v.output !== undefined),
    envfile: sample(
      "kubernetes/envfile-public",
      (v) => v.input !== undefined && v.key !== null && v.result !== undefined,
    ),
    dotenv: sample("dotenv/public", (v) => v.output !== undefined && !/__proto__/.test(v.input)),
    pod: sample(
      "kubernetes/pod-public",
      (v) => v.expected.error === null && !("volumeContents" in v.input || "legacyEnvFromFilter" in v.input),
    ),
    template: sample(
      "garden/public",
      (v) => v.consensus && !v.partial && !v.context_templates && "output" in v && plain(v.output) && plain(v.context),
    ),
  };
}
