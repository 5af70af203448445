import {
  MAX_IMPORT_FAULTS,
  MAX_IMPORT_SHOWN,
  type CalendarImportFault,
  type CalendarImportOutcome,
  type CalendarImportProblem,
  type CalendarImportRow,
} from '@kontor/contract/appointment';
import type { JobContext } from '../../../platform/jobs/jobs.ts';
import { actingAs, actorOf } from '../../../platform/operation/audit.ts';
import type { ChangeContext, CommandContext, Person } from '../../../platform/operation/context.ts';
import { ProblemError, fail } from '../../../platform/operation/problem.ts';
import { loadPerson, timeZoneOf } from '../../account/index.ts';
import { requireMaking } from '../access.ts';
import { wireTime } from '../times.ts';
import { foundIn, type Found } from './file.ts';
import { faultOf, ownUid, standingOf } from './rules.ts';
import { insertDone, knownOf, lockImport, updateImport, type ImportRow } from './store.ts';
import { addressesOfAll, takeImported, type Addresses } from './taking.ts';
import { tellImport } from './telling.ts';

/** After so long others have their turn. */
const TURN_MS = 30_000;
/** Appointments that are looked for at once, and those after which its person hears how far it is. */
const BATCH = 200;
const TELL_EACH = 20;

/** Another process has gone on with an import meanwhile, or it is not to go on. */
export class TakenOverError extends Error {}

/** Whose import it is, as they may do things now. Fails with RIGHT_MISSING. */
export async function importerOf({ db, instance }: JobContext, { user_id: id }: ImportRow): Promise<Person> {
  const person = await loadPerson({ db, instance }, id);
  if (person === undefined) return fail('RIGHT_MISSING');
  requireMaking({ person });
  return person;
}

/** A change as if the person had made it. */
export const asPerson = (change: ChangeContext, person: Person): CommandContext => ({
  ...actingAs(change, actorOf(person)),
  person,
  processId: change.newId(),
});

const rowOf = ({ what }: Found, outcome: CalendarImportOutcome): CalendarImportRow[] => {
  if (typeof what === 'string' || what.master === null) return [];
  const { title, slot, rule } = what.master;
  const [startDate, endDate] = [wireTime(slot, slot.start), wireTime(slot, slot.end)];
  return [{ title, startDate, endDate, timeMode: slot.timeMode, repeats: rule !== null, outcome }];
};

const problemOf = ({ file, line, title }: Found, why: CalendarImportFault): CalendarImportProblem => ({
  // The database keeps no NUL.
  file: file.replaceAll('\0', '').slice(0, 300).toWellFormed(),
  line,
  title,
  why,
});

const tally = { made: 0, changed: 0, skipped: 0, faulty: 0 };

/** What would become of each, by what is there now. */
async function outcomesOf(
  { db, instance }: JobContext,
  userId: number,
  batch: readonly Found[],
): Promise<readonly CalendarImportOutcome[]> {
  const uids = batch.flatMap(({ what }) => (typeof what === 'string' ? [] : [what.uid, ownUid(userId, what.uid)]));
  const rows = Map.groupBy(await knownOf(db, instance.id, userId, uids), ({ uid }) => uid);
  return batch.map(({ what }) => {
    if (typeof what === 'string' || what.master === null) return 'faulty';
    const first = standingOf(what.master, rows.get(what.uid) ?? []);
    const stands = first === 'hidden' ? standingOf(what.master, rows.get(ownUid(userId, what.uid)) ?? []) : first;
    if (stands === 'older') return 'changed';
    return stands === 'new' || stands === 'removed' ? 'made' : 'skipped';
  });
}

