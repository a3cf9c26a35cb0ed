/** `varexpand explain`: shows where a container's variable gets its value, and the result of each use. */
import { WorkloadReader, type WorkloadReaderOptions } from "../../../kubernetes/cluster/workload-reader.ts";
import { ObjectPlaces } from "../../../lint/object-places.ts";
import { printable } from "../../../text/printable.ts";
import type { Node, Path } from "../../../yaml/node.ts";
import { findInputs, inputOptions, isPath, isPiped } from "../../files/inputs.ts";
import { Spool } from "../../files/spool.ts";
import { DONE, defineCommand, didYouMean, FAILED } from "../../frame/command.ts";
import { programJson } from "../../frame/document-text.ts";
import { UsageError } from "../../frame/errors.ts";
import { lineWidth } from "../../frame/io.ts";
import { fittedTo } from "../../frame/text-width.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { FluxInputs } from "../../manifests/flux-inputs.ts";
import type { ManifestPart } from "../../manifests/manifest-file.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { ManifestWorkload } from "../../manifests/manifest-workload.ts";
import { GivenVolumes } from "../../manifests/volume-folder.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { explainFlux, type FluxExplanation, fluxLines } from "./flux-explanation.ts";
import { explainAround, explainVariable, type SourcePlaces } from "./variable-explanation.ts";

export const explainCommand = defineCommand({
  usage: "explain [PATH...] [KIND/NAME...] [-c CONTAINER] NAME",
  description: `
Shows where a variable of a container, or of a Flux Kustomization, gets its value: the value, its definitions (first the one that is used, then those that it hides), and each use of the name with its place, its result, and the reason. The result is one of expanded, escaped, declared-later, undefined, unknown, not-expanded-here, malformed, and shell.

Values that come from a Secret are shown as ***, unless --show-secrets is set.`,
  options: {
    ...inputOptions,
    container: {
      type: "string",
      short: "c",
      multiple: true,
      value: "CONTAINER",
      help: "show only containers with this name",
    },
    output: { type: "string", short: "o", choices: ["text", "json"], help: "the output format (default: text)" },
    "show-secrets": { type: "boolean", help: "show values from Secrets" },
    ...clusterOptions,
  },
  examples: [
    "varexpand explain examples/shop.yaml DATABASE_URL",
    "varexpand explain -f examples/shop.yaml deployment/web -c web DATABASE_URL",
  ],
  names: ["workloads", "variables"],
  async run({ options, operands }, io) {
    const name = nameIn(operands.at(-1));
    const isAlone = operands.length + options.file.length + options.kustomize.length === 1;
    if (isAlone && !isPiped(io) && isPath(name)) {
      throw new UsageError(`${printable(name)} is a path; name a variable after it`);
    }
    const { documentLimit, ...given } = givenCluster(options, io, []);
    const others = options.node === undefined ? [] : [options.node];
    const inputs = { command: "explain", operands: operands.slice(0, -1), options, others, takesWorkloads: true };
    const { files, skipped, workloads } = await findInputs(inputs, io);
    const node = options.node === undefined ? undefined : readNode(options.node, io);
    const flux = new FluxInputs(files);
    const question: Question = {
      ...given,
      ...(node && { node }),
      name,
      workloads,
      containers: options.container,
      isJson: options.output === "json",
      showsSecrets: options["show-secrets"],
      fitted: fittedTo(io.isTerminal ? lineWidth(io) : undefined),
      flux,
    };
    const manifests = files.map((file) => new ManifestStream(file, io, { documentLimit, skipped }));
    let reading = new ExplainReading(question);
    try {
      reading.addAll(manifests);
      if (reading.reader.mustBeRepeated) {
        reading.close();
        reading = new ExplainReading(question, reading);
        reading.addAll(manifests);
      }
      reading.addFlux(explainFlux(name, flux.paths));
      for (const line of skipped.lines()) io.report(line);
      for (const line of reading.problems.lines()) io.report(`varexpand: ${line}`);
      if (!reading.problems.isEmpty) return FAILED;
      reading.check();
      for (const piece of reading.output().pieces()) io.write(piece);
      if (question.isJson) io.write("\n]\n");
      return DONE;
    } finally {
      reading.close();
      for (const manifest of manifests) manifest.close();
    }
  },
});

/** The name of a variable, which can be written as a reference. */
function nameIn(operand: string | undefined): string {
  if (operand === undefined) throw new UsageError("no variable; name it in the last argument");
  const [, kubernetes, flux] = /^\$(?:\((.*)\)|\{(.*)\})$/s.exec(operand) ?? [];
  return kubernetes ?? flux ?? operand;
}

interface Question extends WorkloadReaderOptions {
  readonly name: string;
  readonly workloads: readonly string[];
  readonly containers: readonly string[];
  readonly isJson: boolean;
  readonly showsSecrets: boolean;
  readonly fitted: (line: string) => string;
  readonly flux: FluxInputs;
}

