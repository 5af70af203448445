import type { FieldFault } from '@kontor/contract/record';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { differencesOf } from '../history/changes.ts';
import { beginnings } from '../kinds/defaults.ts';
import { takeUnique } from '../kinds/unique.ts';
import type { HeldKind } from '../store/kinds.ts';
import { holdRecord, nextPersonIds, putPersons, readPersons, type RecordRow } from '../store/records.ts';
import { keptValues, ownFields } from '../rules.ts';
import type { Values } from '../tables.ts';
import { insertWhole, rewriteWhole } from '../writing.ts';
import { AMBIGUOUS, decide, type Decision } from './deciding.ts';
import { drawGroup } from './drawing.ts';
import type { KnownKeys } from './known-keys.ts';
import {
  hasBeginning,
  withChanges,
  type Drawn,
  type Group,
  type KnownPerson,
  type Merged,
  type Plan,
} from './planning.ts';
import { moveStamps, type ImportRow, type RowResult } from './store.ts';

interface Applied {
  readonly results: readonly RowResult[];
  /** Records that are known by their keys from now on, once the transaction holds. */
  readonly added: readonly (readonly [key: string, recordId: number])[];
  /** Records that were there and are changed. */
  readonly changed: readonly number[];
}

export const faultyResult = ({ row, rows }: Group, decision: Decision & { readonly outcome: 'faulty' }): RowResult => ({
  row,
  outcome: 'faulty',
  recordId: null,
  stamp: null,
  before: null,
  faults: decision.faults,
  cells: rows.map(({ cells }) => cells),
});

/** Writes what rows say, in one transaction. The import is held. */
export async function applyGroups(
  ctx: ChangeContext,
  about: { readonly row: ImportRow; readonly kind: HeldKind; readonly plan: Plan; readonly known: KnownKeys },
  groups: readonly Group[],
): Promise<Applied> {
  const applying = new Applying(ctx, about);
  for (const group of groups) await applying.take(group);
  return applying.end();
}

interface Waiting {
  readonly group: Group;
  readonly key: string | undefined;
  readonly values: Values;
  readonly persons: readonly Values[];
}

class Applying {
  readonly #ctx: ChangeContext;
  readonly #about: Parameters<typeof applyGroups>[1];
  readonly #results: RowResult[] = [];
  readonly #added: (readonly [string, number])[] = [];
  readonly #changed = new Set<number>();
  /** New records are made together, unless a row is about one of them. */
  #waiting: Waiting[] = [];

  constructor(ctx: ChangeContext, about: Parameters<typeof applyGroups>[1]) {
    this.#ctx = ctx;
    this.#about = about;
  }

