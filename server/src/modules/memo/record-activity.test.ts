import type { ListEntry } from '@kontor/contract/activity';
import { COMMUNICATION_TYPES, type RecordActivity } from '@kontor/contract/memo';
import type { RecordModel } from '@kontor/contract/record';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedRecord } from '../record/factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let ben: TestClient;
let werft: { idoId: number; idoInstanceId: number };
let paul: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('werft');
  await server.person(instance, 'anna', { isAdministrator: true });
  await server.person(instance, 'ben');
  [anna, ben] = [await server.client(instance, 'anna'), await server.client(instance, 'ben')];
  werft = await seedRecord(server.change, instance, {
    values: { name: 'Werft Neumann' },
    persons: [{ name: 'Paul Neumann' }],
  });
  const { jsonModel } = await anna.query<RecordModel>('record.model', { ...werft });
  paul = jsonModel?.model.contactPersons[0]?.contactPersonId ?? 0;
});
afterAll(() => server?.close());

const at = (minutes: number) => new Date(server.platform.now() + minutes * 60_000).toISOString();
const about = () => ({ idoId: werft.idoId, instanceId: werft.idoInstanceId });
const create = (part: object = {}, by = ben) =>
  by.tryCommand<{ aggregateId: string }>('recordActivity.create', { ...about(), ...part });
const made = async (part: object = {}) => (await create(part)).body.data.aggregateId;
const detailsOf = (aggregateId: string, by = ben) =>
  by.query<RecordActivity>('recordActivity.scheduledDetails', { aggregateId });
