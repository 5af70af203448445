import type { ListEntry } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem, type ItemSeed } from './factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let annaId: number;
let benId: number;
let box: number;

const entryIds = (entries: readonly ListEntry[]) =>
  entries.map((entry) => JSON.parse(entry.aggregateId).entryId as number);
const found = async (client: TestClient, searchTerm: string, more: object = {}) =>
  entryIds(await client.query<ListEntry[]>('filter.items', { view: 'all', boxIds: [box], ...more, searchTerm }));

const search = (
  title: string,
  body = '',
  senders = 'Paul Neumann paul@werft.example',
  receivers = 'info@nordwerk.example',
) => ({
  title,
  senders,
  receivers,
  body,
});
const seed = (item: Partial<ItemSeed>) => seedItem(server.change, instance, { userIds: [annaId], boxId: box, ...item });

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('suche');
  annaId = await server.person(instance, 'anna');
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
  ben = await server.client(instance, 'ben');
  box = await seedBox(server.change, instance, [annaId]);
});
afterAll(() => server?.close());

const byName = (one: string, other: string) => one.localeCompare(other);

describe('a search', () => {
  const ids: Record<string, number> = {};
  const namesOf = (numbers: readonly number[]) =>
    numbers.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? '').toSorted(byName);

  beforeAll(async () => {
    ids['angebot'] = await seed({
      information: 'Angebot 2026-1184',
      search: search('Angebot 2026-1184', 'Anbei die neue Pumpe für Häuser am Deich, 3/4" Anschluss.'),
      extras: { hasAttachments: true },
      ts: new Date('2026-03-01T09:00:00Z'),
    });
    ids['mahnung'] = await seed({
      information: 'Zahlungserinnerung',
      search: search(
        'Zahlungserinnerung',
        'Die Rechnung ist nicht mehr offen.',
        'Björn Groß gross@kunde.example',
        'Paul Neumann paul@werft.example',
      ),
      extras: { warned: true, hasAttachments: false },
      direction: 'outgoing',
      status: 3,
      ts: new Date('2026-03-01T23:30:00Z'),
    });
    ids['invoice'] = await seed({
      information: 'Your invoices',
      search: search(
        'Your invoices',
        'Deliveries of two pumps are open, nicht aber mehr.',
        'Jane Doe jane@supplier.example',
        'anna@nordwerk.example',
      ),
      status: 2,
      mine: true,
      ts: new Date('2026-05-05T10:00:00Z'),
    });
    ids['anruf'] = await seed({
      information: 'Rückruf erbeten',
      module: 'phonecall',
      direction: 'outgoing',
      search: search('Rückruf erbeten', 'Pumpe undicht', 'Werkstatt', ''),
      ts: new Date('2026-06-01T10:00:00Z'),
    });
    const archived = await seed({
      information: 'Ablage',
      search: search('Ablage', 'Altes'),
      ts: new Date('2026-01-01T10:00:00Z'),
    });
    const trashed = await seed({
      information: 'Abfall',
      search: search('Abfall', 'Altes'),
      ts: new Date('2026-01-02T10:00:00Z'),
    });
    Object.assign(ids, { archived, trashed });
    await server.change(instance, async ({ db }) => {
      await sql`update activity_user set archived = true where activity_id = ${archived}`.execute(db);
      await sql`update activity_user set trashed = true where activity_id = ${trashed}`.execute(db);
      await sql`update activity set is_shared = true where activity_id = ${archived}`.execute(db);
      await sql`update activity_user set ways = 3 where activity_id = ${archived}`.execute(db);
    });
  });

  test.each<[string, string[]]>([
    // Words: stems of German, signs with and without points, beginnings, parts of numbers and addresses.
    ['haus', ['angebot']],
    ['HÄUSER pump', ['angebot']],
    ['rechnungen', ['mahnung']],
    // And of English.
    ['invoice', ['invoice']],
    ['delivery', ['invoice']],
    ['pumping', ['angebot', 'anruf', 'invoice']],
    ['opened', ['invoice']],
    ['pumpe', ['angebot', 'anruf', 'invoice']],
    ['pump', ['angebot', 'anruf', 'invoice']],
    ['1184', ['angebot']],
    ['2026-11', ['angebot']],
    ['3/4"', ['angebot']],
    ['gross', ['mahnung']],
    ['werft.example', ['angebot', 'archived', 'mahnung']],
    ['rueckruf', ['anruf']],
    ['ruckruf', ['anruf']],
    // Phrases and minus.
    ['"nicht mehr offen"', ['mahnung']],
    ['"pumpe neue"', []],
    ['"neue pumpe"', ['angebot']],
    ['"neue pum"', []],
    ['pump -angebot', ['anruf', 'invoice']],
    ['pump -"neue Pumpe" -type:anruf', ['invoice']],
    // From and to whom.
    ['from:paul', ['angebot', 'archived']],
    ['to:paul', ['mahnung']],
    ['von:"Paul Neu"', ['angebot', 'archived']],
    ['from:gross@kunde.example', ['mahnung']],
    ['from:nordwerk', []],
    ['an:nordwerk pump', ['angebot', 'invoice']],
    ['-from:paul pump', ['anruf', 'invoice']],
    ['from:pumpe', []],
    // States and kinds.
    ['is:new -is:archived', ['angebot', 'anruf']],
    ['ist:erledigt', ['mahnung']],
    ['is:seen is:done', ['invoice', 'mahnung']],
    ['-is:new', ['invoice', 'mahnung']],
    ['is:archived', ['archived']],
    ['is:shared', ['archived']],
    ['-is:shared is:new', ['angebot', 'anruf']],
    ['is:mine', ['invoice']],
    ['is:trashed', ['trashed']],
    ['ist:gesendet', ['mahnung']],
    ['is:sent rechnung', ['mahnung']],
    ['-is:sent type:mail pump', ['angebot', 'invoice']],
    ['altes', ['archived']],
    ['altes ist:gelöscht', ['trashed']],
    ['type:anruf', ['anruf']],
    ['type:anruf type:task pumpe', ['anruf']],
    ['-type:mail', ['anruf']],
    ['has:attachment', ['angebot']],
    ['hat:anhang hat:warnung', []],
    ['has:warning', ['mahnung']],
    ['-has:attachment pump', ['anruf', 'invoice']],
    // Days, in the zone of the instance: half past eleven in Greenwich is the next day in Berlin.
    ['after:2026-03-02 before:2026-05-05', ['mahnung']],
    ['before:2026-03-02 -is:archived', ['angebot']],
    ['nach:1.5.2026 vor:1.6.2026', ['invoice']],
    ['-after:2026-03-01', ['archived']],
    // What is not understood is a word.
    ['is:blau', []],
    ['farbe:pumpe', []],
    ['record:17', []],
    ['from: pumpe', ['angebot', 'anruf', 'invoice']],
  ])('for %j finds %j', async (text, names) => {
    expect(namesOf(await found(anna, text))).toEqual(names.toSorted(byName));
  });

  test('has days in the zone that the filter names', async () => {
    const inTokyo = { dateFilter: { from: '2026-01-01', timeZone: 'Pacific/Honolulu' } };
    expect(namesOf(await found(anna, 'after:2026-03-02 before:2026-05-05', inTokyo))).toEqual([]);
    expect(namesOf(await found(anna, 'before:2026-03-02 rechnung', inTokyo))).toEqual(['mahnung']);
  });

  test('is cut by view and kind as a list without words is, and sorted by any column', async () => {
    expect(namesOf(await found(anna, 'pump', { view: 'open' }))).toEqual(['angebot', 'anruf', 'invoice']);
    expect(namesOf(await found(anna, 'pump', { view: 'mine' }))).toEqual(['invoice']);
    expect(namesOf(await found(anna, 'pump', { moduleIds: ['phonecall'] }))).toEqual(['anruf']);
    expect(namesOf(await found(anna, 'type:anruf', { moduleIds: ['email'] }))).toEqual([]);
    const sort = [{ property: 'information', direction: 'ASC' as const }];
    const sorted = await anna.query<ListEntry[]>(
      'filter.items',
      { view: 'all', searchTerm: 'pump' },
      { sort, page: 1 },
    );
    expect(entryIds(sorted)).toEqual([ids['angebot'], ids['anruf'], ids['invoice']]);
    const trash = await anna.query<ListEntry[]>('trash.items', { searchText: 'altes from:paul' });
    expect(namesOf(entryIds(trash))).toEqual(['trashed']);
  });

  test('finds nothing that is not theirs, whatever is asked', async () => {
    for (const text of [
      'pump',
      'from:paul',
      '-from:paul',
      'is:new',
      '-is:new',
      'has:attachment',
      '-has:attachment',
      'is:trashed',
      'after:1d',
      'before:2026-12-31',
      '-nichts',
      '"neue pumpe"',
    ])
      expect([text, await found(ben, text, { boxIds: [] })]).toEqual([text, []]);
    const shared = await seed({ userIds: [annaId, benId], search: search('Gemeinsam') });
    expect(await found(ben, 'gemeinsam from:paul', { boxIds: [] })).toEqual([shared]);
  });

  test.each([
    '"',
    '""',
    '"""',
    "'",
    "''",
    "' or 1=1 --",
    '\\',
    "\\'",
    '%',
    '_',
    ':',
    ':*',
    '::',
    'a:*',
    '!',
    '!!x',
    '&',
    '|',
    '<->',
    '<2>',
    '(',
    ')',
    '()',
    '((((',
    "'a' <-> 'b'",
    '!(a & b)',
    '-',
    '--',
    '-"',
    '-:',
    'from:',
    '-from:',
    'from:"',
    "from:'",
    'from:-x',
    'to:&',
    'is:',
    'type:',
    'before:',
    'before:99999999',
    'after:0000',
    'after:9999y',
    'before:2199-12-31',
    'after:1900',
    'is:"',
    'has:\\',
    'der die das',
    '-der',
    '"der die"',
    'from:der',
    '-from:die pumpe',
    '\u202e',
    '\u202eepmup',
    '\u200bpumpe',
    'a\u0001b\u001f',
    '\t\r\n',
    '\ufeff',
    '💧',
    '👩‍🔧',
    'ﬁ',
    'ǅ',
    'İ',
    '١٢٣',
    '水泵',
    'ß',
    '\u0301',
    'e\u0301',
    '\ue000x\ue001',
    'x'.repeat(500),
    'x '.repeat(250),
    '"x" '.repeat(125),
    '-x '.repeat(166),
    'from:x '.repeat(71),
    '9'.repeat(500),
    '-'.repeat(500),
    '"'.repeat(500),
    'a-'.repeat(250),
    'ä'.repeat(500),
  ])('is answered, whatever is typed: %j', async (text) => {
    const answer = await anna.tryQuery('filter.items', { view: 'all', searchTerm: text, hiddenSearchTerm: text });
    expect(answer.status).toBe(200);
  });

  test('takes no text that is longer than 500 signs or that cannot be stored', async () => {
    for (const text of ['x'.repeat(501), 'a\0b', '\ud800'])
      expect((await anna.tryQuery('filter.items', { searchTerm: text })).status).toBe(422);
  });
});

