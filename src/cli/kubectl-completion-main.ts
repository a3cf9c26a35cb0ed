#!/usr/bin/env node
import { processIo } from "./io.ts";
import { kubectlCompletion } from "./kubectl-completion.ts";

const io = processIo();
io.write(
  kubectlCompletion(process.argv.slice(2), io)
    .map((line) => `${line}\n`)
    .join(""),
);