const MOST_NAMES = 1000;

class ExplainReading {
  readonly problems = new Spool();
  readonly reader: WorkloadReader;
  private readonly question: Question;
  private readonly selection: WorkloadSelection;
  private readonly places: ObjectPlaces<SourcePlaces>;
  /** Explanations for containers that define or use the name. */
  private readonly found = new Spool();
  /** Explanations for containers in which something unknown can define it. They are printed only if there are no others. */
  private readonly possible = new Spool();
  /** The names that the containers define, for suggestions. */
  private readonly names = new Set<string>();
  private hasContainer = false;
  private readonly volumes: GivenVolumes;

  /** @param first has read all objects and their places */
  constructor(question: Question, first?: ExplainReading) {
    const { containers, namespace, volumeContents, workloads } = question;
    this.question = question;
    this.volumes = new GivenVolumes(volumeContents);
    this.selection = new WorkloadSelection(workloads, containers, namespace);
    const isTraced: WorkloadReaderOptions["isTraced"] = (workload) => this.selection.hasWorkload(workload);
    this.reader = new WorkloadReader({ ...question, isTraced }, first?.reader.objects);
    this.places = first?.places ?? new ObjectPlaces(namespace);
  }

  addAll(manifests: readonly ManifestStream[]): void {
    for (const manifest of manifests) {
      for (const part of manifest.parts()) this.add(this.question.flux.applied(part, manifest.input.file));
    }
  }

  /** @throws UsageError for names that match nothing */
  check(): void {
    this.selection.check();
    this.volumes.check();
    if (!this.found.isEmpty || !this.possible.isEmpty) return;
    const { name } = this.question;
    if (!this.hasContainer) throw new UsageError("found no Pod or workload");
    const what = `no selected container defines or uses ${printable(name)}`;
    throw new UsageError(`${what}${didYouMean(name, [...this.names])}`);
  }

  output(): Spool {
    return this.found.isEmpty ? this.possible : this.found;
  }

  close(): void {
    for (const spool of [this.problems, this.found, this.possible]) spool.close();
  }

  addFlux(explanations: readonly FluxExplanation[]): void {
    for (const each of explanations) this.write(this.found, each, fluxLines(each));
  }

  private add(part: ManifestPart): void {
    for (const document of part.documents) {
      this.places.add(document, part.list?.kind, (path, value) => this.sourcePlaces(part, document, path, value));
    }
    for (const document of part.documents) {
      const substitution = part.substitutions.get(document);
      const reading = { listKind: part.list?.kind, unknownTexts: substitution?.unknown };
      for (const result of part.objectsIn(document, (value) => this.reader.read(value, reading))) {
        const workload = new ManifestWorkload(part, document, result.workload);
        this.volumes.add(result.workload.pod);
        const report = (path: Path, text: string) =>
          this.problems.writeLine(`${workload.placeOf(path)}: ${workload.name}: ${printable(text)}`);
        for (const { path, message } of result.problems) report(path, `${workload.fieldOf(path)}: ${message}`);
        if (result.overLimit !== undefined) report(result.overLimit.path, result.overLimit.message);
        if (result.trace === undefined) continue;
        const { places } = this;
        const { containers, name, showsSecrets } = this.question;
        const context = { name, workload, places, showsSecrets };
        for (const trace of result.trace.containers) {
          if (!this.selection.hasContainer(trace.resolved.name)) continue;
          this.hasContainer = true;
          for (const { name } of trace.definitions) if (this.names.size < MOST_NAMES) this.names.add(name);
          // Flux replaces `${NAME}`.
          const uses = trace.uses.filter(({ form }) => substitution === undefined || form !== "braces");
          const explained = explainVariable({ ...trace, uses }, context);
          if (explained === undefined) continue;
          this.write(explained.isFound ? this.found : this.possible, explained.json, explained.lines);
        }
        const around = containers.length > 0 ? undefined : explainAround(result.trace.uses, context);
        if (around !== undefined) this.write(this.found, around.json, around.lines);
      }
    }
  }

  /** Keeps the place of each `$` in a value that can use the name, because the document is gone when uses are printed. */
  private sourcePlaces(part: ManifestPart, document: Node, path: Path, value = ""): SourcePlaces {
    const place = part.placeOf(document, path);
    if (!value.includes("$") || !value.includes(this.question.name)) return { place };
    const starts = Array.from(value.matchAll(/\$/g), ({ index }) => index);
    const places = part.placesIn(document, path, starts);
    return { place, uses: new Map(starts.map((start, i) => [start, places[i]!])) };
  }

  private write(spool: Spool, json: unknown, lines: readonly string[]): void {
    const { fitted, isJson } = this.question;
    if (isJson) spool.write(`${spool.isEmpty ? "[\n" : ",\n"}${programJson(json)}`);
    else spool.write(`${spool.isEmpty ? "" : "\n"}${lines.map(fitted).join("\n")}\n`);
  }
}
