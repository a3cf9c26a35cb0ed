/** A few hundred vectors of every kind, taken evenly from the files the unit tests run whole. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Cases of each kind. */
const SAMPLE = 80;

function sample(file, most, usable) {
  const lines = readFileSync(new URL(`../vectors/${file}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const cases = lines.map((line) => JSON.parse(line)).filter(usable);
  const step = Math.max(1, Math.floor(cases.length / most));
  return cases.filter((_, index) => index % step === 0).slice(0, most);
}

/** Whether JSON shows the whole value: no date, undefined or number that it cannot write. */
const plain = (value) => !/"__(undefined|number|date)__"/.test(JSON.stringify(value));

/** Helper functions for which some runtimes have means of their own, on texts that are short, long and no valid UTF-16. */
function functionVectors() {
  return ["a", "é→😀", "\ud800", "some text ".repeat(40), "é→😀x".repeat(4000)].flatMap((text) => {
    const base64 = Buffer.from(text).toString("base64");
    const hash = createHash("sha256").update(text).digest("hex");
    const call = (name, argument, output) => {
      return { kind: "string", input: `\${${name}(var.text)}`, context: { var: { text: argument } }, output };
    };
    return [
      call("sha256", text, hash),
      call("base64Encode", text, base64),
      call("base64Decode", base64, text.replace("\ud800", "\ufffd")),
      call("base64Decode", `${base64}\u0141=`, text.replace("\ud800", "\ufffd")),
    ];
  });
}

/** @param most the most cases of each kind */
export function sampleVectors(most = SAMPLE) {
  return {
    expansion: sample("kubernetes/expand-public", most, (v) => v.input !== undefined && v.output !== undefined),
    envfile: sample(
      "kubernetes/envfile-public",
      most,
      (v) => v.input !== undefined && v.key !== null && v.result !== undefined,
    ),
    dotenv: sample("dotenv/public", most, (v) => v.output !== undefined && !/__proto__/.test(v.input)),
    pod: sample(
      "kubernetes/pod-public",
      most,
      (v) => v.expected.error === null && !("volumeContents" in v.input || "legacyEnvFromFilter" in v.input),
    ),
    template: [
      ...sample(
        "garden/public",
        most,
        (v) =>
          v.consensus && !v.partial && !v.context_templates && "output" in v && plain(v.output) && plain(v.context),
      ),
      ...functionVectors(),
    ],
  };
}
