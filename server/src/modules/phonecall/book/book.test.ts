import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Naming, PhoneBookEntry, PhoneticGroup } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, details, openCalls } from '../testing/fixture.ts';
import { insertEntries } from './store.ts';
import { toEntry } from './writing.ts';

let here: Awaited<ReturnType<typeof openCalls>>;

beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

const items = (searchString: string, more: object = {}) =>
  here.anna.query<PhoneBookEntry[]>('phoneBook.items', { searchString, ...more });
const namesOf = async (searchString: string, more: object = {}) =>
  (await items(searchString, more)).map(({ name }) => name);
const create = async (name: string, number: string): Promise<number> =>
  (await here.anna.command<{ id: number }>('phoneBook.create', { name, number })).id;
const similar = (page = 1, limit = 20) => here.anna.query<PhoneticGroup[]>('phoneBook.similar', { page, limit });
const groupOf = async (id: number) =>
  (await similar(1, 100)).find(({ duplicateIdTuple }) => duplicateIdTuple.includes(id))?.duplicateIdTuple;
const merge = (primary: number, replaced: number[], ignored: number[] = []) =>
  here.anna.tryCommand<{ mergeId: number | null }>('phoneBook.merge', {
    primaryPhoneBookEntryId: primary,
    replacedPhoneBookEntryIds: replaced,
    ignoredPhoneBookEntryIds: ignored,
  });

test('an entry has a company: it is found by it, shown below the name, changed, and handed out', async () => {
  const about = { name: 'Ida Brandt', number: '0471 77001', company: '  Reederei   Nord ' };
  const { id } = await here.anna.command<{ id: number }>('phoneBook.create', about);
  expect(await items('reeder')).toMatchObject([{ id, name: 'Ida Brandt', company: 'Reederei Nord' }]);
  expect(await namesOf('brandt nord')).toEqual(['Ida Brandt']);
  const whoIs = () => here.anna.query<Naming>('phoneCall.whoIs', { number: '0471 77001' });
  expect((await whoIs()).candidates[0]).toMatchObject({ name: 'Ida Brandt', subtitle: 'Reederei Nord' });
  const exported = async (format: string) =>
    (await here.anna.tryQuery<string>('phoneBook.export', { format })).body as unknown as string;
  expect(await exported('csv')).toContain('"Ida Brandt";"Reederei Nord";');
  expect(await exported('vcard')).toContain('FN:Ida Brandt\r\nORG:Reederei Nord\r\n');
  await here.anna.command('phoneBook.updateNumber', { phonebookNumber2NameId: id, updatedNumber: '0471 77002' });
  expect(await items('reeder')).toMatchObject([{ id, number: '+49 471 77002', company: 'Reederei Nord' }]);
  await here.anna.command('phoneBook.updateCompany', { phonebookNumber2NameId: id, updatedCompany: '' });
  expect(await items('reeder')).toEqual([]);
  expect(await namesOf('ida brandt')).toEqual(['Ida Brandt']);
  await here.anna.command('phoneBook.delete', { phoneBookEntryIds: [id] });
});

test('what nobody sees parts no word, also of entries that were compared with it', async () => {
  const id = await create('Hand\u00adwerk\u200b Nord', '0471 77010');
  expect(await namesOf('handwerk nord')).toHaveLength(1);
  expect(await namesOf('hand\u00adwerk')).toHaveLength(1);
  expect((await items('\u202a0471 77010\u202c')).map((one) => one.id)).toEqual([id]);
  const { owner } = here.server.platform.database;
  await sql`update phone_name set name_key = 'hand\u00adwerk\u200b nord' where name_id = ${id}`.execute(owner);
  await sql`update phone_find set grams = array['^h', '^ha', 'han', 'and', '^w', '^we', 'wer', 'erk', '^n', '^no', 'nor', 'ord'] where name_id = ${id}`.execute(
    owner,
  );
  expect(await namesOf('handwerk')).toEqual([]);
  await sql.raw(readFileSync(join(import.meta.dirname, '../migrations/0265_phone_unseen.sql'), 'utf8')).execute(owner);
  expect(await namesOf('handwerk')).toHaveLength(1);
  await here.anna.command('phoneBook.delete', { phoneBookEntryIds: [id] });
});

