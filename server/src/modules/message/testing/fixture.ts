import { RIGHTS } from '@kontor/contract/account';
import type { ListEntry } from '@kontor/contract/activity';
import { parseAggregateId, type KontorEvent } from '@kontor/contract/kernel';
import type { MessageDetail, MessageExtras, MessageText } from '@kontor/contract/message';
import { expect } from 'vitest';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer } from '../../../testing/server.ts';
import type { StompPeer } from '../../../testing/stomp.ts';

export const NO = '403 RIGHT_MISSING';
export const GONE = '404 NOT_FOUND';

/** The number of an item, whoever names it. */
export const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;

/** Numbers of people in their order. */
export const ordered = (userIds: readonly number[] = []): number[] => userIds.toSorted((a, b) => a - b);

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: { code: string } }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${body.code}`;
}

type Entry = ListEntry & { readonly extras: MessageExtras };

export const list = (by: TestClient, params: object = {}) =>
  by.query<Entry[]>('message.items', { view: 'all', ...params });
/** What an item says in somebody's list; undefined where it is not there. */
export const entryOf = async (by: TestClient, aggregateId: string, params: object = {}): Promise<Entry | undefined> =>
  (await list(by, params)).find((entry) => numberOf(entry.aggregateId) === numberOf(aggregateId));
export const details = (by: TestClient, aggregateId: string, partner?: number) =>
  by.query<MessageDetail>('message.details', { aggregateId, communicationPartnerUserId: partner ?? null });
export const texts = (by: TestClient, aggregateId: string, more: object = {}) =>
  by.query<MessageText[]>('message.texts', { aggregateId, ...more });
/** What is said in a thread, without its HTML. */
export const words = async (by: TestClient, aggregateId: string, more: object = {}): Promise<string[]> =>
  (await texts(by, aggregateId, more)).map(({ message }) => message.replace(/<[^>]+>/g, ''));

/** The next event of a type that somebody hears. */
export async function nextEvent<P>(peer: StompPeer, type: string): Promise<KontorEvent & { payload: P }> {
  for (;;) {
    const event = await peer.event();
    if (event.type === type) return event as KontorEvent & { payload: P };
  }
}

/**
 * Anna, Ben, Carla and Emil may do everything; Dora may see messages and begin none, and Fritz sees none; `there` is somebody of another instance who
 * has Anna's number.
 */
export async function openMessages(
  options: Parameters<typeof startTestServer>[1] = {},
  settings: Parameters<typeof startTestServer>[0] = {},
) {
  const server = await startTestServer(settings, options);
  const instance = await server.instance('werft');
  const other = await server.instance('fremd');
  const without = (...rights: string[]) => RIGHTS.filter((one) => !rights.includes(one));
  const ids = { anna: 0, ben: 0, carla: 0, dora: 0, emil: 0, fritz: 0 };
  const join = async (name: keyof typeof ids, more: object = {}): Promise<TestClient> => {
    ids[name] = await server.person(instance, name, more);
    return server.client(instance, name);
  };
  const anna = await join('anna', { isAdministrator: true });
  const ben = await join('ben');
  const carla = await join('carla');
  const dora = await join('dora', { rights: without('createMessage') });
  const emil = await join('emil');
  const fritz = await join('fritz', { rights: without('messageList') });
  await server.person(other, 'anna');
  const there = await server.client(other, 'anna');
  const trySend = (by: TestClient, to: unknown, message: string, more: object = {}) =>
    by.tryCommand<{ aggregateId: string; leftOut: number[] }>('message.composeSend', {
      addressee: to,
      message,
      sendState: 3,
      status: 1,
      ...more,
    });
  const tryAnswer = (by: TestClient, aggregateId: string, messageContent: string, more: object = {}) =>
    by.tryCommand<{ no: number }>('message.send', { aggregateId, messageContent, ...more });
  return {
    server,
    instance,
    ids,
    anna,
    ben,
    carla,
    dora,
    emil,
    fritz,
    there,
    trySend,
    tryAnswer,
    async send(by: TestClient, to: unknown, message: string, more: object = {}): Promise<string> {
      const { status, body } = await trySend(by, to, message, more);
      expect([status, body.code]).toEqual([200, undefined]);
      return body.data.aggregateId;
    },
    async answer(by: TestClient, aggregateId: string, messageContent: string, more: object = {}): Promise<number> {
      const { status, body } = await tryAnswer(by, aggregateId, messageContent, more);
      expect([status, body.code]).toEqual([200, undefined]);
      return body.data.no;
    },
    state: (by: TestClient, aggregateId: string, state: 'unseen' | 'seen' | 'ready') =>
      by.command('activity.setState', { aggregateIds: [aggregateId], state }),
    read: (by: TestClient, aggregateId: string, no: number, partner: number | null = null) =>
      by.command('message.markRead', { aggregateId, no, communicationPartnerUserId: partner }),
  };
}
