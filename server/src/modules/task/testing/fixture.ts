import { RIGHTS } from '@kontor/contract/account';
import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { TaskDetail } from '@kontor/contract/task';
import { expect } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer } from '../../../testing/server.ts';

export const NO = '403 RIGHT_MISSING';
export const GONE = '404 NOT_FOUND';

/** The number of an item, whoever names it. */
export const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: { code: string } }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.code}`;
}

export const details = (by: TestClient, aggregateId: string) => by.query<TaskDetail>('task.details', { aggregateId });
export const see = (by: TestClient, aggregateId: string) => codeOf(by.tryQuery('task.details', { aggregateId }));
export const list = (by: TestClient, params: object = {}) =>
  by.query<ListEntry[]>('task.items', { view: 'all', ...params });
export const titles = async (by: TestClient, params: object = {}) =>
  (await list(by, params)).map(({ information }) => information);

/** What `task.process` says again of what the details say. */
export function fieldsOf(detail: TaskDetail) {
  const { date, notifiable, ownerDate, ownerType, alarmConfigNotifiableUsers } = detail.alarmConfig;
  const { title, content, responsibleUserId, ownerUserId, forerunTime, fixedMaturityDate, repetitionConfig } = detail;
  return {
    title,
    content,
    responsibleUserId,
    ownerUserId,
    forerunTime,
    fixedMaturityDate,
    repetitionConfig,
    alarmConfig: {
      date,
      notifiable,
      ownerDate,
      ownerType,
      notifiableUserIds: alarmConfigNotifiableUsers.map(({ userId }) => userId),
    },
    tags: detail.tags,
    waitsFor: detail.waitsFor.map(({ id }) => id),
    zone: detail.zone,
    aggregateVersion: detail.aggregateVersion,
  };
}

/** Saves an edit of a task, from how it stands or from how it stood. */
export async function edit(by: TestClient, aggregateId: string, changes: object = {}, from?: TaskDetail) {
  const fields = fieldsOf(from ?? (await details(by, aggregateId)));
  return by.tryCommand<{ aggregateVersion: number }>('task.process', { aggregateId, ...fields, ...changes });
}

/** The same, which must succeed. Returns the version. */
export async function save(by: TestClient, aggregateId: string, changes: object = {}): Promise<number> {
  const { status, body } = await edit(by, aggregateId, changes);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.aggregateVersion;
}

/**
 * Anna, Ben and Carla may do everything; Dora sees tasks and makes none, and Emil sees notes alone; `there` is somebody of another instance who
 * has Anna's number.
 */
export async function openTasks() {
  const server = await startTestServer();
  const instance = await server.instance('werft');
  const other = await server.instance('fremd');
  const without = (...rights: string[]) => RIGHTS.filter((one) => !rights.includes(one));
  const ids = { anna: 0, ben: 0, carla: 0, dora: 0, emil: 0 };
  const join = async (name: keyof typeof ids, more: object = {}): Promise<TestClient> => {
    ids[name] = await server.person(instance, name, more);
    return server.client(instance, name);
  };
  const [anna, ben, carla] = [await join('anna'), await join('ben'), await join('carla')];
  const dora = await join('dora', { rights: without('createTask') });
  const emil = await join('emil', { rights: without('taskList') });
  await server.person(other, 'anna');
  const there = await server.client(other, 'anna');
  const tryMake = (by: TestClient, more: object = {}) =>
    by.tryCommand<{ aggregateId: string }>('task.create', { moduleLayout: 'task', inactive: false, ...more });
  return {
    server,
    instance,
    ids,
    anna,
    ben,
    carla,
    dora,
    emil,
    there,
    tryMake,
    async make(by: TestClient, more: object = {}): Promise<string> {
      const { status, body } = await tryMake(by, { title: 'Angebot', ...more });
      expect([status, body.code]).toEqual([200, undefined]);
      return body.data.aggregateId;
    },
    /** The same item as somebody else names it. */
    as(name: keyof typeof ids, aggregateId: string): string {
      return JSON.stringify({ ...(JSON.parse(aggregateId) as object), userId: ids[name] });
    },
    state: (by: TestClient, aggregateIds: readonly string[], state: 'unseen' | 'seen' | 'ready') =>
      by.command('activity.setState', { aggregateIds, state }),
  };
}
