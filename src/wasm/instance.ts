import { instantiateSync } from "@assemblyscript/loader";
import { loadModule } from "#wasm-module";

/** What assembly/index.ts exports. All numbers; addresses and lengths are in bytes, and unsigned (`>>> 0` where it matters). */
export interface Scanners {
  readonly memory: WebAssembly.Memory;
  arenaStart(): number;
  beginYaml(): void;
  copyPiece(start: number, length: number, to: number): void;
  copyUntil(start: number, end: number, to: number, unit: number): number;
  equal(a: number, b: number, length: number): number;
  find8(start: number, end: number, unit: number): number;
  find16(start: number, end: number, unit: number): number;
  hash(start: number, length: number): number;
  environmentEnd(): number;
  environmentName(): number;
  environmentReset(base: number, count: number): number;
  environmentRoom(nameLength: number, valueLength: number): number;
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

let instance: Instance | undefined;

/** The one instance of the scanners, made when it is first needed. */
export function wasmInstance(): Instance {
  instance ??= instantiate(loadModule());
  return instance;
}

function instantiate(module: WebAssembly.Module): Instance {
  const readsStrings = WebAssembly.Module.imports(module).length === 0;
  // The loader wraps each export in a closure that counts arguments; the plain exports are called directly.
  const { instance } = instantiateSync(module, { "wasm:js-string": { charCodeAt: notCalled } });
  return { scanners: instance.exports as unknown as Scanners, readsStrings };
}

function notCalled(): number {
  throw new Error("js-string builtins are missing, so strings are copied in by the host");
}
