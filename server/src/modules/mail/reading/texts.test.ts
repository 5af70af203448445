import type { ListEntry } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { MailDetail } from '@kontor/contract/mail';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../app.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { READER_FORM } from '../../../platform/filetext/index.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import { unusedBlanks } from '../../../testing/blanks.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMail } from '../arrival/import.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'platform', 'filetext', 'fixtures');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

let server: TestServer;
let here: Instance;
let there: Instance;
let ids: { anna: number; ben: number; carla: number; box: number; shared: number; foreign: number };
let anna: TestClient;
let ben: TestClient;
let carla: TestClient;
const parser = new MailParser({ processes: 1 });

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  here = await server.instance('nordwerk');
  there = await server.instance('suedwerk');
  const [annaId, benId] = [await server.person(here, 'anna'), await server.person(here, 'ben')];
  const carlaId = await server.person(there, 'carla');
  ids = {
    anna: annaId,
    ben: benId,
    carla: carlaId,
    box: await seedBox(server.change, here, [annaId]),
    shared: await seedBox(server.change, here, [annaId, benId]),
    foreign: await seedBox(server.change, there, [carlaId]),
  };
  [anna, ben] = [await server.client(here, 'anna'), await server.client(here, 'ben')];
  carla = await server.client(there, 'carla');
});
afterAll(async () => {
  await server?.close();
  await parser.close();
});

type BoxName = 'box' | 'shared' | 'foreign';
const membersOf = (box: BoxName): number[] =>
  ({ box: [ids.anna], shared: [ids.anna, ids.ben], foreign: [ids.carla] })[box];

const bring = async (seed: MailSeed, box: BoxName = 'box'): Promise<number> =>
  (
    await importMail(
      { platform: server.platform, change: server.change, parser },
      box === 'foreign' ? there : here,
      { boxId: ids[box], channel: 'info@nordwerk.example', memberIds: membersOf(box) },
      { raw: Buffer.from(rawMail(seed)), status: 1 },
    )
  ).mailId;

/** Asked in a way that is not answered from memory. */
const ask = async (client: TestClient, searchTerm: string, query = 'mail.items') => {
  const { results, matches } = await client.envelope(query, {
    view: 'all',
    searchTerm,
    hiddenSearchTerm: unusedBlanks(),
  });
  const found = (results as ListEntry[]).map((entry) => JSON.parse(entry.aggregateId).entryId as number);
  return { found, matches: matches ?? [] };
};
const find = async (client: TestClient, searchTerm: string, query?: string) =>
  (await ask(client, searchTerm, query)).found;

const owner = () => server.platform.database.owner;
const formsOf = async () =>
  (
    await sql<{
      form: number;
      n: number;
    }>`select form, count(*)::int as n from activity_reading group by form order by form`.execute(owner())
  ).rows;
/** Waits until all that came was read. */
const allRead = () => expect.poll(formsOf).toEqual([{ form: READER_FORM, n: expect.any(Number) }]);
const detailOf = (client: TestClient, entryId: number, userId = ids.anna): Promise<MailDetail> =>
  client.query<MailDetail>('mail.details', { aggregateId: formatAggregateId({ module: 'email', entryId, userId }) });

test('what attachments say is found like what a mail says, in every way of asking', async () => {
  const mail = await bring({
    subject: 'Unterlagen zur Werft',
    text: 'Anbei wie besprochen, Gruß Paul',
    files: { 'Rechnung 17.pdf': fixture('rechnung.pdf'), 'teile.xlsx': fixture('teile.xlsx') },
  });
  const other = await bring({ subject: 'Unterlagen zur Pumpe', text: 'ohne Anhang' });
  await allRead();
  for (const [question, expected] of [
    // A word, its beginning, its stem, its umlauts, numbers and parts of them.
    ['Kondensatabscheider', [mail]],
    ['kondens', [mail]],
    ['lieferungen', [mail]],
    ['großpumpe', [mail]],
    ['grosspumpe', [mail]],
    ['Überdruckventile', [mail]],
    ['uberdruckventil', [mail]],
    ['0815', [mail]],
    ['2026-0815', [mail]],
    // Parted by the end of a line.
    ['druckluftanlage', [mail]],
    // Spread over subject, text and both files.
    ['werft besprochen kondensatabscheider gleitringdichtung', [mail]],
    ['unterlagen husum', [mail]],
    ['unterlagen husum karpaten', []],
    // A phrase within one file, and one that no file has.
    ['"zwölf monate"', [mail]],
    ['"monate zwölf"', []],
    // Minus, by any of its texts.
    ['unterlagen -husum', [other]],
    ['unterlagen -gleitringdichtung', [other]],
    ['-"zwölf monate" unterlagen', [other]],
    ['has:attachment husum', [mail]],
    ['has:attachment', [mail]],
    ['-has:attachment unterlagen', [other]],
    // Words of files are those of no title and of nobody.
    ['from:husum', []],
    ['to:husum', []],
    ['from:paul husum', [mail]],
  ] as const)
    expect([question, await find(anna, question)]).toEqual([question, expected]);
  expect(await find(anna, 'husum', 'filter.items')).toEqual([mail]);
});

