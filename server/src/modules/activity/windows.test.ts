import type { ListEntry } from '@kontor/contract/activity';
import { TOTAL_CAP } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { compileFilter } from './store/filter.ts';
import { EVERYTHING } from './filter.ts';
import { planSearch, readThroughTime } from './store/windows.ts';

/** Items of one person; every second one is about pumps, every hundredth about valves, the oldest three about a motor. */
const ITEMS = 24_000;

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('viel');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  await sql`with item as (
      insert into activity (activity_id, ts, instance_id, module, direction, contact, information)
      overriding system value select g, timestamptz '2026-01-01' + g * interval '1 minute', ${instance.id}, 1, 0, '', 'Nr ' || g
      from generate_series(1, ${ITEMS}) g
    ), seen as (
      insert into activity_user (activity_id, ts, instance_id, user_id, box_id, module, direction, trashed)
      select g, timestamptz '2026-01-01' + g * interval '1 minute', ${instance.id}, ${annaId}, 0, 1, 0, g % 1000 = 0
      from generate_series(1, ${ITEMS}) g
    )
    insert into activity_search (activity_id, ts, instance_id, module, viewers, tsv, form)
    select g, timestamptz '2026-01-01' + g * interval '1 minute', ${instance.id}, 1, array[${annaId}::int],
      setweight(to_tsvector('kontor', 'Nr ' || g), 'A') || setweight(to_tsvector('kontor', 'Unterlagen' ||
        case when g % 2 = 0 then ' zur Pumpe' else '' end || case when g % 100 = 1 then ' mit Ventil' else '' end ||
        case when g <= 3 then ' am Motor' else '' end), 'D'), 1
    from generate_series(1, ${ITEMS}) g`.execute(server.platform.database.owner);
  await sql`analyze activity_search`.execute(server.platform.database.owner);
});
afterAll(() => server?.close());

const ids = (entries: readonly ListEntry[]) => entries.map((entry) => JSON.parse(entry.aggregateId).entryId as number);
const viewer = () => ({ instanceId: instance.id, userId: annaId });
const db = () => server.platform.database.forInstance(instance.id);
const NEWEST = { page: 1, limit: 100, sort: [{ property: 'timestamp', direction: 'DESC' }] } as const;
/** The items that every second one is, but for those in the trash, from the newest. */
const pumps = (from: number, count: number) =>
  Array.from({ length: ITEMS / 2 }, (_, n) => ITEMS - 2 * n)
    .filter((id) => id % 1000 !== 0)
    .slice(from, from + count);

test('what most items have is read newest first, page by page, without knowing all', async () => {
  for (const page of [1, 2, 3, 4, 5]) {
    const answer = await anna.envelope<ListEntry[]>(
      'filter.items',
      { view: 'all', searchTerm: 'pumpe' },
      { ...NEWEST, page },
    );
    expect(ids(answer.results)).toEqual(pumps((page - 1) * 100, 100));
    expect(answer.totalCount).toBe(TOTAL_CAP);
  }
  const far = await anna.envelope<ListEntry[]>(
    'filter.items',
    { view: 'all', searchTerm: 'Pumpe' },
    { ...NEWEST, page: 90 },
  );
  expect(ids(far.results)).toEqual(pumps(8900, 100));
  const oldest = await anna.query<ListEntry[]>(
    'filter.items',
    { view: 'all', searchTerm: 'unterlagen' },
    { page: 1, limit: 3, sort: [{ property: 'timestamp', direction: 'ASC' }] },
  );
  expect(ids(oldest)).toEqual([1, 2, 3]);
});

test('the end of it is told where it is reached', async () => {
  const params = { view: 'all', searchTerm: 'pumpe -nr', dateFilter: { to: '2026-01-01' } };
  const answer = await anna.envelope<ListEntry[]>('filter.items', params, NEWEST);
  expect([answer.results, answer.totalCount]).toEqual([[], 0]);
  const some = { view: 'all', searchTerm: 'pumpe', dateFilter: { from: '2026-01-17T15:00:00Z', to: '2027-01-01' } };
  const cut = await anna.envelope<ListEntry[]>('filter.items', some, NEWEST);
  expect(ids(cut.results)).toEqual(pumps(0, 100).filter((id) => id >= 23_940));
  expect(cut.totalCount).toBe(cut.results.length);
});

