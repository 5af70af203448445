import type { EntryRow, ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import { formatAggregateId, parseAggregateId, type ItemKindName } from '@kontor/contract/kernel';
import type { RecordChange, RecordModel, RecordWindow } from '@kontor/contract/record';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedBox, seedItem, type ItemSeed } from '../activity/factory.ts';
import { rewriteItem } from '../activity/index.ts';
import { seedRecord } from './factory.ts';

let server: TestServer;
let instance: Instance;
let db: Db;
let anna: TestClient;
let ben: TestClient;
let carla: TestClient;
let dora: TestClient;
const ids: Record<string, number> = {};
const idOf = (name: string) => ids[name] ?? 0;

interface Named {
  readonly idoId: number;
  readonly idoInstanceId: number;
}

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  db = server.platform.database.forInstance(instance.id);
  const without = (...rights: string[]) => RIGHTS.filter((right) => !rights.includes(right));
  for (const name of ['anna', 'ben']) ids[name] = await server.person(instance, name);
  ids['carla'] = await server.person(instance, 'carla', { rights: without('mailList', 'createIdo') });
  ids['dora'] = await server.person(instance, 'dora', { rights: without('idoList') });
  [anna, ben, carla, dora] = (await Promise.all(
    ['anna', 'ben', 'carla', 'dora'].map((name) => server.client(instance, name)),
  )) as [TestClient, TestClient, TestClient, TestClient];
});
afterAll(() => server?.close());

let count = 0;
const customer = (values: Record<string, string> = {}, persons: readonly Record<string, string>[] = []) =>
  seedRecord(server.change, instance, { values: { name: `Kunde ${(count += 1)}`, ...values }, persons });
const minutes = (ago: number) => new Date(server.platform.now() - ago * 60_000);
const item = async (
  records: readonly Named[],
  {
    people = ['anna'],
    module = 'email',
    ...seed
  }: Partial<ItemSeed> & { people?: readonly string[]; module?: ItemKindName } = {},
) => {
  const entryId = await seedItem(server.change, instance, { module, userIds: people.map(idOf), ...seed });
  const aggregateId = formatAggregateId({ module, entryId, userId: idOf('anna') });
  const by = people.includes('anna') ? anna : ben;
  for (const named of records) await by.command('record.link', { aggregateId, ...named });
  return aggregateId;
};
const idIn = (aggregateId: string) => parseAggregateId(aggregateId)?.entryId ?? 0;
const of = ({ idoId, idoInstanceId }: Named) => ({ idoId, instanceId: idoInstanceId });
const history = async (params: object, by = anna, paging: object = {}) =>
  (await by.query<ListEntry[]>('record.activities', params, paging)).map(({ aggregateId }) => idIn(aggregateId));
const changes = (named: Named, by = anna) => by.query<RecordChange[]>('record.changes', { ...named });
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};
const GONE = '404 NOT_FOUND';

