import type { Db } from '../../../platform/db/database.ts';
import { readKinds } from '../store/kinds.ts';

/** A kind of records by name. */
export interface RecordKind {
  readonly kindId: number;
  readonly name: string;
  readonly color: string;
}

/** The kinds of records of an instance, in their order. */
export const recordKinds = async (db: Db, instanceId: number): Promise<readonly RecordKind[]> =>
  (await readKinds(db, instanceId)).map(({ kind_id: kindId, name, color }) => ({ kindId, name, color }));
