import type { FieldDefinition } from '@kontor/contract/record';
import type { Instance, Person, QueryContext } from '../../platform/operation/context.ts';
import { addressKey } from '../../platform/address-key.ts';
import type { Db } from '../../platform/db/database.ts';
import { folded } from '../../platform/words.ts';
import { seesRecords } from './access.ts';
import { nameSearch } from './finding.ts';
import { readableKinds } from './kinds/readable.ts';
import { referencesIn, referenceText } from './kinds/references.ts';
import { displayNameOf, nameIn, ownFields, shownValue } from './rules.ts';
import { readKinds } from './store/kinds.ts';
import { findRecord, readPersons, readRecords } from './store/records.ts';
import { addressesOfRecords, ownersOfAddresses, searchNames, type AddressRow } from './store/search.ts';

/** A record that is known by an address. */
export interface KnownRecord {
  readonly recordId: number;
  readonly kindId: number;
  readonly displayName: string;
  readonly instanceTitle: string;
  readonly instanceColor: string;
}

/** Most records that are read for a beginning of a name. */
const CANDIDATES = 60;
const SCORE = { default: 50, begins: 70 } as const;

/**
 * Returns the records that have these addresses, by `addressKey`, in the order in which they were made. Addresses without a record are left
 * out. Only for people who may see records.
 */
