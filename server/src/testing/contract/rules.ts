import { CONTRACTS } from '@kontor/contract/all';
import type { CommandDefinition, QueryDefinition } from '@kontor/contract/kernel';

export type Definition = QueryDefinition | CommandDefinition;

/** What the server does differently for one operation than for another. */
export type OperationKind = 'list' | 'bytes' | 'steady' | 'audited' | 'secret' | 'fleeting' | 'async' | 'plain';

const MODULES = new Map(
  CONTRACTS.flatMap(({ name, queries, commands }) =>
    [...Object.values<Definition>(queries), ...Object.values<Definition>(commands)].map((one) => [one, name] as const),
  ),
);

/** The module whose contract has the operation. */
export const moduleOf = (definition: Definition): string | undefined => MODULES.get(definition);

/** Every kind that an operation is of, as it is declared; `async` are commands that may be accepted whatever their parameters, to be carried
 * out later. */
export function kindsOf(definition: Definition): readonly OperationKind[] {
  const kinds: OperationKind[] = definition.audit === undefined ? [] : ['audited'];
  if (definition.kind === 'command') {
    if (definition.secret !== false) kinds.push('secret');
    if (definition.fleeting !== undefined) kinds.push('fleeting');
    if (definition.secret === false && definition.fleeting === undefined && !definition.proof) kinds.push('async');
  } else {
    if (definition.list !== undefined) kinds.push('list');
    if (definition.bytes) kinds.push('bytes');
    if (definition.steady) kinds.push('steady');
  }
  return kinds.length === 0 ? ['plain'] : kinds;
}

/** Each combination of module and kind that an operation stands for. */
export const combinationsOf = (definition: Definition): readonly string[] =>
  kindsOf(definition).map((kind) => `${moduleOf(definition)} ${kind}`);

/** The operations that together stand for every combination which `all` stand for: again and again the one with most of what is left. */
export function sampleOf<D extends Definition>(all: readonly D[]): readonly D[] {
  const combinations = new Map(all.map((definition) => [definition, combinationsOf(definition)]));
  const left = new Set([...combinations.values()].flat());
  const newIn = (definition: D) => combinations.get(definition)?.filter((one) => left.has(one)).length ?? 0;
  const sample: D[] = [];
  while (left.size > 0) {
    const best = all.reduce((most, one) => (newIn(one) > newIn(most) ? one : most));
    sample.push(best);
    for (const combination of combinations.get(best) ?? []) left.delete(combination);
  }
  return sample;
}
