import type { QuietHours } from '@kontor/contract/settings';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { runSql } from '../../../platform/db/testing.ts';
import type { Instance } from '../../../platform/operation/context.ts';
import type { PushOutMessage } from '../../../platform/operation/push-out.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedItem, type ItemSeed } from '../../activity/factory.ts';
import { setAlarms } from '../../alarm/index.ts';
import { pushOut } from '../index.ts';
import { PushPeer, type PushedDevice } from './push-peer.ts';

const HOUR_MS = 3_600_000;

/** What stands in every item, and must never go out. */
export const WORD = 'zqkanarienvogel';

/** A server that pushes to this machine, with a new instance of two people for each test. */
export interface PushFixture {
  readonly server: TestServer;
  readonly peer: PushPeer;
  readonly instance: Instance;
  readonly anna: TestClient;
  readonly annaId: number;
  readonly benId: number;
}

/** Builds the fixture of the tests of a file, and takes it down after them. `prepare` brings settings of the server. */
export function pushFixture(
  prepare: () => Promise<{ readonly env: Record<string, string> }> = async () => ({ env: {} }),
): PushFixture {
  const fixture = {} as { -readonly [K in keyof PushFixture]: PushFixture[K] };
  let count = 0;
  beforeAll(async () => {
    fixture.peer = await PushPeer.start();
    // What is decided by a server's clock and by who works on its jobs is looked at in one process.
    const { env } = await prepare();
    fixture.server = await startTestServer(env, { alone: true, pushPolicy: { allowPrivateHosts: true } });
  });
  beforeEach(async () => {
    const { server } = fixture;
    const instance = await server.instance(`push${(count += 1)}`);
    fixture.instance = instance;
    fixture.annaId = await server.person(instance, 'anna');
    fixture.benId = await server.person(instance, 'ben');
    fixture.anna = await server.client(instance, 'anna');
  });
  afterAll(async () => {
    await fixture.server?.close();
    await fixture.peer?.close();
  });
  return fixture;
}

/** A device of the session of a client. */
export async function register({ peer, anna }: PushFixture, client = anna): Promise<PushedDevice> {
  const device = peer.device();
  await client.command('push.registerToken', { deviceToken: device.token });
  return device;
}

/** Pushes something that is not looked at any further. */
export const say = (
  { server, instance, annaId }: PushFixture,
  tag: string,
  userIds = [annaId],
  kind: PushOutMessage['kind'] = 'silence',
): Promise<void> => server.app.change(instance, (ctx) => pushOut(ctx, userIds, { kind, tag }));

export const tagsOf = (device: PushedDevice): string[] => device.messages.map(({ tag }) => tag);

/** Pushes of the instance that are not done. */
export const jobs = ({ server, instance }: PushFixture): Promise<{ task: string; run_at: Date }[]> =>
  runSql(
    server.url,
    `select t.identifier as task, j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t
      on t.id = j.task_id where t.identifier like 'push.%' and (j.payload ->> 'instanceId')::int = ${instance.id}`,
  ) as Promise<{ task: string; run_at: Date }[]>;

/** Lets waiting jobs begin now. */
export const hurry = ({ server, instance }: PushFixture) =>
  runSql(
    server.url,
    `update graphile_worker._private_jobs set run_at = now() where (payload ->> 'instanceId')::int = ${instance.id}`,
  );

export const done = (fixture: PushFixture) => expect.poll(() => jobs(fixture)).toEqual([]);

/** Quiet hours from an hour ago to in an hour, in UTC. */
export function quietNow({ server }: PushFixture): QuietHours {
  const clock = (ms: number) => new Date(server.platform.now() + ms).toISOString().slice(11, 16);
  return { isOn: true, from: clock(-HOUR_MS), to: clock(HOUR_MS), days: Array.from({ length: 7 }, () => true) };
}

/** Waits until so many pushes, and no others, are kept back until those end. */
export const keptBack = (fixture: PushFixture, count: number) =>
  expect
    .poll(async () => (await jobs(fixture)).map(({ run_at }) => run_at.getTime() - Date.now() > (HOUR_MS * 5) / 6))
    .toEqual(Array.from({ length: count }, () => true));

export const newItem = ({ server, instance, annaId }: PushFixture, more: Partial<ItemSeed> = {}): Promise<number> =>
  seedItem(server.app.change, instance, {
    module: 'note',
    information: WORD,
    contact: WORD,
    userIds: [annaId],
    ...more,
  });

/** An alarm about an item that rings in so many milliseconds. */
export async function ringIn({ server, instance, annaId }: PushFixture, id: number, ms: number): Promise<void> {
  const alarmAt = new Date(Date.now() + ms);
  await server.app.change(instance, (ctx) =>
    setAlarms(ctx, id, [{ userId: annaId, type: 'activity', subjectAt: alarmAt, alarmAt }]),
  );
}

export const choose = ({ server, anna }: PushFixture, values: object) =>
  anna.command('settings.change', {
    values,
    versions: Object.fromEntries(Object.keys(values).map((key) => [key, server.platform.now()])),
  });
