import { describe, expect, test } from 'vitest';
import type { DevicePush } from './device.ts';
import { bridge, callsOf, nativePhone } from './testing/native-phone.ts';

const NTFY = { id: 'io.heckel.ntfy', name: 'ntfy' };
const SUNUP = { id: 'org.unifiedpush.sunup', name: 'Sunup' };
const ANNA = 'demo/anna';

/** The pushes of a phone with these distributors. */
async function onPhone(distributors: { id: string; name: string }[], hasGoogle = true): Promise<DevicePush> {
  const { push } = await nativePhone();
  Object.assign(bridge.kept.push, { hasGoogle, distributors });
  return push;
}
const calls = (method: string) => callsOf('KontorPush', method);
const wasGoogleAsked = () => callsOf('PushNotifications', 'register').length > 0;
const soon = () => new Promise((resolve) => setTimeout(resolve, 10));
const tokenIn = (text: string | undefined) => JSON.parse(text ?? 'null') as Record<string, unknown> | null;

describe('what brings the pushes', () => {
  test('distributors are proposed before Google, and Google only where the app was built for it', async () => {
    expect((await (await onPhone([NTFY])).services()).map(({ id, kind }) => [id, kind])).toEqual([
      [NTFY.id, 'unifiedpush'],
      ['google', 'fcm'],
    ]);
    expect(await (await onPhone([], false)).services()).toEqual([]);
    const none = await onPhone([], false);
    await expect(none.register(ANNA, 'key')).rejects.toMatchObject({ trouble: 'missing' });
    await expect(none.register(ANNA, 'key', 'google')).rejects.toMatchObject({ trouble: 'missing' });
    expect(wasGoogleAsked()).toBe(false);
  });

  test('a distributor names the address, for the key of the server, and nobody asks Google', async () => {
    const push = await onPhone([NTFY]);
    const token = tokenIn(await push.register(ANNA, 'vapid', NTFY.id));
    expect(token).toEqual({
      kind: 'unifiedpush',
      endpoint: 'https://io.heckel.ntfy/demo%2Fanna',
      app: 'app.kontor',
      keys: bridge.kept.push.keys[ANNA],
    });
    expect(calls('register')).toEqual([{ account: ANNA, distributor: NTFY.id, vapid: 'vapid' }]);
    expect(await push.service(ANNA)).toBe(NTFY.id);
    expect(await push.service('demo/ben')).toBeUndefined();
    expect(await push.isCurrent(ANNA, 'vapid')).toBe(true);
    expect(calls('register')).toHaveLength(2);
    expect(wasGoogleAsked()).toBe(false);
    await push.end(ANNA);
    expect(calls('forget')).toEqual([{ account: ANNA }]);
    expect(await push.token(ANNA)).toBeUndefined();
    expect(await push.isCurrent(ANNA, 'vapid')).toBe(false);
  });

  test('from one to another, and to Google, what was there before is given up', async () => {
    const push = await onPhone([NTFY, SUNUP]);
    await push.register(ANNA, 'vapid', NTFY.id);
    expect(tokenIn(await push.register(ANNA, 'vapid', SUNUP.id))).toMatchObject({
      endpoint: expect.stringContaining('sunup') as unknown,
    });
    expect(await push.service(ANNA)).toBe(SUNUP.id);
    expect(tokenIn(await push.register(ANNA, 'vapid', 'google'))).toMatchObject({
      kind: 'fcm',
      token: 'android-token',
    });
    expect(await push.service(ANNA)).toBe('google');
    expect(bridge.kept.push.registrations).toEqual({});
  });

  test.each([
    ['NETWORK', 'unreached'],
    ['INTERNAL_ERROR', 'unreached'],
    ['ACTION_REQUIRED', 'unready'],
    ['of tomorrow', 'unreached'],
  ])('what a distributor says (%s) is %s, and nothing of the attempt stays', async (reason, trouble) => {
    const push = await onPhone([NTFY, SUNUP]);
    bridge.kept.push.faults[SUNUP.id] = reason;
    await expect(push.register(ANNA, 'vapid', SUNUP.id)).rejects.toMatchObject({ trouble });
    expect(bridge.kept.push.registrations).toEqual({});
    await push.register(ANNA, 'vapid', NTFY.id);
    await expect(push.register(ANNA, 'vapid', SUNUP.id)).rejects.toMatchObject({ trouble });
    // The other one was given up when this one was asked.
    expect(await push.token(ANNA)).toBeUndefined();
    await push.register(ANNA, 'vapid', 'google');
    await expect(push.register(ANNA, 'vapid', SUNUP.id)).rejects.toMatchObject({ trouble });
    expect(await push.service(ANNA)).toBe('google');
  });

  test('at a start without a network the address stays as it was; without the distributor there is none', async () => {
    const push = await onPhone([NTFY]);
    await push.register(ANNA, 'vapid', NTFY.id);
    bridge.kept.push.faults[NTFY.id] = 'NETWORK';
    expect(await push.isCurrent(ANNA, 'vapid')).toBe(true);
    bridge.kept.push.distributors = [];
    expect(await push.isCurrent(ANNA, 'vapid')).toBe(false);
    await expect(push.register(ANNA, 'vapid', NTFY.id)).rejects.toMatchObject({ trouble: 'missing' });
  });

  test('another address is told of, once; one that is taken back is forgotten', async () => {
    const push = await onPhone([NTFY]);
    await push.register(ANNA, 'vapid', NTFY.id);
    const changed: string[] = [];
    const stop = push.onChange((account) => changed.push(account));
    const endpoint = 'https://io.heckel.ntfy/demo%2Fanna';
    bridge.emit('KontorPush', 'endpoint', { account: ANNA, endpoint });
    bridge.emit('KontorPush', 'endpoint', { account: 'demo/nobody', endpoint });
    bridge.emit('KontorPush', 'failed', { account: ANNA, reason: 'TEMP_UNAVAILABLE' });
    await soon();
    expect(changed).toEqual([]);
    bridge.kept.push.registrations[ANNA] = { distributor: NTFY.id, endpoint: `${endpoint}2` };
    bridge.emit('KontorPush', 'endpoint', { account: ANNA, endpoint: `${endpoint}2` });
    await expect.poll(() => changed).toEqual([ANNA]);
    expect(await push.isCurrent(ANNA, 'vapid')).toBe(false);
    stop();
    bridge.emit('KontorPush', 'failed', { account: ANNA, reason: 'UNREGISTERED' });
    await expect.poll(() => push.token(ANNA)).toBeUndefined();
    expect(changed).toEqual([ANNA]);
  });
});