test('the answer says in which file, and the words are marked', async () => {
  const mail = await bring({
    subject: 'Zwei Dateien',
    files: { 'bericht.docx': fixture('bericht.docx'), 'Folien.pptx': fixture('folien.pptx') },
  });
  await allRead();
  const expected = (name: string, text: unknown) => [{ entryId: mail, field: 'attachment', name, text }];
  expect((await ask(anna, 'wellendichtungen')).matches).toEqual(
    expected('bericht.docx', expect.stringMatching(/^… \ue000Wellendichtungen\ue001 der Größe 4711/)),
  );
  expect((await ask(anna, 'trockendock sprechernotiz')).matches).toEqual(
    expected('Folien.pptx', expect.stringContaining('\ue000Sprechernotiz\ue001 \ue000Trockendock\ue001')),
  );
  // The file that has more of them; what contact and title show needs no excerpt.
  expect((await ask(anna, 'zwei kreiselpumpe undicht trockendock')).matches[0]?.name).toBe('bericht.docx');
  expect((await ask(anna, 'bericht')).matches).toEqual(expected('bericht.docx', '\ue000bericht\ue001.docx'));
  expect((await ask(anna, 'dateien')).matches).toEqual([{ entryId: mail, field: 'row', text: '', words: ['Dateien'] }]);
});

test('the reader of a mail is told which files are not searched, and why', async () => {
  const mail = await bring({
    subject: 'Allerlei',
    files: {
      'a.pdf': fixture('verschluesselt.pdf'),
      'b.pdf': fixture('bild.pdf'),
      'c.pdf': Buffer.from('%PDF-1.4 und nichts dahinter'),
      'd.doc': Buffer.from('d0cf11e0a1b11ae1000000', 'hex'),
      'e.jpg': Buffer.from('ffd8ffe000104a46494600', 'hex'),
      'f.txt': Buffer.from('Lesbar'),
      'g.txt': Buffer.from('wort '.repeat(60_000)),
    },
  });
  await allRead();
  const notSearchedIn = (files: MailDetail['mailModelAttachments']) =>
    Object.fromEntries(files.map(({ filename, notSearched }) => [filename, notSearched ?? null]));
  const expected = {
    'a.pdf': 'encrypted',
    'b.pdf': 'noText',
    'c.pdf': 'broken',
    'd.doc': 'unknown',
    'e.jpg': null,
    'f.txt': null,
    'g.txt': 'cut',
  };
  expect(notSearchedIn((await detailOf(anna, mail)).mailModelAttachments)).toEqual(expected);
  const aggregateId = formatAggregateId({ module: 'email', entryId: mail, userId: ids.anna });
  const files = await anna.query<MailDetail['mailModelAttachments']>('mail.attachments', {
    aggregateId,
    storageKeys: [],
  });
  expect(notSearchedIn(files)).toEqual(expected);
  expect(await find(anna, 'lesbar allerlei')).toEqual([mail]);
});

