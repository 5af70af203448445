import type { Db } from '../../../platform/db/database.ts';
import type { KindRow } from '../store/kinds.ts';
import type { Plan } from './planning.ts';
import { keyValues } from './store.ts';

/** Which records are known by which keys, as keys are compared. */
export class KnownKeys {
  readonly #ids = new Map<string, readonly number[]>();

  /** All records of a kind by their keys, as they stand now; none where nothing is looked for. */
  static async load(db: Db, kind: KindRow, plan: Plan): Promise<KnownKeys> {
    const known = new KnownKeys();
    const { keys } = plan.setup;
    if (keys.length === 0) return known;
    for await (const rows of keyValues(db, kind, keys))
      for (const { record_id, fields } of rows) {
        const key = plan.keyOf(fields);
        if (key !== undefined) known.add(key, record_id);
      }
    return known;
  }

  add(key: string, id: number): void {
    this.#ids.set(key, [...this.find(key), id]);
  }

  find(key: string): readonly number[] {
    return this.#ids.get(key) ?? [];
  }
}
