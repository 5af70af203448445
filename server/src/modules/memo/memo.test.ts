import type { ItemChangeEntry, ListEntry } from '@kontor/contract/activity';
import { RIGHTS } from '@kontor/contract/account';
import type { Alarm } from '@kontor/contract/alarm';
import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import type { MemoDetail } from '@kontor/contract/memo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../../platform/operation/context.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { upload } from '../../testing/upload.ts';
import { seedRecord } from '../record/factory.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let again: TestClient;
let ben: TestClient;
let dora: TestClient;
let annaId: number;
let werft: { idoId: number; idoInstanceId: number };

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('memos');
  annaId = await server.person(instance, 'anna');
  await server.person(instance, 'ben');
  await server.person(instance, 'dora', { rights: RIGHTS.filter((right) => right !== 'idoList') });
  [anna, again, ben, dora] = [
    await server.client(instance, 'anna'),
    await server.client(instance, 'anna'),
    await server.client(instance, 'ben'),
    await server.client(instance, 'dora'),
  ];
  werft = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
});
afterAll(() => server?.close());

const seconds = () => Math.floor(server.platform.now() / 1000);
const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000);
const at = (minutes: number) => new Date(server.platform.now() + minutes * 60_000).toISOString();
const create = async (by = anna, { idoId, idoInstanceId } = werft) =>
  (await by.command<{ aggregateId: string }>('memo.create', { idoId, instanceId: idoInstanceId })).aggregateId;
const detailsOf = (aggregateId: string, by = anna) => by.query<MemoDetail>('memo.details', { aggregateId });
const fields = {
  title: 'Wartung besprochen',
  content: '<p>Termin im <strong>März</strong>.</p>',
  alarm: null as string | null,
  communicationTypeId: 1 as number | null,
  contactPersonId: null as number | null,
  duration: 420,
  timestamp: 1_795_219_200,
};
const save = (aggregateId: string, aggregateVersion: number, part: object = {}, by = anna) =>
  by.tryCommand<{ aggregateVersion: number }>('memo.save', { aggregateId, aggregateVersion, ...fields, ...part });
const codeOf = async (answer: ReturnType<typeof save>) => {
  const { status, body } = await answer;
  return `${status} ${(body as unknown as { code: string }).code}`;
};
const inbox = (by: TestClient) => by.query<ListEntry[]>('inbox.items', { statusYellow: 'seen' });

describe('a memo', () => {
  test('begins about a record, empty, and is its maker’s', async () => {
    const before = seconds();
    const aggregateId = await create();
    expect(parseAggregateId(aggregateId)).toMatchObject({ module: 'activity', userId: annaId });
    const details = await detailsOf(aggregateId);
    expect(details.timestamp).toBeGreaterThanOrEqual(before);
    expect(details.timestamp).toBeLessThanOrEqual(seconds());
    expect(details).toMatchObject({
      aggregateVersion: 1,
      title: '',
      content: '',
      alarm: null,
      author: 'anna Test',
      authorId: annaId,
      communicationTypeId: null,
      contactPersonId: null,
      duration: 0,
      changeable: true,
      links: [{ ...werft, displayName: 'Werft Neumann', reason: 'hand' }],
      entry: { contact: 'Werft Neumann', status: 2, idoCount: 1, archived: false },
    });
    expect((await inbox(anna)).map((entry) => entry.aggregateId)).toContain(aggregateId);
    expect((await ben.tryQuery('memo.details', { aggregateId })).status).toBe(404);
  });

  test('keeps all that is written, is listed by it and found', async () => {
    const aggregateId = await create();
    const alarm = at(60);
    expect(await save(aggregateId, 1, { alarm })).toMatchObject({
      status: 200,
      body: { data: { aggregateVersion: 2 } },
    });
    expect(await detailsOf(aggregateId)).toMatchObject({ ...fields, alarm, aggregateVersion: 2 });
    const [found] = await anna.query<ListEntry[]>('filter.items', { view: 'all', searchTerm: 'März' });
    expect(found).toMatchObject({
      aggregateId,
      moduleName: 'activity',
      information: 'Wartung besprochen',
      timestamp: fields.timestamp,
      extras: { communicationTypeId: 1, duration: 420, hasAlarm: true },
    });
    expect(await ben.query('filter.items', { view: 'all', searchTerm: 'März' })).toEqual([]);
  });

  test('of a save that changes nothing is as it was', async () => {
    const aggregateId = await create();
    await save(aggregateId, 1);
    expect((await save(aggregateId, 2)).body.data).toEqual({ aggregateVersion: 2 });
    expect(await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId })).toHaveLength(2);
  });

  test('has each change in its history', async () => {
    const aggregateId = await create();
    await save(aggregateId, 1);
    const [change] = await anna.query<ItemChangeEntry[]>('activity.history', { aggregateId });
    expect(change?.differences).toContainEqual({
      field: 'content',
      before: '',
      after: fields.content,
      isHtml: true,
    });
    expect(change?.differences.map(({ field }) => field).toSorted()).toEqual([
      'communicationTypeId',
      'content',
      'duration',
      'timestamp',
      'title',
    ]);
  });

  test('that two edit at once tells the second what stands there, and loses nothing', async () => {
    const aggregateId = await create();
    await save(aggregateId, 1, {}, again);
    const second = await save(aggregateId, 1, { title: 'Anderes' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'MEMO_CONFLICT', data: { aggregateVersion: 2, title: 'Wartung besprochen', duration: 420 } },
    });
    expect((await detailsOf(aggregateId)).title).toBe('Wartung besprochen');
  });

  test('goes to the trash and comes back', async () => {
    const aggregateId = await create();
    await anna.command('memo.delete', { aggregateId });
    expect((await detailsOf(aggregateId)).entry.trashed).toBe(true);
    await anna.command('activity.restore', { aggregateIds: [aggregateId] });
    expect((await detailsOf(aggregateId)).entry.trashed).toBe(false);
  });
});

