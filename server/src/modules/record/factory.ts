import type { Change } from '../../platform/operation/change.ts';
import type { Instance } from '../../platform/operation/context.ts';
import { readKinds } from './store/kinds.ts';
import type { Values } from './tables.ts';
import { insertWhole } from './writing.ts';

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
  { kind: name = 'Kunden', userId = 0, ...record }: RecordSeed,
): Promise<{ idoId: number; idoInstanceId: number }> =>
  change(instance, async ({ db, now }) => {
    const kind = (await readKinds(db, instance.id)).find((one) => one.name === name);
    if (kind === undefined) throw new Error(`No kind is called ${name}`);
    const [recordId] = await insertWhole(db, kind, [record], { userId, at: now });
    if (recordId === undefined) throw new Error('A record was not made');
    return { idoId: recordId, idoInstanceId: kind.kind_id };
  });