describe('what has happened with a record', () => {
  test('is told by time, the newest first, in every form, page by page', async () => {
    const werft = await customer();
    const made: number[] = [];
    for (const ago of [30, 5, 90, 1, 60]) made.push(idIn(await item([werft], { ts: minutes(ago) })));
    const [thirty, five, ninety, one, sixty] = made;
    const inOrder = [one, five, thirty, sixty, ninety];
    expect(await history(of(werft))).toEqual(inOrder);
    const rows = await anna.tryQuery<{ rows: unknown[][]; columns: (keyof EntryRow)[] }>(
      'record.activities',
      of(werft),
      {
        format: 'rows',
      },
    );
    const at = rows.body.results.columns.indexOf('entryId');
    expect(rows.body.results.rows.map((row) => row[at])).toEqual(inOrder);
    expect(rows.body.totalCount).toBe(5);
    const pages = [1, 2, 3].map((page) => history(of(werft), anna, { page, limit: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual(inOrder);
    const sort = [{ property: 'timestamp', direction: 'ASC' }];
    expect(await history(of(werft), anna, { sort })).toEqual(inOrder.toReversed());
  });

  test('is only what the person sees of it: of items, and of kinds', async () => {
    const werft = await customer();
    const both = idIn(await item([werft], { people: ['anna', 'ben'] }));
    const hers = idIn(await item([werft]));
    const task = idIn(await item([werft], { module: 'task', people: ['anna', 'carla'] }));
    await item([werft], { people: ['anna', 'carla'] });
    expect((await history(of(werft))).length).toBe(4);
    expect(await history(of(werft), ben)).toEqual([both]);
    expect(await history(of(werft), carla)).toEqual([task]);
    expect(await codeOf(dora.tryQuery('record.activities', of(werft)))).toBe('403 RIGHT_MISSING');
    expect(await history(of(werft))).toContain(hers);
  });

  test('follows an item whose time is another by now', async () => {
    const werft = await customer();
    const old = idIn(await item([werft], { ts: minutes(500) }));
    const newer = idIn(await item([werft], { ts: minutes(100) }));
    await server.change(instance, (ctx) =>
      rewriteItem(ctx, 'email', old, {
        ts: minutes(1),
        contact: 'Paul',
        information: 'Später gekommen',
        extras: {},
        search: { title: 'Später gekommen', senders: 'Paul', receivers: '', body: '' },
      }),
    );
    expect(await history(of(werft))).toEqual([old, newer]);
  });

  test('is cut by days, direction, kinds, boxes, people, states and words', async () => {
    const werft = await customer();
    const boxId = await seedBox(server.change, instance, [idOf('anna')]);
    const mail = idIn(await item([werft], { ts: minutes(60), boxId, information: 'Rechnung fehlt' }));
    const out = idIn(await item([werft], { ts: minutes(60 * 24 * 10), direction: 'outgoing', status: 3 }));
    const memo = idIn(await item([werft], { module: 'activity', people: ['anna', 'ben'], ts: minutes(60 * 24 * 60) }));
    const cut = (part: object) => history({ ...of(werft), ...part });
    const day = new Date(server.platform.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    expect(await cut({ date: { from: day } })).toEqual([mail]);
    expect(await cut({ date: 'lastFourWeeks' })).toEqual([mail, out]);
    expect(await cut({ date: 'all' })).toEqual([mail, out, memo]);
    expect(await cut({ direction: 'outgoing' })).toEqual([out]);
    expect(await cut({ moduleIds: ['activity'] })).toEqual([memo]);
    expect(await cut({ boxIds: [boxId] })).toEqual([mail]);
    expect(await cut({ userFilter: [idOf('ben')] })).toEqual([memo]);
    expect(await cut({ view: 'open' })).toEqual([mail, memo]);
    expect(await cut({ search: 'Rechnung' })).toEqual([mail]);
    expect(await cut({ search: 'Lieferschein', date: 'lastFourWeeks' })).toEqual([out]);
    expect(await cut({ search: 'nirgends' })).toEqual([]);
  });

  test('may be asked of several records at once, each item once', async () => {
    const [one, two, three] = [await customer(), await customer(), await customer()];
    const first = idIn(await item([one, two], { ts: minutes(1) }));
    const second = idIn(await item([two], { ts: minutes(3), information: 'Wartung' }));
    const third = idIn(await item([three, one], { ts: minutes(2) }));
    const group = { ...of(one), records: [two, three] };
    expect(await history(group)).toEqual([first, third, second]);
    const { body } = await anna.tryQuery('record.activities', group);
    expect(body.totalCount).toBe(3);
    const pages = [1, 2].map((page) => history(group, anna, { page, limit: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual([first, third, second]);
    expect(await history({ ...group, search: 'Wartung' })).toEqual([second]);
    expect(await history({ records: [two] })).toEqual([first, second]);
  });

  test('is everything with a contact person or an address, linked or not', async () => {
    const werft = await customer({}, [{ name: 'Paul Neumann', email: 'paul@werft.example' }, { name: 'Ida Ohne' }]);
    const [paul, ida] = (await model(werft)).model.contactPersons.map(({ contactPersonId }) => contactPersonId);
    const search = (senders: string) => ({ title: 'Angebot', senders, receivers: '', body: '' });
    const linked = idIn(await item([werft], { ts: minutes(1), search: search('Paul <paul@werft.example>') }));
    const alone = idIn(await item([], { ts: minutes(2), search: search('paul@werft.example') }));
    await item([werft], { search: search('ida@werft.example') });
    await item([], { people: ['ben'], search: search('paul@werft.example') });
    expect(await history({ ...of(werft), contactPersonId: paul })).toEqual([linked, alone]);
    expect(await history({ ...of(werft), contactPersonId: paul, search: 'Angebot' })).toEqual([linked, alone]);
    expect(await history({ ...of(werft), contactPersonId: ida })).toEqual([]);
    expect(await history({ address: 'PAUL@werft.example' })).toEqual([linked, alone]);
    const other = await customer();
    expect(await codeOf(anna.tryQuery('record.activities', { ...of(other), contactPersonId: paul }))).toBe(GONE);
  });

  test('is nobody’s where the record is not there, is of another kind, or none is named', async () => {
    const werft = await customer();
    const { lastKnownChangeTimestamp } = await model(werft);
    for (const params of [
      {},
      { idoId: 999_999, instanceId: werft.idoInstanceId },
      { idoId: werft.idoId, instanceId: 4 },
    ])
      expect(await codeOf(anna.tryQuery('record.activities', params))).toBe(GONE);
    await anna.command('record.delete', { ...werft, lastKnownChangeTimestamp });
    expect(await codeOf(anna.tryQuery('record.activities', of(werft)))).toBe(GONE);
  });

  test('is read in one index, however much there is of it', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select activity_id from activity_record
      where instance_id = ${instance.id} and record_id = 1 order by ts desc, activity_id desc limit 100`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Sort');
  });
});

const model = async (named: Named, by = anna) =>
  (await by.query<RecordModel>('record.model', { ...named })).jsonModel ?? expect.fail('It was deleted');
const save = (named: Named, key: string, before: string, value: string, by = anna) =>
  by.command('record.save', {
    ...named,
    jsonPayload: { changes: [{ key, before, value }] },
    lastKnownChangeTimestamp: 1,
  });

describe('what was changed of a record', () => {
  test('is written down with who, when and why, and can be put back field by field', async () => {
    const { idoId } = await anna.command<{ idoId: number }>('record.create', {
      idoInstanceId: 1,
      jsonPayload: { values: { name: 'Werft', city: 'Kiel' } },
    });
    const werft = { idoId, idoInstanceId: 1 };
    await save(werft, 'city', 'Kiel', 'Rostock', ben);
    await save(werft, 'city', 'Rostock', 'Rostock');
    const [moved, made, ...others] = await changes(werft);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ cause: 'created', userId: idOf('anna'), name: 'anna Test', differences: [] });
    expect(moved).toMatchObject({
      cause: 'hand',
      userId: idOf('ben'),
      differences: [{ key: 'city', label: 'Ort', personId: 0, before: 'Kiel', after: 'Rostock' }],
    });
    expect(moved?.at).toBe((await model(werft)).lastKnownChangeTimestamp);
    await save(werft, 'city', 'Rostock', 'Kiel');
    expect((await changes(werft))[0]?.differences).toMatchObject([{ before: 'Rostock', after: 'Kiel' }]);
  });

  test('is so of its contact persons, too', async () => {
    const werft = await customer();
    const changed = (key: string, before: string, value: string) => ({ changes: [{ key, before, value }] });
    const { contactPersonId } = await anna.command<{ contactPersonId: number }>('record.saveContactPerson', {
      ...werft,
      jsonPayload: changed('name', '', 'Paul'),
    });
    await anna.command('record.saveContactPerson', {
      ...werft,
      contactPersonId,
      jsonPayload: changed('name', 'Paul', 'Paula'),
    });
    await anna.command('record.deleteContactPerson', { ...werft, contactPersonId });
    expect((await changes(werft)).flatMap(({ differences }) => differences)).toEqual(
      [
        ['Paula', ''],
        ['Paul', 'Paula'],
        ['', 'Paul'],
      ].map(([before, after]) => ({ key: 'name', label: 'Name', personId: contactPersonId, before, after })),
    );
  });

  test('is read from behind a change, and by nobody who sees no records', async () => {
    const werft = await customer();
    for (let n = 1; n <= 3; n += 1) await save(werft, 'city', n === 1 ? '' : `Ort ${n - 1}`, `Ort ${n}`);
    const all = await changes(werft);
    expect(all).toHaveLength(4);
    const rest = await anna.query('record.changes', { ...werft, before: all[1]?.changeId });
    expect(rest).toEqual(all.slice(2));
    expect(await codeOf(dora.tryQuery('record.changes', { ...werft }))).toBe('403 RIGHT_MISSING');
    expect(await codeOf(anna.tryQuery('record.changes', { ...werft, idoInstanceId: 2 }))).toBe(GONE);
  });
});

describe('the window of an item’s record button', () => {
  test('has the records that it is linked with by their kinds', async () => {
    const [one, two] = [await customer(), await customer({ city: 'Kiel' })];
    const project = await seedRecord(server.change, instance, { kind: 'Projekte', values: { name: 'Neubau' } });
    const mail = await item([one, project, two]);
    const answer = await anna.query<RecordWindow>('record.window', { aggregateId: mail });
    expect(answer).toMatchObject({ idoCount: 3, changeable: true });
    expect(
      answer.idoWindow.idoWindowIdoInstances.map(({ title, color, idoWindowIdos }) => [
        title,
        color,
        idoWindowIdos.map(({ idoId }) => idoId),
      ]),
    ).toEqual([
      ['Kunden', '#2f6f4f', [one.idoId, two.idoId]],
      ['Projekte', '#8a5a1f', [project.idoId]],
    ]);
    expect(await codeOf(ben.tryQuery('record.window', { aggregateId: mail }))).toBe(GONE);
    expect(await codeOf(dora.tryQuery('record.window', { aggregateId: mail }))).toBe('403 RIGHT_MISSING');
  });
});