interface Type {
  readonly id: number;
  readonly communicationType: string;
  readonly isOffered: boolean;
}
const types = () => ben.query<Type[]>('recordActivity.communicationTypes');
const saveTypes = (list: readonly object[], by = anna) =>
  by.tryCommand('recordActivity.saveCommunicationTypes', { types: list });
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code ?? ''}`.trim();
};

test('is written at once, with whom and for how long, and stands in the history of both', async () => {
  const aggregateId = await made({
    title: 'Wartung besprochen',
    content: '<p>Termin im März</p>',
    communicationTypeId: 1,
    contactPersonId: paul,
    duration: 420,
    alarm: at(60),
    timestamp: 1_795_219_200,
  });
  expect(await detailsOf(aggregateId)).toMatchObject({
    title: 'Wartung besprochen',
    author: 'ben Test',
    communicationTypeId: 1,
    contactPersonId: paul,
    contactPersonAvailableUsers: [{ id: paul, displayName: 'Paul Neumann' }],
    duration: 420,
    timestamp: 1_795_219_200,
    extras: { hasAlarm: true, isScheduled: true },
    idoButton: { idoCount: 1 },
  });
  for (const part of [{}, { contactPersonId: paul }]) {
    const rows = await ben.query<ListEntry[]>('record.activities', { ...about(), ...part });
    expect(rows.map((row) => row.information)).toEqual(['Wartung besprochen']);
  }
});

test('nothing is made where what is written into it is not possible', async () => {
  const before = (await ben.query<ListEntry[]>('record.activities', about())).length;
  expect(await codeOf(create({ alarm: at(-60) }))).toBe('422 MEMO_ALARM_INVALID');
  expect(await codeOf(create({ contactPersonId: 999_999 }))).toBe('404 NOT_FOUND');
  expect(await codeOf(create({ communicationTypeId: 99 }))).toBe('404 NOT_FOUND');
  expect(await codeOf(ben.tryCommand('recordActivity.create', { idoId: werft.idoId, instanceId: 4 }))).toBe(
    '404 NOT_FOUND',
  );
  expect(await ben.query<ListEntry[]>('record.activities', about())).toHaveLength(before);
});

test('is saved and deleted as the specification’s client does, with all of its fields sent back', async () => {
  const aggregateId = await made();
  const details = Object.entries(await detailsOf(aggregateId)).filter(([key]) => !key.endsWith('Button'));
  const all = Object.fromEntries(details) as unknown as RecordActivity;
  expect(all.extras.isScheduled).toBe(false);
  const saved = await ben.command<{ aggregateVersion: number }>('recordActivity.save', { ...all, title: 'Neu' });
  expect(saved.aggregateVersion).toBe(all.aggregateVersion + 1);
  const again = ben.tryCommand('recordActivity.save', { ...all, title: 'Anders' });
  expect(await codeOf(again)).toBe('409 MEMO_CONFLICT');
  expect((await detailsOf(aggregateId)).title).toBe('Neu');
  await ben.command('recordActivity.delete', { aggregateId });
  const rows = await ben.query<ListEntry[]>('record.activities', about());
  expect(rows.map((row) => row.information)).not.toContain('Neu');
});

test('what was read may be sent back whole, and only what people write of it is written', async () => {
  const details = await detailsOf(await made({ communicationTypeId: 1 }));
  const sent = { ...details, title: 'Geändert', author: 'Fremd', idoButton: { idoCount: 99 } };
  expect(await codeOf(ben.tryCommand('recordActivity.save', sent))).toBe('200');
  const { author, idoButton, title } = await detailsOf(details.aggregateId);
  expect({ author, idoButton, title }).toEqual({
    author: details.author,
    idoButton: { ...details.idoButton, aggregateVersion: idoButton.aggregateVersion },
    title: 'Geändert',
  });
});

test('what it is about is the instance’s own list, whose numbers stay', async () => {
  expect((await types()).map((type) => type.communicationType)).toEqual([...COMMUNICATION_TYPES]);
  const memo = await made({ communicationTypeId: 4 });
  const changed = [
    { id: 2, communicationType: 'Schriftlich' },
    { id: null, communicationType: 'Messe' },
    { id: 1, communicationType: 'call' },
  ];
  expect(await codeOf(saveTypes(changed, ben))).toBe('403 RIGHT_MISSING');
  expect(await codeOf(saveTypes([{ id: 55, communicationType: 'Fremd' }]))).toBe('404 NOT_FOUND');
  expect(await codeOf(saveTypes([]))).toBe('422 PARAMETERS_INVALID');
  expect(await codeOf(saveTypes([{ id: 2, communicationType: '  ' }]))).toBe('422 PARAMETERS_INVALID');
  expect(await codeOf(saveTypes(changed))).toBe('200');
  const offered = (await types()).filter((type) => type.isOffered);
  expect(offered.map(({ id, communicationType }) => [id, communicationType])).toEqual([
    [2, 'Schriftlich'],
    [8, 'Messe'],
    [1, 'call'],
  ]);
  const ofMemo = await detailsOf(memo);
  expect(ofMemo.communicationTypeId).toBe(4);
  expect(ofMemo.availableCommunicationTypes.map(({ id }) => id)).toEqual([2, 8, 1, 4]);
  expect(await codeOf(create({ communicationTypeId: 4 }))).toBe('404 NOT_FOUND');
  expect(
    await codeOf(saveTypes(COMMUNICATION_TYPES.map((name, index) => ({ id: index + 1, communicationType: name })))),
  ).toBe('200');
});

test('a list of kinds of conversation that somebody has changed meanwhile is not written over', async () => {
  const offered = async () => (await types()).flatMap(({ isOffered, ...type }) => (isOffered ? [type] : []));
  const known = await offered();
  const [first, ...rest] = known;
  const save = (list: readonly object[], seen?: object) =>
    anna.tryCommand('recordActivity.saveCommunicationTypes', {
      types: list,
      ...(seen === undefined ? {} : { known: seen }),
    });
  expect((await save([...rest, { ...first, communicationType: 'Ortstermin' }], known)).status).toBe(200);
  const now = await offered();
  expect(await codeOf(save([{ id: null, communicationType: 'Messe' }], known))).toBe(
    '409 COMMUNICATION_TYPES_CONFLICT',
  );
  expect(await offered()).toEqual(now);
  const saved = await save([...now, { id: null, communicationType: 'Messe' }], now);
  expect(saved.status).toBe(200);
  expect((await offered()).at(-1)?.communicationType).toBe('Messe');
  expect(saved.body.data).toEqual({ types: await offered() });
});

test('what was spent is added up by person, of what is seen alone, in a range and with other records', async () => {
  const other = await seedRecord(server.change, instance, { values: { name: 'Umbau' } });
  const named = await seedRecord(server.change, instance, { values: { name: 'Halle 2' } });
  type Spent = { seconds: number; people: { name: string; seconds: number }[] };
  const spent = (by: TestClient, part: object = {}) =>
    by.query<Spent>('record.timeSpent', { idoId: named.idoId, instanceId: named.idoInstanceId, ...part });
  expect(await spent(ben)).toEqual({ seconds: 0, people: [] });
  const on = (record: typeof named) => ({ idoId: record.idoId, instanceId: record.idoInstanceId });
  const today = Math.floor(server.platform.now() / 1000);
  await create({ ...on(named), title: 'Eins', duration: 600, timestamp: today });
  await create({ ...on(named), title: 'Lange her', duration: 60, timestamp: today - 100 * 86_400 });
  await create({ ...on(named), title: 'Ohne Dauer', timestamp: today });
  const hers = (await create({ ...on(named), title: 'Von Anna', duration: 1200, timestamp: today }, anna)).body.data;
  await create({ ...on(other), title: 'Anderswo', duration: 30, timestamp: today });
  expect(await spent(ben)).toMatchObject({ seconds: 660, people: [{ seconds: 660 }] });
  expect(await spent(anna)).toMatchObject({ seconds: 1200, people: [{ seconds: 1200 }] });
  expect((await spent(ben, { date: 'today' })).seconds).toBe(600);
  expect((await spent(ben, { records: [other] })).seconds).toBe(690);
  // What is shared counts for whom it is shared with, and nothing of what is thrown away or on a record that is not there.
  const people = await ben.query<{ userId: number; UserDisplayname: string }[]>('module.users', { module: 'activity' });
  const userId = people.find(({ UserDisplayname }) => /ben/i.test(UserDisplayname))?.userId;
  await anna.command('globalization.set', { aggregateIds: [hers.aggregateId], userIds: [userId] });
  expect((await spent(ben)).people.map(({ seconds }) => seconds)).toEqual([1200, 660]);
  await anna.command('recordActivity.delete', { aggregateId: hers.aggregateId });
  expect(await spent(anna)).toEqual({ seconds: 0, people: [] });
  expect((await ben.tryQuery('record.timeSpent', { idoId: named.idoId, instanceId: 99_999 })).status).toBe(404);
});
