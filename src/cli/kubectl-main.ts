#!/usr/bin/env node
import { createRequire } from "node:module";
import { processIo } from "./io.ts";
import { kubectlCommand } from "./kubectl.ts";
import { runAlone } from "./run.ts";

const version = (): string => createRequire(import.meta.url)("varexpand/package.json").version;

runAlone(kubectlCommand, process.argv.slice(2), processIo(), version).then((code) => {
  process.exitCode = code;
});
