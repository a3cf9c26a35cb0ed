/** `varexpand explain`: shows where a container's variable gets its value, and the result of each use. */
import { type FileRole, isUnapplied } from "../../../kubernetes/cluster/not-applied.ts";
import {
  type DocumentReading,
  WorkloadReader,
  type WorkloadReaderOptions,
} from "../../../kubernetes/cluster/workload-reader.ts";
import type { PodTrace } from "../../../kubernetes/pod/trace/types.ts";
import { ObjectPlaces } from "../../../lint/object-places.ts";
import type { ApplySet } from "../../../repository/apply-set.ts";
import type { DocumentPart } from "../../../repository/manifest-part.ts";
import { severalUnknownLines, Unknowns } from "../../../repository/unknowns.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { printable } from "../../../text/printable.ts";
import type { Node, Path } from "../../../yaml/node.ts";
import { findInputs, inputOptions, isPath, isPiped } from "../../files/inputs.ts";
import { Spool } from "../../files/spool.ts";
import { colorOption, DONE, defineCommand, didYouMean, FAILED } from "../../frame/command.ts";
import { programJson } from "../../frame/document-text.ts";
import { NoMatchError, UsageError } from "../../frame/errors.ts";
import { colorsOf, lineWidth, type Style, styleOf } from "../../frame/io.ts";
import { fittedTo } from "../../frame/text-width.ts";
import { statedSources } from "../../lint-settings/stated-sources.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { InputSets, type SetManifest, setOptions } from "../../manifests/input-sets.ts";
import { objectsIn } from "../../manifests/manifest-file.ts";
import { ManifestWorkload } from "../../manifests/manifest-workload.ts";
import { GivenVolumes } from "../../manifests/volume-folder.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { explainFlux, type FluxExplanation, fluxLines } from "./flux-explanation.ts";
import { explainAround, explainVariable, type SourcePlaceFinder, type SourcePlaces } from "./variable-explanation.ts";

