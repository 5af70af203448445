import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { makeRecords } from '../index.ts';
import { designer, field, newKind } from './testing/designer.ts';
import { whileHeld } from './testing/held.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let make: ReturnType<typeof designer>;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  anna = await server.client(instance, 'anna');
  make = designer(anna);
});
afterAll(() => server?.close());

const RECORDS = 1200;
const status = (choices: string[], more = {}) => field('status', { kind: 'singleChoiceSelect', choices, ...more });
const tags = (choices: string[], more = {}) => field('tags', { kind: 'multiplechoice', choices, ...more });
const begun = async (name: string) => {
  const kindId = await make.save(newKind(name, [status(['offen', 'zu']), tags(['a', 'b', 'c'])]));
  const ids = await server.change(instance, ({ db, now }) =>
    makeRecords(
      db,
      instance.id,
      name,
      Array.from({ length: RECORDS }, (_, index) => ({
        values: { name: `K${index}`, status: index % 3 === 0 ? 'zu' : 'offen', tags: ['a', 'b'] },
      })),
      { userId: 0, at: now },
    ),
  );
  return { kindId, ids };
};
const change = (idoInstanceId: number, idoId: number, key: string, before: unknown, value: unknown) =>
  anna.tryCommand('record.save', {
    idoId,
    idoInstanceId,
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });
const stored = async (kindId: number) => {
  const { rows } = await sql<{ record_id: number; fields: Record<string, unknown> }>`
    select record_id, fields from record where kind_id = ${kindId} order by record_id`.execute(
    server.platform.database.owner,
  );
  return rows.map(({ fields }) => fields);
};
const renamedStatus = (kindId: number) =>
  make.setField(kindId, 'status', {
    choices: ['in Arbeit', 'zu'],
    renamed: [{ from: 'offen', to: 'in Arbeit' }],
  });

test('records get the new word of a choice, also those that somebody saves with the old one meanwhile', async () => {
  const { kindId, ids } = await begun('Vorgänge');
  const [, second = 0, third = 0, fourth = 0, fifth = 0] = ids;
  const given = await renamedStatus(kindId);
  expect(await make.effects(given)).toMatchObject({
    renamed: [{ key: 'status', choice: 'offen', to: 'in Arbeit', records: RECORDS * (2 / 3) }],
    choices: [],
    converted: [],
  });
  let made = 0;
  await whileHeld(server, kindId, async () => {
    await make.save(given);
    expect((await make.kind(kindId)).following).toBe(RECORDS);
    // Who has not heard of it yet says the old word, of what it is and of what it is to be.
    expect((await change(kindId, fourth, 'status', 'zu', 'offen')).status).toBe(200);
    expect((await change(kindId, third, 'status', 'offen', 'zu')).status).toBe(200);
    expect((await change(kindId, second, 'name', 'K1', 'Zweite')).status).toBe(200);
    expect((await change(kindId, fifth, 'status', 'offen', 'offen')).status).toBe(200);
    expect((await change(kindId, second, 'status', 'offen', 'zu')).status).toBe(200);
    expect((await change(kindId, second, 'status', 'zu', 'offen')).status).toBe(200);
    const values = { name: 'Neu', status: 'offen' };
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: kindId,
      jsonPayload: { values },
    });
    made = idoId;
  });
  await make.followed(kindId);
  const all = await stored(kindId);
  expect([made > 0, all.length]).toEqual([true, RECORDS + 1]);
  all.forEach((fields, index) => {
    const was = index % 3 === 0 ? 'zu' : 'in Arbeit';
    const wanted = index === 2 ? 'zu' : index === 3 || index === RECORDS ? 'in Arbeit' : was;
    expect([index, fields['status']]).toEqual([index, wanted]);
  });
  // What has become a choice again is meant as that.
  await make.save(await make.setField(kindId, 'status', { choices: ['in Arbeit', 'zu', 'offen'] }));
  expect((await change(kindId, fifth, 'status', 'in Arbeit', 'offen')).status).toBe(200);
  expect((await stored(kindId))[4]?.['status']).toBe('offen');
});

