import type { RecordInstance } from '@kontor/contract/record';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from './testing/desk.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const NAUGHTY = join(import.meta.dirname, '../../../testing/fuzz/fixtures/blns.json');

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function newFixture() {
  const instance = await server.instance(`karten${(count += 1)}`);
  await server.person(instance, 'anna');
  const anna = await server.client(instance, 'anna');
  return importDesk(server, instance, anna, await anna.query<RecordInstance[]>('record.instances'));
}

const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

describe('cards', () => {
  test('of a person go into the fields of a contact', async () => {
    const { begin, preview, bring, standing } = await newFixture();
    const { setup } = await preview(await begin(fixture('outlook-2003.vcf'), 'john.vcf', 'Kontakte'));
    expect(setup.targets).toMatchObject({
      firstName: 'firstName',
      lastName: 'lastName',
      organisation: 'company',
      email: 'email',
      phone: 'phone',
      mobile: 'mobile',
      title: 'function',
      note: 'notes',
    });
    await bring(fixture('outlook-2003.vcf'), { name: 'john.vcf', kind: 'Kontakte' });
    expect(await standing('Kontakte')).toMatchObject([
      {
        fields: {
          firstName: 'John',
          lastName: 'Doe',
          company: 'Company, The',
          phone: 'BusinessPhone',
          notes: expect.stringMatching(/field!!\nSecond line\n\nThird/),
        },
      },
    ]);
  });

  test('that stand in one line with each other are two people, and one within another ends it', async () => {
    const { bring, standing } = await newFixture();
    const card = (name: string): string[] => [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `N:${name};Ina`,
      `EMAIL:${name}@werft.example`,
    ];
    const lines = [
      ...card('eins'),
      `END:VCARD${card('zwei').join('\r\n')}`,
      'TEL:1END:VCARD BEGIN:VCARD',
      ...card('drei').slice(1),
      ...card('vier'),
      'END:VCARD',
    ];
    await bring(lines.join('\r\n'), { name: 'glued.vcf', kind: 'Kontakte' });
    expect((await standing('Kontakte')).map(({ fields }) => [fields['lastName'], fields['email']])).toEqual(
      ['drei', 'eins', 'vier', 'zwei'].map((name) => [name, `${name}@werft.example`]),
    );
  });

  test.each([
    ['FN:Ina Lang', { firstName: 'Ina', lastName: 'Lang' }],
    ['FN:Lang, Ina', { firstName: 'Ina', lastName: 'Lang' }],
    ['FN:Ina Maria Lang\nN:;;;;', { firstName: 'Ina Maria', lastName: 'Lang' }],
    ['FN:Lang', { lastName: 'Lang' }],
    ['N:Lang;Ina\nEMAIL:ina@werft.example\nEMAIL:kaputt@', { email: 'ina@werft.example', notes: 'E-Mail: kaputt@' }],
  ])('that say %j are taken', async (lines, fields) => {
    const { bring, standing } = await newFixture();
    const made = await bring(`BEGIN:VCARD\nVERSION:3.0\n${lines}\nEND:VCARD\n`, { name: 'a.vcf', kind: 'Kontakte' });
    expect(made).toMatchObject({ made: 1, faulty: 0 });
    expect(await standing('Kontakte')).toMatchObject([{ fields }]);
  });

  test('that are refused are told of in words', async () => {
    const { bring, bytes } = await newFixture();
    const done = await bring('BEGIN:VCARD\nVERSION:3.0\nN:Lang;Ina\nEMAIL:kaputt@\nEND:VCARD\n', {
      name: 'a.vcf',
      kind: 'Kontakte',
    });
    expect(done).toMatchObject({ made: 0, faulty: 1 });
    expect(await bytes('record.importErrors', { importId: done.importId })).toContain(
      'E-Mail „kaputt@“ ist keine E-Mail-Adresse',
    );
  });

  test('that name a company become it, with the person as its contact person', async () => {
    const { bring, standing } = await newFixture();
    const card = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Neumann;Paul;;Herr;',
      'FN:Paul Neumann',
      'ORG:Werft Neumann\\, Kiel;Einkauf',
      'TITLE:Leiter',
      'EMAIL;TYPE=work:paul@werft.example',
      'TEL;TYPE="work,voice":+49 431 1',
      'item1.TEL;TYPE=CELL:+49 170 2',
      'ADR;TYPE=WORK:;;Kai 1;Kiel;;24103;Deutschland',
      'END:VCARD',
    ].join('\r\n');
    await bring(card, { name: 'paul.vcf' });
    expect(await standing()).toMatchObject([
      {
        fields: { name: 'Werft Neumann, Kiel', street: 'Kai 1', zip: '24103', city: 'Kiel', country: 'Deutschland' },
        persons: [
          {
            name: 'Paul Neumann',
            salutation: 'Herr',
            function: 'Leiter',
            email: 'paul@werft.example',
            phone: '+49 431 1',
            mobile: '+49 170 2',
          },
        ],
      },
    ]);
  });

  test.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.vcf')))(
    'of another program are read whole: %s',
    async (name) => {
      const { begin, preview, bring } = await newFixture();
      const { columns, rows } = await preview(await begin(fixture(name), name, 'Kontakte'));
      expect(rows.length).toBeGreaterThan(0);
      expect(columns.map(({ column }) => column)).toContain('fn');
      const ended = await bring(fixture(name), { name, kind: 'Kontakte', keys: [] });
      const cards = fixture(name)
        .toString('latin1')
        .match(/^BEGIN:VCARD/gim)?.length;
      expect(ended.made + ended.faulty).toBe(cards);
    },
  );
});