test('entries are written, found by parts of names and any digits, changed and taken out', async () => {
  const id = await create('  Dirk   Sievers ', '0471 / 95120');
  await create('Olsen & Söhne', '+45 33 12 34 56');
  expect(await items('siev')).toEqual([
    {
      id,
      name: 'Dirk Sievers',
      company: '',
      number: '+49 471 95120',
      linkCount: 0,
      dial: '+4947195120',
      source: 'hand',
      lastCallTimestamp: 0,
    },
  ]);
  for (const typed of ['evers', 'dirk siev', '951', '71 951', '0471/951', 'DIRK', 'd s'])
    expect([typed, await namesOf(typed)]).toEqual([typed, ['Dirk Sievers']]);
  expect(await namesOf('sohne')).toEqual(['Olsen & Söhne']);
  expect(await namesOf('%')).toEqual(await namesOf(''));
  for (const typed of ['xyz', '9999', '0471 95121']) expect(await namesOf(typed)).toEqual([]);

  const twice = await here.anna.tryCommand('phoneBook.create', { name: 'dirk sievers', number: '+4947195120' });
  expect([twice.status, twice.body.code, (twice.body as unknown as { data: object }).data]).toEqual([
    409,
    'PHONE_BOOK_ENTRY_EXISTS',
    { id },
  ]);
  for (const number of ['', 'x', '*21#', '12,34'])
    expect(await codeOf(here.anna.tryCommand('phoneBook.create', { name: 'A', number }))).toBe(
      '422 PHONE_NUMBER_INVALID',
    );

  await here.anna.command('phoneBook.updateName', { phonebookNumber2NameId: id, updatedName: 'Dirk Bruns' });
  await here.anna.command('phoneBook.updateNumber', { phonebookNumber2NameId: id, updatedNumber: '101' });
  expect(await items('bruns')).toMatchObject([{ id, number: '101', dial: '101' }]);
  expect([await namesOf('siev'), await namesOf('951')]).toEqual([[], []]);
  expect(
    await codeOf(here.anna.tryCommand('phoneBook.updateName', { phonebookNumber2NameId: 999_999, updatedName: 'A' })),
  ).toBe('404 NOT_FOUND');
  await here.anna.command('phoneBook.delete', { phoneBookEntryIds: [id, 999_999] });
  expect(await namesOf('bruns')).toEqual([]);
  expect(await here.there.query('phoneBook.items', { searchString: '' })).toEqual([]);
});

test('the book is sorted by name, number, how often it names something, and the last call', async () => {
  const [one, other] = [await create('Zwei Sortierte', '0421 700002'), await create('Eins Sortierte', '0421 700003')];
  await here.arrive({ number: 49421700002, number_text: '0421700002' });
  await here.arrive({
    number: 49421700002,
    number_text: '0421700002',
    outcome: 'answered',
    received_by: here.ids['anna'] ?? 0,
  });
  expect((await items('sortierte')).map(({ id, linkCount }) => [id, linkCount])).toEqual([
    [other, 0],
    [one, 2],
  ]);
  const by = async (property: string, direction: string) =>
    (await items('sortierte', { sort: [{ property, direction }] })).map(({ id }) => id);
  expect([
    await by('name', 'DESC'),
    await by('number', 'ASC'),
    await by('linkCount', 'ASC'),
    await by('lastCallTimestamp', 'ASC'),
  ]).toEqual([
    [one, other],
    [one, other],
    [other, one],
    [one, other],
  ]);
  expect((await items('sortierte', { page: 2, limit: 1 })).map(({ id }) => id)).toEqual([one]);
});

