import {
  MAX_SIMILAR,
  SIMILAR_REASONS,
  type FieldDefinition,
  type SimilarReason,
  type SimilarRecord,
  type Value,
} from '@kontor/contract/record';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { exactly } from '../finding.ts';
import type { ReadableKind } from '../kinds/readable.ts';
import { holdersAmong } from '../kinds/unique.ts';
import { addressesOf, displayNameOf, keptValues, membersOf, nameIn, ownFields, phonesOf } from '../rules.ts';
import { readRecords } from '../store/records.ts';
import type { Values } from '../tables.ts';
import { areTitlesAlike, likelyHalves } from './likeness.ts';
import { differentFrom, ofAddresses, ofNumbers, ofTitles } from './store/similar.ts';

interface Found {
  readonly recordId: number;
  readonly why: SimilarReason;
  readonly key: string;
}

/** The fields that say something, each with what it says: one field a time, so that it is known which one it was. */
function saidBy(kind: ReadableKind, fields: readonly FieldDefinition[], values: Values, country: string) {
  const own = fields.map((field) => {
    const alone = { ...kind, fields: { leftColumn: [field], rightColumn: [], contactPerson: [] } };
    const members = membersOf(alone, '', values, []);
    return { field, addresses: addressesOf(members), phones: phonesOf(members, country) };
  });
  const addresses = new Map(own.flatMap(({ field, addresses: some }) => some.map((it) => [it.address, field.key])));
  const numbers = new Map(
    own.flatMap(({ field, phones }) => phones.flatMap(({ e164 }) => (e164 === '' ? [] : [[e164, field.key] as const]))),
  );
  return { addresses, numbers };
}

const titleKeyOf = (fields: readonly FieldDefinition[]): string =>
  (fields.find((field) => field.isTitle) ?? fields.find(({ kind }) => kind === 'textField'))?.key ?? '';

/**
 * Records of the kind that may be the one that is written, the likeliest first, each once. `typed`: what stands in its fields, or in those
 * of one of its contact persons, faults included; `recordId` is the record itself, where there is one. For people who see records alone.
 */
export async function similarTo(
  { db, instance }: QueryContext,
  kind: ReadableKind,
  recordId: number | null,
  typed: { readonly values: Readonly<Record<string, Value>>; readonly isOfContactPerson: boolean },
): Promise<readonly SimilarRecord[]> {
  const fields = typed.isOfContactPerson ? kind.fields.contactPerson : ownFields(kind.fields);
  const values = keptValues(fields, new Map(Object.entries(typed.values)));
  const { addresses, numbers } = saidBy(kind, fields, values, phoneCountryIn(instance.settings));
  // People of many records have the same name.
  const title = typed.isOfContactPerson ? '' : nameIn(fields, values);
  const halves = likelyHalves(title);
  const found: Found[] = [];
  if (!typed.isOfContactPerson)
    for (const { recordId: id, key } of await holdersAmong(db, instance.id, kind, values))
      found.push({ recordId: id, why: 'unique', key });
  if (addresses.size > 0)
    for (const { record_id, what } of await ofAddresses(db, instance.id, kind.kind_id, [...addresses.keys()]))
      found.push({ recordId: record_id, why: 'address', key: addresses.get(what) ?? '' });
  if (numbers.size > 0)
    for (const { record_id, what } of await ofNumbers(db, instance.id, kind.kind_id, [...numbers.keys()]))
      found.push({ recordId: record_id, why: 'number', key: numbers.get(what) ?? '' });
  if (halves.length > 0) {
    const query = halves.map(exactly).join(' | ');
    for (const id of await ofTitles(db, kind.kind_id, query))
      found.push({ recordId: id, why: 'title', key: titleKeyOf(fields) });
  }
  const different = recordId === null ? new Set<number>() : await differentFrom(db, instance.id, recordId);
  const ids = [...new Set(found.map((one) => one.recordId))].filter((id) => id !== recordId && !different.has(id));
  const records = await readRecords(db, instance.id, ids);
  const isMeant = ({ recordId: id, why }: Found): boolean => {
    const record = records.get(id);
    return record !== undefined && (why !== 'title' || areTitlesAlike(title, record.title));
  };
  const surest = found
    .filter(isMeant)
    .toSorted((one, other) => SIMILAR_REASONS.indexOf(one.why) - SIMILAR_REASONS.indexOf(other.why));
  const each = [...new Map(surest.toReversed().map((one) => [one.recordId, one])).values()].toReversed();
  return each.slice(0, MAX_SIMILAR).flatMap(({ recordId: id, why, key }) => {
    const record = records.get(id);
    if (record === undefined) return [];
    return {
      idoId: id,
      displayName: displayNameOf(record.title, record.subtitle),
      idoInstanceId: kind.kind_id,
      instanceColor: kind.color,
      why,
      key,
    };
  });
}
