import type { ListEntry } from '@kontor/contract/activity';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../../app.ts';
import { loadConfig } from '../../../platform/config/config.ts';
import { MailParser } from '../../../platform/mailparse/index.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import { unusedBlanks } from '../../../testing/blanks.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBox, seedItem } from '../../activity/factory.ts';
import { rawMail, type MailSeed } from '../testing/factory.ts';
import { importMail } from '../arrival/import.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let boxId: number;
const parser = new MailParser({ processes: 1 });

beforeAll(async () => {
  server = await startTestServer({}, { alone: true });
  instance = await server.instance('nordwerk');
  annaId = await server.person(instance, 'anna');
  anna = await server.client(instance, 'anna');
  boxId = await seedBox(server.change, instance, [annaId]);
});
afterAll(async () => {
  await server?.close();
  await parser.close();
});

const bring = async (seed: MailSeed): Promise<number> =>
  (
    await importMail(
      { platform: server.platform, change: server.change, parser },
      instance,
      { boxId, channel: 'info@nordwerk.example', memberIds: [annaId] },
      { raw: Buffer.from(rawMail(seed)), status: 1 },
    )
  ).mailId;
/** Asked in a way that is not answered from memory. */
const find = async (searchTerm: string) => {
  const entries = await anna.query<ListEntry[]>('mail.items', {
    view: 'all',
    searchTerm,
    hiddenSearchTerm: unusedBlanks(),
  });
  return entries.map((entry) => JSON.parse(entry.aggregateId).entryId as number);
};
const owner = () => server.platform.database.owner;
const formsOf = async () =>
  (
    await sql<{ form: number; n: number }>`select form, count(*)::int as n from activity_search group by form`.execute(
      owner(),
    )
  ).rows;

test('mails that an earlier version has stored are found by all that they were found by, and soon by their people', async () => {
  const pump = await bring({
    subject: 'Neue Pumpe',
    from: 'Paul Groß <paul@werft.example>',
    to: 'Anna Berg <anna@nordwerk.example>',
    text: 'Die Zeichnung zur Wartung der Häuser 2026-4711',
    files: { 'Lageplan.pdf': Buffer.from('x') },
  });
  const other = await bring({
    subject: 'Paul kommt',
    from: 'jane@kunde.example',
    to: 'paul@werft.example',
    text: 'Anna weiß es',
  });
  const call = { module: 'phonecall', contact: 'Paul am Telefon', information: 'Rückruf' } as const;
  const phone = await seedItem(server.change, instance, { userIds: [annaId], ...call });
  // As they were stored: title and people under one weight, the body under another one.
  await sql`update activity_search s set form = 0, tsv =
      setweight(ts_filter(s.tsv, '{a,b,c}'), 'A') || setweight(ts_filter(s.tsv, '{d}'), 'C')`.execute(owner());
  const words = async () =>
    Promise.all(
      ['pump', 'zeichnungen', 'haus', '4711', 'lageplan', 'gross', 'nordwerk', '"zeichnung zur wartung"', 'paul'].map(
        find,
      ),
    );
  const before = await words();
  expect(before.slice(0, 5)).toEqual([[pump], [pump], [pump], [pump], [pump]]);
  expect(await find('from:paul')).toEqual([]);

  const config = loadConfig({
    env: { KONTOR_PORT: '0', DATABASE_URL: server.url, KONTOR_DATA: server.dataFolder },
    cwd: '/',
  });
  const next = await startApp({ config, platform: server.platform });
  try {
    await expect.poll(formsOf).toEqual([{ form: 1, n: 3 }]);
  } finally {
    await next.close();
  }
  expect(await words()).toEqual(before);
  expect(await find('from:paul')).toEqual([pump]);
  expect(await find('to:paul')).toEqual([other]);
  expect(await find('to:anna')).toEqual([pump]);
  expect(await find('to:wartung')).toEqual([]);
  const calls = await anna.query<ListEntry[]>('filter.items', { view: 'all', searchTerm: 'from:paul type:anruf' });
  expect(calls.map((entry) => JSON.parse(entry.aggregateId).entryId)).toEqual([phone]);
});

