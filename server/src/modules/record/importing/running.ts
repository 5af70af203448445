import { IMPORT_LIMITS } from '@kontor/contract/record';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import type { ImportTable } from '../../../platform/import-file/index.ts';
import { noteGrowth } from '../../../platform/db/growth.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { loadPerson } from '../../account/index.ts';
import { writableKind, type WritableKind } from './access.ts';
import { applyGroups, faultyResult } from './applying.ts';
import { openTable } from './file.ts';
import { RECORDS } from '../growth.ts';
import { holdKinds } from '../store/kinds.ts';
import { KnownKeys } from './known-keys.ts';
import { Plan, setupFaults, type Group } from './planning.ts';
import { counted, type Counts } from './rules.ts';
import { dropRows, insertRows, lockImport, updateImport, type ImportRow, type RowResult } from './store.ts';
import { tellImport, tellRecords } from './telling.ts';
import { Trial } from './trying.ts';

/** Records of one transaction. */
const STEP = 500;
/** After so long others have their turn. */
const TURN_MS = 30_000;

/** Another process has gone on with an import meanwhile, or it is not to go on. */
export class TakenOverError extends Error {}

/** One turn of a dry run or of an import. */
export class Running {
  readonly #ctx: JobContext;
  readonly #until: number;
  #row: ImportRow;

  constructor(ctx: JobContext, row: ImportRow) {
    this.#ctx = ctx;
    this.#row = row;
    // A dry run keeps in memory what it has met.
    this.#until = row.state === 'checking' ? Infinity : ctx.now() + TURN_MS;
  }

  /** Returns whether there is more to do. Fails with what ends an import. */
  async run(): Promise<boolean> {
    const { setup } = this.#row;
    if (setup === null) return fail('RECORD_IMPORT_SETUP');
    const table = await openTable(this.#ctx, this.#row, setup);
    const { kind, whole } = await this.#mayGoOn(this.#ctx, table);
    const plan = new Plan(kind, table.columns, setup);
    const known = await KnownKeys.load(this.#ctx.db, whole, plan);
    const trial = this.#row.state === 'checking' ? new Trial(plan, known, whole) : undefined;
    if (trial !== undefined) await this.#beginTrial();
    let batch: Group[] = [];
    for await (const group of plan.groups(table.rows())) {
      if (group.lastRow <= this.#row.at_row) continue;
      if (group.lastRow > IMPORT_LIMITS.rows + 1)
        return fail('RECORD_IMPORT_TOO_LARGE', { data: { what: 'rows', most: IMPORT_LIMITS.rows } });
      batch.push(group);
      if (batch.length < STEP) continue;
      await this.#step(batch, table, known, trial);
      batch = [];
      if (this.#ctx.now() >= this.#until) return true;
    }
    if (batch.length > 0) await this.#step(batch, table, known, trial);
    await this.#end();
    return false;
  }

  /** The kind as whoever imports may fill it now: rights that were taken end an import. */
  async #mayGoOn(ctx: Pick<ChangeContext, 'db' | 'instance'>, table: ImportTable): Promise<WritableKind> {
    const { db, instance } = ctx;
    const person = await loadPerson({ db, instance }, this.#row.user_id);
    if (person === undefined) return fail('RIGHT_MISSING');
    const writable = await writableKind({ db, instance, person }, this.#row.kind_id);
    const { setup } = this.#row;
    const faults = setup === null ? [] : setupFaults(writable, table.columns, setup);
    return faults.length === 0 ? writable : fail('RECORD_IMPORT_SETUP', { data: { faults } });
  }

  #beginTrial(): Promise<void> {
    return this.#ctx.change(async (ctx) => {
      const row = await this.#hold(ctx);
      await dropRows(ctx.db, row);
      await this.#go(ctx, { ...NOTHING_YET, rows: null });
    });
  }

  async #hold(ctx: ChangeContext): Promise<ImportRow> {
    const row = await lockImport(ctx.db, ctx.instance.id, this.#row.import_id);
    if (row?.state !== this.#row.state || row.at_row !== this.#row.at_row) throw new TakenOverError();
    return row;
  }

  async #step(groups: readonly Group[], table: ImportTable, known: KnownKeys, trial: Trial | undefined): Promise<void> {
    const { instance } = this.#ctx;
    const decided = await trial?.decide(this.#ctx.db, groups);
    const done = await this.#ctx.change(async (ctx) => {
      const row = await this.#hold(ctx);
      const [held] = await holdKinds(ctx.db, instance.id, [row.kind_id]);
      const { kind } = await this.#mayGoOn(ctx, table);
      const { setup } = this.#row;
      if (held === undefined) return fail('NOT_FOUND');
      if (setup === null) return fail('RECORD_IMPORT_SETUP');
      const applied =
        decided === undefined
          ? await applyGroups(ctx, { row, kind: held, plan: new Plan(kind, table.columns, setup), known }, groups)
          : { results: faultyOf(decided), added: [], changed: [] };
      await insertRows(ctx.db, row, applied.results);
      const outcomes = new Map(applied.results.map((one) => [one.row, one.outcome]));
      const became =
        decided?.map(({ group, decision }) => ({ group, outcome: decision.outcome })) ??
        groups.flatMap((group) => ({ group, outcome: outcomes.get(group.row) ?? 'skipped' }));
      const next = {
        ...counted(countsIn(row), became),
        at_row: groups.at(-1)?.lastRow ?? row.at_row,
      };
      await updateImport(ctx.db, row, next);
      const made = applied.results.filter(({ outcome }) => outcome === 'made').length;
      ctx.afterCommit(() => noteGrowth(ctx, RECORDS, made));
      if (applied.results.some(({ outcome }) => outcome === 'made' || outcome === 'changed'))
        await tellRecords(ctx, applied.changed);
      await tellImport(ctx, row);
      return { added: applied.added, next };
    });
    for (const [key, recordId] of done.added) known.add(key, recordId);
    this.#row = { ...this.#row, ...done.next };
  }

  async #go(ctx: ChangeContext, set: Partial<Pick<ImportRow, keyof typeof NOTHING_YET | 'rows'>>): Promise<void> {
    await updateImport(ctx.db, this.#row, set);
    this.#row = { ...this.#row, ...set };
  }

  #end(): Promise<void> {
    return this.#ctx.change(async (ctx) => {
      const row = await this.#hold(ctx);
      const isTrial = row.state === 'checking';
      await updateImport(ctx.db, row, {
        state: isTrial ? 'checked' : 'done',
        rows: row.at_row,
        ...(isTrial ? {} : { ended_at: new Date(ctx.now()) }),
      });
      await tellImport(ctx, row);
    });
  }
}

const faultyOf = (decided: NonNullable<Awaited<ReturnType<Trial['decide']>>>): readonly RowResult[] =>
  decided.flatMap(({ group, decision }) => (decision.outcome === 'faulty' ? faultyResult(group, decision) : []));

const countsIn = ({ made, changed, skipped, faulty, joined }: ImportRow): Counts => ({
  made,
  changed,
  skipped,
  faulty,
  joined,
});

/** How an import begins, and a dry run each time. */
export const NOTHING_YET = { at_row: 0, made: 0, changed: 0, skipped: 0, faulty: 0, joined: 0 };