test('names that sound alike are brought together, and parted again', async () => {
  const [meier, mayr, other] = [
    await create('Jens Meier', '0431 100001'),
    await create('Jens Mayr', '0431 100002'),
    await create('Jens Maier', '0431 100003'),
  ];
  expect(await groupOf(meier)).toEqual([meier, mayr, other]);
  const { body } = await merge(meier, [mayr], [other]);
  expect(body.data.mergeId).toEqual(expect.any(Number));
  // The one that is called different is never again offered with either.
  expect(await groupOf(meier)).toBeUndefined();
  // The entry that stands for both has both numbers.
  expect([await namesOf('100002'), await namesOf('Mayr')]).toEqual([['Jens Meier'], ['Jens Meier']]);
  const id = await here.arrive({ number: 49431100002, number_text: '0431100002' });
  expect((await details(here.anna, here.as('anna', id))).callerName).toBe('Jens Meier');
  expect(await here.anna.query('phoneBook.merges')).toMatchObject([
    { name: 'Jens Meier', replaced: ['Jens Mayr'], by: 'Anna Berger' },
  ]);

  await here.anna.command('phoneBook.undoMerge', { mergeId: body.data.mergeId });
  expect([await namesOf('100002'), (await details(here.anna, here.as('anna', id))).callerName]).toEqual([
    ['Jens Mayr'],
    'Jens Mayr',
  ]);
  expect(await groupOf(meier)).toEqual([meier, mayr]);
  expect(await codeOf(here.anna.tryCommand('phoneBook.undoMerge', { mergeId: body.data.mergeId }))).toBe(
    '410 PHONE_BOOK_MERGE_GONE',
  );
  expect(await codeOf(here.anna.tryCommand('phoneBook.undoMerge', { mergeId: 999_999 }))).toBe('404 NOT_FOUND');
});

test('a merge names entries that are there, each once, and only the last one is undone', async () => {
  const [a, b, c] = [
    await create('Ute Kranz', '0431 200001'),
    await create('Ute Krantz', '0431 200002'),
    await create('Uthe Krans', '0431 200003'),
  ];
  expect([await codeOf(merge(a, [a])), await codeOf(merge(a, [b], [b])), await codeOf(merge(a, [999_999]))]).toEqual([
    '422 PHONE_BOOK_MERGE_INVALID',
    '422 PHONE_BOOK_MERGE_INVALID',
    '404 NOT_FOUND',
  ]);
  expect((await merge(a, [], [c])).body.data).toEqual({ mergeId: null });
  const [first, second] = [(await merge(b, [a])).body.data, (await merge(c, [b])).body.data];
  expect(await namesOf('200001')).toEqual(['Uthe Krans']);
  expect(await codeOf(here.anna.tryCommand('phoneBook.undoMerge', first))).toBe('410 PHONE_BOOK_MERGE_GONE');
  expect(await codeOf(here.anna.tryCommand('phoneBook.undoMerge', second))).toBe('200');
  expect(await codeOf(here.anna.tryCommand('phoneBook.undoMerge', first))).toBe('200');
  expect(await namesOf('200001')).toEqual(['Ute Kranz']);
});

test('what was written anew meanwhile stays when a merge is undone', async () => {
  const [a, b] = [await create('Ole Petersen', '0431 300001'), await create('Ohle Petersen', '0431 300002')];
  const { body } = await merge(a, [b]);
  const fresh = await create('Ohle Petersen', '0431 300002');
  await here.anna.command('phoneBook.undoMerge', body.data);
  expect(new Set((await items('300002')).map(({ id }) => id))).toEqual(new Set([a, fresh]));
});

test('what is found very often is read in the order that is asked for, and counted no further', async () => {
  const many = Array.from({ length: 10_050 }, (_, index) => {
    const number = 49_421_800_000 + index;
    return toEntry({ number, text: `+${number}`, name: `Haufen ${String(index).padStart(5, '0')}` });
  });
  await here.server.change(here.instance, (ctx) =>
    insertEntries(ctx.db, here.instance.id, many, { source: 'import', userId: null, at: new Date(ctx.now()) }),
  );
  expect(await namesOf('haufen', { limit: 2, page: 2 })).toEqual(['Haufen 00002', 'Haufen 00003']);
  const backwards = { limit: 2, sort: [{ property: 'number', direction: 'DESC' }] };
  expect(await namesOf('haufen', backwards)).toEqual(['Haufen 10049', 'Haufen 10048']);
  expect(await namesOf('haufen 00042')).toEqual(['Haufen 00042']);
});
