import { ALL_QUERIES } from '@kontor/contract/all';
import { WRITTEN_BACK } from '@kontor/contract/written-back';
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

async function recordActivity(): Promise<string> {
  const { idoId, idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
  const { aggregateId } = await anna.command<{ aggregateId: string }>('recordActivity.create', {
    idoId,
    instanceId: idoInstanceId,
  });
  return aggregateId;
}

/** Items that have much in them, by the query that answers them whole; each returns its aggregate id. */
const makers: Readonly<Record<string, Readonly<Record<string, () => Promise<string>>>>> = {
  'task.details': {
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
    async note() {
      const { aggregateId } = await anna.command<{ aggregateId: string }>('task.create', {
        moduleLayout: 'note',
        title: 'Notiz',
        inactive: false,
        content: '<p>Kran</p>',
        tags: ['Werft'],
      });
      return aggregateId;
    },
  },
  'memo.details': {
    async memo() {
      const { idoId, idoInstanceId } = await seedRecord(server.change, instance, { values: { name: 'Werft Neumann' } });
      const { aggregateId } = await anna.command<{ aggregateId: string }>('memo.create', {
        idoId,
        instanceId: idoInstanceId,
      });
      return aggregateId;
    },
  },
  'recordActivity.scheduledDetails': { 'record activity': recordActivity },
  'document.details': {
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
  },
  'phoneCall.details': {
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
  },
  'appointment.details': {
    appointment: () =>
      appointment({ location: 'Halle 2', description: '<p>Mit Plan</p>', alert: { unit: 'minutes', value: 15 } }),
    'whole day': () => appointment({ allDay: true, startDate: '2026-12-01', endDate: '2026-12-03' }),
    series: () => appointment({ repetition: { repetitionType: 'weekly', hasAnEnd: true, nTimes: 3 } }),
  },
};

/** Queries that answer an item whole, each with a command that takes it back: none of them is named here. */
const pairs = WRITTEN_BACK.filter(({ query }) => {
  const { entries = {} } = (ALL_QUERIES.get(query)?.result ?? {}) as { readonly entries?: object };
  return 'aggregateId' in entries && 'aggregateVersion' in entries;
});
/** A series as a whole has no occurrence that could be edited alone. */
const isMeant = (kind: string, command: string): boolean => kind !== 'series' || command !== 'appointment.editSingle';
const cases = pairs.flatMap(({ query, command }) =>
  Object.keys(makers[query] ?? { 'kind that nothing is made of here': undefined })
    .filter((kind) => isMeant(kind, command))
    .map((kind) => [kind, query, command] as const),
);

describe('details that are sent back whole change nothing', () => {
  test('of every kind that has a command for it', () => expect(cases.length).toBeGreaterThan(pairs.length));

  test.each(cases)('of a %s, by %s and %s', async (kind, query, command) => {
    const made = (await makers[query]?.[kind]?.()) ?? '';
    const before = await anna.query<Details>(query, { aggregateId: made });
    const { aggregateVersion } = await anna.command<{ aggregateVersion: number }>(command, before);
    const after = await anna.query<Details>(query, { aggregateId: made });
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
