/** The single executable: the name by which it is started selects one of the programs of the package. */
import { basename } from "node:path";

const name = basename(process.argv0).replace(/\.exe$/i, "");
if (name === "kubectl-varexpand") void import("./kubectl-program.ts").then(({ kubectlMain }) => kubectlMain());
else if (name === "kubectl_complete-varexpand")
  void import("./kubectl-program.ts").then((program) => program.kubectlCompletionMain());
else void import("./run.ts").then(({ main }) => main());
