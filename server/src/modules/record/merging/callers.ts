import type { QueryContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { asNumber } from '../../../platform/phone/numbers.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { beginning, numberEnds } from '../finding.ts';
import { readableKinds } from '../kinds/readable.ts';
import { nameIn } from '../rules.ts';
import { readPersons, readRecords } from '../store/records.ts';
import { searchNames } from '../store/search.ts';
import { keptOf } from './store/merges.ts';
import { ownersOfNumbers, phonesOfRecords, type PhoneOwner } from './store/numbers.ts';

/** Digits of an end that are enough to know somebody by: with fewer it may be the end of any number. */
const MIN_END = 6;
/** An end that more records share than this says nothing. */
const MAX_OF_AN_END = 5;

interface Named {
  readonly recordId: number;
  /** Null: of whatever kind. */
  readonly kindId: number | null;
  /** Null: the record itself. */
  readonly personId: number | null;
}

/** Returns what a record, or a contact person of it, is called. Throws NOT_FOUND. For people who see records alone. */
export async function nameOfMember(ctx: QueryContext, member: Named): Promise<string> {
  const { db, instance } = ctx;
  const recordId = (await keptOf(db, instance.id, member.recordId)) ?? member.recordId;
  const record = (await readRecords(db, instance.id, [recordId])).get(recordId);
  if (record === undefined || (member.kindId !== null && record.kind_id !== member.kindId)) return fail('NOT_FOUND');
  if (member.personId === null) return record.title;
  const persons = (await readPersons(db, instance.id, [record.record_id])).get(record.record_id) ?? [];
  const person = persons.find((one) => one.person_id === member.personId);
  // Of one that was merged, some contact persons have become others.
  if (person === undefined) return recordId === member.recordId ? fail('NOT_FOUND') : record.title;
  const [kind] = await readableKinds(ctx, [record.kind_id]);
  return (kind === undefined ? '' : nameIn(kind.fields.contactPerson, person.fields)) || record.title;
}

/** Whose a number is, the likeliest where it is of several; empty where it is nobody's. For people who see records alone. */
export async function nameOfCaller(ctx: QueryContext, typed: string): Promise<string> {
  const { db, instance } = ctx;
  const country = phoneCountryIn(instance.settings);
  const dialled = asNumber(typed, country);
  if (dialled === undefined) return '';
  const same = await ownersOfNumbers(db, instance.id, {
    e164: dialled.e164,
    number: dialled.number,
  });
  const [first] = same;
  if (first !== undefined)
    return nameOfOwner(
      ctx,
      same.filter((owner) => owner.record_id === first.record_id),
    );
  const owners = await ownersByEnd(ctx, numberEnds(typed, country), dialled.e164 || dialled.number);
  return new Set(owners.map((owner) => owner.record_id)).size === 1 ? nameOfOwner(ctx, owners) : '';
}

/** Whose numbers end with what was dialled, or are the end of it. */
async function ownersByEnd(
  { db, instance }: QueryContext,
  ends: readonly string[],
  dialled: string,
): Promise<readonly PhoneOwner[]> {
  const long = ends.filter((end) => end.length > MIN_END);
  if (long.length === 0) return [];
  const ids = await searchNames(db, long.map((end) => beginning(end)).join(' | '), MAX_OF_AN_END);
  const turned = (text: string) => `#${text.replace('+', '').split('').toReversed().join('')}`;
  const ending = (await phonesOfRecords(db, instance.id, ids)).filter((phone) =>
    [phone.number, phone.e164].some((text) => long.some((end) => turned(text).startsWith(end))),
  );
  if (ending.length > 0) return ending;
  const digits = dialled.replace('+', '');
  const shorter = Array.from({ length: Math.max(0, digits.length - MIN_END) }, (_, at) => digits.slice(at + 1));
  return ownersOfNumbers(db, instance.id, { e164: '', number: shorter });
}

/** Returns the name of the record that has a number; the name of its contact person if only that person has it. */
function nameOfOwner(ctx: QueryContext, owners: readonly PhoneOwner[]): Promise<string> {
  const persons = new Set(owners.map((owner) => owner.person_id));
  const [personId = 0] = persons;
  const recordId = owners[0]?.record_id ?? 0;
  return nameOfMember(ctx, {
    recordId,
    kindId: null,
    personId: persons.size === 1 && personId !== 0 ? personId : null,
  });
}
