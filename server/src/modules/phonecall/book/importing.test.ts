import type { bookImportQueries, BookImportSetup, BookOutcome, PhoneBookEntry } from '@kontor/contract/phonecall';
import type { ResultOf } from '@kontor/contract/kernel';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '../../../testing/upload.ts';
import { codeOf, openCalls } from '../testing/fixture.ts';

let here: Awaited<ReturnType<typeof openCalls>>;
beforeAll(async () => {
  here = await openCalls();
});
afterAll(() => here?.server.close());

type Preview = ResultOf<typeof bookImportQueries.bookPreview>;
type Imported = BookOutcome & { readonly importId: number | null };

const items = (searchString: string) =>
  here.anna.query<PhoneBookEntry[]>('phoneBook.items', { searchString }, { limit: 100 });
const begin = async (content: string | Buffer) => (await upload(here.anna, content, 'buch')).id;
const preview = (attachmentId: number, said: object = {}) =>
  here.anna.query<Preview>('phoneBook.importPreview', { attachmentId, ...said });
const given = async (content: string | Buffer, more: Partial<BookImportSetup> = {}) => {
  const attachmentId = await begin(content);
  const { setup } = await preview(attachmentId);
  return { attachmentId, setup: { ...setup, ...more } };
};
/** A file becomes entries; what was said of it before comes true, and nothing of it is written until then. */
const bring = async (content: string | Buffer, more: Partial<BookImportSetup> = {}): Promise<Imported> => {
  const params = await given(content, more);
  const said = await here.anna.query<BookOutcome>('phoneBook.importCheck', params);
  expect(await here.anna.query<BookOutcome>('phoneBook.importCheck', params)).toEqual(said);
  const done = await here.anna.command<Imported>('phoneBook.import', params);
  expect(done).toEqual({ ...said, importId: said.entries === 0 ? null : expect.any(Number) });
  return done;
};
const undo = (importId: number | null) =>
  here.anna.tryCommand<{ taken: number; left: number }>('phoneBook.undoImport', { importId });
const card = (...lines: readonly string[]): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');

describe('a table', () => {
  const TABLE =
    'Vorname;Nachname;Telefon;Mobil\r\nAnke;"Möller; jr.";0421 400001;0171 4000001\r\n;;;\r\nOhne;Nummer;;\r\n;;0421 400009;\r\nSchlecht;Nummer;*21#;\r\n';
  const FAULTS = [
    { row: 4, faults: [{ column: 'Telefon, Mobil', target: 'number', why: 'required', value: '' }] },
    { row: 5, faults: [{ column: 'Nachname', target: 'name', why: 'required', value: '' }] },
    { row: 6, faults: [{ column: 'Telefon', target: 'number', why: 'phone', value: '*21#' }] },
  ];

  test('is shown with what is guessed of it, and becomes entries once', async () => {
    expect(await preview(await begin(TABLE))).toEqual({
      format: 'csv',
      setup: {
        encoding: 'utf-8',
        delimiter: ';',
        hasHeader: true,
        targets: { c0: 'firstName', c1: 'lastName', c2: 'number', c3: 'number' },
      },
      columns: [
        { column: 'c0', name: 'Vorname', samples: ['Anke', 'Ohne', 'Schlecht'] },
        { column: 'c1', name: 'Nachname', samples: ['Möller; jr.', 'Nummer'] },
        { column: 'c2', name: 'Telefon', samples: ['0421 400001', '0421 400009', '*21#'] },
        { column: 'c3', name: 'Mobil', samples: ['0171 4000001'] },
      ],
      rows: expect.arrayContaining([['Anke', 'Möller; jr.', '0421 400001', '0171 4000001']]),
      isMore: false,
    });
    expect(await bring(TABLE)).toMatchObject({ made: 1, skipped: 0, faulty: 3, entries: 2, faults: FAULTS });
    expect((await items('möller')).map(({ name, number, source }) => [name, number, source])).toEqual([
      ['Anke Möller; jr.', '+49 421 400001', 'import'],
      ['Anke Möller; jr.', '+49 171 4000001', 'import'],
    ]);
    // Once more, as Windows writes it.
    expect(await bring(Buffer.from(TABLE, 'latin1'))).toMatchObject({ made: 0, skipped: 1, faulty: 3, entries: 0 });
    expect(await items('möller')).toHaveLength(2);
  });

  test('has companies, and rows that say the same twice', async () => {
    const firms =
      'Name;Firma;Telefon\r\nUwe Kahn;Kahn Transporte;0421 700001\r\n;Nur Firma;0421 700002\r\nuwe  kahn;;+49 421 700001\r\n';
    expect(await bring(firms)).toMatchObject({ made: 2, skipped: 1, faulty: 0, entries: 2 });
    expect(await items('kahn transporte')).toMatchObject([{ name: 'Uwe Kahn', company: 'Kahn Transporte' }]);
    expect(await items('nur firma')).toMatchObject([{ name: 'Nur Firma', company: '' }]);
  });

  test('brings no number whose digits a spreadsheet has lost', async () => {
    const done = await bring('Name;Telefon\r\nIda Rund;4,91512E+11\r\nUdo Rund;4.91512E+11\r\nKai Rund;4.9E+11\r\n');
    expect(done).toMatchObject({ made: 0, skipped: 0, faulty: 3, importId: null });
    expect(done.faults.map(({ row, faults }) => [row, faults[0]?.why, faults[0]?.value])).toEqual([
      [2, 'rounded', '4,91512E+11'],
      [3, 'rounded', '4.91512E+11'],
      [4, 'rounded', '4.9E+11'],
    ]);
    expect(await items('rund')).toEqual([]);
  });

  test('is read as the person says, and its columns go where the person says', async () => {
    const table = 'A|B|C\r\nIda Quer|x|0421 410001\r\n';
    const setup = { targets: { c0: 'name', c2: 'number' } } as const;
    expect((await preview(await begin(table), { delimiter: '|', hasHeader: false })).columns).toHaveLength(3);
    expect(await bring(table, { ...setup, delimiter: '|', hasHeader: false })).toMatchObject({ made: 1, faulty: 1 });
    expect(await items('quer')).toHaveLength(1);
  });

  test('gives its faulty rows back as a table, to be mended and brought again', async () => {
    const params = await given(TABLE);
    const answer = async (language: string) =>
      (await here.anna.tryQuery<string>('phoneBook.importFaults', { ...params, language })).body as unknown as string;
    const file = await answer('de');
    expect(file).toContain('"Vorname";"Nachname";"Telefon";"Mobil";"Zeile";"Grund"');
    expect(file).toContain('"Schlecht";"Nummer";"*21#";"";"6";"Telefon „*21#“ ist keine Telefonnummer"');
    expect(await answer('en')).toContain('"6","Telefon „*21#“ is no phone number"');
    const mended = file.replace('"*21#"', '"0421 420001"');
    expect(await bring(mended)).toMatchObject({ made: 1, faulty: 2 });
  });
});