describe('what may be written', () => {
  test.each<[string, object, string]>([
    ['an alarm in the past', { alarm: '2020-01-01T00:00:00Z' }, '422 MEMO_ALARM_INVALID'],
    ['an alarm in a hundred years', { alarm: '2126-01-01T00:00:00Z' }, '422 MEMO_ALARM_INVALID'],
    ['no such day', { alarm: '2026-02-30T00:00:00Z' }, '422 PARAMETERS_INVALID'],
    ['a kind of talk that there is none', { communicationTypeId: 99 }, '404 NOT_FOUND'],
    ['somebody of another record', { contactPersonId: 4711 }, '404 NOT_FOUND'],
    ['a length below nothing', { duration: -1 }, '422 PARAMETERS_INVALID'],
    ['a title that is too long', { title: 'x'.repeat(301) }, '422 PARAMETERS_INVALID'],
    ['a sign that cannot be kept', { content: '<p>\u0000</p>' }, '422 PARAMETERS_INVALID'],
    [
      'a picture that nobody has uploaded',
      {
        content: '<p><img data-kontor-upload="00000000-0000-4000-8000-000000000000"></p>',
      },
      '422 WRITTEN_PICTURE_INVALID',
    ],
  ])('not %s, and nothing is lost by it', async (_, part, code) => {
    const aggregateId = await create();
    expect(await codeOf(save(aggregateId, 1, part))).toBe(code);
    expect(await detailsOf(aggregateId)).toMatchObject({ aggregateVersion: 1, title: '' });
  });

  test('line breaks of a title are blanks, and foreign HTML is cleaned', async () => {
    const aggregateId = await create();
    await save(aggregateId, 1, {
      title: 'eins\r\nzwei',
      content: '<p onclick="x()">gut</p><script>schlecht()</script><img src="https://zaehler.example/1.gif">',
    });
    expect(await detailsOf(aggregateId)).toMatchObject({ title: 'eins zwei', content: '<p>gut</p>' });
  });

  test('somebody of the record that it is about', async () => {
    const person = await anna.command<{ contactPersonId: number }>('record.saveContactPerson', {
      ...werft,
      jsonPayload: { changes: [{ key: 'name', before: '', value: 'Paul Neumann' }] },
    });
    const aggregateId = await create();
    expect((await save(aggregateId, 1, { contactPersonId: person.contactPersonId })).status).toBe(200);
    expect(await detailsOf(aggregateId)).toMatchObject({
      contactPersonId: person.contactPersonId,
      contactPersonAvailableUsers: [{ id: person.contactPersonId, displayName: 'Paul Neumann', userAvatar: null }],
    });
  });

  test('a picture, which those see who see the memo', async () => {
    const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    const { uploadId } = await upload(anna, picture, 'punkt.gif');
    const aggregateId = await create();
    const content = `<p>Siehe <img data-kontor-upload="${uploadId}" width="1" height="1" alt="Punkt"></p>`;
    await save(aggregateId, 1, { content });
    const key = uploadId.replaceAll('-', '');
    const kept = (await detailsOf(aggregateId)).content;
    expect(kept).toContain(`data-kontor-inline="${key}"`);
    expect(kept).not.toContain('upload');
    // The same again: the client sends it until it has seen what became of it.
    expect((await save(aggregateId, 2, { content })).body.data).toEqual({ aggregateVersion: 2 });
    const params = new URLSearchParams({
      query: 'activity.picture',
      parameters: JSON.stringify({ aggregateId, key }),
    }).toString();
    const raw = (by: TestClient) => fetch(`${by.base}/query?${params}`, { headers: by.headers() });
    const answer = await raw(anna);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    expect((await raw(ben)).status).toBe(404);
    // Pasted into another one it is there, too; into one of somebody who does not see the first it is not.
    const inline = `<p><img data-kontor-inline="${key}" alt=""></p>`;
    const other = await create();
    await save(other, 1, { content: inline });
    expect((await detailsOf(other)).content).toContain(key);
    const theirs = await create(ben);
    await save(theirs, 1, { content: inline }, ben);
    expect((await detailsOf(theirs, ben)).content).not.toContain('img');
  });

  test('no file that is no picture', async () => {
    const { uploadId } = await upload(anna, 'nur Text', 'bild.png');
    const aggregateId = await create();
    const content = `<p><img data-kontor-upload="${uploadId}"></p>`;
    expect(await codeOf(save(aggregateId, 1, { content }))).toBe('422 WRITTEN_PICTURE_INVALID');
  });
});