test('nobody finds a mail by a file who does not see the mail', async () => {
  const secret = { 'angebot.docx': fixture('angebot.docx') };
  const mine = await bring({ subject: 'Nur für Anna', files: secret });
  const ours = await bring({ subject: 'Für beide', files: secret }, 'shared');
  const theirs = await bring({ subject: 'In einem anderen Haus', files: secret }, 'foreign');
  await allRead();
  const word = 'Schraubenverdichter';
  expect((await find(anna, word)).toSorted((a, b) => a - b)).toEqual([mine, ours]);
  expect(await find(ben, word)).toEqual([ours]);
  expect(await find(carla, word)).toEqual([theirs]);
  expect((await ask(ben, word)).matches.map(({ entryId }) => entryId)).toEqual([ours]);
  // Who comes to see it finds it, and who no longer does finds nothing.
  await sql`delete from activity_user where activity_id = ${ours} and user_id = ${ids.ben}`.execute(owner());
  expect(await ask(ben, word)).toEqual({ found: [], matches: [] });
  // What a connection of one instance may ask.
  const db = server.platform.database.forInstance(there.id);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from activity_text`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
  expect((await sql`select from activity_reading where activity_id = ${mine}`.execute(db)).rows).toEqual([]);
  await sql`select put_texts(${mine})`.execute(db);
  expect(await find(anna, word)).toContain(mine);
});

test('a file that is in many mails is read once, and what is deleted is found in the trash alone', async () => {
  const files = { 'lager.xlsx': fixture('lager.xlsx') };
  const first = await bring({ subject: 'Bestand eins', files });
  await allRead();
  await sql`update activity_text set body = 'Nur einmal gelesen', characters = 18, tsv = setweight(to_tsvector('kontor', 'Nur einmal gelesen'), 'D')
    where activity_id = ${first}`.execute(owner());
  const second = await bring({ subject: 'Bestand zwei', files });
  await allRead();
  expect(await find(anna, 'bestand "einmal gelesen"')).toEqual([second]);
  // Another instance has nothing of it.
  const foreign = await bring({ subject: 'Bestand drei', files }, 'foreign');
  await allRead();
  expect(await find(carla, 'flanschverbindung')).toEqual([foreign]);
  const aggregateIds = [formatAggregateId({ module: 'email', entryId: second, userId: ids.anna })];
  await anna.command('activity.delete', { aggregateIds });
  expect(await find(anna, '"einmal gelesen"')).toEqual([]);
  expect(await find(anna, 'is:trashed "einmal gelesen"')).toEqual([second]);
  await sql`delete from activity where activity_id = ${second}`.execute(owner());
  expect((await sql`select from activity_text where activity_id = ${second}`.execute(owner())).rows).toEqual([]);
});

test('mails that were there before are read in the background, newest first, and anew by another form of the reader', async () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const files = (n: number) => ({ 'notiz.txt': Buffer.from(`Hafenmeister Nummer ${n}`) });
  const mails: number[] = [];
  for (let n = 0; n < 45; n += 1) mails.push(await bring({ subject: `Alt ${n}`, date: days(n + 2), files: files(n) }));
  await allRead();
  // As they were before there was a reader.
  await sql`delete from activity_text`.execute(owner());
  await sql`update activity_search set tsv = own, own = null where own is not null`.execute(owner());
  await sql`update activity_reading set form = 0`.execute(owner());
  expect(await find(anna, 'hafenmeister')).toEqual([]);
  const config = loadConfig({
    env: { KONTOR_PORT: '0', DATABASE_URL: server.url, KONTOR_DATA: server.dataFolder },
    cwd: '/',
  });
  const next = await startApp({ config, platform: server.platform });
  try {
    await allRead();
  } finally {
    await next.close();
  }
  expect(await find(anna, 'hafenmeister')).toEqual(mails);
  const { rows } = await sql<{ activity_id: number }>`
    select activity_id from activity_text where name = 'notiz.txt' order by xmin::text::bigint, activity_id`.execute(
    owner(),
  );
  // Those of the first batch are the newest.
  expect(new Set(rows.slice(0, 15).map((row) => row.activity_id)).isSubsetOf(new Set(mails.slice(0, 20)))).toBe(true);
});

test('an item whose files cannot be had holds up no other, and administrators see it', async () => {
  const lost = await bring({ subject: 'Verloren', files: { 'x.txt': Buffer.from('Verlorenes Wort') } });
  await allRead();
  await sql`update mail_attachment set blob_hash = repeat('0', 64) where mail_id = ${lost}`.execute(owner());
  await sql`delete from activity_text where activity_id = ${lost}`.execute(owner());
  await sql`update activity_reading set form = 0 where activity_id = ${lost}`.execute(owner());
  const fine = await bring({ subject: 'Heil', files: { 'y.txt': Buffer.from('Gefundenes Wort') } });
  await expect.poll(() => find(anna, 'gefundenes')).toEqual([fine]);
  await expect
    .poll(async () => (await sql`select form from activity_reading where activity_id = ${lost}`.execute(owner())).rows)
    .toEqual([{ form: -1 }]);
  await sql`update graphile_worker._private_jobs set max_attempts = 1, attempts = 1 where payload ->> 'activityId' = ${String(lost)}`.execute(
    owner(),
  );
  await server.person(here, 'chef', { isAdministrator: true });
  const chef = await server.client(here, 'chef');
  await expect
    .poll(async () => (await chef.query<{ task: string }[]>('account.failedJobs')).map(({ task }) => task))
    .toEqual(['activity.readText']);
});

test('where the operator wants no texts, none are taken', async () => {
  const off = await startTestServer({ KONTOR_TEXTS: 'false' }, { alone: true });
  try {
    const instance = await off.instance('aus');
    const dora = await off.person(instance, 'dora');
    const boxId = await seedBox(off.change, instance, [dora]);
    const target = { boxId, channel: 'info', memberIds: [dora] };
    const raw = Buffer.from(rawMail({ subject: 'Abgeschaltet', files: { 'z.txt': Buffer.from('Ungelesen') } }));
    await importMail({ platform: off.platform, change: off.change, parser }, instance, target, { raw, status: 1 });
    const jobs = () => sql`select from graphile_worker._private_jobs`.execute(off.platform.database.owner);
    await expect.poll(async () => (await jobs()).rows).toEqual([]);
    expect(await find(await off.client(instance, 'dora'), 'ungelesen')).toEqual([]);
    expect(await find(await off.client(instance, 'dora'), 'abgeschaltet')).toHaveLength(1);
  } finally {
    await off.close();
  }
});