describe('cards', () => {
  test('become entries, one for each number', async () => {
    const cards = [
      card('FN:Karl Korte', 'TEL;TYPE=CELL:+49 171 5000001', 'TEL:tel:+49-421-500002'),
      card('FN:Niemand'),
    ].join('\r\n');
    expect(await bring(cards)).toMatchObject({
      made: 1,
      faulty: 1,
      entries: 2,
      faults: [{ row: 2, faults: [{ target: 'number', why: 'required' }] }],
    });
    expect(await items('korte')).toMatchObject([{ source: 'import' }, { source: 'import' }]);
    const ost = card('FN:Ole Ost', 'ORG:Ostwerk;Einkauf', 'TEL:0421 700003');
    expect(await bring(ost)).toMatchObject({ made: 1 });
    expect(await items('ostwerk')).toMatchObject([{ name: 'Ole Ost', company: 'Ostwerk' }]);
    expect(await bring(card('FN:Pia Pause', 'TEL:0421 700004,,20'))).toMatchObject({ made: 0, faulty: 1 });
  });

  test('are told apart where programs put them together', async () => {
    const glued =
      'BEGIN:VCARD\r\nFN:Ida Glut\r\nTEL:0421 500003\r\nEND:VCARD\ufeffBEGIN:VCARD\r\nFN:Udo Glut\r\nTEL:0421 500004';
    expect(await bring(glued)).toMatchObject({ made: 2, faulty: 0, entries: 2 });
  });
});

test('what can be no import is refused', async () => {
  const code = (content: string | Buffer) =>
    begin(content).then((attachmentId) => codeOf(here.anna.tryQuery('phoneBook.importPreview', { attachmentId })));
  expect(await code('')).toBe('422 PHONE_BOOK_FILE_UNREADABLE');
  expect(await code(Buffer.from('504b030400000000', 'hex'))).toBe('422 PHONE_BOOK_FILE_UNREADABLE');
  const params = await given('Spalte;Andere\r\n1;2');
  for (const operation of ['tryQuery', 'tryCommand'] as const) {
    const name = operation === 'tryQuery' ? 'phoneBook.importCheck' : 'phoneBook.import';
    const missing = async (targets: BookImportSetup['targets']) =>
      (await here.anna[operation](name, { ...params, setup: { ...params.setup, targets } })).body;
    expect(await missing({})).toMatchObject({ code: 'PHONE_BOOK_IMPORT_SETUP', data: { missing: 'number' } });
    expect(await missing({ c0: 'number' })).toMatchObject({ data: { missing: 'name' } });
    expect(await codeOf(here.anna[operation](name, { ...params, attachmentId: 999_999 }))).toBe('404 NOT_FOUND');
  }
  // Files are theirs who have uploaded them.
  expect(await codeOf(here.ben.tryQuery('phoneBook.importPreview', { attachmentId: params.attachmentId }))).toBe(
    '404 NOT_FOUND',
  );
});

