import { formatAggregateId } from '@kontor/contract/kernel';
import { recordCommands } from '@kontor/contract/record';
import { expect, test } from 'vitest';
import type { QueuedCommand } from '../../client/core/command.ts';
import { waitingLinks, waitingRecords } from './waiting.ts';

const mail = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const named = { idoId: 7, idoInstanceId: 1 };
const command = (name: string, params: object, more: Partial<QueuedCommand> = {}): QueuedCommand => ({
  processId: name,
  name,
  params,
  keys: [],
  patches: [],
  titles: ['Werft Neumann'],
  createdAt: 0,
  order: 0,
  kept: 'stored',
  state: 'queued',
  revision: 0,
  attempts: 0,
  ...more,
});

test('what waits to be made holds what was written, and what is wrong with it once it was refused', () => {
  const values = { name: 'Werft Neumann' };
  const faults = [{ key: 'number', code: 'TAKEN' }];
  const create = command(
    recordCommands.create.name,
    { idoInstanceId: 1, jsonPayload: { values } },
    { state: 'refused', refusal: { code: 'RECORD_INVALID', status: 422, detail: '', data: { faults } } },
  );
  const restore = command(recordCommands.restore.name, named);
  expect(waitingRecords([create, restore, command(recordCommands.save.name, named)])).toEqual([
    expect.objectContaining({ name: 'Werft Neumann', values, refused: 'RECORD_INVALID', faults, idoId: undefined }),
    expect.objectContaining({ values: undefined, refused: undefined, faults: [], idoId: 7 }),
  ]);
});

test('of an item’s links waits what is not refused', () => {
  const link = command(recordCommands.link.name, { aggregateId: mail, ...named });
  const unlink = command(recordCommands.unlink.name, { aggregateId: mail, ...named });
  expect(waitingLinks([link, { ...unlink, state: 'refused' }], mail)).toEqual([
    { to: 'linked', name: 'Werft Neumann', ...named },
  ]);
  expect(waitingLinks([link], formatAggregateId({ module: 'email', entryId: 18, userId: 1 }))).toEqual([]);
});
