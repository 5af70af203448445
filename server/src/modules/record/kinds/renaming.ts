import type { FieldDefinition, GivenField, RenamedChoice, Value } from '@kontor/contract/record';
import { tidyName } from '@kontor/contract/kernel';
import { isSame, type FieldChange } from '../rules.ts';
import type { HeldKind } from '../store/kinds.ts';
import type { Conversion } from '../tables.ts';

/** What the choices of fields are called from now on, by the fields' keys. */
export type Renames = ReadonlyMap<string, readonly RenamedChoice[]>;

export const tidyRenames = ({ renamed = [] }: Pick<GivenField, 'renamed'>): readonly RenamedChoice[] =>
  renamed.map(({ from, to }) => ({ from: tidyName(from), to: tidyName(to) }));

export const renamesOf = (given: readonly GivenField[]): Renames =>
  new Map(
    given.flatMap((field) => {
      const renamed = tidyRenames(field);
      return renamed.length === 0 ? [] : [[field.key, renamed] as const];
    }),
  );

/** The first choice that cannot be renamed: it is still one, it is named twice, or it would become none of the choices. */
export function wrongRename(given: GivenField, choices: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return tidyRenames(given).find(
    ({ from, to }) =>
      from === '' || choices.includes(from) || !choices.includes(to) || seen.size === seen.add(from).size,
  )?.from;
}

/** Choices as they are called now, each once. */
export const renamedWords = (renamed: readonly RenamedChoice[] = [], words: readonly string[]): string[] => [
  ...new Set(words.map((word) => renamed.find(({ from }) => from === word)?.to ?? word)),
];

/** A value with choices as they are called now. */
export const renamedValue = (renamed: readonly RenamedChoice[], value: Value): Value =>
  typeof value === 'string' ? (renamedWords(renamed, [value])[0] ?? value) : renamedWords(renamed, value);

/** A value with the choices of a field that records have not all followed yet, but for those that are choices again. */
function followedValue(field: FieldDefinition, pending: readonly Conversion[], value: Value): Value {
  const choices: readonly string[] = 'choices' in field ? field.choices : [];
  const isChoice = (word: string): boolean => choices.includes(word);
  return pending
    .filter(({ key }) => key === field.key)
    .reduce(
      (now, { renamed = [] }) =>
        renamedValue(
          renamed.filter(({ from }) => !isChoice(from)),
          now,
        ),
      value,
    );
}

/** What somebody writes who has not heard yet that choices are called otherwise. */
export function renamedChanges(
  { conversions }: Pick<HeldKind, 'conversions'>,
  {
    fields,
    stored,
    ofPersons,
  }: {
    readonly fields: readonly FieldDefinition[];
    readonly stored: Readonly<Record<string, Value>>;
    readonly ofPersons: boolean;
  },
  changes: readonly FieldChange[],
): readonly FieldChange[] {
  const pending = conversions.filter((one) => one.ofPersons === ofPersons && one.renamed !== undefined);
  if (pending.length === 0) return changes;
  return changes.map((change) => {
    const field = fields.find(({ key }) => key === change.key);
    if (field === undefined) return change;
    const before = isSame(stored[change.key] ?? '', change.before)
      ? change.before
      : followedValue(field, pending, change.before);
    return { ...change, before, value: followedValue(field, pending, change.value) };
  });
}