test('the book goes out as it comes in', async () => {
  await here.anna.command('phoneBook.create', { name: '=Formel; "Zitat"', number: '0421 600001' });
  const count = (await items('')).length;
  for (const format of ['csv', 'vcard'] as const) {
    const file = (await here.anna.tryQuery<string>('phoneBook.export', { format })).body as unknown as string;
    expect(file).toContain('Formel');
    expect(await bring(file)).toMatchObject({ made: 0, skipped: count, faulty: 0, faults: [] });
  }
});

describe('the way back', () => {
  const rows = (...lines: readonly string[]): string => ['Name;Firma;Telefon', ...lines].join('\r\n');
  const idOf = async (name: string): Promise<number> => (await items(name))[0]?.id ?? 0;
  const imports = () =>
    here.ben.query<ResultOf<typeof bookImportQueries.bookImports>>('phoneBook.imports').then((all) => all[0]);

  test('takes out what an import has added, and leaves what was there', async () => {
    await here.anna.command('phoneBook.create', { name: 'Tom Alt', number: '0421 810001' });
    const { importId } = await bring(rows('Tom Alt;;0421 810001', 'Tom Neu;;0421 810002', 'Tom Los;;x'));
    expect(await imports()).toMatchObject({
      importId,
      name: 'buch',
      made: 1,
      skipped: 1,
      faulty: 1,
      entries: 1,
      isUndone: false,
      by: 'Anna Berger',
    });
    expect((await undo(importId)).body.data).toEqual({ taken: 1, left: 0 });
    expect((await items('tom')).map(({ name }) => name)).toEqual(['Tom Alt']);
    expect(await imports()).toMatchObject({ importId, isUndone: true, taken: 1, left: 0 });
    expect(await codeOf(undo(importId))).toBe('410 PHONE_BOOK_IMPORT_GONE');
    const { rows: noted } = await sql<{ subject: string }>`select subject from audit_entry
      where instance_id = ${here.instance.id} and kind = 'data.imported' order by entry_id desc limit 2`.execute(
      here.server.platform.database.owner,
    );
    expect(noted.map(({ subject }) => subject)).toEqual([`phone book, import ${importId} taken back`, 'phone book']);
    expect(await codeOf(undo(999_999))).toBe('404 NOT_FOUND');
    // And what was taken back can be brought again.
    expect(await bring(rows('Tom Neu;;0421 810002'))).toMatchObject({ made: 1 });
  });

  test('leaves what somebody has changed, merged, claimed or called by since', async () => {
    const names = ['Geändert', 'Firma', 'Aufgegangen', 'Bleibend', 'Gesagt', 'Genannt', 'Gelöscht', 'Unberührt'];
    const { importId, entries } = await bring(rows(...names.map((name, at) => `Uta ${name};;0421 82000${at}`)));
    expect(entries).toBe(8);
    const id = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await idOf(`uta ${name}`)])));
    const entry = (name: string) => ({ phonebookNumber2NameId: id[name] });
    await here.anna.command('phoneBook.updateName', { ...entry('Geändert'), updatedName: 'Uta Anders' });
    await here.anna.command('phoneBook.updateCompany', { ...entry('Firma'), updatedCompany: 'Werft' });
    await here.anna.command('phoneBook.merge', {
      primaryPhoneBookEntryId: id['Bleibend'],
      replacedPhoneBookEntryIds: [id['Aufgegangen']],
    });
    const claim = { number: '0421 820004', ownerKind: 'book', ownerId: id['Gesagt'], isRight: true };
    await here.anna.command('phoneCall.claim', claim);
    const call = await here.create(here.anna, { callerNumber: '0421 820005', newCallerName: 'Uta Genannt' });
    expect(call).not.toBe('');
    await here.anna.command('phoneBook.delete', { phoneBookEntryIds: [id['Gelöscht']] });
    // A call that comes in is no work of anybody on the entry.
    await here.arrive({ number: 49_421_820_007, number_text: '0421820007' });
    expect((await undo(importId)).body.data).toEqual({ taken: 1, left: 7 });
    expect((await items('uta')).map(({ name }) => name)).toEqual([
      'Uta Anders',
      'Uta Bleibend',
      'Uta Firma',
      'Uta Genannt',
      'Uta Gesagt',
    ]);
  });

  test('does not bring back what was merged away', async () => {
    await bring(rows('Ute Kranz;;0421 830001', 'Ute Krantz;;0421 830002'));
    const ids = {
      primaryPhoneBookEntryId: await idOf('ute kranz'),
      replacedPhoneBookEntryIds: [await idOf('ute krantz')],
    };
    await here.anna.command('phoneBook.merge', ids);
    expect(await bring(rows('Ute Krantz;;0421 830002'))).toMatchObject({ made: 0, skipped: 1 });
  });
});
