import {
  MAX_MERGED_ENTRIES,
  MERGE_UNDO_DAYS,
  type PhoneBookEntry,
  type phonecallQueries,
} from '@kontor/contract/phonecall';
import { TOTAL_CAP } from '@kontor/contract/kernel';
import { Readable } from 'node:stream';
import { CSV_TYPE, csvHead, csvLine } from '../../../platform/csv.ts';
import type { QueryContext } from '../../../platform/operation/context.ts';
import { ListAnswer, StreamAnswer, type QueryHandlers } from '../../../platform/operation/manifest.ts';
import { dialOf, shownNumber } from '../../../platform/phone/said.ts';
import { cardLine } from '../../../platform/vcard.ts';
import { namesOf } from '../../account/index.ts';
import { requireCalls } from '../access.ts';
import { readMerges } from './merge-store.ts';
import { groupsOf, pairOf, readBookSearch } from './rules.ts';
import { entriesAfter, readBook, readSounds, readSoundsAlike, type BookSort, type EntryRow } from './store.ts';

const DAY_MS = 86_400_000;
const MAX_MERGES = 100;
/** Sounds that are read at a time. */
const SOUNDS = 200;
const EXPORTED_AT_ONCE = 1000;

const COLUMNS = ['id', 'name', 'company', 'number', 'linkCount', 'dial', 'source', 'lastCallTimestamp'] as const;

const toBookEntry = (row: EntryRow): PhoneBookEntry => ({
  id: row.name_id,
  name: row.name,
  company: row.company,
  number: shownNumber(row.number, row.number_text),
  linkCount: row.link_count,
  dial: dialOf(row.number, row.number_text),
  source: row.source,
  lastCallTimestamp: row.last_call_at === null ? 0 : Math.floor(row.last_call_at.getTime() / 1000),
});

type Own = 'bookItems' | 'similar' | 'merges' | 'exported';

export const bookQueryHandlers: Pick<QueryHandlers<typeof phonecallQueries>, Own> = {
  async bookItems(ctx, { searchString }, { page, limit, sort }) {
    requireCalls(ctx);
    const [by] = sort;
    const search = readBookSearch(searchString);
    const { rows, total } = await readBook(ctx.db, ctx.instance.id, search, {
      skip: (page - 1) * limit,
      limit,
      sort: (by?.property ?? 'name') as BookSort,
      isDescending: by?.direction === 'DESC',
    });
    const entries = rows.map(toBookEntry);
    return new ListAnswer({
      columns: COLUMNS,
      rows: entries.map((entry) => COLUMNS.map((name) => entry[name])),
      totalCount: Math.min(TOTAL_CAP, total),
      long: () => entries,
    });
  },

  async similar(ctx, { page, limit }) {
    requireCalls(ctx);
    const { db, instance } = ctx;
    const wanted = page * limit;
    const groups: (readonly EntryRow[])[] = [];
    // Groups that are parted by what somebody called different make the way through the sounds a little longer.
    for (let skip = 0, isMore = true; isMore && groups.length < wanted; skip += SOUNDS) {
      const codes = await readSounds(db, instance.id, skip, SOUNDS);
      isMore = codes.length === SOUNDS;
      groups.push(...(await groupsOfSounds(ctx, codes)));
    }
    return groups.slice(wanted - limit, wanted).map((group) => ({
      duplicateIdTuple: group.map(({ name_id: id }) => id),
      countOfPhoneticSimilarEntries: group.length,
      entries: group.map(toBookEntry),
    }));
  },

  async merges(ctx) {
    requireCalls(ctx);
    const { db, instance } = ctx;
    const since = new Date(ctx.now() - MERGE_UNDO_DAYS * DAY_MS);
    const rows = await readMerges(db, instance.id, since, MAX_MERGES);
    const names = await namesOf(db, instance.id, [...new Set(rows.map((row) => row.by_user))]);
    return rows.map((row) => ({
      mergeId: row.merge_id,
      name: row.name,
      replaced: [...row.replaced],
      by: names.get(row.by_user) ?? '',
      at: row.at.toISOString(),
    }));
  },

  async exported(ctx, { format }) {
    requireCalls(ctx);
    const day = new Date(ctx.now()).toISOString().slice(0, 10);
    return format === 'csv'
      ? new StreamAnswer({
          type: CSV_TYPE,
          fileName: `Telefonbuch-${day}.csv`,
          read: () => Readable.from(tableOf(ctx), { objectMode: false }),
        })
      : new StreamAnswer({
          type: 'text/vcard; charset=utf-8',
          fileName: `Telefonbuch-${day}.vcf`,
          read: () => Readable.from(cardsOf(ctx), { objectMode: false }),
        });
  },
};

/** The groups of sounds in the order of these; the largest of each sound first. */
async function groupsOfSounds(
  { db, instance }: QueryContext,
  codes: readonly string[],
): Promise<readonly (readonly EntryRow[])[]> {
  const { entries, ignored } = await readSoundsAlike(db, instance.id, codes, MAX_MERGED_ENTRIES);
  const pairs = new Set(ignored.map(({ a, b }) => pairOf(a, b)));
  const byCode = Map.groupBy(entries, (row) => row.code);
  return codes.flatMap((code) =>
    groupsOf(byCode.get(code) ?? [], pairs).toSorted((one, other) => other.length - one.length),
  );
}

async function* allEntries({ db, instance }: QueryContext): AsyncGenerator<readonly EntryRow[]> {
  let after: { key: string; id: number } | undefined;
  for (;;) {
    const rows = await entriesAfter(db, instance.id, after, EXPORTED_AT_ONCE);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORTED_AT_ONCE) return;
    after = { key: last.name_key, id: last.name_id };
  }
}

async function* tableOf(ctx: QueryContext): AsyncGenerator<string> {
  yield csvHead(['Name', 'Firma', 'Nummer'], ';');
  for await (const rows of allEntries(ctx))
    yield rows.map((row) => csvLine([row.name, row.company, shownNumber(row.number, row.number_text)], ';')).join('');
}

async function* cardsOf(ctx: QueryContext): AsyncGenerator<string> {
  for await (const rows of allEntries(ctx))
    yield rows
      .map((row) =>
        [
          'BEGIN:VCARD\r\nVERSION:4.0\r\n',
          cardLine('FN', row.name),
          row.company === '' ? '' : cardLine('ORG', row.company),
          cardLine('TEL', dialOf(row.number, row.number_text) || row.number_text, { TYPE: 'voice' }),
          'END:VCARD\r\n',
        ].join(''),
      )
      .join('');
}
