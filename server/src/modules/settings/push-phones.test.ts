import { describe, expect, test } from 'vitest';
import type { ApnsAnswer } from '../../platform/push/testing/apns-peer.ts';
import type { Phone } from '../../relay/testing/fixture.ts';
import { StompPeer } from '../../testing/stomp.ts';
import {
  alarmsOf,
  another,
  blamed,
  configurationOf,
  fixture,
  kinds,
  makers,
  openRelay,
  own,
  relay,
  ring,
  tags,
  usePhoneFixture,
} from './testing/phone-fixture.ts';
import { WORD, choose, done, hurry, jobs, newItem, quietNow, register, ringIn, say } from './testing/push-fixture.ts';

usePhoneFixture();

describe('a phone', () => {
  test('is one of the person’s devices, and its kind and the ways to it are told', async () => {
    const [second, third] = [await another(), await another()];
    await own('apns');
    await own('fcm', second);
    await third.command('push.registerToken', {
      deviceToken: JSON.stringify({
        ...JSON.parse(fixture.peer.device().token),
        kind: 'unifiedpush',
        app: 'de.kontor',
      }),
    });
    const { devices, services } = await configurationOf();
    expect(devices.map(({ kind, isThis }) => [kind, isThis])).toEqual([
      ['apns', true],
      ['fcm', false],
      ['unifiedpush', false],
    ]);
    expect(services).toEqual({ apns: true, fcm: true, unifiedPush: true });
  });

  test('is told what a page is told, and whoever carries it reads not a word', async () => {
    const [first, second, third] = [fixture.anna, await another(), await another()];
    const [iPhone, android, page] = [
      await own('apns', first),
      await own('fcm', second),
      await register(fixture, third),
    ];
    await newItem(fixture);
    await done(fixture);
    expect(page.messages).toHaveLength(1);
    expect(iPhone.messages).toEqual(page.messages);
    expect(android.messages).toEqual(page.messages);
    const carried = JSON.stringify([makers.apns.pushed, makers.fcm.pushed]);
    for (const word of [WORD, fixture.instance.name, 'aggregateId', 'item:note', 'anna'])
      expect(carried).not.toContain(word);
  });

  test('has what replaces each other under a name of its own for every account', async () => {
    const [iPhone, other] = [await own('apns'), await own('apns', await another())];
    await say(fixture, 'a');
    await say(fixture, 'a');
    await done(fixture);
    const topics = (phone: Phone) =>
      makers.apns.pushed.filter(({ token }) => token === phone.token).map(({ headers }) => headers['apns-collapse-id']);
    expect(new Set(topics(iPhone)).size).toBe(1);
    expect(topics(iPhone)[0]).not.toBe(topics(other)[0]);
  });

  test('rings, is silenced without a sound, and hears of alarms at once', async () => {
    const page = await another();
    const [iPhone, android, browser] = [
      await own('apns'),
      await own('fcm', await another()),
      await register(fixture, page),
    ];
    const id = await newItem(fixture, { status: 2 });
    await ringIn(fixture, id, 500);
    await expect.poll(() => kinds(android)).toEqual(['alarm']);
    await fixture.anna.command('alarm.snooze', { type: 'activity', id, action: 'ok' });
    await expect.poll(() => kinds(android)).toEqual(['alarm', 'silence']);
    await ring();
    await done(fixture);
    for (const phone of [iPhone, android]) expect(kinds(phone)).toEqual(['alarm', 'silence', 'call']);
    expect(browser.messages.map(({ kind }) => kind)).toEqual(['alarm', 'silence', 'item']);
    const pushed = makers.apns.pushed.filter(({ token }) => token === iPhone.token);
    expect(pushed.map(({ headers }) => headers['apns-push-type'])).toEqual(['alert', 'background', 'alert']);
    const [, , call] = makers.fcm.pushed.filter(({ token }) => token === android.token);
    expect(call?.android).toMatchObject({ priority: 'high', ttl: '30s' });
  });

  test('is told which alarms ring, and which are over though they have not rung: it may ring them by itself', async () => {
    const [iPhone, browser] = [await own('apns'), await register(fixture, await another())];
    const id = await newItem(fixture, { status: 2 });
    await ringIn(fixture, id, 500);
    await expect.poll(() => kinds(iPhone)).toEqual(['alarm']);
    const [alarm] = alarmsOf(iPhone);
    expect(alarm).toMatch(new RegExp(`^activity:${id}@\\d+$`));
    const { userAlarmTimestamp } = await fixture.anna.command<{ userAlarmTimestamp: number }>('alarm.delay', {
      type: 'activity',
      id,
      duration: 3600,
    });
    await expect.poll(() => alarmsOf(iPhone)).toEqual([alarm, alarm]);
    await fixture.anna.command('alarm.snooze', { type: 'activity', id, action: 'ok' });
    await done(fixture);
    expect(kinds(iPhone)).toEqual(['alarm', 'silence', 'silence']);
    expect(alarmsOf(iPhone)[2]).toBe(`activity:${id}@${userAlarmTimestamp}`);
    // A browser rings nothing by itself.
    expect(browser.messages.map(({ kind }) => kind)).toEqual(['alarm', 'silence']);
  });

  test('has quiet hours, too', async () => {
    const iPhone = await own('apns');
    await choose(fixture, { quietHours: quietNow(fixture), timeZone: 'UTC' });
    await newItem(fixture);
    await ring();
    await expect.poll(async () => (await jobs(fixture)).length).toBe(1);
    expect(tags(iPhone)).toEqual([]);
  });

  test('is forgotten with its session, and taken over by who signs in on it', async () => {
    const second = await another();
    const phone = await own('fcm', second);
    await fixture.anna.command('account.endOtherSessions', {});
    await say(fixture, 'a');
    await done(fixture);
    expect(tags(phone)).toEqual([]);
    await fixture.anna.command('push.registerToken', { deviceToken: phone.registration });
    const ben = await fixture.server.client(fixture.instance, 'ben');
    await ben.command('push.registerToken', { deviceToken: phone.registration });
    expect((await configurationOf()).devices).toEqual([]);
    await ben.command('push.deleteToken', { deviceToken: phone.registration });
    expect((await configurationOf(ben)).devices).toEqual([]);
  });
});