export async function recordsOfAddresses(
  db: Db,
  instanceId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownRecord[]>> {
  const rows = await ownersOfAddresses(db, instanceId, [...new Set(addresses.map(addressKey))]);
  if (rows.length === 0) return new Map();
  const known = await knownRecords(db, instanceId, [...new Set(rows.map((row) => row.record_id))]);
  return new Map(
    [...Map.groupBy(rows, (row) => row.address)].map(([address, some]) => [
      address,
      [...new Set(some.map((row) => row.record_id))].flatMap((id) => known.get(id) ?? []),
    ]),
  );
}

/** Who has an address: a record, or a contact person of one. */
export interface AddressOwner {
  readonly recordId: number;
  /** 0: the record itself. */
  readonly personId: number;
}

/** Returns who has these addresses, by `addressKey`; addresses that nobody has are left out. Only for people who may see records. */
export async function ownersByAddress(
  db: Db,
  instanceId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, readonly AddressOwner[]>> {
  const rows = await ownersOfAddresses(db, instanceId, [...new Set(addresses.map(addressKey))]);
  const there = await readRecords(db, instanceId, [...new Set(rows.map((row) => row.record_id))]);
  const owners = rows.filter((row) => there.has(row.record_id));
  return new Map(
    [...Map.groupBy(owners, (row) => row.address)].map(([address, some]) => [
      address,
      some.map(({ record_id: recordId, person_id: personId }) => ({ recordId, personId })),
    ]),
  );
}

/** What records that are there are called, by their numbers. */
export async function knownRecords(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, KnownRecord>> {
  const records = await readRecords(db, instanceId, recordIds);
  const kinds = new Map((await readKinds(db, instanceId)).map((kind) => [kind.kind_id, kind]));
  return new Map(
    [...records].map(([recordId, { kind_id: kindId, title, subtitle }]) => [
      recordId,
      {
        recordId,
        kindId,
        displayName: displayNameOf(title, subtitle),
        instanceTitle: kinds.get(kindId)?.name ?? '',
        instanceColor: kinds.get(kindId)?.color ?? '',
      },
    ]),
  );
}

/**
 * What templates of a person, who sees records, may say of one, by the names of its fields beside `title` and `kind`; nothing of one that is
 * not there.
 */
export async function recordFields(
  caller: {
    readonly db: Db;
    readonly instance: Pick<Instance, 'id'>;
    readonly person: Pick<Person, 'id' | 'isAdministrator'>;
  },
  recordId: number,
): Promise<Readonly<Record<string, string>>> {
  const { db, instance } = caller;
  const record = await findRecord(db, instance.id, recordId);
  if (record === undefined || record.deleted_at !== null) return {};
  const [kind] = await readableKinds(caller, [record.kind_id]);
  const fields = kind === undefined ? [] : ownFields(kind.fields);
  const references = await referencesIn(db, instance.id, fields, [record.fields]);
  const said = (field: FieldDefinition) =>
    shownValue(field, record.fields) || referenceText(field, record.fields, references);
  return {
    ...Object.fromEntries(fields.map((field) => [field.key, said(field)])),
    title: record.title,
    kind: kind?.name ?? '',
  };
}

/** An address of records among the suggestions of a mail's receivers. */
export interface RecordAddress {
  readonly email: string;
  readonly name: string;
  readonly score: number;
  readonly source: 'IDO';
  readonly ido: { idoID: number; instanceID: number }[];
  readonly members: { email: string; name: string }[];
}

const wordsIn = (...texts: readonly string[]) => texts.flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u));

/** The addresses of records that words, compared as `folded`, begin the name or the address of; none for who sees no records. */
export async function recordAddressSource(
  ctx: QueryContext,
  words: readonly string[],
): Promise<readonly RecordAddress[]> {
  const { db, instance } = ctx;
  const query = nameSearch(words);
  if (query === undefined || !seesRecords(ctx)) return [];
  const found = await addressesOfRecords(db, instance.id, await searchNames(db, query, CANDIDATES));
  const isMeant = ({ name, address }: AddressRow) => {
    const own = wordsIn(name, address);
    return words.every((begin) => own.some((word) => word.startsWith(begin)));
  };
  const meant = [...Map.groupBy(found.filter(isMeant), (row) => row.address)];
  const addresses = meant.map(([address]) => address);
  const owners = await ownersOfAddresses(db, instance.id, addresses);
  const records = await readRecords(db, instance.id, [...new Set(owners.map((row) => row.record_id))]);
  const byAddress = Map.groupBy(owners, (row) => row.address);
  return meant.map(([email, rows]) => {
    // A contact person is called by their own name, and not as the company.
    const name = (rows.find((row) => row.person_id !== 0) ?? rows[0])?.name ?? '';
    const begins = [name, email].some((text) => folded(text).startsWith(words.join(' ')));
    const ids = [...new Set((byAddress.get(email) ?? []).map((row) => row.record_id))];
    const ido = ids.flatMap((idoID) => {
      const instanceID = records.get(idoID)?.kind_id;
      return instanceID === undefined ? [] : { idoID, instanceID };
    });
    return { email, name, score: begins ? SCORE.begins : SCORE.default, source: 'IDO', ido, members: [] };
  });
}

/** What a record that is there is called; undefined for one that is not. */
export const knownRecord = async (db: Db, instanceId: number, recordId: number): Promise<KnownRecord | undefined> =>
  (await knownRecords(db, instanceId, [recordId])).get(recordId);

/** Somebody at a record. */
export interface KnownPerson {
  readonly personId: number;
  readonly recordId: number;
  readonly name: string;
}

/** The contact persons of records that are there, in their order. For people who see records alone. */
export async function contactPersonsOf(
  db: Db,
  instanceId: number,
  recordIds: readonly number[],
): Promise<readonly KnownPerson[]> {
  if (recordIds.length === 0) return [];
  const records = await readRecords(db, instanceId, recordIds);
  const kinds = new Map((await readKinds(db, instanceId)).map((kind) => [kind.kind_id, kind]));
  const persons = await readPersons(db, instanceId, recordIds);
  return recordIds.flatMap((recordId) => {
    const fields = kinds.get(records.get(recordId)?.kind_id ?? 0)?.fields.contactPerson;
    if (fields === undefined) return [];
    return (persons.get(recordId) ?? []).map(({ person_id: personId, fields: values }) => ({
      personId,
      recordId,
      name: nameIn(fields, values),
    }));
  });
}
