import { listKey } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { expect, test } from 'vitest';
import type { Client } from '../../client/client.ts';
import type { QueuedCommand } from '../../client/core/command.ts';
import { createValue } from '../../client/value.ts';
import { enqueueFile } from './filing.ts';

const file = { uploadId: 'up-1', name: 'Plan.pdf', size: 7, type: 'application/pdf' };
const fields = { title: 'Plan', keywords: 'Kai', box: 5, records: [{ idoId: 7, idoInstanceId: 1 }] };
const documentId = formatAggregateId({ module: 'document', entryId: 17, userId: 1 });

/** A client whose queue says what the test says. */
function setUp() {
  const sent: { name: string; params: unknown; about: { keys?: readonly string[]; needs?: readonly string[] } }[] = [];
  const [touched, released, discarded]: [string[], string[], string[]] = [[], [], []];
  const waiting = createValue<readonly QueuedCommand[]>([]);
  const applied = new Set<(command: QueuedCommand, answer: unknown) => void>();
  const client = {
    enqueue: async ({ name }: { name: string }, params: unknown, about: object) => {
      sent.push({ name, params, about });
      return 'p-1';
    },
    ask: { touch: (keys: readonly string[]) => touched.push(...keys) },
    uploads: async () => ({ release: (ids: readonly string[]) => released.push(...ids) }),
    onApplied: (listener: (command: QueuedCommand, answer: unknown) => void) => {
      applied.add(listener);
      return () => applied.delete(listener);
    },
    queue: { discard: async (ids: readonly string[]) => discarded.push(...ids) },
    waiting,
  } as unknown as Client;
  const apply = (processId: string, answer: unknown): void => {
    for (const listener of applied) listener({ processId } as QueuedCommand, answer);
  };
  const refuse = (code: string): void =>
    waiting.set([{ processId: 'p-1', state: 'refused', refusal: { code, status: 422, detail: '' } } as QueuedCommand]);
  return { client, sent, touched, released, discarded, applied, apply, refuse };
}

test('a file waits for its upload, and is told of once it is filed', async () => {
  const fixture = setUp();
  const { ended } = await enqueueFile(fixture.client, file, fields);
  expect(fixture.sent).toEqual([
    {
      name: 'document.create',
      params: {
        fileName: 'Plan.pdf',
        size: 7,
        type: 'application/pdf',
        data: { uploadId: 'up-1' },
        title: 'Plan',
        keywords: 'Kai',
        box: 5,
        idoLinkings: [{ idoId: 7, idoInstanceId: 1 }],
      },
      about: { patches: [], keys: [], needs: ['up-1'] },
    },
  ]);
  fixture.apply('another', {});
  fixture.apply('p-1', { aggregateId: documentId });
  expect(await ended).toEqual({ aggregateId: documentId });
  expect(fixture.touched).toContain(listKey('document'));
  await expect.poll(() => fixture.released).toEqual(['up-1']);
  expect(fixture.applied.size).toBe(0);
});

test('what another app has shared is filed as that, unless more is said of it than a box can hold', async () => {
  const fixture = setUp();
  const shared = { ...file, isShared: true };
  const plain = { title: '', keywords: '', box: 5, records: [] };
  await enqueueFile(fixture.client, shared, plain);
  expect(fixture.sent).toEqual([
    {
      name: 'document.createFromSharedFile',
      params: {
        fileName: 'Plan.pdf',
        size: 7,
        type: 'application/pdf',
        content: { uploadId: 'up-1' },
        box: 5,
      },
      about: { patches: [], keys: [], needs: ['up-1'] },
    },
  ]);
  for (const more of [{ title: 'Plan' }, { keywords: 'Kai' }, { records: fields.records }])
    await enqueueFile(fixture.client, shared, { ...plain, ...more });
  await enqueueFile(fixture.client, file, plain);
  expect(fixture.sent.slice(1).map(({ name }) => name)).toEqual(Array(4).fill('document.create'));
});

test('a newer version is about its document', async () => {
  const fixture = setUp();
  const { ended } = await enqueueFile(fixture.client, file, { version: documentId });
  expect(fixture.sent[0]).toMatchObject({ name: 'document.createVersion', params: { aggregateId: documentId } });
  fixture.apply('p-1', { version: 2 });
  expect(await ended).toEqual({ aggregateId: documentId });
});

test('what the server will not have is taken out of the queue, and its reason is said', async () => {
  const fixture = setUp();
  const { ended } = await enqueueFile(fixture.client, file, fields);
  fixture.refuse('DOCUMENT_FILE_MISSING');
  expect(await ended).toEqual({ refused: 'DOCUMENT_FILE_MISSING' });
  expect(fixture.discarded).toEqual(['p-1']);
  expect(fixture.released).toEqual([]);
});
