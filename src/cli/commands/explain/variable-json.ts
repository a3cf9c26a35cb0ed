/** Explanations of variables as JSON, for programs. */
import type { VariableSource } from "../../../kubernetes/pod/types.ts";
import { programJson } from "../../frame/program-json.ts";
import type { ExplainedDefinition, ExplainedUse, VariableExplanation } from "./variable-explanation.ts";

export function variableJson(explanation: VariableExplanation): string {
  const { container, definitions, isSecret, name, need, uses, value, workload } = explanation;
  return programJson({
    name,
    workload: workload.name,
    ...(container && { container: container.name }),
    ...(value !== undefined && { value }),
    ...(isSecret && { isSecret }),
    ...(need && { needs: need.needs }),
    ...(container?.error && { error: container.error.message }),
    definitions: definitions.map(definitionJson),
    uses: uses.map(useJson),
  });
}

function definitionJson({
  isHidden,
  isSecret,
  isSkipped,
  need,
  place,
  source,
  sourcePlace,
  unless,
  value,
}: ExplainedDefinition) {
  return {
    ...(value !== undefined && { value }),
    ...(isSecret && { isSecret }),
    source: source satisfies VariableSource,
    ...(place !== undefined && { place }),
    ...(sourcePlace !== undefined && { sourcePlace }),
    ...(need && { needs: need.needs }),
    ...(unless && { unless: unless.needs }),
    isHidden,
    ...(isSkipped && { isSkipped }),
  };
}

function useJson({ declaredAt, field, meant, place, use, value }: ExplainedUse) {
  const { form, isSecret, need, reason, source, verdict } = use;
  return {
    place,
    field,
    form,
    verdict,
    reason,
    ...(value !== undefined && { value }),
    ...(isSecret && { isSecret }),
    ...(source && { source }),
    ...(declaredAt !== undefined && { declaredAt }),
    ...(need && { needs: need.needs }),
    ...(meant !== undefined && { didYouMean: meant }),
  };
}
