import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordResult } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { naughty } from '../../testing/fuzz/seeds.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedRecord } from './factory.ts';
import { renewNumbers } from './merging/renewing.ts';
import { oldestFindable } from './store/search.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('suche');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  const seed = async (name: string, values: object, persons: readonly object[] = [], kind = 'Kunden') => {
    const made = await seedRecord(server.change, instance, {
      kind,
      values: { name, ...values },
      persons: persons as readonly Record<string, string>[],
    });
    ids[name] = made.idoId;
  };
  await seed('Werft Neumann', { city: 'Kiel', number: 'K-10023', phone: '+49 (431) 5550-120' });
  await seed('Müller & Söhne', { street: 'Große Straße 4', email: 'info@mueller.example' });
  await seed('Hof Altmann', { notes: 'Liefert an die Werft.' }, [
    { name: 'Paula Kahl', email: 'paula@hof.example', mobile: '0171 39200 14' },
  ]);
  await seed('Fähre Neu', {}, [], 'Projekte');
  await seed('Neue Werft', {});
});
afterAll(() => server?.close());

const search = (query: string) => anna.query<RecordResult[]>('record.search', { query });
const titles = async (query: string) => (await search(query)).map((one) => one.idoTitle);

test.each<[string, readonly string[]]>([
  ['werft', ['Werft Neumann', 'Neue Werft', 'Hof Altmann']],
  ['neu', ['Neue Werft', 'Fähre Neu', 'Werft Neumann']],
  ['WERFT neum', ['Werft Neumann']],
  ['kiel werft', ['Werft Neumann']],
  ['k-100', ['Werft Neumann']],
  ['10023', ['Werft Neumann']],
  ['müller', ['Müller & Söhne']],
  ['muller', ['Müller & Söhne']],
  ['mueller soehne', ['Müller & Söhne']],
  ['grosse strasse', ['Müller & Söhne']],
  ['info@muel', ['Müller & Söhne']],
  ['paula@hof.example', ['Hof Altmann']],
  ['kahl', ['Hof Altmann']],
  ['0431 5550120', ['Werft Neumann']],
  ['+49 431 5550-120', ['Werft Neumann']],
  ['5550 120', ['Werft Neumann']],
  ['0120', []],
  ['550120', ['Werft Neumann']],
  ['3920014', ['Hof Altmann']],
  ['gibtsnicht', []],
  ['werft gibtsnicht', []],
  ['', []],
  ["') | '':*", []],
  ['%', []],
  ['&|!():*', []],
])('%j finds %j', async (query, expected) => expect(await titles(query)).toEqual(expected));

test.each<[string, readonly string[]]>([
  ['0431 / 12 34-56', ['Reederei Voss']],
  ['+49 (0)431 123456', ['Reederei Voss']],
  ['0049431123456', ['Reederei Voss']],
  ['00494 31123456', ['Reederei Voss']],
  ['123 456', ['Reederei Voss']],
  ['tel:+49-431-123456', ['Reederei Voss']],
  ['0171 / 555 66 67', ['Reederei Voss']],
  ['+49 431 7770-12', ['Reederei Voss']],
  ['0431 7770 Durchwahl 12', ['Reederei Voss']],
  ['0431 7770', ['Reederei Voss']],
  ['0800 56686 71', ['Reederei Voss']],
  ['+498005668671', ['Reederei Voss']],
  ['0800 KONTOR1', ['Reederei Voss']],
  ['+43 431 123456', []],
])('the number %j is found whatever it was written like', async (query, expected) => {
  if (ids['Reederei Voss'] === undefined) {
    const phone = '0431/123456 oder +49 (0) 171 5556667; Büro 0431 7770 DW 12, 0800-KONTOR 1';
    ids['Reederei Voss'] = (
      await seedRecord(server.change, instance, {
        values: { name: 'Reederei Voss', phone },
      })
    ).idoId;
  }
  expect(await titles(query)).toEqual(expected);
});