describe('what is taken out', () => {
  const seed = async ({ by, kindId }: Awaited<ReturnType<typeof newFixture>>) => {
    const create = (kind: string, values: object) =>
      by.command<{ idoId: number }>('record.create', { idoInstanceId: kindId(kind), jsonPayload: { values } });
    const { idoId } = await create('Kunden', {
      name: '=Werft "Neumann"; Söhne, & Co',
      number: "'=1",
      status: 'Aktiv',
      phone: '+49 431 1, +49 431 2',
      email: 'info@werft.example, post@werft.example',
      street: 'Kai 1\\2',
      city: 'Kiel',
      website: 'https://werft.example/?a=1;b=2',
      notes: 'Liefert donnerstags.\n\n- bis 12 Uhr\n"Tor 3"; links\\n',
    });
    for (const name of ['Paul Neumann', 'Ida Falk'])
      await by.command('record.saveContactPerson', {
        idoId,
        idoInstanceId: kindId('Kunden'),
        jsonPayload: {
          changes: [
            { key: 'name', before: '', value: name },
            { key: 'phone', before: '', value: '-1234' },
          ],
        },
      });
    await create('Kunden', { name: 'Zwilling' });
    await create('Kunden', { name: 'Zwilling' });
    await create('Kunden', { name: `Ж${'ü'.repeat(200)}` });
    await create('Projekte', { name: 'Umbau', begin: '2026-02-28', status: 'In Arbeit', budget: '-5' });
  };

  test.each(['csv', 'vcf'] as const)('and brought in elsewhere is the same: %s', async (format) => {
    const [here, there] = [await newFixture(), await newFixture()];
    await seed(here);
    for (const kind of ['Kunden', 'Projekte']) {
      const file = await here.bytes('record.export', { idoInstanceId: here.kindId(kind), format });
      const done = await there.bring(file, { name: `alle.${format}`, kind, keys: [] });
      expect(done.faulty).toBe(0);
      const plain = async (at: typeof here) =>
        (await at.standing(kind)).map(({ fields, persons }) => ({ fields, persons }));
      expect(await plain(there)).toEqual(await plain(here));
      // Once more it brings nothing that is not there.
      const keys = ['name'];
      const again = await here.bring(file, { name: `alle.${format}`, kind, keys, duplicates: 'overwrite' });
      expect([again.made, again.changed]).toEqual([0, 0]);
    }
  });

  test('is a table that German spreadsheets open, and in which nothing is a formula', async () => {
    const here = await newFixture();
    await seed(here);
    const idoInstanceId = here.kindId('Kunden');
    const text = await here.bytes('record.export', { idoInstanceId, format: 'csv' });
    expect(text.startsWith('\ufeff"ID";"Name";"Kundennummer";')).toBe(true);
    expect(text).toContain(`"'=Werft ""Neumann""; Söhne, & Co";"''=1";`);
    const some = { idoInstanceId, format: 'csv', columns: ['city', 'name'], delimiter: ',' };
    expect((await here.bytes('record.export', some)).split('\r\n')[0]).toBe('\ufeff"ID","Ort","Name"');
  });

  test('holds those that are searched for or named, and no others', async () => {
    const here = await newFixture();
    await seed(here);
    const idoInstanceId = here.kindId('Kunden');
    const names = async (params: object): Promise<readonly (string | undefined)[]> => {
      const file = await here.bytes('record.export', { idoInstanceId, format: 'csv', columns: ['name'], ...params });
      return file
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.slice(line.indexOf(';') + 1));
    };
    const all = await names({});
    expect(await names({ fulltextSearch: 'zwilling' })).toEqual(['"Zwilling"', '"Zwilling"']);
    const is = (value: string) => JSON.stringify([{ key: 'name', operator: 'is', value }]);
    expect(await names({ detailsSearch: is('zwilling') })).toHaveLength(2);
    expect(await names({ fulltextSearch: 'zwilling', detailsSearch: is('neumann') })).toEqual([]);
    expect(await names({ fulltextSearch: 'gibtesnicht' })).toEqual([]);
    const ids = (await here.standing('Kunden')).map(({ idoId }) => idoId).toSorted((a, b) => a - b);
    expect(await names({ idoIds: ids.slice(0, 2) })).toEqual(all.slice(0, 2));
    // A number of another kind, or of nobody, is none of them.
    expect(await names({ idoIds: [999_999_999] })).toEqual([]);
  });
});

