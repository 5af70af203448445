import type { FieldDefinition, GivenKind, KindFault } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { readGroups } from '../../account/index.ts';
import { ownFields } from '../rules.ts';
import { readKinds, type KindRow } from '../store/kinds.ts';
import type { Conversion } from '../tables.ts';
import {
  conversionsIn,
  fieldMoves,
  lossIn,
  withChoices,
  type Counted,
  type FieldMove,
  type FieldMoves,
} from './changing.ts';
import { convertValues } from './converting.ts';
import { givenBeginnings } from './defaults.ts';
import { renamedValue } from './renaming.ts';
import { judgeKind, type JudgedKind } from './judging.ts';
import { referenceFaults } from './references.ts';
import { countValues } from './store/counts.ts';
import { readFollowing } from './store/following.ts';

/** A field that becomes another one, with what that does to how many. */
export interface Converted extends FieldMove {
  readonly ofPersons: boolean;
  readonly records: number;
  readonly lossy: number;
  readonly stored: readonly Counted[];
}
/** What is to become of a kind. */
export interface Prepared {
  readonly old: KindRow | undefined;
  readonly next: JudgedKind;
  readonly moves: readonly [FieldMoves, FieldMoves];
  readonly converted: readonly Converted[];
  /** Conversions that not all records have followed yet. */
  readonly pending: readonly Conversion[];
}

const allKeys = ({ fields }: KindRow): readonly string[] =>
  [...ownFields(fields), ...(fields.retired ?? [])].map(({ key }) => key);

/** Returns the kind that somebody changes, undefined for a new one. Throws NOT_FOUND. */
export async function kindToChange(db: Db, instanceId: number, kindId: number | null): Promise<KindRow | undefined> {
  if (kindId === null) return undefined;
  return (await readKinds(db, instanceId, [kindId]))[0] ?? fail('NOT_FOUND');
}

/** Values as they will be once all records have followed what is not through yet. */
const followed = (pending: readonly Conversion[], key: string, stored: readonly Counted[]): readonly Counted[] =>
  pending.length === 0
    ? stored
    : stored.map(({ value, records }) => ({
        value: convertValues(pending, { [key]: value }, { names: new Map() })[key] ?? '',
        records,
      }));

/** Reads how many have which values in a field of a kind. */
export async function storedIn(
  db: Db,
  { instance_id, kind_id }: KindRow,
  { ofPersons, key }: { readonly ofPersons: boolean; readonly key: string },
  pending: readonly Conversion[],
): Promise<readonly Counted[]> {
  const mine = pending.filter((one) => one.key === key && one.ofPersons === ofPersons);
  const stored = followed(mine, key, await countValues(db, instance_id, kind_id, { ofPersons, key }));
  return stored.filter(({ value }) => value.length > 0);
}

const replaced = (fields: readonly FieldDefinition[], some: readonly Converted[]): readonly FieldDefinition[] =>
  fields.map((field) => some.find(({ to }) => to.key === field.key)?.to ?? field);

/** Fields that are to begin with records that are not there, or of another kind. */
async function lostBeginnings(db: Db, instanceId: number, { fields }: JudgedKind): Promise<readonly KindFault[]> {
  const own = [...fields.leftColumn, ...fields.rightColumn];
  const lost = await referenceFaults(db, instanceId, own, givenBeginnings(own));
  return lost.map(({ key }) => {
    const index = own.findIndex((field) => field.key === key);
    return { part: 'field', key, index, why: 'default', detail: '' };
  });
}

/** What keeping a kind would mean, or all that is wrong with it; it is of the kind `old`, undefined for a new one. */
export async function prepareKind(
  db: Db,
  instanceId: number,
  given: GivenKind,
  old: KindRow | undefined,
): Promise<Prepared | { readonly faults: readonly KindFault[] }> {
  const kinds = await readKinds(db, instanceId);
  const groups = await readGroups(db, instanceId);
  const { kind, faults } = judgeKind(given, {
    names: kinds.flatMap((one) => (one.kind_id === old?.kind_id ? [] : one.name)),
    kindIds: new Set(kinds.map((one) => one.kind_id)),
    groupIds: new Set(groups.map((group) => group.group_id)),
    formerKeys: new Set(old === undefined ? [] : allKeys(old)),
  });
  if (kind === undefined) return { faults };
  const lost = await lostBeginnings(db, instanceId, kind);
  if (lost.length > 0) return { faults: lost };
  const moves = fieldMoves(old, kind);
  if (old === undefined) return { old, next: kind, moves, converted: [], pending: [] };
  const pending = (await readFollowing(db, instanceId, old.kind_id))?.conversions ?? [];
  const converted: Converted[] = [];
  for (const { ofPersons, ...some } of moves)
    for (const move of conversionsIn({ ofPersons, ...some })) {
      const known = await storedIn(db, old, { ofPersons, key: move.to.key }, pending);
      const stored = known.map(({ value, records }) => ({ value: renamedValue(move.renamed, value), records }));
      const to = withChoices(move, stored);
      const records = stored.reduce((sum, one) => sum + one.records, 0);
      converted.push({ ...move, to, ofPersons, records, lossy: lossIn({ ...move, to }, stored), stored });
    }
  const [own, ofPersons] = [converted.filter((one) => !one.ofPersons), converted.filter((one) => one.ofPersons)];
  const fields = {
    leftColumn: replaced(kind.fields.leftColumn, own),
    rightColumn: replaced(kind.fields.rightColumn, own),
    contactPerson: replaced(kind.fields.contactPerson, ofPersons),
  };
  const next = { ...kind, fields };
  return { old, next, moves: fieldMoves(old, next), converted, pending };
}
