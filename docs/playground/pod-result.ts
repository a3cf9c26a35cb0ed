/** The results for the containers of a manifest: variables with their sources, and expanded text. */

import { expandedCommands } from "../../src/kubernetes/pod/resolve/masked.ts";
import { isSecretVariable, MASK } from "../../src/kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../src/kubernetes/pod/sources/source-text.ts";
import type { ContainerTrace, Definition } from "../../src/kubernetes/pod/trace/types.ts";
import type { ManifestPath, ResolvedVariable } from "../../src/kubernetes/pod/types.ts";
import type { ViewedPod } from "../../src/lsp/manifests/manifest-pods.ts";
import type { Positions } from "../../src/text/position.ts";
import { visibleText } from "../../src/text/printable.ts";
import { type Child, element } from "./dom.ts";
import { type GoTo, lineButton } from "./places.ts";
import { codeElement, valueElement } from "./pod-text.ts";

interface Shown {
  readonly lines: Positions;
  readonly goTo: GoTo;
}

export function podElements(pods: readonly ViewedPod[], shown: Shown): HTMLElement[] {
  return pods.map((pod) => {
    const { place, trace } = pod.seen;
    const { namespace } = trace;
    const title = element(
      "h3",
      {},
      visibleText(place.object),
      namespace !== "" && element("small", {}, ` in ${visibleText(namespace)}`),
    );
    const containers = trace.containers.map((container) => containerElement(pod, container, shown));
    return element("article", { class: pod.seen.change === undefined ? "pod" : "pod former" }, title, ...containers);
  });
}

function containerElement(pod: ViewedPod, container: ContainerTrace, shown: Shown): HTMLElement {
  const { resolved } = container;
  const { error, kind, name } = resolved;
  const parts: Child[] = [
    element("h4", {}, `${kind.replace("Container", " container")} `, element("code", {}, visibleText(name))),
  ];
  if (error !== undefined) {
    parts.push(
      element(
        "p",
        { class: "failure" },
        element("b", {}, "Does not start: "),
        visibleText(error.message),
        " ",
        entryButton(pod, error.path, shown),
      ),
    );
  }
  const rows =
    error === undefined
      ? resolvedRows(pod, container, shown)
      : container.definitions.map((each) => definitionRow(pod, each, shown));
  if (rows.length > 0) parts.push(table(rows));
  else if (error === undefined) parts.push(element("p", { class: "none" }, "No variables."));
  const services = resolved.env.filter(({ source }) => source.kind === "service");
  if (services.length > 0) {
    const rest = services.map((variable) => variableRow(pod, variable, shown));
    parts.push(element("details", {}, element("summary", {}, `${services.length} Service variables`), table(rest)));
  }
  for (const [field, words] of expandedCommands(resolved)) {
    const list = words.map((word) => codeElement("word", word));
    parts.push(element("p", { class: "command" }, element("b", {}, field), ...list.flatMap((word) => [" ", word])));
  }
  for (const { mountPath, name: volume, subPath } of resolved.mounts) {
    if (subPath === "") continue;
    parts.push(
      element(
        "p",
        { class: "command" },
        element("b", {}, "mount"),
        " ",
        codeElement("word", mountPath),
        " is ",
        codeElement("word", subPath),
        ` of volume ${visibleText(volume)}`,
      ),
    );
  }
  return element("section", { class: "container" }, ...parts);
}

function table(rows: readonly HTMLElement[]): HTMLElement {
  const head = ["Variable", "Value", "From"].map((title) => element("th", { scope: "col" }, title));
  return element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function resolvedRows(pod: ViewedPod, { resolved }: ContainerTrace, shown: Shown): HTMLElement[] {
  const { env, skipped, unknown } = resolved;
  return [
    ...env.filter(({ source }) => source.kind !== "service").map((variable) => variableRow(pod, variable, shown)),
    ...unknown.flatMap(({ name, needs, otherwise, path, source }) => {
      // A reference to unknown text has a mark in the editor instead of a row.
      if (name === "" && path.at(-2) !== "envFrom") return [];
      const cell =
        otherwise === undefined
          ? said(`unknown: needs ${needs}`)
          : span(value(otherwise), said(` unless ${needs} sets it`));
      return [row(name, cell, describeSource(source), pod, path, shown)];
    }),
    ...skipped.map(({ name, path, source }) =>
      row(name, said("optional and missing"), describeSource(source), pod, path, shown),
    ),
  ];
}

function variableRow(pod: ViewedPod, variable: ResolvedVariable, shown: Shown): HTMLElement {
  const { name, need, path, source } = variable;
  const cell =
    need === undefined ? value(variable) : span(value(variable), said(` partly unknown: needs ${need.needs}`));
  return row(name, cell, describeSource(source), pod, path, shown);
}

/** A row for a container that does not start: no variable has a final value. */
function definitionRow(pod: ViewedPod, definition: Definition, shown: Shown): HTMLElement {
  const { isSecret, isSkipped, name, need, path, source, value: text } = definition;
  let cell: Node = said(isSkipped ? "optional and missing" : "not set");
  if (need !== undefined && text === undefined) cell = said(`unknown: needs ${need.needs}`);
  else if (text !== undefined) cell = isSecret ? valueElement(MASK) : valueElement(text);
  return row(name, cell, describeSource(source), pod, path, shown);
}

function value(variable: ResolvedVariable): HTMLElement {
  return valueElement(isSecretVariable(variable) ? MASK : variable.value);
}

function row(
  name: string,
  cell: Node,
  from: string,
  pod: ViewedPod,
  path: ManifestPath | undefined,
  shown: Shown,
): HTMLElement {
  return element(
    "tr",
    {},
    element(
      "th",
      { scope: "row" },
      name === "" ? element("i", {}, "all keys") : element("code", {}, visibleText(name)),
    ),
    element("td", {}, cell),
    element("td", {}, from, " ", path === undefined ? undefined : entryButton(pod, path, shown)),
  );
}

function entryButton(pod: ViewedPod, path: ManifestPath, { lines, goTo }: Shown): Node | undefined {
  const place = pod.entryPlace(path);
  return place && lineButton(place, lines, goTo);
}

function said(text: string): HTMLElement {
  return element("i", { class: "said" }, visibleText(text));
}

function span(...children: readonly Node[]): HTMLElement {
  return element("span", {}, ...children);
}