test('numbers are of another country once the instance says so, and those that are there as well', async () => {
  const values = { name: 'Garage Frey', phone: '044 668 18 00' };
  await seedRecord(server.change, instance, { values });
  const settings = {
    title: 'Suche',
    dataProtectionUrl: null,
    imprintUrl: null,
  };
  expect(await titles('+41 44 668 18 00')).toEqual([]);
  expect(
    (
      await anna.tryCommand('account.saveInstanceSettings', {
        ...settings,
        phoneCountry: 'XX',
      })
    ).body.code,
  ).toBe('COUNTRY_UNKNOWN');
  await anna.command('account.saveInstanceSettings', {
    ...settings,
    phoneCountry: 'CH',
  });
  await expect.poll(() => titles('+41 44 668 18 00')).toEqual(['Garage Frey']);
  await anna.command('account.saveInstanceSettings', {
    ...settings,
    phoneCountry: 'DE',
  });
  await expect.poll(() => titles('+41 44 668 18 00')).toEqual([]);
});

test('what was kept in an older form is renewed', async () => {
  const { owner } = server.platform.database;
  await sql`update record_search set form = 0, tsv = '' where instance_id = ${instance.id}`.execute(owner);
  await sql`update record_phone set e164 = '' where instance_id = ${instance.id}`.execute(owner);
  expect(await titles('0049431123456')).toEqual([]);
  expect(await oldestFindable(server.platform.database.forInstance(instance.id))).toBe(ids['Werft Neumann']);
  await server.change(instance, renewNumbers);
  await expect.poll(() => titles('0049431123456')).toEqual(['Reederei Voss']);
  expect(await oldestFindable(server.platform.database.forInstance(instance.id))).toBeUndefined();
});

test('what nobody sees parts no word, in names, contact persons and what is asked', async () => {
  const pump = await seedRecord(server.change, instance, {
    kind: 'Kunden',
    values: { name: 'Wasser\u00adpumpe\u200b Nord' },
    persons: [{ name: 'Jo\u200bnas \u202aGrot\u00adhusen\u202c' }],
  });
  const name = ['Wasser\u00adpumpe\u200b Nord'];
  const queries = [
    'Wasserpumpe',
    'wasser\u00adpumpe',
    'Wasser\u200bpumpe nord',
    'Jonas Grothusen',
    '#\u200b' + pump.idoId,
  ];
  expect(await Promise.all(queries.map(titles))).toEqual(queries.map(() => name));
  // One that was put into the index with its words parted, as the migration of that day finds it.
  const { owner } = server.platform.database;
  await sql`update record_search set tsv = to_tsvector('simple', 'wasser pumpe nord'), title = 'wasser\u00adpumpe\u200b nord' where record_id = ${pump.idoId}`.execute(
    owner,
  );
  await sql`update record_cell set value = 'wasser\u00adpumpe\u200b nord' where record_id = ${pump.idoId} and key = '*title'`.execute(
    owner,
  );
  expect(await titles('Wasserpumpe')).toEqual([]);
  await sql.raw(readFileSync(join(import.meta.dirname, 'migrations/0264_record_unseen.sql'), 'utf8')).execute(owner);
  expect(await oldestFindable(server.platform.database.forInstance(instance.id))).toBe(pump.idoId);
  await server.change(instance, (ctx) => ctx.enqueue('record.renewFindables', { after: pump.idoId - 1, why: 'form' }));
  await expect.poll(() => titles('Wasserpumpe')).toEqual(name);
  const { rows } = await sql`select value from record_cell where record_id = ${pump.idoId} and key = '*title'`.execute(
    owner,
  );
  expect(rows).toEqual([{ value: 'wasserpumpe nord' }]);
});

test('a record’s own number is first, an address before titles', async () => {
  await seedRecord(server.change, instance, { values: { name: `${ids['Werft Neumann']} Stufen` } });
  expect((await search(String(ids['Werft Neumann']))).slice(0, 2)).toMatchObject([
    { idoTitle: 'Werft Neumann', relevance: 100 },
    { idoTitle: `${ids['Werft Neumann']} Stufen`, relevance: 80 },
  ]);
  await seedRecord(server.change, instance, { values: { name: 'paula@hof' } });
  expect((await search('paula@hof')).map(({ idoTitle, relevance }) => [idoTitle, relevance])).toEqual([
    ['Hof Altmann', 90],
    ['paula@hof', 80],
  ]);
  expect((await search('werft')).map(({ relevance }) => relevance)).toEqual([80, 60, 60]);
});

