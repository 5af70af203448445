import * as account from '@kontor/contract/account';
import * as activity from '@kontor/contract/activity';
import * as alarm from '@kontor/contract/alarm';
import * as document from '@kontor/contract/document';
import type { CommandDefinition, QueryDefinition } from '@kontor/contract/kernel';
import * as mail from '@kontor/contract/mail';
import * as memo from '@kontor/contract/memo';
import * as phonecall from '@kontor/contract/phonecall';
import * as record from '@kontor/contract/record';
import * as settings from '@kontor/contract/settings';
import * as sharing from '@kontor/contract/sharing';
import * as task from '@kontor/contract/task';

export type Definition = QueryDefinition | CommandDefinition;

/** What the server does differently for one operation than for another. */
export type OperationKind = 'list' | 'bytes' | 'steady' | 'audited' | 'secret' | 'fleeting' | 'async' | 'plain';

const DOORS: Readonly<Record<string, object>> = {
  account,
  activity,
  alarm,
  document,
  mail,
  memo,
  phonecall,
  record,
  settings,
  sharing,
  task,
};

const definitionsOf = (door: object): object[] =>
  Object.values(door)
    .filter((group: unknown) => typeof group === 'object' && group !== null)
    .flatMap((group: object) => Object.values(group) as object[]);

const MODULES = new Map(Object.entries(DOORS).flatMap(([name, door]) => definitionsOf(door).map((one) => [one, name])));

/** The module whose contract exports the operation, in one of its groups. */
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
