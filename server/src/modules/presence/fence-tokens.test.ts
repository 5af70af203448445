import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, TestClient } from '../../testing/client.ts';
import {
  HOUR_MS,
  anna,
  ben,
  carla,
  codeOf,
  idOf,
  instance,
  places,
  savePlace,
  secondDevice,
  seen,
  server,
  usePresenceFixture,
  watchedPlace,
} from './testing/fixture.ts';

usePresenceFixture();

const owner = () => server.platform.database.owner;
const DAY_MS = 24 * HOUR_MS;
let phone: TestClient;
let token: string;

const tokenOf = async (by: TestClient): Promise<string> =>
  (await by.command<{ token: string; validUntil: string }>('fence.token', { deviceName: 'Pixel 9' })).token;

/** Posts as a phone's own watcher of places does: with what it knows, beside what it was given. */
const postOf = (
  placeId: number,
  transition: 'enter' | 'exit',
  {
    by = token,
    key,
    more = {},
    headers = {},
  }: { by?: string; key?: string; more?: object; headers?: Record<string, string> } = {},
): Promise<Answer<{ code?: string } | number>> => {
  const payload = { locationId: placeId, locationName: 'Werkstatt', userId: idOf('ben'), ...(key && { key }) };
  return anna.send('/userstatus/userstatus/geofence', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${by}`,
      'X-Instance': instance.name,
      ...headers,
    },
    body: JSON.stringify({
      ...payload,
      identifier: `nordwerk/ben:${placeId}`,
      transition,
      enter: transition === 'enter',
      latitude: 54.323_312_3,
      longitude: 10.122_812_3,
      radius: 150,
      payload,
      ...more,
    }),
  });
};

/** The answer's code or digit, with what it says of the fence. */
const saidTo = async (answer: Promise<Answer<{ code?: string } | number>>): Promise<string> => {
  const code = await codeOf(answer);
  const fence = (await answer).headers.get('x-fence');
  return fence === null ? code : `${code} ${fence}`;
};
const isAt = async () => (await seen(anna, 'ben')).automaticId;
const waiting = async () =>
  (
    await sql<{ run_at: Date }>`select j.run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'presence.leave'`.execute(owner())
  ).rows;
const hurry = () =>
  sql`update graphile_worker._private_jobs set run_at = now() where task_id in
    (select id from graphile_worker._private_tasks where identifier = 'presence.leave')`.execute(owner());
const headers = (client: TestClient) => client.headers({ 'Content-Type': 'application/json' });

beforeEach(async () => {
  for (const { id, isChangeable } of await places(ben))
    if (isChangeable) await ben.command('presence.removePlace', { automaticUserStateId: id });
  await sql`delete from sign_in_try`.execute(owner());
  phone = await secondDevice('ben');
  token = await tokenOf(phone);
});

describe('a token', () => {
  test('moves its person in and out, and keeps nothing of where they are', async () => {
    const { id } = await watchedPlace(phone);
    expect(await saidTo(postOf(id, 'enter'))).toBe('200 1');
    expect(await isAt()).toBe(id);
    server.advance(61_000);
    expect(await saidTo(postOf(id, 'exit'))).toBe('200 0');
    expect(await isAt()).toBeNull();
    const { rows } = await sql`select f::text, p::text as own from fence_token f, user_presence p`.execute(owner());
    expect(JSON.stringify(rows)).not.toContain('54.32');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('takes the specification’s body, and a bare watcher’s, too', async () => {
    const { id, key } = await watchedPlace(phone);
    const send = (body: object) =>
      saidTo(
        anna.send('/userstatus/userstatus/geofence', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        }),
      );
    expect(await send({ extras: { locationId: String(id), userId: idOf('ben'), key }, state: 1 })).toBe('200 1');
    server.advance(61_000);
    expect(await send({ identifier: 'x', transition: 'exit', enter: false, payload: { locationId: id } })).toBe(
      '200 0',
    );
    for (const body of [
      { locationId: id },
      { transition: 'enter' },
      { locationId: id, transition: 'dwell' },
      { locationId: id, transition: 'enter', enter: false },
      { extras: { locationId: id }, state: 2 },
    ])
      expect(await send(body)).toBe('422 PARAMETERS_INVALID');
  });

  test('opens no other door', async () => {
    const given = { headers: { Authorization: `Bearer ${token}`, 'X-Instance': instance.name } };
    for (const path of ['/query?query=presence.onlineUsers', '/workspace/index/get-pong-configuration/format/json'])
      expect((await anna.send(path, given)).status).toBe(401);
    const command = await anna.send('/command', { method: 'POST', ...given, body: new FormData() });
    expect(command.status).toBe(401);
    expect((await anna.send('/auth/logout', { method: 'POST', ...given })).status).not.toBe(200);
    // And the session's own token opens this one only with a key.
    expect(await saidTo(postOf(1, 'enter', { by: phone.token ?? '' }))).toBe('422 PARAMETERS_INVALID');
  });

  test('is one of its person, session and instance', async () => {
    const { id } = await watchedPlace(phone);
    const ofCarla = await watchedPlace(carla);
    const other = await server.instance('fremd');
    expect(await saidTo(postOf(id, 'enter', { more: { userId: idOf('carla') } }))).toBe('403 PLACE_KEY_WRONG');
    expect(await saidTo(postOf(ofCarla.id, 'enter'))).toBe('200 0 refresh');
    expect(await saidTo(postOf(id, 'enter', { headers: { 'X-Instance': other.name } }))).toBe('401 UNAUTHENTICATED');
    const elsewhere = token.replace(/^fence\.\w+/, `fence.${other.id.toString(36)}`);
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const by of [elsewhere, forged, 'fence.', 'fence.zz', `${token}x`])
      expect(await saidTo(postOf(id, 'enter', { by }))).toBe('401 UNAUTHENTICATED');
    // The other device of the same person watches nothing.
    expect(await saidTo(postOf(id, 'enter', { by: await tokenOf(ben) }))).toBe('200 0 refresh');
    expect(await isAt()).toBeNull();
  });

  test.each([
    ['is replaced', async () => void (await tokenOf(phone))],
    ['is ended', async () => void (await ben.command('fence.end', { sessionId: await sessionOf() }))],
    ['has a session that has ended', async () => void (await ben.command('account.endOtherSessions', {}))],
    [
      'was signed out',
      async () => void (await phone.send('/auth/logout', { method: 'POST', headers: headers(phone), body: '{}' })),
    ],
    [
      'is of somebody who may not sign in any more',
      async () => void (await anna.command('account.setUnlocked', { userId: idOf('ben'), isUnlocked: false })),
    ],
    [
      'has had its time',
      async () =>
        void (await sql`update fence_token set valid_until = ${new Date(server.platform.now())}`.execute(owner())),
    ],
  ])('that %s moves nobody', async (_what, end) => {
    const { id } = await watchedPlace(phone);
    await end();
    expect(await saidTo(postOf(id, 'enter'))).toBe('401 UNAUTHENTICATED');
    for (const [name, client] of Object.entries({ anna, ben, carla })) {
      if (name === 'ben')
        await sql`update app_user set is_unlocked = true where user_name = 'ben' and instance_id = ${instance.id}`.execute(
          owner(),
        );
      await client.signIn(name, 'correct horse battery');
    }
    expect(await isAt()).toBeNull();
  });

  const sessionOf = async (): Promise<string> => {
    const [device] = (await ben.query<{ sessionId: string; isThis: boolean }[]>('fence.devices')).slice(-1);
    return device?.sessionId ?? '';
  };

  test('is shown to its person with their devices, and ended by nobody else', async () => {
    const [device] = (
      await phone.query<{ sessionId: string; isThis: boolean; deviceName: string; validUntil: string }[]>(
        'fence.devices',
      )
    ).slice(-1);
    expect(device).toMatchObject({ isThis: true, deviceName: 'Pixel 9' });
    expect(Date.parse(device?.validUntil ?? '') - server.platform.now()).toBeGreaterThan(89 * DAY_MS);
    expect(await carla.query('fence.devices')).toEqual([]);
    await carla.command('fence.end', { sessionId: device?.sessionId });
    const { id } = await watchedPlace(phone);
    expect(await saidTo(postOf(id, 'enter'))).toBe('200 1');
    await phone.command('presence.unsubscribe', { automaticUserStateId: id });
  });
});

describe('a place', () => {
  test('that is not there, not watched, removed or moved is left alone', async () => {
    const { id } = await watchedPlace(phone);
    expect(await saidTo(postOf(999_999, 'enter'))).toBe('200 0 refresh');
    const moved = (await savePlace(ben, { automaticUserStateId: id, latitude: 54.4 })).body.data.automaticUserStateId;
    for (const transition of ['enter', 'exit'] as const) {
      expect(await saidTo(postOf(id, transition))).toBe('200 0 refresh');
      expect(await saidTo(postOf(moved, transition))).toBe('200 0 refresh');
    }
    await phone.command('presence.subscribe', { automaticUserStateId: moved });
    expect(await saidTo(postOf(moved, 'enter'))).toBe('200 1');
    await phone.command('presence.unsubscribe', { automaticUserStateId: moved });
    expect(await isAt()).toBeNull();
    expect(await saidTo(postOf(moved, 'exit'))).toBe('200 0 refresh');
  });

  test('of another account of the phone is not taken for one of this, though it has the same number', async () => {
    const { id, key } = await watchedPlace(phone);
    const elsewhere = await watchedPlace(ben, { name: 'Lager' });
    for (const wrong of [elsewhere.key, 'x'])
      expect(await saidTo(postOf(id, 'enter', { key: wrong }))).toBe('200 0 refresh');
    expect(await isAt()).toBeNull();
    expect(await saidTo(postOf(id, 'enter', { key }))).toBe('200 1');
    await phone.command('presence.unsubscribe', { automaticUserStateId: id });
  });

  test('that is entered again is told to nobody', async () => {
    const { id } = await watchedPlace(phone);
    await postOf(id, 'enter');
    const stamp = async () => JSON.stringify((await sql`select max(seq) from event_outbox`.execute(owner())).rows);
    const before = await stamp();
    expect(await saidTo(postOf(id, 'enter'))).toBe('200 1');
    expect(await stamp()).toBe(before);
  });

  test('holds for a minute at its edge, however often it is left and entered there', async () => {
    const { id } = await watchedPlace(phone);
    await postOf(id, 'enter');
    server.advance(5000);
    expect(await saidTo(postOf(id, 'exit'))).toBe('200 1');
    server.advance(5000);
    expect(await saidTo(postOf(id, 'enter'))).toBe('200 1');
    expect(await waiting()).toHaveLength(1);
    await hurry();
    await expect.poll(waiting).toEqual([]);
    // It was entered again after it was left.
    expect(await isAt()).toBe(id);
    server.advance(5000);
    expect(await saidTo(postOf(id, 'exit'))).toBe('200 1');
    expect(await isAt()).toBe(id);
    await hurry();
    await expect.poll(isAt).toBeNull();
    await expect.poll(waiting).toEqual([]);
  });

  test('that another device has entered since is not left by this one', async () => {
    const { id } = await watchedPlace(phone);
    const { id: home } = await watchedPlace(ben, { name: 'Zuhause' });
    const byBen = await tokenOf(ben);
    await postOf(id, 'enter');
    server.advance(1000);
    await postOf(id, 'exit');
    server.advance(1000);
    expect(await saidTo(postOf(home, 'enter', { by: byBen }))).toBe('200 1');
    await hurry();
    await expect.poll(waiting).toEqual([]);
    expect(await isAt()).toBe(home);
    expect(await saidTo(postOf(id, 'exit'))).toBe('200 0');
    expect(await isAt()).toBe(home);
    server.advance(61_000);
    expect(await saidTo(postOf(home, 'exit', { by: byBen }))).toBe('200 0');
  });
});

test('thirty posts of a token in an hour, and no more', async () => {
  const { id } = await watchedPlace(phone);
  const codes: string[] = [];
  for (let n = 0; n < 32; n += 1) codes.push(await codeOf(postOf(id, 'enter')));
  expect(codes).toEqual([
    ...Array.from({ length: 30 }, () => '200 1'),
    '429 TOO_MANY_REQUESTS',
    '429 TOO_MANY_REQUESTS',
  ]);
  const answer = await postOf(id, 'enter');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
  server.advance(HOUR_MS + 1000);
  expect(await codeOf(postOf(id, 'enter'))).toBe('200 1');
});