export const explainCommand = defineCommand({
  usage: "explain [PATH...] [KIND/NAME...] [-c CONTAINER] NAME",
  description: `
Shows where a variable of a container, or of a Flux Kustomization, gets its value: the value, its definitions (first the one that is used, then those that it hides), and each use of the name with its place, its result, and the reason. The result is one of expanded, escaped, declared-later, undefined, unknown, not-expanded-here, malformed, and shell.

Values that come from a Secret are shown as ***, unless --show-secrets is set.`,
  options: {
    ...inputOptions,
    ...setOptions,
    container: {
      type: "string",
      short: "c",
      multiple: true,
      value: "CONTAINER",
      help: "show only containers with this name",
    },
    output: { type: "string", short: "o", choices: ["text", "json"], help: "the output format (default: text)" },
    "show-secrets": { type: "boolean", help: "show values from Secrets" },
    ...colorOption,
    ...clusterOptions,
  },
  common: ["file", "recursive", "kustomize", "in", "container", "output", "show-secrets", "namespace", "complete"],
  examples: [
    "varexpand explain examples/shop.yaml DATABASE_URL",
    "varexpand explain examples/shop.yaml cronjob/report -c report PERIOD",
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
    const question: Question = {
      ...given,
      ...(node && { node }),
      name,
      workloads,
      containers: options.container,
      isJson: options.output === "json",
      showsSecrets: options["show-secrets"],
      style: styleOf(colorsOf(options.color, io)),
      fitted: fittedTo(io.isTerminal ? lineWidth(io) : undefined),
    };
    const paths = [...operands.slice(0, -1).filter((operand) => !workloads.includes(operand)), ...options.file];
    const sets = new InputSets(
      files,
      paths,
      question,
      io,
      { documentLimit, skipped },
      {
        name: options.in,
        sources: await statedSources(io),
      },
    );
    const reading = new ExplainReading(question);
    try {
      for (const set of sets.sets) reading.addSet(set, sets);
      const flux = sets.sets.flatMap((set) => (set.kind === "flux" && set.path !== undefined ? [set.path] : []));
      reading.addFlux(explainFlux(name, flux));
      for (const line of skipped.lines()) io.report(line);
      for (const line of reading.problems.lines()) io.report(`varexpand: ${line}`);
      if (!reading.problems.isEmpty) return FAILED;
      reading.check();
      for (const piece of reading.output().pieces()) io.write(piece);
      if (question.isJson) io.write("\n]\n");
      for (const line of severalUnknownLines(reading.unknowns, false)) io.report(line);
      return DONE;
    } finally {
      reading.close();
      sets.close();
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
  readonly style: Style;
  readonly fitted: (line: string) => string;
}

const MAX_NAMES = 1000;

class ExplainReading {
  readonly problems = new Spool();
  /** What the variable depends on that the input does not determine. */
  readonly unknowns = new Unknowns();
  private readonly question: Question;
  private readonly selection: WorkloadSelection;
  /** The places of the objects of the set that is read, and of all sets before. */
  private places: SourcePlaceFinder;
  private allPlaces: ObjectPlaces<SourcePlaces> | undefined;
  /** Explanations for containers that define or use the name. */
  private readonly found = new Spool();
  /** Explanations for containers in which something unknown can define it. They are printed only if there are no others. */
  private readonly possible = new Spool();
  /** The names that the containers define, for suggestions. */
  private readonly names = new Set<string>();
  private hasContainer = false;
  private readonly volumes: GivenVolumes;

  constructor(question: Question) {
    const { containers, namespace, volumeContents, workloads } = question;
    this.question = question;
    this.volumes = new GivenVolumes(volumeContents);
    this.selection = new WorkloadSelection(workloads, containers, namespace);
    this.places = new ObjectPlaces(namespace);
  }

  addSet(set: ApplySet, sets: InputSets): void {
    const manifests = sets.manifestsOf(set);
    const objects = sets.objectsOf(set);
    const isTraced: WorkloadReaderOptions["isTraced"] = (workload) => this.selection.hasWorkload(workload);
    const world = set.isComplete ? this.question.world : "open";
    const options = { ...this.question, ...(world && { world }), isTraced };
    const inSet = new ObjectPlaces<SourcePlaces>(this.question.namespace);
    for (const manifest of manifests) this.addPlaces(manifest, inSet);
    for (const manifest of manifests) {
      const own = new ObjectPlaces<SourcePlaces>(this.question.namespace);
      if (manifests.length > 1) this.addPlaces(manifest, own);
      this.places = { of: (source) => own.of(source) ?? inSet.of(source) ?? this.everywhere(sets).of(source) };
      const reader = new WorkloadReader(options, objects.of(manifest.name));
      for (const part of manifest.parts()) this.add(part, reader, set, manifest.role);
    }
  }

  /** @throws NoMatchError */
  check(): void {
    this.selection.check();
    this.volumes.check();
    if (!this.found.isEmpty || !this.possible.isEmpty) return;
    const { name } = this.question;
    if (!this.hasContainer) throw new NoMatchError("found no Pod or workload");
    const what = `no selected container defines or uses ${printable(name)}`;
    throw new NoMatchError(`${what}${didYouMean(name, [...this.names])}`);
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

  private add(part: DocumentPart, reader: WorkloadReader, set: ApplySet, role: FileRole | undefined): void {
    for (const document of part.documents) {
      const isChosen = role === undefined || this.selection.namesWorkloads;
      const reading: DocumentReading = {
        listKind: part.list?.kind,
        unknownTexts: part.unknownTexts(document),
        mayBeInvalid: !isChosen,
        onError: role && (() => {}),
        isWanted: ({ ownerPath, pod }) => {
          return isChosen || !isUnapplied(ownerPath.reduce<unknown>(memberOf, document.value), pod, role);
        },
      };
      for (const result of objectsIn(part, document, (value) => reader.read(value, reading))) {
        const workload = new ManifestWorkload(part, document, result.workload, set.title);
        this.volumes.add(result.workload.pod);
        const report = (path: Path, text: string) => {
          if (isChosen) this.problems.writeLine(`${workload.placeOf(path)}: ${workload.name}: ${printable(text)}`);
        };
        for (const { path, message } of result.problems) report(path, `${workload.fieldOf(path)}: ${message}`);
        if (result.overLimit !== undefined) report(result.overLimit.path, result.overLimit.message);
        if (result.trace !== undefined) this.addTrace(result.trace, workload, set);
      }
    }
  }

  private addTrace(pod: PodTrace, workload: ManifestWorkload, set: ApplySet): void {
    const { places } = this;
    const { containers, name, showsSecrets, style } = this.question;
    const context = { name, workload, places, showsSecrets, style };
    const isSubstituted = set.kind === "flux" && set.path?.isSubstituted !== false;
    for (const trace of pod.containers) {
      if (!this.selection.hasContainer(trace.resolved.name)) continue;
      this.hasContainer = true;
      for (const { name } of trace.definitions) if (this.names.size < MAX_NAMES) this.names.add(name);
      // Flux replaces `${NAME}`.
      const uses = trace.uses.filter(({ form }) => !isSubstituted || form !== "braces");
      const explained = explainVariable({ ...trace, uses }, context);
      if (explained === undefined) continue;
      this.write(explained.isFound ? this.found : this.possible, explained.json, explained.lines);
      const isAsked = (each: { readonly name: string }) => each.name === name;
      const { unknown, unresolved } = trace.resolved;
      this.unknowns.addContainer({ unknown: unknown.filter(isAsked), unresolved: unresolved.filter(isAsked) });
    }
    const around = containers.length > 0 ? undefined : explainAround(pod.uses, context);
    if (around !== undefined) this.write(this.found, around.json, around.lines);
  }

  /** The places of the objects of all sets, read when that of an object in another set is needed. */
  private everywhere(sets: InputSets): SourcePlaceFinder {
    if (this.allPlaces === undefined) {
      this.allPlaces = new ObjectPlaces(this.question.namespace);
      for (const set of sets.sets)
        for (const manifest of sets.manifestsOf(set)) this.addPlaces(manifest, this.allPlaces);
    }
    return this.allPlaces;
  }

  private addPlaces(manifest: SetManifest, places: ObjectPlaces<SourcePlaces>): void {
    for (const part of manifest.parts()) {
      for (const document of part.documents) {
        places.add(document, part.list?.kind, (path, value) => this.sourcePlaces(part, document, path, value));
      }
    }
  }

  /** Keeps the place of each `$` in a value that can use the name, because the document is gone when uses are printed. */
  private sourcePlaces(part: DocumentPart, document: Node, path: Path, value = ""): SourcePlaces {
    const place = part.placeOf(document, path);
    if (!value.includes("$") || !value.includes(this.question.name)) return { place };
    const starts = Array.from(value.matchAll(/\$/g), ({ index }) => index);
    const places = part.placesIn(document, path, starts);
    return { place, uses: new Map(starts.map((start, i) => [start, places[i]!])) };
  }

  private write(spool: Spool, json: unknown, [title = "", ...rest]: readonly string[]): void {
    const { fitted, isJson, style } = this.question;
    const lines = [style("bold", title), ...rest];
    if (isJson) spool.write(`${spool.isEmpty ? "[\n" : ",\n"}${programJson(json)}`);
    else spool.write(`${spool.isEmpty ? "" : "\n"}${lines.map(fitted).join("\n")}\n`);
  }
}
