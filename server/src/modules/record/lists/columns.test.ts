import { placeInRow, type ListColumn, type RecordInstance } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { designer, field, newKind } from '../kinds/testing/designer.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let kinds: readonly RecordInstance[];

interface Items {
  readonly results: (string | number | null)[][];
}

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('spalten');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  kinds = await anna.query<RecordInstance[]>('record.instances');
});
afterAll(() => server?.close());

const kindId = (name: string) => kinds.find((kind) => kind.Name === name)?.ID ?? 0;
const items = (params: Readonly<Record<string, unknown>> = {}, kind = 'Kunden') =>
  anna.query<Items>('record.items', { idoInstanceId: kindId(kind), ...params });
const create = async (kind: string, values: Readonly<Record<string, unknown>>): Promise<number> => {
  const params = { idoInstanceId: kindId(kind), jsonPayload: { values } };
  return (await anna.command<{ idoId: number }>('record.create', params)).idoId;
};
const columns = async (idoInstanceId: number): Promise<readonly ListColumn[]> => {
  const view = await anna.query<{ columnDefinitionJSON: string }>('record.listView', { idoInstanceId });
  return JSON.parse(view.columnDefinitionJSON) as ListColumn[];
};

test('a cell that refers to records says what they are called', async () => {
  const { owner } = server.platform.database;
  const reference = {
    key: 'client',
    label: 'Auftraggeber',
    kind: 'reference',
    idoInstanceId: kindId('Kunden'),
    isMany: true,
  };
  const field = JSON.stringify([{ ...reference, isRequired: false, isTitle: false }]);
  await sql`update record_kind set version = version + 1,
      fields = jsonb_set(fields, '{leftColumn}', fields->'leftColumn' || ${field}::jsonb),
      columns = columns || ${JSON.stringify([{ key: 'client', label: 'Auftraggeber', isShown: true }])}::jsonb
    where instance_id = ${instance.id} and kind_id = ${kindId('Projekte')}`.execute(owner);
  const zander = await create('Kunden', { name: 'Zander', city: 'Kiel' });
  const ahrens = await create('Kunden', { name: 'Ahrens AG', city: 'Kiel' });
  await create('Projekte', { name: 'Werftausbau', client: [String(zander), String(ahrens)] });
  const at = placeInRow(await columns(kindId('Projekte')), 'client');
  const found = await items({ fulltextSearch: 'werftausbau' }, 'Projekte');
  expect(found.results.map((row) => row[at])).toEqual(['Zander, Kiel; Ahrens AG, Kiel']);
});

test('what every record has stands in the list where its kind puts it', async () => {
  const idoInstanceId = kindId('Maschinen');
  await server.person(instance, 'clara', { isAdministrator: true });
  const clara = await server.client(instance, 'clara');
  const kind = await clara.query<{
    version: number;
    fields: Record<string, unknown>;
    columns: readonly { key: string; label: string; isShown: boolean }[];
  }>('record.kind', { idoInstanceId });
  const { retired: _retired, retiredOfPersons: _ofPersons, ...fields } = kind.fields;
  const {
    records: _records,
    following: _following,
    changed: _changed,
    ...about
  } = kind as typeof kind & Record<string, unknown>;
  const ordered = [
    { key: 'changed', label: 'Geändert', isShown: true, width: 130 },
    { key: 'ID', label: 'ID', isShown: false, width: 90 },
    ...kind.columns.filter(({ key }) => key !== 'ID' && key !== 'changed'),
  ];
  await clara.command('record.saveKind', { ...about, fields, columns: ordered });
  const shown = await columns(idoInstanceId);
  expect(shown.slice(0, 2).map(({ key, isShown, width }) => [key, isShown, width])).toEqual([
    ['changed', true, 130],
    ['ID', false, 90],
  ]);
  expect(shown.map(({ key }) => key)).toEqual([...new Set(shown.map(({ key }) => key))]);
  expect(shown.filter(({ key }) => key === 'title').map(({ isShown }) => isShown)).toEqual([false]);
  const idoId = await create('Maschinen', { name: 'Kran 7' });
  const [row = []] = (await items({ fulltextSearch: '"Kran 7"' }, 'Maschinen')).results;
  expect(row).toHaveLength(shown.length);
  expect([row[0], row[placeInRow(shown, 'ID')]]).toEqual([idoId, idoId]);
  expect(row[placeInRow(shown, 'changed')]).toBe(row[placeInRow(shown, 'created')]);
  expect(row[placeInRow(shown, 'name')]).toBe('Kran 7');
});

test('a kind that shows none of its columns shows the titles of its records', async () => {
  const kind = newKind('Ohne Spalten', [field('city')]);
  const none = await designer(anna).save(kind);
  const shown = async (id: number) => (await columns(id)).filter(({ isShown }) => isShown).map(({ key }) => key);
  expect(await shown(none)).toEqual(['ID', 'title']);
  const column = { key: 'city', label: 'Ort', isShown: true };
  const some = await designer(anna).save({ ...kind, name: 'Mit Spalten', columns: [column] });
  expect(await shown(some)).toEqual(['ID', 'city']);
});
