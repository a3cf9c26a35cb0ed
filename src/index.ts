/** varexpand: the public names. Loads on every runtime; nothing happens at import time. */

export { type ObjectEventRecorder, UNRESOLVED_REFERENCE } from "./events/recorder.ts";
export { Environment } from "./expansion/environment.ts";
export { escape, unescape } from "./expansion/escape.ts";
export { expand } from "./expansion/expand.ts";
export { type MappingFunc, mappingFuncFor, type VariableContext } from "./expansion/mapping.ts";