describe('whatever comes', () => {
  /** Files of strings that programs stumble over, and what is left of good ones. */
  const naughty = JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[];
  const card = fixture('thunderbird-MoreFunctionsForAddressBook-extension.vcf');
  const cases: readonly (readonly [string, string, string | Buffer])[] = [
    [
      'strings as a table',
      'n.csv',
      ['Name;E-Mail;Notizen', ...naughty.map((text) => `${text};${text};"${text}"`)].join('\n'),
    ],
    ['strings as rows', 'n.csv', ['Name', ...naughty].join('\n')],
    ['strings as columns', 'n.csv', `${naughty.slice(0, 250).join(';')}\n${naughty.slice(0, 250).join(';')}\n`],
    [
      'strings as cards',
      'n.vcf',
      naughty
        .map((text) => `BEGIN:VCARD\nFN:${text}\nN:${text};;;;\nEMAIL:${text}\nNOTE:${text}\nEND:VCARD`)
        .join('\n'),
    ],
    [
      'strings as names of lines',
      'n.vcf',
      `BEGIN:VCARD\n${naughty.map((text) => `${text}:${text}`).join('\n')}\nFN:x\nEND:VCARD`,
    ],
    ['semicolons without an end', 'n.vcf', `BEGIN:VCARD\nFN:x\nTEL${';'.repeat(50_000)}\nEND:VCARD`],
    ['a card that never ends', 'n.vcf', `BEGIN:VCARD\nFN:${'a'.repeat(300_000)}`],
    ['nothing but beginnings', 'n.vcf', 'BEGIN:VCARD\n'.repeat(2000)],
    ['half of a file', 'n.vcf', card.subarray(0, card.length / 2)],
    ['a file of another encoding', 'n.vcf', Buffer.from(card.toString('latin1'), 'utf16le')],
    ['nothings', 'n.csv', Buffer.from('Name;Ort\nA\0B;C\0\n')],
    ['half of a pair', 'n.csv', Buffer.from('Name\nA\ud800B\n', 'utf16le')],
    ['quotes', 'n.csv', `Name\n${'"'.repeat(9999)}\n`],
  ];

  test.each(cases)('is shown and tried, or refused in words: %s', async (_what, name, content) => {
    const { by, begin, preview, until } = await newFixture();
    let importId: number;
    try {
      importId = await begin(content, name, 'Kontakte');
    } catch (error) {
      expect(String(error)).toMatch(/RECORD_IMPORT_(UNREADABLE|TOO_LARGE)/);
      return;
    }
    const answer = await by.tryQuery('record.importPreview', { importId });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBeLessThan(500);
    if (answer.status !== 200) return;
    const { setup, columns } = await preview(importId);
    const first = columns[0]?.column ?? 'c0';
    const targets = { [first]: 'lastName', ...(columns[1] === undefined ? {} : { [columns[1].column]: 'notes' }) };
    const tried = await by.tryCommand('record.importDryRun', {
      importId,
      setup: { ...setup, targets, keys: ['lastName'], duplicates: 'fill' },
    });
    expect(tried.status, JSON.stringify(tried.body).slice(0, 300)).toBe(200);
    const checked = await until(importId, 'checked', 'failed');
    expect(checked.why).toBeNull();
    await by.command('record.startImport', { importId });
    const done = await until(importId, 'done', 'failed');
    expect([done.why, done.made + done.changed + done.skipped + done.faulty]).toEqual([
      null,
      checked.made + checked.changed + checked.skipped + checked.faulty,
    ]);
  });
});

