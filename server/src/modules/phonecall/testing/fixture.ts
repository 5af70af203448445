import { RIGHTS } from '@kontor/contract/account';
import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { PhonecallDetail } from '@kontor/contract/phonecall';
import { expect } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer } from '../../../testing/server.ts';
import { insertCall, type NewCall } from '../making.ts';

/** The number of a call, whoever names it. */
export const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: { code: string } }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.code}`;
}

export const details = (by: TestClient, aggregateId: string) =>
  by.query<PhonecallDetail>('phoneCall.details', { aggregateId });
export const see = (by: TestClient, aggregateId: string) => codeOf(by.tryQuery('phoneCall.details', { aggregateId }));
export const list = (by: TestClient, params: object = {}) =>
  by.query<ListEntry[]>('phoneCall.items', { view: 'all', ...params });

/**
 * Anna administrates; Ben and Carla are her colleagues; Dora sees no records, and Emil no calls; `there` is somebody of another instance. The list Zentrale is
 * of Anna, Ben, Dora and Emil.
 */
export async function openCalls() {
  const server = await startTestServer();
  const instance = await server.instance('werft');
  const other = await server.instance('fremd');
  const without = (right: string) => RIGHTS.filter((one) => one !== right);
  const ids: Record<string, number> = {};
  const join = async (name: string, more: object = {}): Promise<TestClient> => {
    ids[name] = await server.person(instance, name, more);
    return server.client(instance, name);
  };
  const anna = await join('anna', { isAdministrator: true, firstName: 'Anna', lastName: 'Berger' });
  const [ben, carla] = [
    await join('ben', { firstName: 'Ben', lastName: 'Vogt' }),
    await join('carla', { firstName: 'Carla', lastName: 'Ernst' }),
  ];
  const dora = await join('dora', { rights: without('idoList') });
  const emil = await join('emil', { rights: without('phoneCallList') });
  await server.person(other, 'anna', { isAdministrator: true });
  const there = await server.client(other, 'anna');
  const saveList = async (name: string, members: readonly string[], more: object = {}): Promise<number> => {
    const memberIds = members.map((one) => ids[one] ?? 0);
    return (await anna.command<{ listId: number }>('phoneCall.saveList', { name, memberIds, ...more })).listId;
  };
  const exchange = await saveList('Zentrale', ['anna', 'ben', 'dora', 'emil']);
  const tryCreate = (by: TestClient, more: object = {}) =>
    by.tryCommand<{ phoneCallId: number; aggregateId: string }>('phoneCall.create', {
      direction: 0,
      callerNumber: '0431 123456',
      phoneCallListId: exchange,
      reason: 'Liefertermin',
      duration: 60,
      ...more,
    });
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
    exchange,
    saveList,
    tryCreate,
    async create(by: TestClient, more: object = {}): Promise<string> {
      const { status, body } = await tryCreate(by, more);
      expect([status, body.code]).toEqual([200, undefined]);
      return body.data.aggregateId;
    },
    /** A call that a telephone system has told of. */
    arrive: (call: Partial<NewCall> = {}): Promise<number> =>
      server.change(instance, (ctx) =>
        insertCall(ctx, {
          listId: exchange,
          direction: 0,
          outcome: 'missed',
          number: 49431123456,
          number_text: '+49431123456',
          started_at: new Date(ctx.now()),
          ...call,
        }),
      ),
    /** A call as somebody names it. */
    as: (name: string, entryId: number): string =>
      JSON.stringify({
        moduleName: 'module_phonecall',
        entryId,
        userId: ids[name],
        sourceContainerId: 0,
        targetContainerId: 0,
      }),
  };
}
