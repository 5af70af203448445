import type { FieldFault } from '@kontor/contract/record';
import type { Db } from '../../../platform/db/database.ts';
import { displayNameOf, isEmpty, ownFields, valueOf } from '../rules.ts';
import type { KindRow } from '../store/kinds.ts';
import { readRecords } from '../store/records.ts';
import type { Values } from '../tables.ts';
import { freeValues, holdersOf, passValues, takeValues, valuesOfRecords, type Claim } from './store/unique.ts';
import { uniqueFields, uniqueValue } from './uniqueness.ts';

/** A record that is to have its values alone. */
export interface ToHold {
  readonly recordId: number;
  readonly values: Values;
  /** What it had, where it was there before. */
  readonly before?: Values;
}

const claimKey = ({ key, value }: Pick<Claim, 'key' | 'value'>): string => `${key} ${value}`;

function claimsOf(kind: Pick<KindRow, 'fields'>, recordId: number, values: Values): readonly Claim[] {
  return uniqueFields(ownFields(kind.fields)).flatMap((field) => {
    const value = valueOf(field, values);
    return isEmpty(value) ? [] : { recordId, key: field.key, value: uniqueValue(field, value) };
  });
}

/**
 * Claims the unique values of records of one kind, and releases the ones that they had before. Returns the faults by record id: for a
 * record with a fault nothing is claimed. A value that several records had before its field became unique may stay with all of them.
 */
export async function takeUnique(
  db: Db,
  kind: KindRow,
  records: readonly ToHold[],
): Promise<ReadonlyMap<number, readonly FieldFault[]>> {
  if (uniqueFields(ownFields(kind.fields)).length === 0) return new Map();
  const { instance_id: instanceId, kind_id: kindId } = kind;
  const claims = records.flatMap(({ recordId, values }) => claimsOf(kind, recordId, values));
  const former = new Map(
    records.map(({ recordId, before = {} }) => [recordId, new Set(claimsOf(kind, recordId, before).map(claimKey))]),
  );
  const held = await valuesOfRecords(
    db,
    instanceId,
    records.map(({ recordId }) => recordId),
  );
  await takeValues(db, instanceId, kindId, claims);
  const holders = new Map(
    (await holdersOf(db, instanceId, kindId, claims)).map((one) => [claimKey(one), one.recordId]),
  );
  const lost = claims.filter(
    (claim) =>
      holders.get(claimKey(claim)) !== claim.recordId && former.get(claim.recordId)?.has(claimKey(claim)) !== true,
  );
  const faulty = new Set(lost.map(({ recordId }) => recordId));
  const isHeld = (claim: Claim) =>
    held.some((one) => one.recordId === claim.recordId && claimKey(one) === claimKey(claim));
  await freeValues(
    db,
    instanceId,
    kindId,
    claims.filter((claim) => faulty.has(claim.recordId) && !isHeld(claim)),
  );
  const wanted = new Set(claims.map((claim) => `${claim.recordId} ${claimKey(claim)}`));
  await letGo(
    db,
    kind,
    held.filter((one) => !faulty.has(one.recordId) && !wanted.has(`${one.recordId} ${claimKey(one)}`)),
  );
  return toFaults(db, kind, lost, holders);
}

async function toFaults(
  db: Db,
  { instance_id: instanceId }: KindRow,
  lost: readonly Claim[],
  holders: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, readonly FieldFault[]>> {
  const others = await readRecords(db, instanceId, [
    ...new Set(lost.flatMap((one) => holders.get(claimKey(one)) ?? [])),
  ]);
  const faults = lost.map((claim) => {
    const other = others.get(holders.get(claimKey(claim)) ?? 0);
    const named =
      other === undefined
        ? {}
        : {
            other: {
              idoId: other.record_id,
              idoInstanceId: other.kind_id,
              displayName: displayNameOf(other.title, other.subtitle),
            },
          };
    return { recordId: claim.recordId, fault: { key: claim.key, why: 'unique', ...named } satisfies FieldFault };
  });
  return new Map(
    [...Map.groupBy(faults, ({ recordId }) => recordId)].map(([id, some]) => [id, some.map(({ fault }) => fault)]),
  );
}

async function letGo(
  db: Db,
  { instance_id, kind_id }: Pick<KindRow, 'instance_id' | 'kind_id'>,
  claims: readonly Claim[],
) {
  await freeValues(db, instance_id, kind_id, claims);
  await passValues(db, instance_id, kind_id, claims);
}

/** Gives free what records have alone, which are gone. */
export async function freeUnique(db: Db, instanceId: number, recordIds: readonly number[]): Promise<void> {
  const held = await valuesOfRecords(db, instanceId, recordIds);
  for (const [kindId, claims] of Map.groupBy(held, (one) => one.kindId))
    await letGo(db, { instance_id: instanceId, kind_id: kindId }, claims);
}

/** Which records of a kind have alone what stands in values. */
export const holdersAmong = (
  db: Db,
  instanceId: number,
  kind: Pick<KindRow, 'kind_id' | 'fields'>,
  values: Values,
): Promise<readonly Claim[]> => holdersOf(db, instanceId, kind.kind_id, claimsOf(kind, 0, values));

/** Who would have what alone, were records written one after another. Nothing is. */
export class UniqueTrial {
  readonly #kind: KindRow;
  /** Who has what by now; undefined: nobody any more. */
  readonly #holders = new Map<string, number | undefined>();

  constructor(kind: KindRow) {
    this.#kind = kind;
  }

  /** What would be wrong with a record; where nothing is, it has its values from now on. */
  async faults(db: Db, { recordId, values, before = {} }: ToHold): Promise<readonly FieldFault[]> {
    const [claims, former] = [claimsOf(this.#kind, recordId, values), claimsOf(this.#kind, recordId, before)];
    const { instance_id: instanceId, kind_id: kindId } = this.#kind;
    const unknown = claims.filter((claim) => !this.#holders.has(claimKey(claim)));
    for (const one of await holdersOf(db, instanceId, kindId, unknown)) this.#holders.set(claimKey(one), one.recordId);
    const kept = new Set(former.map(claimKey));
    const lost = claims.filter((claim) => {
      const holder = this.#holders.get(claimKey(claim));
      return holder !== undefined && holder !== recordId && !kept.has(claimKey(claim));
    });
    if (lost.length > 0) return lost.map(({ key }) => ({ key, why: 'unique' }));
    for (const one of former)
      if ((this.#holders.get(claimKey(one)) ?? recordId) === recordId) this.#holders.set(claimKey(one), undefined);
    for (const one of claims) this.#holders.set(claimKey(one), this.#holders.get(claimKey(one)) ?? recordId);
    return [];
  }
}
