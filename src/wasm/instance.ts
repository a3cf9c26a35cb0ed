import { instantiateSync } from "@assemblyscript/loader";
import { loadModule } from "#wasm-module";

/** What assembly/index.ts exports. All numbers; addresses and lengths are in bytes, and unsigned (`>>> 0` where it matters). */
export interface Scanners {
  readonly memory: WebAssembly.Memory;
  arenaStart(): number;
  beginYaml(): void;
  find8(start: number, end: number, unit: number): number;
  environmentName(): number;
  environmentReset(base: number, count: number): number;
  environmentRoom(nameLength: number, valueLength: number): number;
  environmentSelect(base: number): void;
  environmentSet(nameLength: number, valueLength: number): number;
  environmentSetNumber(nameLength: number, value: number): number;
  environmentSize(count: number): number;
  environmentValue(nameLength: number): number;
  expandBytes(
    input: number,
    inputEnd: number,
    output: number,
    outputEnd: number,
    records: number,
    recordsEnd: number,
    isLast: boolean,
    closerFrom: number,
  ): number;
  expandJson(
    input: number,
    inputEnd: number,
    output: number,
    outputEnd: number,
    records: number,
    recordsEnd: number,
    isLast: boolean,
    closerFrom: number,
  ): number;
  expandYaml(input: number, inputEnd: number, output: number, outputEnd: number, record: number): number;
  forgetNames(): void;
  list(start: number, end: number, one: number, other: number, to: number): void;
  listRoom(length: number): number;
  nowhere(): number;
  outputRoom(inputLength: number): number;
  referencesAt(): number;
  scanReferences(text: number, end: number, first: number, names: number, closerAhead: number): void;
  scanString(string: string, first: number, length: number, text: number, names: number): void;
  stoppedAt(): number;
  textAt(): number;
  textUnits(): number;
  scanEnvFile(
    origin: number,
    at: number,
    end: number,
    records: number,
    recordsEnd: number,
    key: number,
    keyLength: number,
    stopAtKey: boolean,
    isStrict: boolean,
  ): number;
  scanDotenv(
    origin: number,
    at: number,
    end: number,
    records: number,
    recordsEnd: number,
    key: number,
    keyLength: number,
  ): number;
  recordsToUnits(records: number, recordsEnd: number, origin: number, at: number, units: number): void;
  seedAt(): number;
  scanStoppedAt(): number;
  utf16Length(start: number, end: number): number;
  copyString(text: string, length: number, to: number): number;
  scanTemplate8(origin: number, input: number, inputEnd: number, records: number, recordsEnd: number): number;
  scanTemplate16(origin: number, input: number, inputEnd: number, records: number, recordsEnd: number): number;
}

export interface Instance {
  readonly scanners: Scanners;
  /** Whether `scanString` reads JavaScript strings itself (the js-string builtins are compiled in). */
  readonly readsStrings: boolean;
}

let module: WebAssembly.Module | undefined;
let instance: Instance | undefined;

/** The instance of the scanners, made when it is first needed. Another one from call to call: see `replaceInstance`. */
export function wasmInstance(): Instance {
  if (instance === undefined) {
    module = loadModule();
    instance = instantiate(module);
  }
  return instance;
}

/** Takes a new instance, with as little memory as there can be; returns whether there is one. */
export function replaceInstance(): boolean {
  try {
    instance = instantiate(module!);
    return true;
  } catch {
    // The runtime has no memory for another one: this one goes on, as large as it is.
    return false;
  }
}

function instantiate(module: WebAssembly.Module): Instance {
  const readsStrings = WebAssembly.Module.imports(module).length === 0;
  // The loader wraps each export in a closure that counts arguments; the plain exports are called directly.
  // Without js-string builtins, strings are copied in by the host, and nothing calls the import.
  const { instance } = instantiateSync(module, { "wasm:js-string": { charCodeAt: () => 0 } });
  return { scanners: instance.exports as unknown as Scanners, readsStrings };
}