describe('a service of phones, behind the relay', () => {
  test.each<['apns' | 'fcm', object]>([
    ['apns', { status: 410, reason: 'Unregistered' }],
    ['apns', { status: 400, reason: 'BadDeviceToken' }],
    ['fcm', { status: 404, code: 'UNREGISTERED' }],
  ])('that does not know a phone any more has it forgotten, and its person told: %s %j', async (kind, answer) => {
    const phone = await own(kind);
    const ear = await StompPeer.as(fixture.anna);
    makers[kind].answers.set(phone.token, [answer as never]);
    await say(fixture, 'a');
    await expect.poll(async () => (await configurationOf()).devices).toEqual([]);
    expect(await ear.event()).toMatchObject({ type: 'settings.changed', payload: { keys: ['push'] } });
    ear.close();
    await done(fixture);
  });

  test('that is busy is left alone until then, and that is no fault of the phone', async () => {
    const phone = await own('apns');
    makers.apns.answers.set(phone.token, [
      { status: 429, reason: 'TooManyRequests', retryAfter: '1800' },
      { status: 200 },
    ]);
    await say(fixture, 'a');
    await expect
      .poll(async () => ((await jobs(fixture))[0]?.run_at.getTime() ?? 0) - Date.now())
      .toBeGreaterThan(29 * 60_000);
    await hurry(fixture);
    await done(fixture);
    expect([tags(phone), await blamed()]).toEqual([['a'], []]);
  });

  test('that takes nothing of it makes a phone be left alone after five times', async () => {
    const phone = await own('apns');
    makers.apns.answers.set(phone.token, [{ status: 400, reason: 'BadExpirationDate' }]);
    for (let n = 0; n < 5; n += 1) {
      await say(fixture, `a${n}`);
      await done(fixture);
    }
    expect((await configurationOf()).devices).toMatchObject([{ isPaused: true }]);
  });
});

describe('nothing is lost that is of use', () => {
  test('while the relay is away, and no phone is given up for it', async () => {
    const [iPhone, android] = [await own('apns'), await own('fcm', await another())];
    await relay.close();
    const wanted = Array.from({ length: 7 }, (_, n) => `a${n}`);
    for (const tag of wanted) await say(fixture, tag);
    await expect.poll(async () => (await jobs(fixture)).length).toBe(14);
    await hurry(fixture);
    await expect.poll(async () => (await jobs(fixture)).length).toBe(14);
    expect((await configurationOf()).devices).toMatchObject([{ isPaused: false }, { isPaused: false }]);
    await openRelay();
    await hurry(fixture);
    await done(fixture);
    for (const phone of [iPhone, android]) expect(tags(phone).toSorted()).toEqual(wanted);
    expect(await blamed()).toEqual([]);
  });

  test('but what has had its time', async () => {
    const phone = await own('fcm');
    makers.fcm.answers.set(phone.token, [{ status: 503 }]);
    const { busy } = relay.counts;
    await ring();
    await expect.poll(() => relay.counts.busy).toBe(busy + 1);
    fixture.server.advance(31_000);
    makers.fcm.answers.clear();
    await hurry(fixture);
    await done(fixture);
    expect(tags(phone)).toEqual([]);
  });

  test('whatever services and relay do meanwhile', async () => {
    const phones = { apns: await own('apns'), fcm: await own('fcm', await another()) };
    const faults: readonly ApnsAnswer[] = [
      'cut',
      { status: 503, reason: 'ServiceUnavailable' },
      { status: 200 },
      { status: 429, reason: 'TooManyRequests', retryAfter: '1' },
      { status: 500, reason: 'InternalServerError' },
      'slow',
      { status: 200 },
      'cut',
      { status: 403, reason: 'ExpiredProviderToken' },
      { status: 200 },
    ];
    makers.apns.answers.set(phones.apns.token, [...faults, { status: 200 }]);
    makers.fcm.answers.set(phones.fcm.token, [
      'cut',
      { status: 503, code: 'UNAVAILABLE', retryAfter: '1' },
      { status: 200 },
      { status: 429, code: 'QUOTA_EXCEEDED' },
      'slow',
      { status: 500 },
      { status: 200 },
    ]);
    const wanted = Array.from({ length: 12 }, (_, n) => `b${String(n).padStart(2, '0')}`);
    for (const [n, tag] of wanted.entries()) {
      await say(fixture, tag);
      if (n === 4) await relay.close();
      if (n === 6) await makers.apns.close();
      if (n === 8) await openRelay();
      if (n === 9) await makers.apns.open();
      if (n === 10) makers.fcm.endAccess();
    }
    for (let round = 0; (await jobs(fixture)).length > 0 && round < 60; round += 1) {
      await hurry(fixture);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await jobs(fixture)).toEqual([]);
    for (const phone of Object.values(phones)) expect([...new Set(tags(phone))].toSorted()).toEqual(wanted);
    expect(await blamed()).toEqual([]);
  });
});