test('a list that is cut to less is only read so where it is long enough for it', async () => {
  for (const [more, total] of [
    [{ moduleIds: ['email'] }, TOTAL_CAP],
    [{ view: 'open', direction: 'incoming' }, TOTAL_CAP],
    [{ direction: 'outgoing' }, 0],
    [{ dateFilter: { from: '2026-01-01', to: '2026-01-02' } }, 1407],
    [{ searchTerm: 'pumpe is:seen' }, 0],
    [{ searchTerm: 'pumpe before:2026-01-03' }, 1407],
    [{ searchTerm: 'pumpe is:trashed' }, ITEMS / 1000],
  ] as const) {
    const params = { view: 'all', searchTerm: 'pumpe', ...more };
    const { totalCount } = await anna.envelope('filter.items', params, NEWEST);
    expect([more, totalCount]).toEqual([more, total]);
  }
});

test('a short list is searched to its end, page by page', async () => {
  const seen: number[] = [];
  for (const page of [1, 2, 3]) {
    const params = { view: 'all', searchTerm: 'pumpe is:trashed' };
    const answer = await anna.envelope<ListEntry[]>('filter.items', params, { ...NEWEST, page, limit: 10 });
    expect(answer.totalCount).toBe(ITEMS / 1000);
    seen.push(...ids(answer.results));
  }
  expect(seen).toEqual(Array.from({ length: ITEMS / 1000 }, (_, n) => ITEMS - 1000 * n));
});

test('what few have is found by the index of words, and what is not among the newest too', async () => {
  for (const [term, wanted] of [
    ['motor', [3, 2, 1]],
    ['4711', [4711]],
    // Beginnings of what most have, of which none is new.
    ['pumpe before:2026-01-01', []],
  ] as const) {
    const answer = await anna.envelope<ListEntry[]>('filter.items', { view: 'all', searchTerm: term }, NEWEST);
    expect([term, ids(answer.results), answer.totalCount]).toEqual([term, wanted, wanted.length]);
  }
  const valves = await anna.envelope<ListEntry[]>('filter.items', { view: 'all', searchTerm: 'ventil' }, NEWEST);
  expect(valves.totalCount).toBe(ITEMS / 100);
});

test('the statistics say which of the two it is, for each person', async () => {
  const plan = (user: number, text: string) => planSearch(db(), { instanceId: instance.id, userId: user }, text);
  const pump = await plan(annaId, "'Pumpen':*");
  expect(pump.words).toEqual(['pump']);
  expect(Math.abs(pump.share - 0.5)).toBeLessThan(0.05);
  expect(Math.abs(pump.hits / (ITEMS / 2) - 1)).toBeLessThan(0.1);
  expect((await plan(annaId, "'Pumpe':* & 'Motor'")).hits).toBe(0);
  // What must not be there is taken to be nowhere.
  expect((await plan(annaId, "!'Motor'")).share).toBe(1);
  expect((await plan(annaId, "('pump' <-> 'ventil') & !'x'")).words).toEqual(['pump', 'ventil']);
  expect((await plan(benId, "'Pumpe'")).hits).toBe(0);
  expect(await plan(annaId, "'der'")).toMatchObject({ words: [] });
});

test('where they are wrong, no more is looked into than finding it would cost', async () => {
  const ctx = { instance, person: { id: annaId, rights: { idoList: true } }, now: Date.now } as unknown as Parameters<
    typeof compileFilter
  >[0];
  const read = (searchTerm: string, share: number, skip = 0) => {
    const { groupFilter: _, ...everything } = EVERYTHING;
    const compiled = compileFilter(ctx, { ...everything, searchTerm });
    const plan = { words: [], share, hits: ITEMS * share };
    const start = { anchor: undefined, skip };
    return readThroughTime(db(), viewer(), { ...compiled, text: compiled.text ?? '' }, NEWEST, start, plan);
  };
  expect(await read('motor', 0.9)).toBeUndefined();
  expect(await read('ventil', 0.9)).toBeUndefined();
  expect(await read('unterlagen', 0.9, 20_000)).toBeUndefined();
  expect((await read('unterlagen', 0.9))?.page).toHaveLength(100);
});