test('a result says what a record is', async () => {
  const [found] = await search('werft neumann');
  expect(found).toMatchObject({
    idoDisplayName: 'Werft Neumann, Kiel',
    idoTitle: 'Werft Neumann',
    idoTableViewAsHTML:
      '<table><tr><th>Name</th><td>Werft Neumann</td></tr><tr><th>Kundennummer</th><td>K-10023</td></tr>' +
      '<tr><th>Ort</th><td>Kiel</td></tr><tr><th>Telefon</th><td>+49 (431) 5550-120</td></tr></table>',
    instanceTitle: 'Kunden',
    instanceColor: '#2f6f4f',
    aggregateVersion: 1,
  });
  expect(JSON.parse(found?.aggregateId ?? '')).toMatchObject({
    moduleName: 'module_ido_mapper',
    entryId: found?.idoId,
  });
});

test('no more than so many are found, of equals those that were changed last', async () => {
  for (let n = 0; n < 25; n += 1) {
    await seedRecord(server.change, instance, { values: { name: `Reihe ${n}` } });
    server.advance(10);
  }
  const found = await titles('reihe');
  expect(found).toEqual(Array.from({ length: 20 }, (_, n) => `Reihe ${24 - n}`));
  const [oldest] = await search('reihe 3');
  await anna.command('record.save', {
    idoId: oldest?.idoId,
    idoInstanceId: oldest?.instanceId,
    jsonPayload: { changes: [{ key: 'city', before: '', value: 'Kiel' }] },
    lastKnownChangeTimestamp: 1,
  });
  expect((await titles('reihe')).slice(0, 2)).toEqual(['Reihe 3', 'Reihe 24']);
});

test('the very title stands before others that begin so, and of one kind are found that many others hide', async () => {
  await seedRecord(server.change, instance, { values: { name: 'Lot' } });
  await seedRecord(server.change, instance, { values: { name: 'Lot Bremen' }, kind: 'Projekte' });
  for (let n = 0; n < 30; n += 1) await seedRecord(server.change, instance, { values: { name: `Lotse ${n}` } });
  const found = await search('lot');
  expect(found).toHaveLength(20);
  expect(found[0]?.idoTitle).toBe('Lot');
  const kind = (await search('fähre neu'))[0]?.instanceId;
  const ofKind = await anna.query<RecordResult[]>('record.search', { query: 'lot', idoInstanceId: kind });
  expect(ofKind.map(({ idoTitle }) => idoTitle)).toEqual(['Lot Bremen']);
  expect(await anna.query('record.search', { query: 'lot', idoInstanceId: 9999 })).toEqual([]);
});

test('what cannot be searched for is refused', async () => {
  for (const query of ['x'.repeat(201), 'a\0b', 4, ['a']])
    expect((await anna.tryQuery('record.search', { query })).body.code).toBe('PARAMETERS_INVALID');
  expect(await titles('ä'.repeat(200))).toEqual([]);
  expect(await titles(`#${'9'.repeat(15)}`)).toEqual([]);
});

test('texts that have broken programs before are found as they were written', async () => {
  const storable = naughty.filter((text) => !text.includes('\0') && text.length <= 200 && text.trim() !== '');
  expect(storable.length).toBeGreaterThan(400);
  await seedRecord(server.change, instance, { values: { name: 'Unart', notes: storable.join('\n') } });
  let found = 0;
  for (const query of storable) {
    const { status, body } = await anna.tryQuery<RecordResult[]>('record.search', { query }, { post: true });
    expect([query, status]).toEqual([query, 200]);
    if (body.results.some(({ idoTitle }) => idoTitle === 'Unart')) found += 1;
  }
  // Those without a letter or digit name nothing to look for.
  expect(found).toBeGreaterThan(storable.length * 0.75);
});
