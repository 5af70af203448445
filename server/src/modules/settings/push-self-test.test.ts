import type { ResultOf } from '@kontor/contract/kernel';
import type { pushQueries } from '@kontor/contract/settings';
import { describe, expect, test } from 'vitest';
import { runSql } from '../../platform/db/testing.ts';
import type { ApnsAnswer } from '../../platform/push/testing/apns-peer.ts';
import type { TestClient } from '../../testing/client.ts';
import { startTestServer } from '../../testing/server.ts';
import { StompPeer } from '../../testing/stomp.ts';
import {
  another,
  configurationOf,
  fixture,
  makers,
  openRelay,
  own,
  relay,
  tags,
  usePhoneFixture,
} from './testing/phone-fixture.ts';
import { choose, done, hurry, quietNow, register, tagsOf } from './testing/push-fixture.ts';

type State = ResultOf<typeof pushQueries.testState>;

usePhoneFixture();

describe('a test of the way', () => {
  const begin = (client: TestClient = fixture.anna) => client.command<{ testId: string }>('push.test', {});
  const stepsOf = async (testId: string, client = fixture.anna): Promise<string[]> =>
    (await client.query<State>('push.testState', { testId })).steps.map(
      ({ step, at, problem }) => `${step}${at === null ? '' : ' reached'}${problem === null ? '' : ` ${problem}`}`,
    );

  test('shows every station, the last one when the phone says so', async () => {
    const phone = await own('fcm');
    await choose(fixture, { quietHours: quietNow(fixture), timeZone: 'UTC' });
    const { testId } = await begin();
    await expect.poll(() => tags(phone)).toEqual([`test:${testId}`]);
    expect(phone.messages).toMatchObject([{ kind: 'test', aggregateId: null }]);
    const there = ['token reached', 'server reached', 'relay reached', 'service reached'];
    await expect.poll(() => stepsOf(testId)).toEqual([...there, 'arrived']);
    const ear = await StompPeer.as(fixture.anna);
    await fixture.anna.command('push.testArrived', { testId });
    expect(await ear.event()).toMatchObject({ type: 'settings.changed', payload: { keys: ['push'] } });
    ear.close();
    expect(await stepsOf(testId)).toEqual([...there, 'arrived reached']);
    const { steps } = await fixture.anna.query<State>('push.testState', { testId });
    const moments = steps.map(({ at }) => at ?? 0);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });

  test('that nobody speaks of has not arrived after half a minute', async () => {
    const phone = await own('apns');
    const { testId } = await begin();
    await expect.poll(() => tags(phone)).toEqual([`test:${testId}`]);
    await done(fixture);
    fixture.server.advance(31_000);
    expect((await stepsOf(testId)).at(-1)).toBe('arrived notArrived');
  });

  test('is a page’s, too, and goes without a relay', async () => {
    const page = await register(fixture);
    const { testId } = await begin();
    await done(fixture);
    expect(tagsOf(page)).toEqual([`test:${testId}`]);
    await expect.poll(() => stepsOf(testId)).toEqual(['token reached', 'server reached', 'service reached', 'arrived']);
  });

  test('is of its session alone, and one at a time', async () => {
    await own('apns');
    const second = await another();
    await own('apns', second);
    const { testId } = await begin();
    for (const client of [second, await fixture.server.client(fixture.instance, 'ben')]) {
      await client.command('push.testArrived', { testId });
      expect((await client.tryQuery('push.testState', { testId })).status).toBe(404);
    }
    expect((await stepsOf(testId)).at(-1)).toBe('arrived');
    await begin();
    expect((await fixture.anna.tryQuery('push.testState', { testId })).status).toBe(404);
    const rows = await runSql(fixture.server.url, `select from push_test where instance_id = ${fixture.instance.id}`);
    expect(rows).toHaveLength(1);
    await fixture.anna.command('account.endOtherSessions', {});
    await done(fixture);
  });

  test('says where it is stuck', async () => {
    expect((await fixture.anna.tryCommand('push.test', {})).body.code).toBe('PUSH_TOKEN_INVALID');
    const phone = await own('apns');
    const stuck = async (answer: ApnsAnswer) => {
      makers.apns.answers.set(phone.token, [answer]);
      const { testId } = await begin();
      await expect.poll(async () => (await stepsOf(testId)).join(', ')).toMatch(/server reached/);
      fixture.server.advance(31_000);
      await hurry(fixture);
      await done(fixture);
      return stepsOf(testId);
    };
    const there = ['token reached', 'server reached', 'relay reached'];
    expect(await stuck({ status: 503, reason: 'ServiceUnavailable' })).toEqual([
      ...there,
      'service reached busy',
      'arrived',
    ]);
    expect(await stuck('cut')).toEqual([...there, 'service reached unreached', 'arrived']);
    expect(await stuck({ status: 400, reason: 'BadMessageId' })).toEqual([
      ...there,
      'service reached refused',
      'arrived',
    ]);
    await relay.close();
    expect(await stuck({ status: 200 })).toEqual([
      'token reached',
      'server reached',
      'relay relayUnreached',
      'service',
      'arrived',
    ]);
    await openRelay();
    expect(await stuck({ status: 410, reason: 'Unregistered' })).toEqual([...there, 'service reached gone', 'arrived']);
    await own('apns');
    await runSql(fixture.server.url, `update push_device set failures = 5 where instance_id = ${fixture.instance.id}`);
    const { testId } = await begin();
    expect(await stepsOf(testId)).toEqual(['token reached paused', 'server', 'relay', 'service', 'arrived']);
  });
});

test('a server with keys of its own needs no relay; one without keys and relay says so', async () => {
  const withKeys = await startTestServer(makers.env, { alone: true, pushPlaces: makers.places });
  try {
    const instance = await withKeys.instance('eigene');
    await withKeys.person(instance, 'anna');
    const anna = await withKeys.client(instance, 'anna');
    expect((await configurationOf(anna)).services).toEqual({ apns: true, fcm: true, unifiedPush: true });
    for (const kind of ['apns', 'fcm'] as const) {
      const phone = await own(kind, anna);
      const { testId } = await anna.command<{ testId: string }>('push.test', {});
      await expect.poll(() => tags(phone)).toEqual([`test:${testId}`]);
      await expect
        .poll(async () =>
          (await anna.query<State>('push.testState', { testId })).steps.map(({ step, at }) => [step, at !== null]),
        )
        .toEqual([
          ['token', true],
          ['server', true],
          ['service', true],
          ['arrived', false],
        ]);
    }
    const foreign = await anna.tryCommand('push.registerToken', {
      deviceToken: makers.phone('apns', 'de.fremd.app').registration,
    });
    expect(foreign.body.code).toBe('PUSH_TOKEN_INVALID');
  } finally {
    await withKeys.close();
  }
  const bare = await startTestServer({}, { alone: true });
  try {
    const instance = await bare.instance('ohne');
    await bare.person(instance, 'anna');
    const anna = await bare.client(instance, 'anna');
    expect((await configurationOf(anna)).services).toEqual({ apns: false, fcm: false, unifiedPush: true });
    const answer = await anna.tryCommand('push.registerToken', { deviceToken: makers.phone('fcm').registration });
    expect([answer.status, answer.body.code]).toEqual([422, 'PUSH_TOKEN_INVALID']);
  } finally {
    await bare.close();
  }
});