describe('its alarm', () => {
  const alarms = (by = anna) => by.query<Alarm[]>('alarm.unconfirmed', {});
  const idOf = (aggregateId: string) => parseAggregateId(aggregateId)?.entryId ?? 0;

  test('is its author’s, moves with it, is silent when it is Done, and comes back with it', async () => {
    const aggregateId = await create();
    const own = async () => (await alarms()).filter(({ id }) => id === idOf(aggregateId));
    const [alarm, later] = [at(60), at(90)];
    await save(aggregateId, 1, { alarm });
    expect(await own()).toMatchObject([{ type: 'activity', title: fields.title, alarmTimestamp: secondsOf(alarm) }]);
    await save(aggregateId, 2, { alarm: later });
    expect(await own()).toMatchObject([{ alarmTimestamp: secondsOf(later) }]);
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'ready' });
    expect(await own()).toEqual([]);
    await anna.command('activity.setState', { aggregateIds: [aggregateId], state: 'seen' });
    expect(await own()).toHaveLength(1);
    await save(aggregateId, 3, { alarm: null });
    expect(await own()).toEqual([]);
  });
});

describe('who', () => {
  test('sees no records begins none', async () =>
    expect((await dora.tryCommand('memo.create', { idoId: werft.idoId, instanceId: werft.idoInstanceId })).status).toBe(
      403,
    ));

  test('names a record of another kind, or none, finds none', async () => {
    for (const about of [
      { ...werft, idoInstanceId: 2 },
      { ...werft, idoId: 99_999 },
    ])
      await expect(create(anna, about)).rejects.toThrow(/404/);
  });

  test('does not see it can do nothing to it', async () => {
    const aggregateId = await create();
    expect(await codeOf(save(aggregateId, 1, {}, ben))).toBe('404 NOT_FOUND');
    expect((await ben.tryCommand('memo.delete', { aggregateId })).status).toBe(404);
    const asTask = formatAggregateId({
      module: 'task',
      entryId: parseAggregateId(aggregateId)?.entryId ?? 0,
      userId: annaId,
    });
    expect((await anna.tryQuery('memo.details', { aggregateId: asTask })).status).toBe(404);
  });

  test('is of another instance meets another one’s numbers', async () => {
    const aggregateId = await create();
    const elsewhere = await server.instance('memos2');
    await server.person(elsewhere, 'anna');
    const other = await server.client(elsewhere, 'anna');
    expect((await other.tryQuery('memo.details', { aggregateId })).status).toBe(404);
  });
});
