import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance } from '../platform/operation/context.ts';
import { seedTask } from '../modules/task/factory.ts';
import { seedRecord } from '../modules/record/factory.ts';
import type { TestClient } from './client.ts';
import { startTestServer, type TestServer } from './server.ts';

let server: TestServer;
let instance: Instance;
let anna: TestClient;
let annaId: number;
let benId: number;

beforeAll(async () => {
  server = await startTestServer();
  instance = await server.instance('hinundzurueck');
  annaId = await server.person(instance, 'anna', { isAdministrator: true });
  benId = await server.person(instance, 'ben');
  anna = await server.client(instance, 'anna');
});
afterAll(() => server?.close());

type Details = Readonly<Record<string, unknown>>;

async function appointment(more: object): Promise<string> {
  const { aggregateId } = await anna.command<{ aggregateId: string }>('appointment.create', {
    title: 'Abnahme',
    startDate: '2026-12-01T09:00:00',
    endDate: '2026-12-01T10:00:00',
    participants: [{ userId: annaId }, { userId: benId }],
    accepted: true,
    ...more,
  });
  return aggregateId;
}

/** An item of each kind that has much in it; returns its aggregate id. */
const making: Record<string, () => Promise<string>> = {
  async task() {
    const waitsFor = [await seedTask(server.change, instance, { userId: annaId, title: 'Vorher' })];
    const { aggregateId } = await anna.command<{ aggregateId: string }>('task.create', {
      moduleLayout: 'task',
      title: 'Angebot',
      content: '<p>Bis Freitag</p>',
      inactive: false,
      fixedMaturityDate: '2026-12-04',
      tags: ['Werft'],
    });
    const before = await anna.query<Details>('task.details', { aggregateId });
    const alarmConfig = {
      date: new Date(server.platform.now() + 3_600_000).toISOString(),
      notifiable: true,
      notifiableUserIds: [benId],
    };
    await anna.command('task.process', { ...before, waitsFor, alarmConfig, ownerUserId: benId });
    return aggregateId;
  },
  async memo() {
    const { idoId, idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', {
      idoId,
      instanceId: idoInstanceId,
    });
    return aggregateId;
  },
  async document() {
    const { boxId } = await anna.command<{ boxId: number }>('document.saveBox', {
      name: 'Verträge',
      memberIds: [annaId],
    });
    const { idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Kunde' } });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('document.create', {
      fileName: 'Rahmenvertrag.pdf',
      size: 3,
      type: 'application/pdf',
      data: Buffer.from('abc').toString('base64'),
      title: 'Rahmenvertrag',
      box: boxId,
    });
    const before = await anna.query<Details>('document.details', { aggregateId });
    await anna.command('document.process', { ...before, categories: [idoInstanceId], buzzwords: 'Werft' });
    return aggregateId;
  },
  async phoneCall() {
    const { idoId, idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
    const { aggregateId } = await anna.command<{ aggregateId: string }>('phoneCall.create', {
      direction: 0,
      callerNumber: '0431 123456',
      newCallerName: 'Paul Neumann',
      callBackDesired: true,
      duration: 252,
      reason: 'Rückfrage',
      receivedBy: annaId,
      receivedFor: annaId,
      idoLinkings: [{ idoId, idoInstanceId }],
    });
    return aggregateId;
  },
  appointment: () =>
    appointment({ location: 'Halle 2', description: '<p>Mit Plan</p>', alert: { unit: 'minutes', value: 15 } }),
  'whole day': () => appointment({ allDay: true, startDate: '2026-12-01', endDate: '2026-12-03' }),
  series: () => appointment({ repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 } }),
};

describe('details that are sent back whole change nothing', () => {
  test.each([
    ['task', 'task.details', 'task.process'],
    ['memo', 'memo.details', 'memo.save'],
    ['document', 'document.details', 'document.process'],
    ['phoneCall', 'phoneCall.details', 'phoneCall.process'],
    ['appointment', 'appointment.details', 'appointment.save'],
    ['whole day', 'appointment.details', 'appointment.save'],
    ['series', 'appointment.details', 'appointment.save'],
  ])('of a %s', async (kind, query, command) => {
    const aggregateId = (await making[kind]?.()) ?? '';
    const before = await anna.query<Details>(query, { aggregateId });
    const { aggregateVersion } = await anna.command<{ aggregateVersion: number }>(command, before);
    const after = await anna.query<Details>(query, { aggregateId });
    const { historyEntries: _before, entry: _row, ...same } = before;
    expect(after).toMatchObject({ ...same, aggregateVersion });
  });
});

test('receivers of a draft may be plain addresses', async () => {
  const { draftId } = await anna.command<{ draftId: number }>('mail.saveDraft', {
    receiversTo: ['paul@werft.example', 'Jana Lüders <jana@werft.example>'],
    receiversCC: [{ receiver: 'c@werft.example' }],
  });
  expect(await anna.query('mail.draftOrTemplate', { draftOrTemplateId: draftId })).toMatchObject({
    ReceiverTO: [
      { receiver: 'paul@werft.example', receiverRealName: '' },
      { receiver: 'jana@werft.example', receiverRealName: 'Jana Lüders' },
    ],
    ReceiverCC: [{ receiver: 'c@werft.example', receiverRealName: '' }],
  });
});
