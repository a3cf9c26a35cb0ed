/** A program: expands standard input with the best pure JavaScript, as one string. */
import { readFileSync, writeFileSync } from "node:fs";
import { expandStringWith } from "./strings.ts";

const variables = new Map(Object.entries(process.env) as [string, string][]);
writeFileSync(1, expandStringWith(readFileSync(0, "utf8"), variables));
