import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { readNumber } from '../../platform/phone/said.ts';
import { phoneCountryOf } from '../account/index.ts';
import { isHouseNumber } from './arriving/index.ts';
import { insertMerge } from './book/merge-store.ts';
import { digitsOf } from './book/rules.ts';
import { findEntry, holdEntries, recountEntries, stepSounds, updateEntry } from './book/store.ts';
import { tellNumbers } from './book/writing.ts';
import { changeCall } from './making.ts';
import {
  blocksToRenumber,
  callsToRenumber,
  claimsToRenumber,
  entriesToRenumber,
  legsOfCalls,
  mailClaimsToRenumber,
  renumberBlock,
  renumberClaim,
  renumberLeg,
  renumberMailClaim,
  setEntryNumber,
  type Written,
} from './store/renumbering.ts';

const RENUMBER_JOB = 'phonecall.renumber';
/** Few enough that nobody who changes one of them waits. */
const AT_ONCE = 100;
/** Processes know the country of an instance for two seconds: what they write meanwhile is read anew, too. */
const AFTER_MS = 5000;

/** What is read anew, in this order. */
const KINDS = ['calls', 'book', 'claims', 'mails', 'blocks'] as const;
type Kind = (typeof KINDS)[number];

interface Run {
  readonly kind: Kind;
  /** The last one that was read anew. */
  readonly after: number;
  readonly country: string;
  readonly userId: number;
  /** Tells runs from each other: one does not take the place of another that has got less far. */
  readonly run: number;
}

const enqueue = (ctx: ChangeContext, run: Run, afterMs = 0): Promise<void> =>
  ctx.enqueue(RENUMBER_JOB, run, { key: `${RENUMBER_JOB}:${ctx.instance.id}:${run.run}`, afterMs });

/**
 * Has numbers without the code of a country read anew, since they are of another country from now on: those of calls, of the phone book, of what is
 * said of numbers, and those that are blocked. In the background, some at a time; where it ended it goes on.
 */
export async function renumberPhones(ctx: ChangeContext): Promise<void> {
  const country = await phoneCountryOf(ctx.db, ctx.instance.id);
  const userId = ctx.person?.id ?? 0;
  await enqueue(ctx, { kind: 'calls', after: 0, country, userId, run: ctx.now() }, AFTER_MS);
}

/** What a number is by its text now; undefined where that is what it was. */
function anew({ number, text }: Written, country: string, mayBeInternal = false): number | null | undefined {
  if (text === '' || text.startsWith('+')) return undefined;
  const now = mayBeInternal && isHouseNumber(text) ? null : (readNumber(text, country)?.number ?? null);
  return now === number ? undefined : now;
}

type Step = (ctx: ChangeContext, run: Run) => Promise<number | undefined>;

const renumberCalls: Step = async (ctx, { after, country }) => {
  const { db, instance } = ctx;
  const calls = await callsToRenumber(db, instance.id, after, AT_ONCE);
  const countries = new Map(calls.map((call) => [call.activityId, call.country || country]));
  for (const { activityId, isFromLine, other, own } of calls) {
    const its = countries.get(activityId) ?? country;
    const [number, called] = [anew(other, its, isFromLine), anew(own, its, isFromLine)];
    if (number === undefined && called === undefined) continue;
    const changes = { ...(number === undefined ? {} : { number }), ...(called === undefined ? {} : { called }) };
    await changeCall(ctx, activityId, changes, { keepsStates: true });
  }
  for (const leg of await legsOfCalls(db, instance.id, [...countries.keys()])) {
    const its = countries.get(leg.activityId) ?? country;
    const [number, called] = [anew(leg.other, its, true), anew(leg.own, its, true)];
    if (number !== undefined || called !== undefined)
      await renumberLeg(db, instance.id, leg, {
        number: number === undefined ? leg.other.number : number,
        called: called === undefined ? leg.own.number : called,
      });
  }
  return calls.length < AT_ONCE ? undefined : calls.at(-1)?.activityId;
};

const renumberBook: Step = async (ctx, { after, country, userId }) => {
  const { db, instance } = ctx;
  const entries = await entriesToRenumber(db, instance.id, after, AT_ONCE);
  const held = new Map(
    (
      await holdEntries(
        db,
        instance.id,
        entries.map(({ id }) => id),
      )
    ).map((row) => [row.name_id, row]),
  );
  const changed: number[] = [];
  for (const { id, number: was, text } of entries) {
    const number = anew({ number: was, text }, country);
    if (number === undefined) continue;
    const row = held.get(id);
    const digits = digitsOf(number, text);
    // Of one that was merged only its number is of use.
    if (row === undefined) await setEntryNumber(db, instance.id, id, number, digits);
    else {
      const other = await findEntry(db, instance.id, { digits, name_key: row.name_key });
      const at = new Date(ctx.now());
      if (other !== undefined && other !== id) {
        await stepSounds(db, instance.id, [row.code], -1);
        await insertMerge(db, instance.id, { primary: other, replaced: [id], userId, at });
        await setEntryNumber(db, instance.id, id, number, digits);
      } else
        await updateEntry(db, instance.id, row, {
          number,
          number_text: text,
          digits,
          name: row.name,
          name_key: row.name_key,
          company: row.company,
          company_key: row.company_key,
        });
    }
    changed.push(id);
  }
  if (changed.length > 0) await recountEntries(db, instance.id, changed);
  return entries.length < AT_ONCE ? undefined : entries.at(-1)?.id;
};

/** Reads what is said of numbers anew; what is a number no more stays as it was. */
const renumberSaid =
  <Row extends Written & { readonly id: number }>(
    read: (db: ChangeContext['db'], instanceId: number, after: number, most: number) => Promise<readonly Row[]>,
    write: (db: ChangeContext['db'], instanceId: number, row: Row, number: number) => Promise<void>,
  ): Step =>
  async ({ db, instance }, { after, country }) => {
    const rows = await read(db, instance.id, after, AT_ONCE);
    for (const row of rows) {
      const number = anew(row, country);
      if (number !== undefined && number !== null) await write(db, instance.id, row, number);
    }
    return rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  };

const STEPS: Readonly<Record<Kind, Step>> = {
  calls: renumberCalls,
  book: renumberBook,
  claims: renumberSaid(claimsToRenumber, renumberClaim),
  mails: renumberSaid(mailClaimsToRenumber, renumberMailClaim),
  blocks: renumberSaid(blocksToRenumber, renumberBlock),
};

export const renumberingJobs: JobHandlers = {
  [RENUMBER_JOB]: (job, payload) =>
    job.change(async (ctx) => {
      const run = payload as unknown as Run;
      // The country was changed once more: another run does it.
      if ((await phoneCountryOf(ctx.db, ctx.instance.id)) !== run.country) return;
      const last = await STEPS[run.kind](ctx, run);
      if (last !== undefined) return enqueue(ctx, { ...run, after: last });
      await tellNumbers(ctx, []);
      const next = KINDS[KINDS.indexOf(run.kind) + 1];
      if (next !== undefined) await enqueue(ctx, { ...run, kind: next, after: 0 });
    }),
};
