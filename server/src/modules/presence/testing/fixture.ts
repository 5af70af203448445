import {
  presenceEvents,
  type AutomaticUserState,
  type OnlineUser,
  type PresenceChange,
  type UserState,
} from '@kontor/contract/presence';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { createChange } from '../../../platform/operation/change.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { Transient } from '../../../platform/realtime/transient.ts';
import type { Answer, TestClient } from '../../../testing/client.ts';
import { TEST_PASSWORD, startTestServer, type TestServer } from '../../../testing/server.ts';
import type { StompPeer } from '../../../testing/stomp.ts';
import { createInstanceDirectory } from '../../account/index.ts';
import { languageOf, pushOut, zoneOfPerson } from '../../settings/index.ts';
import type { Devices, PresenceParts, SourceState, StateSource } from '../parts.ts';

export const HOUR_MS = 3_600_000;
/** States that every instance begins with. */
export const STATES = { available: 1, office: 2, busy: 3, doNotDisturb: 4, home: 5, away: 6, holiday: 7, personal: 8 };

/** Devices that come and go as a test says. */
export interface TestDevices extends Devices {
  come(instance: Instance, userId: number): void;
  go(instance: Instance, userId: number): void;
}

/** They tell nobody of it: what follows is told where a test has it looked for. */
export function testDevices(): TestDevices {
  const present = new Map<number, Map<number, { activeAt: number }>>();
  let revision = 0;
  return {
    present: (instanceId) => present.get(instanceId) ?? new Map(),
    revision: () => revision,
    onChange: () => () => {},
    come({ id }, userId) {
      present.set(id, (present.get(id) ?? new Map()).set(userId, { activeAt: 0 }));
      revision += 1;
    },
    go({ id }, userId) {
      present.get(id)?.delete(userId);
      revision += 1;
    },
  };
}

/** A map that counts what changes it. */
class CountedMap<K, V> extends Map<K, V> {
  revision = 0;
  override set(key: K, value: V): this {
    this.revision += 1;
    return super.set(key, value);
  }
  override delete(key: K): boolean {
    this.revision += 1;
    return super.delete(key);
  }
  override clear(): void {
    this.revision += 1;
    super.clear();
  }
}

/** A source whose states a test writes down, by people. */
export const testSource = (
  name: StateSource['name'],
  rank: number,
  yieldsToChoice: boolean,
): StateSource & { readonly states: Map<number, SourceState> } => {
  const states = new CountedMap<number, SourceState>();
  return {
    name,
    rank,
    yieldsToChoice,
    states,
    revision: () => states.revision,
    statesOf: async (_ctx, userIds) => new Map([...states].filter(([userId]) => userIds.includes(userId))),
    nextChange: async () => null,
  };
};

export const devices = testDevices();
export const calls = testSource('call', 10, false);
export const appointments = testSource('appointment', 40, true);
/** What was told by what a test has started itself. */
export const published: (readonly PresenceChange[])[] = [];
export const parts: PresenceParts = {
  devices,
  sources: [calls, appointments],
  languageOf,
  zoneOf: zoneOfPerson,
  pushOut,
};

export let server: TestServer;
export let instance: Instance;
/** An administrator, and two who are none. */
export let anna: TestClient;
export let ben: TestClient;
export let carla: TestClient;
export const ids: Record<string, number> = {};

/** A server with three people, on one process alone: devices and sources of tests are in this one. */
export function usePresenceFixture(): void {
  beforeAll(async () => {
    server = await startTestServer(
      {},
      { alone: true, presence: { devices, sources: [calls, appointments], sweepMs: 24 * HOUR_MS } },
    );
    instance = await server.instance('nordwerk');
    for (const [name, isAdministrator] of [
      ['anna', true],
      ['ben', false],
      ['carla', false],
    ] as const)
      ids[name] = await server.person(instance, name, { isAdministrator });
    anna = await server.client(instance, 'anna');
    ben = await server.client(instance, 'ben');
    carla = await server.client(instance, 'carla');
  });
  afterAll(() => server?.close());
}

