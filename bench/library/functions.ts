/**
 * Helper functions of templates: the cost of a call besides the work itself. Garden's own calls take some 70 µs each.
 */
import { createHash } from "node:crypto";
import { UTCDateMini } from "@date-fns/utc/date/mini";
import { format } from "date-fns/format";
import kebabCase from "lodash-es/kebabCase.js";
import { callFunction } from "../../src/garden/template/functions/index.ts";
import type { Question } from "../question.ts";

export function functionsQuestions(): Question[] {
  const list = ["a", "b", "c", "d"];
  const date = "2022-03-04T05:06:07.089Z";
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const long = "some text ".repeat(1000);
  return [
    question("upper", ["some text"], () => "some text".toUpperCase()),
    question("join", [list, "-"], () => list.join("-")),
    question("replace", ["a_b_c", "_", "-"], () => "a_b_c".replaceAll("_", "-")),
    question("kebabCase", ["SomeMixedName"], () => kebabCase("SomeMixedName")),
    question("jsonEncode", [{ a: 1, b: list }], () => JSON.stringify({ a: 1, b: list })),
    question("base64Encode", ["some text"], () => Buffer.from("some text").toString("base64")),
    question("sha256", ["some text"], () => sha256("some text")),
    question("sha256", [long], () => sha256(long)),
    question("formatDateUtc", [date, "yyyy-MM-dd"], () => format(new UTCDateMini(date), "yyyy-MM-dd")),
  ];
}

function question(name: string, args: readonly unknown[], bare: () => unknown): Question {
  const shown = JSON.stringify(args).slice(1, -1);
  return {
    title: `${name}(${shown.length > 40 ? `${shown.slice(0, 40)}...` : shown})`,
    baseline: "the work itself",
    rows: [
      { name: "the work itself", run: bare },
      { name: "varexpand, callFunction", role: "subject", run: () => callFunction(name, args) },
    ],
  };
}
