import { formatAggregateId, type ResultOf } from '@kontor/contract/kernel';
import type { pushQueries } from '@kontor/contract/settings';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newKey, readKeys, writeKeys } from '../../platform/crypto/key-file.ts';
import { rotateSecrets } from '../../platform/crypto/rotate.ts';
import { runSql } from '../../platform/db/testing.ts';
import { startTestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import { settingsStored } from './index.ts';
import {
  WORD,
  done,
  hurry,
  jobs,
  newItem,
  pushFixture,
  register,
  ringIn,
  say,
  tagsOf,
} from './testing/push-fixture.ts';
import { signedBy } from './testing/push-peer.ts';

type Configuration = ResultOf<typeof pushQueries.pushConfiguration>;

const MINUTE = 60_000;
const fixture = pushFixture();
const configurationOf = (client = fixture.anna) => client.query<Configuration>('push.configuration');

describe('a device', () => {
  test('is the one of its session, in the place of what that had before', async () => {
    const { publicKey, devices } = await configurationOf();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(devices).toEqual([]);
    const phone = await fixture.server.client(fixture.instance, 'anna');
    const [first, second, third] = [await register(fixture), await register(fixture), await register(fixture, phone)];
    expect((await configurationOf()).devices).toMatchObject([
      { isThis: true, isPaused: false, since: expect.any(Number) },
      { isThis: false },
    ]);
    expect((await configurationOf(phone)).devices.map(({ isThis }) => isThis)).toEqual([false, true]);
    expect((await configurationOf()).publicKey).toBe(publicKey);
    await say(fixture, 'a');
    await done(fixture);
    expect([first, second, third].map(tagsOf)).toEqual([[], ['a'], ['a']]);
  });

  test('belongs to who registered it last, and is taken away by its person alone', async () => {
    const device = await register(fixture);
    const ben = await fixture.server.client(fixture.instance, 'ben');
    await ben.command('push.deleteToken', { deviceToken: device.token });
    expect((await configurationOf()).devices).toHaveLength(1);
    await ben.command('push.registerToken', { deviceToken: device.token });
    expect((await configurationOf()).devices).toEqual([]);
    await ben.command('push.deleteToken', { deviceToken: device.token });
    await ben.command('push.deleteToken', { deviceToken: 'unknown' });
    expect((await configurationOf(ben)).devices).toEqual([]);
    await say(fixture, 'a', [fixture.annaId, fixture.benId]);
    await done(fixture);
    expect(device.pushed).toEqual([]);
  });

  test('is none where that is no subscription', async () => {
    const answer = await fixture.anna.tryCommand('push.registerToken', { deviceToken: '{}' });
    expect([answer.status, answer.body.code]).toEqual([422, 'PUSH_TOKEN_INVALID']);
  });

  test('is none in a private network, nor one that is spoken to without encryption', async () => {
    const strict = await startTestServer({}, { alone: true });
    try {
      const other = await strict.instance('streng');
      await strict.person(other, 'anna');
      const client = await strict.client(other, 'anna');
      const { keys } = JSON.parse(fixture.peer.device().token) as { keys: object };
      for (const endpoint of [
        `${fixture.peer.origin}/x`,
        'https://10.0.0.7/x',
        'https://169.254.169.254/x',
        'http://1.1.1.1/x',
      ]) {
        const deviceToken = JSON.stringify({ endpoint, keys });
        expect((await client.tryCommand('push.registerToken', { deviceToken })).body.code).toBe('PUSH_TOKEN_INVALID');
      }
    } finally {
      await strict.close();
    }
  });

  test.each(['logout', 'endOtherSessions', 'setUnlocked'] as const)(
    'is gone when its session ends: %s',
    async (how) => {
      const phone = await fixture.server.client(fixture.instance, 'anna');
      const [device, own] = [await register(fixture, phone), await register(fixture)];
      if (how === 'logout') {
        const headers = phone.headers({ 'Content-Type': 'application/json' });
        await phone.send('/auth/logout', { method: 'POST', headers, body: '{}' });
      } else if (how === 'endOtherSessions') await fixture.anna.command('account.endOtherSessions', {});
      else {
        await fixture.server.person(fixture.instance, 'chef', { isAdministrator: true });
        await (
          await fixture.server.client(fixture.instance, 'chef')
        ).command('account.setUnlocked', { userId: fixture.annaId, isUnlocked: false });
      }
      const rows = await runSql(
        fixture.server.url,
        `select from push_device where instance_id = ${fixture.instance.id}`,
      );
      expect(rows).toHaveLength(how === 'setUnlocked' ? 0 : 1);
      await say(fixture, 'a');
      await done(fixture);
      expect(device.pushed).toEqual([]);
      expect(own.pushed).toHaveLength(how === 'setUnlocked' ? 0 : 1);
    },
  );

  test('is not told of what was ordered before its session ended', async () => {
    const device = await register(fixture);
    const ended = runSql(
      fixture.server.url,
      `update session set ended_at = now() where user_id = ${fixture.annaId} and instance_id = ${fixture.instance.id}`,
    );
    await Promise.all([ended, say(fixture, 'a')]);
    await done(fixture);
    await say(fixture, 'b');
    await done(fixture);
    expect(tagsOf(device)).not.toContain('b');
  });

  test('is kept sealed, with the key that signs', async () => {
    const device = await register(fixture);
    await configurationOf();
    const rows = await runSql(
      fixture.server.url,
      `select d.*, k.sealed_key from push_device d join push_key k using (instance_id) where instance_id = ${fixture.instance.id}`,
    );
    expect(rows).toHaveLength(1);
    const text = JSON.stringify(rows);
    const { endpoint, keys } = JSON.parse(device.token) as { endpoint: string; keys: Record<string, string> };
    for (const secret of [endpoint, device.path, ...Object.values(keys)]) expect(text).not.toContain(secret);
  });
});

test('devices are reached, and pushes signed, after the key file has got another key and the old one is gone', async () => {
  const device = await register(fixture);
  const { publicKey } = await configurationOf();
  const { server, instance } = fixture;
  const path = join(server.dataFolder, 'kontor.key');
  const key = newKey(new Date());
  await writeKeys(path, [key, ...readKeys(path)]);
  const { database, secrets } = server.platform;
  const rotation = { database, secrets, stored: [settingsStored], instanceIds: [instance.id] };
  expect(await rotateSecrets(rotation)).toEqual({ changed: 2, unreadable: 0 });
  await writeKeys(path, [key]);
  await say(fixture, 'a');
  await done(fixture);
  expect(tagsOf(device)).toEqual(['a']);
  expect(await Promise.all(device.pushed.map((pushed) => signedBy(pushed, publicKey)))).toHaveLength(1);
});

describe('what is pushed', () => {
  test('is signed, encrypted, and has not a word of the item in it', async () => {
    const device = await register(fixture);
    const { publicKey } = await configurationOf();
    const entryId = await newItem(fixture);
    await done(fixture);
    const [pushed] = device.pushed;
    if (pushed === undefined) throw new Error('Nothing was pushed');
    expect(device.messages).toEqual([
      {
        instanceName: fixture.instance.name,
        aggregateId: formatAggregateId({ module: 'note', entryId, userId: fixture.annaId }),
        kind: 'item',
        tag: `item:note:${entryId}`,
        badge: 1,
      },
    ]);
    const claims = await signedBy(pushed, publicKey);
    expect(claims).toMatchObject({ aud: fixture.peer.origin, sub: expect.stringMatching(/^(mailto|https):/) });
    expect((claims.exp ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(86_400);
    expect(pushed.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    for (const text of [
      JSON.stringify(device.messages),
      JSON.stringify(pushed.headers),
      pushed.body.toString('latin1'),
    ]) {
      expect(text).not.toContain(WORD);
      expect(text).not.toContain(Buffer.from(WORD).toString('base64').slice(0, 12));
    }
  });

  test('is of one length, whatever it says', async () => {
    const device = await register(fixture);
    await say(fixture, 'a');
    await say(fixture, 'a much longer one', [fixture.annaId], 'count');
    await done(fixture);
    expect(new Set(device.pushed.map(({ body }) => body.length)).size).toBe(1);
  });

  test('is an alarm that rings, urgently, and silence when it is confirmed', async () => {
    const device = await register(fixture);
    const id = await newItem(fixture, { status: 2 });
    await ringIn(fixture, id, 1000);
    await expect.poll(() => device.messages.map(({ kind }) => kind)).toEqual(['alarm']);
    expect(device.pushed[0]?.headers).toMatchObject({ urgency: 'high', ttl: '86400' });
    await fixture.anna.command('alarm.snooze', { type: 'activity', id, action: 'ok' });
    await expect.poll(() => device.messages.map(({ kind }) => kind)).toEqual(['alarm', 'silence']);
    expect(new Set(tagsOf(device))).toEqual(new Set([`alarm:activity:${id}`]));
    expect(new Set(device.pushed.map(({ headers }) => headers['topic'])).size).toBe(1);
  });

  test('is nothing for who has no device, and writes no job', async () => {
    await newItem(fixture);
    await say(fixture, 'a');
    expect(await jobs(fixture)).toEqual([]);
  });
});

describe('a service that does not take it', () => {
  test.each([404, 410])('says %i: the device is gone, and its person is told', async (status) => {
    const device = await register(fixture);
    const ear = await StompPeer.as(fixture.anna);
    fixture.peer.answers.set(device.path, [{ status }]);
    await say(fixture, 'a');
    await expect.poll(async () => (await configurationOf()).devices).toEqual([]);
    expect(await ear.event()).toMatchObject({ type: 'settings.changed', payload: { keys: ['push'] } });
    ear.close();
    await say(fixture, 'b');
    await done(fixture);
    expect(device.pushed).toHaveLength(1);
  });

  test('says 500: it is tried again, and what was delivered elsewhere is not', async () => {
    const phone = await register(fixture, await fixture.server.client(fixture.instance, 'anna'));
    const device = await register(fixture);
    fixture.peer.answers.set(device.path, [{ status: 500 }, { status: 201 }]);
    await say(fixture, 'a');
    await expect.poll(() => device.pushed.length).toBe(1);
    await expect.poll(async () => (await jobs(fixture)).length).toBe(1);
    await hurry(fixture);
    await expect.poll(() => device.pushed.length).toBe(2);
    await done(fixture);
    expect(tagsOf(phone)).toEqual(['a']);
    const failed = `select from push_device where instance_id = ${fixture.instance.id} and failures > 0`;
    expect(await runSql(fixture.server.url, failed)).toEqual([]);
  });

  test('says 429 and when: it is left alone until then, and that is no fault of the device', async () => {
    const device = await register(fixture);
    fixture.peer.answers.set(device.path, [{ status: 429, headers: { 'Retry-After': '1800' } }, { status: 201 }]);
    await say(fixture, 'a');
    await expect.poll(() => device.pushed.length).toBe(1);
    await expect
      .poll(async () => ((await jobs(fixture))[0]?.run_at.getTime() ?? 0) - Date.now())
      .toBeGreaterThan(29 * MINUTE);
    await hurry(fixture);
    await expect.poll(() => device.pushed.length).toBe(2);
    await done(fixture);
    expect((await configurationOf()).devices).toMatchObject([{ isPaused: false }]);
  });

  test('fails five times in a row: the device is paused until it registers anew', async () => {
    const device = await register(fixture);
    fixture.peer.answers.set(device.path, [{ status: 403 }]);
    for (let n = 1; n <= 5; n += 1) {
      await say(fixture, `a${n}`);
      await done(fixture);
    }
    expect((await configurationOf()).devices).toMatchObject([{ isPaused: true }]);
    await say(fixture, 'b');
    expect(await jobs(fixture)).toEqual([]);
    expect(device.pushed).toHaveLength(5);
    fixture.peer.answers.delete(device.path);
    await fixture.anna.command('push.registerToken', { deviceToken: device.token });
    expect((await configurationOf()).devices).toMatchObject([{ isPaused: false }]);
    await say(fixture, 'c');
    await expect.poll(() => device.pushed.length).toBe(6);
  });
});
