import { RIGHTS } from '@kontor/contract/account';
import type { RecordInstance, RecordImport } from '@kontor/contract/record';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownRows } from '../../../platform/db/growth.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { StompPeer } from '../../../testing/stomp.ts';
import { upload } from '../../../testing/upload.ts';
import { RECORDS } from '../growth.ts';
import { importDesk, type ImportDesk } from './testing/desk.ts';

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface ImportFixture extends ImportDesk {
  readonly instance: Instance;
  readonly anna: TestClient;
}

/** An instance of its own, in which nothing is yet. */
async function newFixture(): Promise<ImportFixture> {
  const instance = await server.instance(`import${(count += 1)}`);
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  const kinds = await anna.query<RecordInstance[]>('record.instances');
  return { ...importDesk(server, instance, anna, kinds), instance, anna };
}

const ROWS = [
  'Firma;Kundennummer;E-Mail;Telefon;Ort;Status',
  'Werft Neumann;10417;info@werft.example;+49 431 12345;Kiel;aktiv',
  'Bäckerei Öztürk;10418;laden@oeztuerk.example;0431 / 998877;Kiel;Interessent',
  '"Müller; Söhne";10419;;;"Bad\nOldesloe";',
].join('\r\n');

describe('a table', () => {
  test('is shown with what is guessed of it, and becomes records as the dry run said', async () => {
    const { begin, preview, dryRun, run, standing, anna } = await newFixture();
    const importId = await begin(ROWS);
    const { setup, columns, rows, isMore } = await preview(importId);
    expect(setup).toEqual({
      encoding: 'utf-8',
      delimiter: ';',
      hasHeader: true,
      targets: { c0: 'name', c1: 'number', c2: 'email', c3: 'phone', c4: 'city', c5: 'status' },
      constants: {},
      dates: 'DMY',
      decimal: ',',
      unknownChoices: 'tag',
      keys: ['number'],
      duplicates: 'skip',
    });
    expect(columns[4]).toEqual({ column: 'c4', name: 'Ort', samples: ['Kiel', 'Bad\nOldesloe'] });
    expect([rows.length, rows[2]?.[0], isMore]).toEqual([3, 'Müller; Söhne', false]);
    expect(await dryRun(importId)).toMatchObject({
      state: 'checked',
      made: 3,
      changed: 0,
      skipped: 0,
      faulty: 0,
      rows: 4,
    });
    expect(await standing()).toEqual([]);
    expect(await run(importId)).toMatchObject({ state: 'done', made: 3, atRow: 4 });
    expect((await standing()).map(({ title, fields }) => ({ title, fields }))).toEqual([
      {
        title: 'Bäckerei Öztürk',
        fields: {
          name: 'Bäckerei Öztürk',
          number: '10418',
          email: 'laden@oeztuerk.example',
          phone: '0431 / 998877',
          city: 'Kiel',
          status: 'Interessent',
        },
      },
      { title: 'Müller; Söhne', fields: { name: 'Müller; Söhne', number: '10419', city: 'Bad\nOldesloe' } },
      expect.objectContaining({ title: 'Werft Neumann', fields: expect.objectContaining({ status: 'Aktiv' }) }),
    ]);
    // They are found as any other record is.
    expect(await anna.query<object[]>('record.search', { query: 'laden@oez' })).toHaveLength(1);
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${ROWS}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${ROWS}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(ROWS, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\ufeff${ROWS}`, 'utf16le').swap16()],
    ['Windows', Buffer.from(ROWS, 'latin1')],
    ['with the line of spreadsheets', Buffer.from(`sep=;\r\n${ROWS}`)],
    ['with tabs', Buffer.from(ROWS.replaceAll(/;(?! )/g, '\t'))],
    ['with commas', Buffer.from(ROWS.replaceAll(/;(?! )/g, ','))],
  ])('is read alike: %s', async (_name, bytes) => {
    const { bring, standing } = await newFixture();
    expect(await bring(bytes)).toMatchObject({ made: 3, faulty: 0 });
    expect((await standing()).map(({ title }) => title)).toEqual(['Bäckerei Öztürk', 'Müller; Söhne', 'Werft Neumann']);
  });

  test('without names of columns is told by what stands in it', async () => {
    const { begin, preview } = await newFixture();
    const importId = await begin('info@werft.example;0431 12345\nladen@oeztuerk.example;0431 998877\n');
    const { setup } = await preview(importId);
    expect(setup).toMatchObject({ hasHeader: false, targets: { c0: 'email', c1: 'phone' } });
    const other = await preview(importId, { hasHeader: true, delimiter: ',', encoding: 'windows-1252' });
    expect(other.setup).toMatchObject({ hasHeader: true, delimiter: ',', encoding: 'windows-1252' });
    expect(other.columns).toHaveLength(1);
  });

  test('says of each faulty row what is wrong, and gives it back to be mended', async () => {
    const { bring, bytes, standing } = await newFixture();
    const content = [
      'Name;E-Mail;Status;Ort',
      'Gut;gut@werft.example;Aktiv;Kiel',
      ';ohne@name.example;;',
      'Ohne Adresse;keine;Vielleicht;',
      '',
      'Zu breit;;;Kiel;und mehr',
      '=1+1;formel@werft.example;;Kiel',
    ].join('\n');
    const done = await bring(content, { keys: [] });
    expect(done).toMatchObject({ made: 2, faulty: 3 });
    expect(done.faults).toEqual([
      { row: 3, faults: [{ column: 'Name', target: 'name', why: 'required', value: '' }] },
      { row: 4, faults: [{ column: 'Status', target: 'status', why: 'choice', value: 'Vielleicht' }] },
      { row: 6, faults: [{ column: '', target: '', why: 'columns', value: '' }] },
    ]);
    const errors = await bytes('record.importErrors', { importId: done.importId });
    expect(errors.split('\r\n')).toEqual([
      '\ufeff"Name";"E-Mail";"Status";"Ort";"Zeile";"Grund"',
      '"";"ohne@name.example";"";"";"3";"Name fehlt"',
      '"Ohne Adresse";"keine";"Vielleicht";"";"4";"Status „Vielleicht“ steht nicht zur Wahl"',
      '"Zu breit";"";"";"Kiel";"6";"hat mehr Spalten als die Tabelle"',
      '',
    ]);
    const mended = errors
      .replace('"";"ohne@name.example"', '"Ohne";"ohne@name.example"')
      .replace('"keine";"Vielleicht"', '"doch@werft.example";"Aktiv"');
    expect(await bring(mended, { keys: [] })).toMatchObject({ made: 3, faulty: 0 });
    expect((await standing()).map(({ title }) => title)).toEqual(['=1+1', 'Gut', 'Ohne', 'Ohne Adresse', 'Zu breit']);
  });

  test('several rows are one record with several contact persons', async () => {
    const { bring, standing } = await newFixture();
    const content = [
      'Firma;Ort;Ansprechpartner;Ansprechpartner E-Mail',
      'Werft;Kiel;Paul Neumann;paul@werft.example',
      'Werft;Kiel;Ida Falk;ida@werft.example',
      'Laden;Kiel;;',
      'Laden;Kiel;;',
    ].join('\n');
    expect(await bring(content, { keys: [] })).toMatchObject({ made: 3 });
    const [laden, , werft] = await standing();
    expect([laden?.persons, werft?.persons]).toEqual([
      [],
      [
        { name: 'Paul Neumann', email: 'paul@werft.example' },
        { name: 'Ida Falk', email: 'ida@werft.example' },
      ],
    ]);
  });

  test('fills fields that it has nothing for with what was said, and dates in the order that they are in', async () => {
    const { bring, standing, begin, preview } = await newFixture();
    const content = 'Name,Begin,End\nUmbau,12/31/2026,1/2/2027\nNeubau,2026-05-01,\n';
    const { setup } = await preview(await begin(content, 'p.csv', 'Projekte'));
    expect(setup).toMatchObject({ dates: 'MDY', delimiter: ',' });
    await bring(content, { kind: 'Projekte', constants: { status: 'Geplant', end: '2027-12-31' }, keys: [] });
    expect((await standing('Projekte')).map(({ fields }) => fields)).toEqual([
      { name: 'Neubau', begin: '2026-05-01', end: '2027-12-31', status: 'Geplant' },
      { name: 'Umbau', begin: '2026-12-31', end: '2027-01-02', status: 'Geplant' },
    ]);
  });
});

describe('what is there already', () => {
  const content = [
    'Nummer;Name;Ort;Telefon;Ansprechpartner;Ansprechpartner Telefon',
    '1;Werft;Kiel;;Paul;111',
    '2;Laden;;222;;',
    '1;WERFT;;333;Ida;',
  ].join('\n');

  test.each([
    ['skip', { made: 1, changed: 0, skipped: 2 }, { name: 'Alt', number: '1' }],
    ['fill', { made: 1, changed: 2, skipped: 0 }, { name: 'Alt', number: '1', city: 'Kiel', phone: '333' }],
    ['overwrite', { made: 1, changed: 2, skipped: 0 }, { name: 'WERFT', number: '1', city: 'Kiel', phone: '333' }],
  ] as const)('is met by %s, within the file, too, and all of it is taken back', async (duplicates, counts, fields) => {
    const { bring, standing, undo, anna, kindId } = await newFixture();
    await anna.command('record.create', {
      idoInstanceId: kindId('Kunden'),
      jsonPayload: { values: { name: 'Alt', number: '1' } },
    });
    const before = await standing();
    const done = await bring(content, { keys: ['number'], duplicates });
    expect(done).toMatchObject(counts);
    const after = await standing();
    expect(after.find((one) => one.fields['number'] === '1')?.fields).toEqual(fields);
    if (duplicates !== 'skip')
      expect(after.find((one) => one.fields['number'] === '1')?.persons).toEqual([
        { name: 'Paul', phone: '111' },
        { name: 'Ida' },
      ]);
    const undone = await undo(done.importId);
    expect(undone).toMatchObject({ state: 'undone', taken: counts.made + counts.changed, left: 0 });
    expect(await standing()).toEqual(before);
  });

  test('is a fault where several records have the key', async () => {
    const { bring, anna, kindId } = await newFixture();
    for (const name of ['A', 'B'])
      await anna.command('record.create', {
        idoInstanceId: kindId('Kunden'),
        jsonPayload: { values: { name, email: 'Info@werft.example' } },
      });
    const done = await bring('Name;E-Mail\nWerft;info@WERFT.example\n', { keys: ['email'], duplicates: 'fill' });
    expect(done.faults).toEqual([{ row: 2, faults: [{ column: '', target: '', why: 'ambiguous', value: '' }] }]);
  });

  test('made by the file itself is met by its later rows', async () => {
    const { bring, standing, undo } = await newFixture();
    const done = await bring('Nummer;Name;Ort;Telefon\n7;Neu;Kiel;\n8;Nur so;;\n7;Neu;;431\n7;Neu;Kiel;431\n', {
      keys: ['number'],
      duplicates: 'fill',
    });
    expect(done).toMatchObject({ made: 2, changed: 1, skipped: 1 });
    expect((await standing())[0]?.fields).toEqual({ name: 'Neu', number: '7', city: 'Kiel', phone: '431' });
    expect(await undo(done.importId)).toMatchObject({ taken: 3, left: 0 });
    expect(await standing()).toEqual([]);
  });
});

describe('an undo', () => {
  test('leaves what somebody has changed, linked or deleted since, and says so', async () => {
    const { bring, standing, undo, anna, kindId, bytes, model } = await newFixture();
    const old = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: kindId('Kunden'),
      jsonPayload: { values: { name: 'Alt', number: '9' } },
    });
    const done = await bring(
      'Nummer;Name;Ort;Telefon\n1;Bleibt;Kiel;\n2;Geht;Kiel;\n3;Verknüpft;Kiel;\n4;Gelöscht;;\n9;Alt;Kiel;431\n',
      { keys: ['number'], duplicates: 'fill' },
    );
    const named = async (title: string) => {
      const found = (await standing()).find((one) => one.title === title);
      return { idoId: found?.idoId ?? 0, idoInstanceId: kindId('Kunden') };
    };
    const save = async (who: { idoId: number }, key: string, before: string, value: string) =>
      anna.command('record.save', {
        ...who,
        idoInstanceId: kindId('Kunden'),
        jsonPayload: { changes: [{ key, before, value }] },
        lastKnownChangeTimestamp: 1,
      });
    await save(await named('Bleibt'), 'city', 'Kiel', 'Husum');
    await save(old, 'city', 'Kiel', 'Flensburg');
    const deleted = await named('Gelöscht');
    const timestamp = (await model(deleted.idoId))?.lastKnownChangeTimestamp;
    await anna.command('record.delete', { ...deleted, lastKnownChangeTimestamp: timestamp });
    const linked = await named('Verknüpft');
    await anna.command('memo.create', { idoId: linked.idoId, instanceId: linked.idoInstanceId });
    expect(await undo(done.importId)).toMatchObject({ state: 'undone', taken: 1, left: 4 });
    const lines = (await bytes('record.importLeft', { importId: done.importId, language: 'en' })).split('\r\n');
    expect(lines[0]).toBe('\ufeff"Row","Record","Name","Reason"');
    expect(lines.slice(1, -1).map((line) => line.split(',').slice(2).join())).toEqual([
      '"Bleibt","Changed since"',
      '"Verknüpft","Linked since"',
      '"Gelöscht","Deleted since"',
      '"Alt","Changed since"',
    ]);
    // What nobody has touched in a record that was there is taken back all the same.
    expect((await standing()).find(({ title }) => title === 'Alt')?.fields).toEqual({
      name: 'Alt',
      number: '9',
      city: 'Flensburg',
    });
  });
});

describe('an import', () => {
  test('goes on where it was stopped, each row once, and one event a step tells of its records', async () => {
    const { begin, dryRun, standing, anna, until, readImport, undo, kindId } = await newFixture();
    const lines = Array.from({ length: 1800 }, (_, index) => `${index};Kunde ${index}`);
    const importId = await begin(['Nummer;Name', ...lines].join('\n'));
    await dryRun(importId);
    const peer = await StompPeer.as(anna);
    await anna.command('record.startImport', { importId });
    await expect.poll(async () => (await readImport(importId)).made, { interval: 5 }).toBeGreaterThan(0);
    await anna.tryCommand('record.stopImport', { importId });
    const stopped = await until(importId, 'stopped', 'done');
    expect((await standing()).length).toBe(stopped.made);
    await anna.tryCommand('record.startImport', { importId });
    const done = await until(importId, 'done');
    expect([done.made, (await standing()).length]).toEqual([1800, 1800]);
    // The planner knows of them, too, and does not take the lists for empty until it counts by itself.
    await expect.poll(() => knownRows(server.platform.database.owner, RECORDS)).toBeGreaterThan(600);
    expect((await anna.tryCommand('record.startImport', { importId })).body.code).toBe('RECORD_IMPORT_STATE');
    const eventTypes = peer.frames
      .filter(({ command }) => command === 'MESSAGE')
      .map(({ body }) => (JSON.parse(Buffer.from(body).toString()) as { type: string }).type);
    expect(eventTypes.filter((type) => type === 'record.changed')).toHaveLength(4);
    peer.close();
    const [first] = await standing();
    expect(await undo(importId)).toMatchObject({ taken: 1800, left: 0 });
    expect(await standing()).toEqual([]);
    // What was taken back comes back as what somebody has deleted does, and is found again.
    const about = { idoId: first?.idoId ?? 0, idoInstanceId: kindId('Kunden') };
    await anna.command('record.restore', about);
    expect((await standing()).map(({ idoId }) => idoId)).toEqual([about.idoId]);
    expect(await anna.query<object[]>('record.search', { query: String(first?.title) })).toMatchObject([
      { idoId: about.idoId },
    ]);
    const history = await anna.query<{ cause: string }[]>('record.changes', about);
    expect(history.map(({ cause }) => cause)).toEqual(['undo', 'undo', 'import']);
  });

  test('is listed for whose it is and for administrators, and ends where a right is taken', async () => {
    const { begin, dryRun, anna, instance } = await newFixture();
    await server.person(instance, 'ben');
    await server.person(instance, 'chef', { isAdministrator: true });
    const [ben, chef] = [await server.client(instance, 'ben'), await server.client(instance, 'chef')];
    const importId = await begin('Name\nWerft\n', 'meine Kunden.csv');
    const listed = await chef.query<RecordImport[]>('record.imports');
    expect(listed).toMatchObject([{ importId, name: 'meine Kunden.csv', state: 'draft', made: 0, isKept: true }]);
    expect(await ben.query('record.imports')).toEqual([]);
    expect((await ben.tryQuery('record.import', { importId })).body.code).toBe('NOT_FOUND');
    await dryRun(importId, { keys: [] });
    const people = await chef.query<{ id: number; userName: string }[]>('account.people');
    const userId = people.find(({ userName }) => userName === 'anna')?.id;
    const rights = RIGHTS.filter((right) => right !== 'createIdo');
    const details = { firstName: '', lastName: 'Berger', email: null, isAdministrator: false };
    await chef.command('account.savePerson', { userId, ...details, rights });
    expect((await anna.tryCommand('record.startImport', { importId })).body.code).toBe('RIGHT_MISSING');
    await chef.command('record.startImport', { importId });
    await expect
      .poll(async () => (await chef.query<RecordImport>('record.import', { importId })).why)
      .toBe('RIGHT_MISSING');
  });

  test('that is set up is found as it was left, and can be thrown away', async () => {
    const { begin, preview, anna, readImport } = await newFixture();
    const importId = await begin(ROWS);
    const { setup } = await preview(importId);
    const mine = { ...setup, targets: { c0: 'name' }, keys: [], constants: { city: 'Kiel' } };
    await anna.command('record.saveImport', { importId, setup: mine });
    expect(await readImport(importId)).toMatchObject({ state: 'draft', setup: mine });
    await anna.command('record.dropImport', { importId });
    expect((await anna.tryQuery('record.import', { importId })).body.code).toBe('NOT_FOUND');
  });

  test('refuses what cannot be one, and says why', async () => {
    const { anna, kindId, begin, preview } = await newFixture();
    const why = async (content: string | Uint8Array, name = 'x.csv') => {
      const { id } = await upload(anna, content, name);
      const { body } = await anna.tryCommand('record.beginImport', {
        attachmentId: id,
        idoInstanceId: kindId('Kunden'),
      });
      return [body.code, (body as { data?: unknown }).data];
    };
    expect(await why(Buffer.from('504b030414000600', 'hex'))).toEqual(['RECORD_IMPORT_UNREADABLE', { why: 'binary' }]);
    expect(await why(Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256)))).toEqual([
      'RECORD_IMPORT_UNREADABLE',
      { why: 'binary' },
    ]);
    expect(await why(' \n\n')).toEqual(['RECORD_IMPORT_UNREADABLE', { why: 'empty' }]);
    const importId = await begin(ROWS);
    const { setup } = await preview(importId);
    const { body } = await anna.tryCommand('record.importDryRun', {
      importId,
      setup: { ...setup, targets: { c0: 'name', c1: 'nowhere', c4: 'status', c5: 'status' }, keys: ['email'] },
    });
    expect(body).toMatchObject({
      code: 'RECORD_IMPORT_SETUP',
      data: {
        faults: [
          { target: 'nowhere', why: 'unknown' },
          { target: 'status', why: 'many' },
          { target: 'email', why: 'required' },
        ],
      },
    });
  });

  test('says where a quote never ends, and takes what stands before it', async () => {
    const { bring } = await newFixture();
    const done = await bring('Name;Ort\nWerft;Kiel\n"nie zu Ende;Kiel\nNoch;einer\n', { keys: [] });
    expect(done).toMatchObject({ made: 1, faulty: 1 });
    expect(done.faults[0]?.faults[0]?.why).toBe('broken');
  });
});
