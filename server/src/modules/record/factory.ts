import type { Change } from '../../platform/operation/change.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { findRecord } from './store/records.ts';
import type { Values } from './tables.ts';
import { makeRecords } from './writing.ts';

export interface RecordSeed {
  /** Name of its kind; left out: customers. */
  readonly kind?: string;
  readonly values: Values;
  readonly persons?: readonly Values[];
  readonly userId?: number;
}

/** Makes a record and answers its number, with that of its kind. */
export const seedRecord = (
  change: Change,
  instance: Instance,
  { kind = 'Kunden', userId = 0, ...record }: RecordSeed,
): Promise<{ idoId: number; idoInstanceId: number }> =>
  change(instance, async ({ db, now }) => {
    const [recordId = 0] = await makeRecords(db, instance.id, kind, [record], { userId, at: now });
    const made = await findRecord(db, instance.id, recordId);
    if (made === undefined) throw new Error('A record was not made');
    return { idoId: recordId, idoInstanceId: made.kind_id };
  });
