/** The single executable: the name by which it is started selects one of the programs of the package. */
import { basename } from "node:path";
import { kubectlCompletionMain, kubectlMain } from "./kubectl-program.ts";
import { main } from "./run.ts";

const name = basename(process.argv0);
if (name === "kubectl-varexpand") void kubectlMain();
else if (name === "kubectl_complete-varexpand") kubectlCompletionMain();
else void main();