test('all that is found is counted and paged without what is in the trash, whatever the list is cut to', async () => {
  const other = await server.instance('zaehlen');
  const doraId = await server.person(other, 'dora');
  const dora = await server.client(other, 'dora');
  const ids: number[] = [];
  for (let n = 0; n < 23; n += 1)
    ids.push(
      await seedItem(server.change, other, {
        userIds: [doraId],
        information: `Kupplung ${n}`,
        status: n % 2 === 0 ? 1 : 3,
        module: n < 20 ? 'email' : 'phonecall',
        ts: new Date(Date.UTC(2026, 1, 1 + n)),
      }),
    );
  const { owner } = server.platform.database;
  const thrown = [ids[22], ids[10], ids[0]];
  await sql`update activity_user set trashed = true where activity_id = any(${thrown}::bigint[])`.execute(owner);
  const asking = async (more: object, page: number, sort?: readonly object[]) => {
    const params = { view: 'all', searchTerm: 'kupplung', ...more };
    const options = { page, limit: 5, ...(sort === undefined ? {} : { sort }) };
    const { results, totalCount } = await dora.envelope('filter.items', params, options as never);
    return { ids: entryIds(results as ListEntry[]), totalCount };
  };
  const newest = ids.filter((id) => !thrown.includes(id)).toReversed();
  for (const page of [1, 2, 3, 4])
    expect(await asking({}, page)).toEqual({ ids: newest.slice((page - 1) * 5, page * 5), totalCount: 20 });
  expect(await asking({}, 5)).toEqual({ ids: [], totalCount: 20 });
  expect(await asking({ moduleIds: ['phonecall'] }, 1)).toEqual({ ids: [ids[21], ids[20]], totalCount: 2 });
  expect(await asking({ searchTerm: 'kupplung after:2026-02-10 before:2026-02-13' }, 1)).toEqual({
    ids: [ids[11], ids[9]],
    totalCount: 2,
  });
  expect((await asking({ view: 'open' }, 1)).totalCount).toBe(9);
  expect(await asking({ searchTerm: 'kupplung is:trashed' }, 1)).toEqual({ ids: thrown, totalCount: 3 });
});