/** The dry run: reads the whole file and says what would come of it. */
export async function checkImport(ctx: JobContext, row: ImportRow): Promise<void> {
  const person = await importerOf(ctx, row);
  const counts = { ...tally };
  const rows: CalendarImportRow[] = [];
  const faults: CalendarImportProblem[] = [];
  let batch: Found[] = [];
  const judge = async (): Promise<void> => {
    const outcomes = await outcomesOf(ctx, person.id, batch);
    for (const [at, found] of batch.entries()) {
      const outcome = outcomes[at] ?? 'faulty';
      counts[outcome] += 1;
      if (rows.length < MAX_IMPORT_SHOWN) rows.push(...rowOf(found, outcome));
      if (typeof found.what === 'string' && faults.length < MAX_IMPORT_FAULTS)
        faults.push(problemOf(found, found.what));
    }
    batch = [];
  };
  for await (const found of foundIn(ctx, row, timeZoneOf(ctx.instance))) {
    batch.push(found);
    if (batch.length >= BATCH) await judge();
  }
  await judge();
  const events = counts.made + counts.changed + counts.skipped + counts.faulty;
  await ctx.change(async (change) => {
    const held = await lockImport(change.db, ctx.instance.id, row.import_id);
    if (held?.state !== 'checking') return;
    const [first, unread] = [JSON.stringify(rows), JSON.stringify(faults)];
    await updateImport(change.db, held, { ...counts, events, state: 'checked', first_rows: first, faults: unread });
    tellImport(change, held);
  });
}

/** One turn of an import. Returns whether there is more to do. */
export async function runImport(ctx: JobContext, begun: ImportRow): Promise<boolean> {
  const person = await importerOf(ctx, begun);
  const addresses = await addressesOfAll(ctx);
  const until = ctx.now() + TURN_MS;
  let n = 0;
  for await (const found of foundIn(ctx, begun, timeZoneOf(ctx.instance))) {
    n += 1;
    if (n <= begun.at_event) continue;
    await takeOne(ctx, begun, { person, addresses, found, n });
    if (ctx.now() >= until) return true;
  }
  await ctx.change(async (change) => {
    const held = await lockImport(change.db, ctx.instance.id, begun.import_id);
    if (held?.state !== 'running') return;
    await updateImport(change.db, held, { state: 'done', events: held.at_event, ended_at: new Date(ctx.now()) });
    tellImport(change, held);
  });
  return false;
}

interface One {
  readonly person: Person;
  readonly addresses: Addresses;
  readonly found: Found;
  /** Its number, from 1 on. */
  readonly n: number;
}

async function held(change: ChangeContext, importId: number, n: number): Promise<ImportRow> {
  const row = await lockImport(change.db, change.instance.id, importId);
  if (row?.state !== 'running' || row.at_event !== n - 1) throw new TakenOverError();
  return row;
}

/** Takes one appointment, whole or not at all. */
async function takeOne(ctx: JobContext, { import_id: importId }: ImportRow, one: One): Promise<void> {
  const { person, addresses, found, n } = one;
  const { what } = found;
  if (typeof what === 'string') return noteFault(ctx, importId, one, what);
  try {
    await ctx.change(async (change) => {
      const row = await held(change, importId, n);
      const taken = await takeImported(asPerson(change, person), what, { replaces: row.replaces, addresses });
      if (taken.outcome !== 'skipped') await insertDone(change.db, row, { n, ...taken });
      await updateImport(change.db, row, { at_event: n, [taken.outcome]: row[taken.outcome] + 1 });
      if (n % TELL_EACH === 0) tellImport(change, row);
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await noteFault(ctx, importId, one, faultOf(error.code));
  }
}

const noteFault = (ctx: JobContext, importId: number, { found, n }: One, why: CalendarImportFault): Promise<void> =>
  ctx.change(async (change) => {
    const row = await held(change, importId, n);
    const faults = [...(row.faults ?? []), problemOf(found, why)].slice(0, MAX_IMPORT_FAULTS);
    await updateImport(change.db, row, { at_event: n, faulty: row.faulty + 1, faults: JSON.stringify(faults) });
    if (n % TELL_EACH === 0) tellImport(change, row);
  });