export const idOf = (name: string): number => ids[name] ?? 0;
/** The moment so much later by the server's clock. */
export const later = (ms: number): string => new Date(server.platform.now() + ms).toISOString();
export const secondDevice = (userName: string): Promise<TestClient> => server.client(instance, userName);
/** Moves the clock, and signs in anew who has to be. */
export async function advance(ms: number): Promise<void> {
  server.advance(ms);
  for (const [name, client] of Object.entries({ anna, ben, carla })) await client.signIn(name, TEST_PASSWORD);
}

/** Keeps what everybody is told. */
const keeping: Transient = {
  publish: (_instance, _definition, _audience, payload) => {
    const { changed } = payload as { changed?: PresenceChange[] };
    if (changed !== undefined) published.push(changed);
  },
};
export const tools = () => ({
  database: server.platform.database,
  directory: createInstanceDirectory(server.platform.database, server.platform.now),
  change: createChange({ ...server.app.platform, transient: keeping }, () => {}),
  now: server.platform.now,
  transient: keeping,
});

/** Waits until somebody is told this of a person; what else is told before is gathered with it or not, as it comes. */
export async function untilTold(peer: StompPeer, expected: PresenceChange): Promise<void> {
  for (;;) {
    const { type, payload } = await peer.event();
    if (type !== presenceEvents.presenceChanged.type) continue;
    const found = (payload['changed'] as PresenceChange[]).find(([userId]) => userId === expected[0]);
    if (found !== undefined && isDeepStrictEqual(found, expected)) return;
  }
}

export const onlineUsers = (by: TestClient): Promise<OnlineUser[]> => by.query<OnlineUser[]>('presence.onlineUsers');

/** What somebody sees of another. */
export async function seen(by: TestClient, name: string): Promise<OnlineUser> {
  const found = (await onlineUsers(by)).find(({ id }) => id === idOf(name));
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

export const userStates = (by: TestClient): Promise<UserState[]> => by.query<UserState[]>('presence.userStates');
export const places = (by: TestClient): Promise<AutomaticUserState[]> =>
  by.query<AutomaticUserState[]>('presence.automaticUserStates');

export const choose = (by: TestClient, userstateId: number, more: object = {}) =>
  by.tryCommand<{ isTaken: boolean; until: string | null }>('presence.switchState', { userstateId, ...more });

export const CIRCLE = { latitude: 54.3233, longitude: 10.1228, radius: 150 };
export const savePlace = (by: TestClient, more: object = {}) =>
  by.tryCommand<{ automaticUserStateId: number }>('presence.savePlace', {
    name: 'Werkstatt',
    iconCls: 'push-pin',
    ...CIRCLE,
    stateId: STATES.office,
    ...more,
  });

/** A place that a device watches, with its key. */
export async function watchedPlace(by: TestClient, more: object = {}): Promise<{ id: number; key: string }> {
  const id = (await savePlace(by, more)).body.data.automaticUserStateId;
  const { key } = await by.command<{ key: string }>('presence.subscribe', { automaticUserStateId: id });
  return { id, key };
}

interface Posted {
  readonly locationId: number;
  readonly userId: number;
  readonly key: string;
}

/** What Ben's device says of a place. */
export const benAt = ({ id, key }: { readonly id: number; readonly key: string }): Posted => ({
  locationId: id,
  userId: idOf('ben'),
  key,
});

/** Posts as a phone's fence does: without a session. */
export const post = (
  extras: Posted | object,
  state: unknown,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<{ code?: string } | number>> =>
  anna.send('/userstatus/userstatus/geofence', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Instance': instance.name, ...headers },
    body: JSON.stringify({ extras: { locationName: 'Werkstatt', ...extras }, state, ...more }),
  });

/** Status and code of an answer, or its digit. */
export const codeOf = async (answer: Promise<Answer<unknown>>): Promise<string> => {
  const { status, body } = await answer;
  if (typeof body === 'number') return `${status} ${body}`;
  const { code } = body as { code?: string };
  return code === undefined ? `${status}` : `${status} ${code}`;
};
