import type { FieldDefinition, KindEffects } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import type { KindRow } from '../store/kinds.ts';
import { renamedIn, type Counted, type FieldMove, type FieldMoves } from './changing.ts';
import { fitValue, formOf } from './converting.ts';
import { storedIn, type Prepared } from './preparing.ts';
import { countAll, countFilled } from './store/counts.ts';
import { uniqueFields, uniqueValue } from './uniqueness.ts';

type Effects = Omit<KindEffects, 'faults'>;
type Count = Effects['required'][number];

/** Fields of which there is to be one value alone from now on, with what they were. */
export const freshlyUnique = ({ after, kept }: FieldMoves): readonly (FieldMove & { readonly isNew: boolean })[] =>
  uniqueFields(after).flatMap((to) => {
    const move = kept.find((one) => one.to.key === to.key);
    if (move === undefined) return [];
    const isNew = move.isBack || move.from.isUnique !== true || formOf(move.from) !== formOf(to);
    return isNew ? { ...move, isNew } : [];
  });

/** How many have what another one has, once the field is what it is to be. */
function doublesIn({ from, to }: Pick<FieldMove, 'from' | 'to'>, stored: readonly Counted[]): number {
  const counts = new Map<string, number>();
  for (const { value, records } of stored) {
    const unique = uniqueValue(to, fitValue(to, from, value).value);
    if (unique !== '') counts.set(unique, (counts.get(unique) ?? 0) + records);
  }
  return [...counts.values()].reduce((sum, count) => (count > 1 ? sum + count : sum), 0);
}

const choicesOf = (field: FieldDefinition): readonly string[] =>
  ['one', 'many'].includes(formOf(field)) ? (field as { readonly choices: readonly string[] }).choices : [];

const countChoice = (choice: string, stored: readonly Counted[]): number =>
  stored.reduce((sum, { value, records }) => ([value].flat().includes(choice) ? sum + records : sum), 0);

/** How many have choices that are taken out. */
function goneChoices(
  { from, to, renamed }: FieldMove,
  stored: readonly Counted[],
): readonly [choice: string, records: number][] {
  const isRenamed = (choice: string): boolean => renamed.some((one) => one.from === choice);
  const gone = choicesOf(from).filter((choice) => !choicesOf(to).includes(choice) && !isRenamed(choice));
  return gone.map((choice) => [choice, countChoice(choice, stored)]);
}

async function effectsOn(db: Db, old: KindRow, prepared: Prepared, moves: FieldMoves): Promise<Effects> {
  const { ofPersons } = moves;
  const stored = (key: string) => storedIn(db, old, { ofPersons, key }, prepared.pending);
  const required = moves.after.filter(
    ({ key, isRequired }) => isRequired && moves.kept.find(({ to }) => to.key === key)?.from.isRequired !== true,
  );
  const returned = moves.kept.filter(({ isBack }) => isBack).map(({ to }) => to);
  const keys = [...required, ...moves.retired, ...returned].map(({ key }) => key);
  const filled = await countFilled(db, old.instance_id, old.kind_id, { ofPersons, keys });
  const all = required.length === 0 ? 0 : await countAll(db, old.instance_id, old.kind_id, ofPersons);
  const counted = (key: string): Count => ({ key, ofPersons, records: filled.get(key) ?? 0 });
  const unique: Count[] = [];
  for (const move of freshlyUnique(moves))
    unique.push({ key: move.to.key, ofPersons, records: doublesIn(move, await stored(move.to.key)) });
  const choices: Effects['choices'] = [];
  for (const move of moves.kept) {
    const isChosen = choicesOf(move.from).some((choice) => !choicesOf(move.to).includes(choice));
    if (!isChosen || choicesOf(move.to).length === 0) continue;
    for (const [choice, records] of goneChoices(move, await stored(move.to.key)))
      choices.push({ key: move.to.key, ofPersons, records, choice });
  }
  const renamed: Effects['renamed'] = [];
  for (const move of renamedIn(moves)) {
    const values = await stored(move.to.key);
    for (const { from: choice, to } of move.renamed)
      renamed.push({ key: move.to.key, ofPersons, records: countChoice(choice, values), choice, to });
  }
  return {
    required: required.map(({ key }) => ({ key, ofPersons, records: all - (filled.get(key) ?? 0) })),
    unique,
    converted: prepared.converted
      .filter((one) => one.ofPersons === ofPersons)
      .map(({ from, to, records, lossy }) => ({
        key: to.key,
        ofPersons,
        records,
        from: from.kind,
        to: to.kind,
        lossy,
      })),
    retired: moves.retired.map(({ key }) => counted(key)),
    returned: returned.map(({ key }) => counted(key)),
    choices,
    renamed,
  };
}

/** Nothing becomes of anything. */
export const NO_EFFECTS: Effects = {
  required: [],
  unique: [],
  converted: [],
  retired: [],
  returned: [],
  choices: [],
  renamed: [],
};

/** What keeping a kind would do to its records and their contact persons. */
export async function effectsOf(db: Db, prepared: Prepared): Promise<Effects> {
  const { old, moves } = prepared;
  if (old === undefined) return NO_EFFECTS;
  const own = await effectsOn(db, old, prepared, moves[0]);
  const ofPersons = await effectsOn(db, old, prepared, moves[1]);
  return {
    required: [...own.required, ...ofPersons.required],
    unique: [...own.unique, ...ofPersons.unique],
    converted: [...own.converted, ...ofPersons.converted],
    retired: [...own.retired, ...ofPersons.retired],
    returned: [...own.returned, ...ofPersons.returned],
    choices: [...own.choices, ...ofPersons.choices],
    renamed: [...own.renamed, ...ofPersons.renamed],
  };
}
