import type { RecordInstance } from '@kontor/contract/record';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { importDesk } from './testing/desk.ts';

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('every row is in one of the numbers', () => {
  const targets = { c0: 'number', c1: 'name', c2: 'person.name' };
  const bringRows = async (rows: readonly (readonly string[])[], duplicates: 'skip' | 'fill') => {
    const instance = await server.instance(`counting${(count += 1)}`);
    await server.person(instance, 'anna');
    const anna = await server.client(instance, 'anna');
    const kinds = await anna.query<RecordInstance[]>('record.instances');
    const { bring } = importDesk(server, instance, anna, kinds);
    const content = ['Nummer;Name;Person', ...rows.map((cells) => cells.join(';'))].join('\n');
    return bring(content, { targets, keys: ['number'], duplicates });
  };

  test.each([
    [
      'a new one with contact persons, one of them twice',
      [
        ['1', 'Werft', 'Ida'],
        ['1', 'Werft', 'Paul'],
        ['1', 'Werft', 'Paul'],
        ['2', 'Bäckerei', ''],
      ],
      { made: 2, joined: 1, skipped: 1, changed: 0, faulty: 0 },
    ],
    [
      'rows that are equal, and one that has no name',
      [
        ['1', 'Werft', ''],
        ['1', 'Werft', ''],
        ['2', '', 'Ida'],
        ['2', '', 'Paul'],
      ],
      { made: 1, joined: 0, skipped: 1, changed: 0, faulty: 2 },
    ],
    [
      'a contact person who comes later',
      [
        ['1', 'Werft', 'Ida'],
        ['2', 'Bäckerei', ''],
        ['1', 'Werft', 'Paul'],
      ],
      { made: 2, joined: 0, skipped: 0, changed: 1, faulty: 0 },
    ],
  ])('%s', async (_name, rows, counts) => {
    expect(await bringRows(rows, 'fill')).toMatchObject(counts);
  });

  test('of whatever table', async () => {
    const cells = [
      fc.constantFrom('1', '2', ''),
      fc.constantFrom('Werft', 'Kai', ''),
      fc.constantFrom('Ida', 'Paul', ''),
    ];
    const row = fc.tuple(...cells).filter((one) => one.some((cell) => cell !== ''));
    const property = fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('skip', 'fill'),
      async (rows, duplicates) => {
        const { made, changed, skipped, faulty, joined } = await bringRows(rows, duplicates);
        expect(made + changed + skipped + faulty + joined).toBe(rows.length);
      },
    );
    await fc.assert(property, { numRuns: 5 });
  });
});
