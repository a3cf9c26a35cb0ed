/** What the constructors of streams are given. */
import type { Environment } from "../expansion/environment.ts";
import { checkFunction, checkObject, wrongArgument } from "../text/argument.ts";
import type { ExpansionSink } from "./reference-stream.ts";

/** @throws TypeError that names the argument */
export function checkStreamArguments(environment: Environment, sink: ExpansionSink): void {
  // An instance of this class, or of the same one in another bundle.
  if (typeof environment?.compiledBytes !== "function") {
    throw wrongArgument("environment", "an Environment", environment, "new Environment(variables) makes one");
  }
  checkObject(sink, "sink");
  checkFunction(sink.output, "sink.output");
}
