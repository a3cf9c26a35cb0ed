/** Selectors of labels, as `labels.Parse` of Kubernetes reads them. */
import { expect, test } from "vitest";
import { labelSelector } from "../../../src/kubernetes/kustomize/label-selector.ts";

const LABELS = { app: "web", "example.org/tier": "front", in: "x", empty: "", number: 5 };

test.each<[selector: string, matches: boolean | undefined]>([
  ["", true],
  ["  ", true],
  ["app", true],
  ["none", false],
  ["!none", true],
  ["! app", false],
  ["app=web", true],
  ["app == web,in=x", true],
  ["app=web,\tin=y", false],
  ["app!=web", false],
  ["none!=web", true],
  ["none=", false],
  ["empty=", true],
  ["empty=,app", true],
  ["number=5", true],
  ["example.org/tier=front", true],
  ["in", true],
  ["in in (x)", true],
  ["app in (api, web)", true],
  ["app in(web)", true],
  ["app notin (api,db)", true],
  ["app notin (web)", false],
  ["none notin (web)", true],
  ["empty in ()", true],
  ["empty in (,a)", true],
  ["empty in (a,)", true],
  ["empty in (a,,b)", true],
  ["app=in", false],
  // Kubernetes refuses these, or they are not supported.
  ["app=web,", undefined],
  [",app", undefined],
  ["app,,in", undefined],
  ["app web", undefined],
  ["app=web in", undefined],
  ["!app=web", undefined],
  ["!app in (web)", undefined],
  ["app in web", undefined],
  ["app in (web", undefined],
  ["app in (web api)", undefined],
  ["app in (web=)", undefined],
  ["app=(web)", undefined],
  ["app=-web", undefined],
  ["-app", undefined],
  ["app===web", undefined],
  ["=web", undefined],
  ["number>4", undefined],
  ["app\u00a0=web", undefined],
])("%j: %s", (selector, matches) => {
  expect(labelSelector(selector)?.(LABELS)).toBe(matches);
});