  async take(group: Group): Promise<void> {
    const { plan } = this.#about;
    const drawn = await drawGroup(this.#ctx.db, this.#ctx.instance.id, plan, group);
    const key = drawn.faults.length > 0 ? undefined : plan.keyOf(drawn.values);
    const held = key === undefined ? [] : await this.#hold(key);
    const [record] = held;
    if (held.length > 1) this.#addDecision(group, AMBIGUOUS);
    else if (record === undefined) this.#addDecision(group, decide(plan, drawn, undefined), key);
    else await this.#meet(group, drawn, record);
  }

  async end(): Promise<Applied> {
    await this.#flush();
    return { results: this.#results, added: this.#added, changed: [...this.#changed] };
  }

  /** The records that have a key still, each held. */
  async #hold(key: string): Promise<readonly RecordRow[]> {
    const { plan, known } = this.#about;
    if (this.#waiting.some((one) => one.key === key)) await this.#flush();
    const ids = [...known.find(key), ...this.#added.flatMap(([other, id]) => (other === key ? id : []))];
    const { db, instance } = this.#ctx;
    const held: RecordRow[] = [];
    for (const id of new Set(ids)) {
      const record = await holdRecord(db, instance.id, id, 'change');
      if (record !== undefined && plan.keyOf(record.fields) === key) held.push(record);
    }
    return held;
  }

  #addDecision(group: Group, decision: Decision, key?: string): void {
    const { row } = group;
    const nothing = { row, recordId: null, stamp: null, before: null, faults: null, cells: null };
    if (decision.outcome === 'faulty') this.#results.push(faultyResult(group, decision));
    if (decision.outcome === 'skipped') this.#results.push({ ...nothing, outcome: 'skipped' });
    if (decision.outcome === 'made') {
      const { values, persons } = decision;
      this.#waiting.push({ group, key, values, persons });
    }
  }

  async #meet(group: Group, drawn: Drawn, record: RecordRow): Promise<void> {
    const { db, instance } = this.#ctx;
    const { plan } = this.#about;
    const rows = (await readPersons(db, instance.id, [record.record_id])).get(record.record_id) ?? [];
    const persons = rows.map((one) => ({ personId: one.person_id, values: one.fields }));
    const decision = decide(plan, drawn, { values: record.fields, persons });
    if (decision.outcome !== 'changed') return this.#addDecision(group, decision);
    const values = withChanges(record.fields, decision.merged.changes);
    // What another one has alone is no reason to end the import.
    const taken = { recordId: record.record_id, values, before: record.fields };
    const faults = (await takeUnique(db, this.#about.kind, [taken])).get(record.record_id);
    if (faults !== undefined) return this.#refuse(group, values, faults);
    const lastPosition = Math.max(0, ...rows.map((one) => one.place));
    const written = await this.#writePersons(record, lastPosition, decision.merged);
    const stamp = await rewriteWhole(db, this.#about.kind, record, values, {
      userId: this.#about.row.user_id,
      at: this.#ctx.now(),
      cause: 'import',
      ofPersons: written.differences,
    });
    const recordId = record.record_id;
    await moveStamps(db, this.#about.row, [{ recordId, from: record.changed_at, to: stamp }]);
    // Rows of this step are not written yet.
    this.#results.forEach((one, at) => {
      if (one.recordId === recordId && one.stamp === record.changed_at) this.#results[at] = { ...one, stamp };
    });
    const before = { values: decision.merged.changes, persons: written.persons };
    this.#results.push({ row: group.row, outcome: 'changed', recordId, stamp, before, faults: null, cells: null });
    this.#changed.add(recordId);
  }

  async #writePersons(record: RecordRow, lastPosition: number, { persons }: Merged) {
    const { db, instance } = this.#ctx;
    const fresh = persons.filter(({ person }) => person === undefined).length;
    const ids = [...(await nextPersonIds(db, fresh))];
    let next = lastPosition;
    const written = persons.map(({ person, changes }) => {
      const known: KnownPerson = person ?? { personId: ids.shift() ?? 0, values: {} };
      return {
        personId: known.personId,
        isNew: person === undefined,
        changes,
        before: known.values,
        values: withChanges(known.values, changes),
      };
    });
    await putPersons(
      db,
      instance.id,
      written.map(({ personId, values }) => ({ personId, recordId: record.record_id, place: (next += 1), values })),
    );
    return {
      persons: written.map(({ personId, isNew, changes }) => ({ personId, isNew, changes })),
      differences: written.flatMap(({ personId, before, values }) => differencesOf(before, values, personId)),
    };
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length === 0) return;
    const at = this.#ctx.now();
    const by = { userId: this.#about.row.user_id, cause: 'import', at: () => at } as const;
    const { kind } = this.#about;
    const refused = new Map<number, readonly FieldFault[]>();
    const unsaid = this.#about.plan.unsaid(ownFields(kind.fields)).filter(hasBeginning);
    const begun = [];
    for (const one of waiting) {
      const begin = await beginnings(this.#ctx, kind, by.userId, unsaid);
      begun.push({ ...one, values: { ...keptValues(unsaid, begin), ...one.values } });
    }
    const ids = await insertWhole(this.#ctx.db, kind, begun, by, (index, faults) => refused.set(index, faults));
    waiting.forEach(({ group, key, values }, index) => {
      const recordId = ids[index] ?? 0;
      const faults = refused.get(index);
      if (faults !== undefined) return this.#refuse(group, values, faults);
      this.#results.push({
        row: group.row,
        outcome: 'made',
        recordId,
        stamp: at,
        before: null,
        faults: null,
        cells: null,
      });
      if (key !== undefined) this.#added.push([key, recordId]);
    });
  }

  /** A row says what another record has alone. */
  #refuse(group: Group, values: Values, faults: readonly FieldFault[]): void {
    const said = this.#about.plan.said(faults, new Map(Object.entries(values)));
    this.#results.push(faultyResult(group, { outcome: 'faulty', faults: said }));
  }
}