test('a card brings no number whose digits a spreadsheet has lost, and an extension as before', async () => {
  const { bring, standing } = await newFixture();
  const card = (name: string, ...tels: string[]): string[] => [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${name};Ina`,
    ...tels,
    'END:VCARD',
  ];
  const cards = [
    ...card('Eins', 'TEL:4,91512E+11'),
    ...card('Zwei', 'TEL;TYPE=CELL:4\\,9E+11', 'TEL;TYPE=CELL:0171 1'),
    ...card('Drei', 'TEL:0431 55501,,20'),
  ];
  const done = await bring(Buffer.from(cards.join('\r\n')), { name: 'tel.vcf', kind: 'Kontakte' });
  expect(done).toMatchObject({ made: 1, faulty: 2 });
  expect(done.faults.map(({ row, faults }) => [row, faults[0]?.why, faults[0]?.value])).toEqual([
    [1, 'rounded', '4,91512E+11'],
    [2, 'rounded', '4,9E+11, 0171 1'],
  ]);
  expect(await standing('Kontakte')).toMatchObject([{ fields: { lastName: 'Drei', phone: '0431 55501  20' } }]);
});

test('a table tells nobody twice of the same contact person, and brings no number whose digits a spreadsheet has lost', async () => {
  const { bring, standing } = await newFixture();
  const rows = [
    'Firma;Telefon;Ansprechpartner',
    'Werft;0431 1;Ina',
    'Werft;0431 1;Ina',
    'Werft;0431 1;Udo',
    'Mühle;4,91512E+11;Eva',
    'Säge;49.1512E+010;Uwe',
    'Kran;0431 2 / 4,9E+11;Pia',
  ];
  const done = await bring(rows.join('\n'));
  expect(done).toMatchObject({ made: 1, faulty: 3 });
  expect(done.faults).toMatchObject([
    { row: 5, faults: [{ column: 'Telefon', why: 'rounded', value: '4,91512E+11' }] },
    { row: 6, faults: [{ column: 'Telefon', why: 'rounded', value: '49.1512E+010' }] },
    { row: 7, faults: [{ column: 'Telefon', why: 'rounded', value: '0431 2 / 4,9E+11' }] },
  ]);
  expect(await standing()).toMatchObject([{ title: 'Werft', persons: [{ name: 'Ina' }, { name: 'Udo' }] }]);
});