test('two choices that become one stand there once, and a choice is renamed twice before all have followed', async () => {
  const { kindId } = await begun('Zettel');
  await whileHeld(server, kindId, async () => {
    const renamed = [
      { from: 'a', to: 'x' },
      { from: 'b', to: 'x' },
    ];
    await make.save(await make.setField(kindId, 'tags', { choices: ['x', 'c'], renamed }));
    const again = { choices: ['y', 'c'], renamed: [{ from: 'x', to: 'y' }] };
    expect(await make.effects(await make.setField(kindId, 'tags', again))).toMatchObject({
      renamed: [{ key: 'tags', choice: 'x', to: 'y', records: RECORDS }],
    });
    await make.save(await make.setField(kindId, 'tags', again));
  });
  await make.followed(kindId);
  expect((await stored(kindId)).every(({ tags: now }) => JSON.stringify(now) === '["y"]')).toBe(true);
});

test('a choice is renamed while its field becomes one of many', async () => {
  const { kindId } = await begun('Mappen');
  const many = status(['in Arbeit', 'zu'], { kind: 'multiplechoice', renamed: [{ from: 'offen', to: 'in Arbeit' }] });
  const given = await make.withFields(kindId, (fields) => fields.map((one) => (one.key === 'status' ? many : one)));
  expect(await make.effects(given)).toMatchObject({ converted: [{ lossy: 0 }], renamed: [{ records: 800 }] });
  await make.save(given);
  await make.followed(kindId);
  expect((await stored(kindId)).slice(0, 2).map((one) => one['status'])).toEqual([['zu'], ['in Arbeit']]);
});

test('queries and boards that name a choice name what it is called now, and cards stay where they lie', async () => {
  const { kindId, ids } = await begun('Karten');
  const id = crypto.randomUUID();
  const conditions = [
    { key: 'status', operator: 'anyOf', value: ['offen', 'zu'] },
    { key: 'name', operator: 'is', value: 'offen' },
  ];
  await anna.command('record.saveQuery', {
    id,
    name: 'Brett',
    isFolder: false,
    parentId: null,
    idoInstanceId: kindId,
    fulltextSearch: '',
    serializedIdoIdoListToolbarHiddenDetailsSearchString: JSON.stringify(conditions),
    serializedFilterMemento: '',
    board: { columnKey: 'status', cardKeys: [], sumKeys: [], hidden: ['offen'] },
    sharedWith: { everybody: false, userIds: [], groupIds: [] },
  });
  const [, second = 0] = ids;
  await sql`insert into record_card (instance_id, kind_id, key, record_id, value, rank)
    values (${instance.id}, ${kindId}, 'status', ${second}, 'offen', 0.5)`.execute(server.platform.database.owner);
  await make.save(await renamedStatus(kindId));
  await make.followed(kindId);
  const [query] = (await anna.query<Record<string, unknown>[]>('record.sharedQueries')).filter(
    (one) => one['id'] === id,
  );
  expect(JSON.parse(String(query?.['serializedIdoIdoListToolbarHiddenDetailsSearchString']))).toEqual([
    { ...conditions[0], value: ['in Arbeit', 'zu'] },
    conditions[1],
  ]);
  expect(query).toMatchObject({ board: { hidden: ['in Arbeit'] }, aggregateVersion: 2 });
  const { rows } = await sql`select value from record_card where record_id = ${second}`.execute(
    server.platform.database.owner,
  );
  expect(rows).toEqual([{ value: 'in arbeit' }]);
});

test.each([
  [[{ from: 'zu', to: 'offen' }], 'zu'],
  [[{ from: 'weg', to: 'nirgends' }], 'weg'],
  [
    [
      { from: 'weg', to: 'zu' },
      { from: 'weg', to: 'offen' },
    ],
    'weg',
  ],
])('%j cannot be renamed like that', async (renamed, detail) => {
  const answer = await make.trySave(newKind('Falsch', [status(['offen', 'zu'], { renamed })]));
  expect(answer.body).toMatchObject({
    code: 'KIND_INVALID',
    data: { faults: [{ part: 'field', key: 'status', why: 'renamed', detail }] },
  });
});
