import { MAX_CONTACT_PERSONS, type RowFault, type Value } from '@kontor/contract/record';
import { keptValues, ownFields } from '../rules.ts';
import type { Values } from '../tables.ts';
import { mergeDrawn, wholeFault, type Drawn, type KnownPerson, type Merged, type Plan } from './planning.ts';

/** A record as it stands, or as a dry run has it stand by now. */
export interface Standing {
  readonly values: Values;
  readonly persons: readonly KnownPerson[];
}

/** What is to become of a row. */
export type Decision =
  | { readonly outcome: 'faulty'; readonly faults: readonly RowFault[] }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'made'; readonly values: Values; readonly persons: readonly Values[] }
  | { readonly outcome: 'changed'; readonly merged: Merged };

/** What becomes of what a row says: `standing` is the record that it is about, where that is there already. */
export function decide(plan: Plan, drawn: Drawn, standing: Standing | undefined): Decision {
  if (drawn.faults.length > 0) return { outcome: 'faulty', faults: drawn.faults };
  return standing === undefined ? decideNew(plan, drawn) : decideKnown(plan, drawn, standing);
}

function decideNew(plan: Plan, { values, persons }: Drawn): Decision {
  const faults = [...plan.faults(values, true), ...persons.flatMap((person) => plan.personFaults(person, true))];
  if (faults.length > 0) return { outcome: 'faulty', faults };
  const { fields } = plan.kind;
  return {
    outcome: 'made',
    values: keptValues(ownFields(fields), values),
    persons: persons.map((person) => keptValues(fields.contactPerson, person)),
  };
}

function decideKnown(plan: Plan, drawn: Drawn, standing: Standing): Decision {
  const { duplicates } = plan.setup;
  if (duplicates === 'skip') return { outcome: 'skipped' };
  const merged = mergeDrawn(plan.kind.fields, standing, drawn, duplicates);
  const given = (changes: Merged['changes']): ReadonlyMap<string, Value> =>
    new Map(changes.map(({ key, value }) => [key, value]));
  const faults = [
    ...plan.faults(given(merged.changes), false),
    ...merged.persons.flatMap(({ person, changes }) => plan.personFaults(given(changes), person === undefined)),
  ];
  const fresh = merged.persons.filter(({ person }) => person === undefined).length;
  if (standing.persons.length + fresh > MAX_CONTACT_PERSONS) faults.push(wholeFault('persons'));
  if (faults.length > 0) return { outcome: 'faulty', faults };
  return merged.changes.length + merged.persons.length === 0 ? { outcome: 'skipped' } : { outcome: 'changed', merged };
}

export const AMBIGUOUS: Decision = { outcome: 'faulty', faults: [wholeFault('ambiguous')] };
