import type { Db } from '../../../platform/db/database.ts';
import { UniqueTrial } from '../kinds/unique.ts';
import type { KindRow } from '../store/kinds.ts';
import { readPersons, readRecords } from '../store/records.ts';
import type { Values } from '../tables.ts';
import { AMBIGUOUS, decide, type Decision, type Standing } from './deciding.ts';
import { drawGroup } from './drawing.ts';
import type { KnownKeys } from './known-keys.ts';
import { withChanges, type Drawn, type Group, type Merged, type Plan } from './planning.ts';

/** What a record would have after what was decided; undefined where nothing is done. */
const valuesAfter = (decision: Decision, before: Values = {}): Values | undefined =>
  decision.outcome === 'made'
    ? decision.values
    : decision.outcome === 'changed'
      ? withChanges(before, decision.merged.changes)
      : undefined;

/** What rows would come to. Nothing is written: what they would have made and changed is kept here for the rows behind them. */
export class Trial {
  readonly #plan: Plan;
  readonly #known: KnownKeys;
  readonly #kind: KindRow;
  readonly #standing = new Map<number, Standing>();
  readonly #unique: UniqueTrial;
  #made = 0;

  constructor(plan: Plan, known: KnownKeys, kind: KindRow) {
    this.#kind = kind;
    this.#unique = new UniqueTrial(kind);
    this.#plan = plan;
    this.#known = known;
  }

  async decide(
    db: Db,
    groups: readonly Group[],
  ): Promise<readonly { readonly group: Group; readonly decision: Decision }[]> {
    const { instance_id: instanceId } = this.#kind;
    const rows: { readonly group: Group; readonly drawn: Drawn; readonly key: string | undefined }[] = [];
    for (const group of groups) {
      const drawn = await drawGroup(db, instanceId, this.#plan, group);
      rows.push({ group, drawn, key: drawn.faults.length > 0 ? undefined : this.#plan.keyOf(drawn.values) });
    }
    await this.#read(
      db,
      instanceId,
      rows.flatMap(({ key }) => (key === undefined ? [] : this.#known.find(key))),
    );
    const decided = [];
    for (const { group, drawn, key } of rows) decided.push({ group, decision: await this.#decide(db, drawn, key) });
    return decided;
  }

  /** Records that are there; those that are gone meanwhile are not known any more. */
  async #read(db: Db, instanceId: number, ids: readonly number[]): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id > 0 && !this.#standing.has(id));
    if (wanted.length === 0) return;
    const records = await readRecords(db, instanceId, wanted);
    const persons = await readPersons(db, instanceId, wanted);
    for (const [id, { fields }] of records)
      this.#standing.set(id, {
        values: fields,
        persons: (persons.get(id) ?? []).map((one) => ({ personId: one.person_id, values: one.fields })),
      });
  }

  async #decide(db: Db, drawn: Drawn, key: string | undefined): Promise<Decision> {
    const ids = key === undefined ? [] : this.#known.find(key).filter((id) => this.#standing.has(id));
    const [id] = ids;
    if (ids.length > 1) return AMBIGUOUS;
    const decision = decide(this.#plan, drawn, id === undefined ? undefined : this.#standing.get(id));
    const before = id === undefined ? undefined : this.#standing.get(id)?.values;
    const values = valuesAfter(decision, before);
    if (values !== undefined) {
      const recordId = id ?? -(this.#made + 1);
      const faults = await this.#unique.faults(db, { recordId, values, ...(before === undefined ? {} : { before }) });
      if (faults.length > 0)
        return { outcome: 'faulty', faults: this.#plan.said(faults, new Map(Object.entries(values))) };
    }
    if (decision.outcome === 'made') this.#make(key, decision.values, decision.persons);
    if (decision.outcome === 'changed' && id !== undefined) this.#change(id, decision.merged);
    return decision;
  }

  #make(key: string | undefined, values: Values, persons: readonly Values[]): void {
    this.#made += 1;
    if (key === undefined) return;
    this.#known.add(key, -this.#made);
    this.#standing.set(-this.#made, { values, persons: persons.map((one) => ({ personId: 0, values: one })) });
  }

  #change(id: number, { changes, persons }: Merged): void {
    const before = this.#standing.get(id);
    if (before === undefined) return;
    const kept = before.persons.map((person) => {
      const changed = persons.find((one) => one.person === person);
      return changed === undefined ? person : { ...person, values: withChanges(person.values, changed.changes) };
    });
    const fresh = persons.flatMap(({ person, changes: own }) =>
      person === undefined ? [{ personId: 0, values: withChanges({}, own) }] : [],
    );
    this.#standing.set(id, { values: withChanges(before.values, changes), persons: [...kept, ...fresh] });
  }
}