test('why a mail was found the answer says, in each form', async () => {
  const mailId = await bring({
    subject: 'Ohne Betreff',
    from: 'Karin Voss <karin@werft.example>',
    to: 'Dr. Jens Ahrens <jens@nordwerk.example>',
    html: `<p>Moin,</p><p>${'es bleibt dabei. '.repeat(30)}</p><p>Der <b>Dampf</b>kessel &amp; das <i>Über</i>druckventil sind da.</p>`,
    files: { 'Prüfprotokoll.pdf': Buffer.from('x') },
  });
  const asking = async (searchTerm: string, format?: 'rows') =>
    (
      await anna.envelope(
        'mail.items',
        { view: 'all', searchTerm },
        { ...(format === undefined ? {} : { format }), page: 1 },
      )
    ).matches;
  const expected = (field: string, text: unknown, more: object = {}) => [{ entryId: mailId, field, text, ...more }];
  for (const format of [undefined, 'rows'] as const) {
    expect(await asking('dampfkessel überdruck', format)).toEqual(
      expected(
        'body',
        expect.stringMatching(/^… .*Der \ue000Dampfkessel\ue001 & das \ue000Überdruckventil\ue001 sind da\.$/),
      ),
    );
    expect(await asking('prufprotokoll', format)).toEqual(
      expected('attachment', '\ue000Prüfprotokoll\ue001.pdf', { name: 'Prüfprotokoll.pdf' }),
    );
    expect(await asking('to:ahrens', format)).toEqual(
      expected('people', 'Dr. Jens \ue000Ahrens\ue001 <jens@nordwerk.example>'),
    );
    // What contact and title say themselves is marked there.
    const row = { entryId: mailId, field: 'row', text: '' };
    expect(await asking('karin betreff', format)).toEqual([{ ...row, words: ['Karin', 'Betreff'] }]);
    expect(await asking('from:voss', format)).toEqual([{ ...row, words: ['Voss'] }]);
    expect(await asking('moin from:voss', format)).toEqual(
      expected('body', expect.stringMatching(/^\ue000Moin\ue001, es bleibt/), { words: ['Voss'] }),
    );
    // What was not searched for by words needs no reason.
    for (const plain of ['', 'is:new', 'nirgends'])
      expect([plain, await asking(plain, format)]).toEqual([plain, undefined]);
  }
  // The second time from memory.
  expect(await asking('dampfkessel', 'rows')).toEqual(await asking('dampfkessel', 'rows'));
  expect(await asking('dampfkessel', 'rows')).toHaveLength(1);
});

describe('each row of a search says why it is there', () => {
  const ids: Record<string, number> = {};
  const FILLER = 'es bleibt dabei. ';

  beforeAll(async () => {
    ids['mail'] = await bring({
      subject: 'Wärmetauscher für die Häuser am Kanal',
      from: 'Frau Zschornack <z@kanal.example>',
      html: `<p>Moin, ${FILLER.repeat(5)}der Schieberkasten klemmt.</p><p>${FILLER.repeat(40)}</p><p>Die Stopfbuchse leckt.</p>`,
      files: { 'Dichtungsliste Mai.txt': Buffer.from('Graphitpackung 12 mm') },
    });
    // The file is read by a process of its own, which begins late on a machine that has much to do.
    await vi.waitUntil(async () => (await find('graphitpackung')).length === 1, { timeout: 60_000, interval: 200 });
  });

  test.each<[string, string, object]>([
    ['title only', 'wärmetauscher', { field: 'row', text: '', words: ['Wärmetauscher'] }],
    ['contact only', 'zschornack', { field: 'row', text: '', words: ['Zschornack'] }],
    ['deep in the preview', 'schieberkasten', { field: 'body', text: '… der [Schieberkasten] klemmt.*' }],
    ['the body only', 'stopfbuchse', { field: 'body', text: '… Die [Stopfbuchse] leckt.' }],
    ['the name of a file', 'dichtungsliste', { field: 'attachment', text: '[Dichtungsliste] Mai.txt' }],
    ['what a file says', 'graphitpackung', { field: 'attachment', text: '[Graphitpackung] 12 mm' }],
    ['a phrase in the title', '"häuser am kanal"', { field: 'row', text: '', words: ['Häuser', 'Kanal'] }],
    ['a phrase in the body', '"stopfbuchse leckt"', { field: 'body', text: '… Die [Stopfbuchse] [leckt].' }],
    ['a beginning in the title', 'wärmet', { field: 'row', text: '', words: ['Wärmetauscher'] }],
    ['a beginning in the preview', 'schieberk', { field: 'body', text: '… der [Schieberkasten] klemmt.*' }],
    ['without the points', 'hauser', { field: 'row', text: '', words: ['Häuser'] }],
    ['with ae for ä', 'waermetauscher', { field: 'row', text: '', words: ['Wärmetauscher'] }],
    ['the stem', 'haus', { field: 'row', text: '', words: ['Häuser'] }],
    ['two places', 'häuser stopfbuchse', { field: 'body', text: '… Die [Stopfbuchse] leckt.', words: ['Häuser'] }],
  ])('%s: %s', async (_name, searchTerm, { text, ...expected }: { text?: string }) => {
    for (const format of ['json', 'rows'] as const) {
      const { matches = [] } = await anna.envelope('mail.items', { view: 'all', searchTerm }, { format, page: 1 });
      const [match, ...others] = matches.filter(({ entryId }) => entryId === ids['mail']);
      expect(others).toEqual([]);
      expect(match).toMatchObject(expected);
      const read = match?.text.replaceAll('\ue000', '[').replaceAll('\ue001', ']') ?? '';
      if (text?.endsWith('*')) expect(read.startsWith(text.slice(0, -1))).toBe(true);
      else expect(read).toBe(text);
      if (!('words' in expected)) expect(match).not.toHaveProperty('words');
    }
  });
});
