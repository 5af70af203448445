import { NOTIFICATION_KEYS, type QuietHours } from '@kontor/contract/settings';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../platform/push/index.ts';
import {
  isBundled,
  isShort,
  isWanted,
  kindFor,
  outcomeOf,
  quietHoursOf,
  quietUntil,
  readSubscription,
  stepsOf,
  topicOf,
  urgencyOf,
  zoneOf,
  type TestRow,
} from './rules.ts';

describe('a subscription', () => {
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
  const endpoint = 'https://push.example/send/1';
  it('is read, whatever else it says', () =>
    expect(readSubscription(JSON.stringify({ endpoint, expirationTime: null, keys }))).toEqual({
      kind: 'browser',
      endpoint,
      keys,
    }));
  it.each([
    { kind: 'apns', app: 'de.kontor.app', token: 'ab'.repeat(32), environment: 'sandbox', keys },
    { kind: 'fcm', app: 'de.kontor.app', token: 'dQw4:APA91b-x_y', keys },
    { kind: 'unifiedpush', endpoint, keys },
  ])('of a phone is read: $kind', (device) => expect(readSubscription(JSON.stringify(device))).toEqual(device));
  it.each([
    ['no JSON', 'abc'],
    ['null', 'null'],
    ['without keys', JSON.stringify({ endpoint })],
    ['with a key of another length', JSON.stringify({ endpoint, keys: { ...keys, auth: 'abc' } })],
    ['with a key of other signs', JSON.stringify({ endpoint, keys: { ...keys, auth: 'ü'.repeat(22) } })],
    ['at no address', JSON.stringify({ endpoint: 'push', keys })],
    ['of Apple’s without a bundle', JSON.stringify({ kind: 'apns', token: 'ab'.repeat(32), keys })],
    [
      'of Apple’s whose token is none',
      JSON.stringify({ kind: 'apns', app: 'de.kontor', token: '../../x'.repeat(9), keys }),
    ],
    ['of an unknown kind', JSON.stringify({ kind: 'wns', endpoint, keys })],
    ['of Google’s without keys', JSON.stringify({ kind: 'fcm', app: 'de.kontor', token: 'abc:123456' })],
    ['of another protocol', JSON.stringify({ endpoint: 'file:///etc/passwd', keys })],
  ])('%s is none', (_, token) => expect(readSubscription(token)).toBeUndefined());
});

it.each([
  [201, 'sent'],
  [200, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [429, 'busy'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [301, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
  [0, 'failed'],
])('status %i: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome));

it.each([
  [undefined, undefined],
  ['120', 120_000],
  ['0', undefined],
  ['999999999', 86_400_000],
  ['Mon, 23 Nov 2026 08:01:00 GMT', 60_000],
  ['Mon, 23 Nov 2026 07:00:00 GMT', undefined],
  ['soon', undefined],
])('a service that says %s is left alone for %s ms', (header, ms) =>
  expect(retryAfterMs(header, Date.UTC(2026, 10, 23, 8))).toBe(ms),
);

describe('what a push service is told', () => {
  const keysOf = (fill: number) => ({
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, fill).toString('base64url'),
  });
  const browser = { kind: 'browser', endpoint: 'https://push.example/1', keys: keysOf(1) } as const;
  const phone = { kind: 'fcm', app: 'de.kontor.app', token: 'x'.repeat(20), keys: keysOf(2) } as const;

  it('names a topic by signs that say nothing, the same for the same tag of a device and no other', () => {
    const topic = topicOf('alarm:task:17', browser);
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(topicOf('alarm:task:17', browser)).toBe(topic);
    expect(new Set([topic, topicOf('alarm:task:18', browser), topicOf('alarm:task:17', phone)]).size).toBe(3);
  });

  it.each<[string, Parameters<typeof urgencyOf>[0], string, string, string, boolean]>([
    ['an alarm', { kind: 'alarm' }, 'high', 'high', 'alarm', false],
    ['an item', { kind: 'item' }, 'normal', 'normal', 'item', false],
    ['silence', { kind: 'silence' }, 'normal', 'low', 'silence', false],
    ['a call', { kind: 'item', isUrgent: true }, 'high', 'high', 'call', true],
    ['a test', { kind: 'test' }, 'high', 'high', 'test', true],
  ])('%s', (_what, message, ofPage, ofPhone, kind, short) => {
    expect([urgencyOf(message, browser), urgencyOf(message, phone)]).toEqual([ofPage, ofPhone]);
    expect([kindFor(message, browser), kindFor(message, phone)]).toEqual([message.kind, kind]);
    expect(isShort(message)).toBe(short);
  });
});

describe('a test', () => {
  const at = (ms: number) => new Date(1_795_219_200_000 + ms);
  const begun = {
    relayed: true,
    begun_at: at(0),
    sent_at: null,
    relay_at: null,
    service_at: null,
    arrived_at: null,
    problem: null,
  };
  const said = (row: Partial<TestRow>, ms: number) =>
    stepsOf({ ...begun, ...row }, at(ms).getTime())
      .map(({ step, at: moment, problem }) =>
        `${step} ${moment === null ? '-' : moment - at(0).getTime()} ${problem ?? ''}`.trim(),
      )
      .join(', ');
  const sent = { sent_at: at(20), relay_at: at(80), service_at: at(310) };

  it.each<[string, Partial<TestRow>, number, string]>([
    ['that has begun', {}, 10, 'token 0, server -, relay -, service -, arrived -'],
    [
      'of a device that was given up',
      { problem: 'paused' },
      10,
      'token 0 paused, server -, relay -, service -, arrived -',
    ],
    [
      'without a way',
      { relayed: false, problem: 'noService' },
      10,
      'token 0, server - noService, service -, arrived -',
    ],
    [
      'whose relay is away',
      { sent_at: at(20), problem: 'relayUnreached' },
      99,
      'token 0, server 20, relay - relayUnreached, service -, arrived -',
    ],
    [
      'whose service is busy',
      { ...sent, service_at: at(90), problem: 'busy' },
      99,
      'token 0, server 20, relay 80, service 90 busy, arrived -',
    ],
    ['under way', sent, 400, 'token 0, server 20, relay 80, service 310, arrived -'],
    ['that nobody has spoken of', sent, 30_001, 'token 0, server 20, relay 80, service 310, arrived - notArrived'],
    [
      'that has arrived',
      { ...sent, arrived_at: at(400), problem: 'busy' },
      40_000,
      'token 0, server 20, relay 80, service 310, arrived 400',
    ],
  ])('%s', (_what, row, ms, steps) => expect(said(row, ms)).toBe(steps));
});

it.each([
  [undefined, 'Europe/Berlin'],
  ['auto', 'Europe/Berlin'],
  ['device', 'Europe/Berlin'],
  ['Nowhere/Atlantis', 'Europe/Berlin'],
  [7, 'Europe/Berlin'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('the zone %j is %s', (chosen, zone) => expect(zoneOf(chosen, 'Europe/Berlin')).toBe(zone));

describe('quiet hours', () => {
  const every = [true, true, true, true, true, true, true];
  const quiet = (from: string, to: string, days = every): QuietHours => ({ isOn: true, from, to, days });
  const only = (day: number) => every.map((_, index) => index === day);
  // 23 November 2026 is a Monday.
  it.each<[string, QuietHours, string, string | undefined]>([
    ['off', { ...quiet('20:00', '07:00'), isOn: false }, '2026-11-23T23:00', undefined],
    ['in the evening', quiet('20:00', '07:00'), '2026-11-23T20:00', '2026-11-24T07:00'],
    ['after midnight', quiet('20:00', '07:00'), '2026-11-24T06:59', '2026-11-24T07:00'],
    ['at their end', quiet('20:00', '07:00'), '2026-11-24T07:00', undefined],
    ['at noon', quiet('12:00', '13:00'), '2026-11-23T12:30', '2026-11-23T13:00'],
    ['before noon', quiet('12:00', '13:00'), '2026-11-23T11:59', undefined],
    [
      'that begin on Mondays, on Tuesday morning',
      quiet('20:00', '07:00', only(0)),
      '2026-11-24T03:00',
      '2026-11-24T07:00',
    ],
    ['that begin on Mondays, on Tuesday evening', quiet('20:00', '07:00', only(0)), '2026-11-24T21:00', undefined],
    ['that begin on Mondays, on Monday morning', quiet('20:00', '07:00', only(0)), '2026-11-23T03:00', undefined],
    ['all day on Sundays', quiet('00:00', '00:00', only(6)), '2026-11-29T15:00', '2026-11-30T00:00'],
    ['all day from noon', quiet('12:00', '12:00', only(0)), '2026-11-24T11:59', '2026-11-24T12:00'],
    ['over the hour that is lost', quiet('01:00', '03:30'), '2027-03-28T01:30', '2027-03-28T03:30'],
    ['that end in the hour that is lost', quiet('01:00', '02:30'), '2027-03-28T01:30', '2027-03-28T03:30'],
    ['over the hour that comes twice', quiet('22:00', '07:00'), '2026-10-24T23:00', '2026-10-25T07:00'],
  ])('%s', (_, hours, now, until) => {
    const at = (clock: string) => Temporal.PlainDateTime.from(clock).toZonedDateTime('Europe/Berlin').epochMilliseconds;
    expect(quietUntil(hours, 'Europe/Berlin', at(now))).toBe(until === undefined ? undefined : at(until));
  });

  it('last as long as the clock says, an hour less or more where it is changed', () => {
    const night = quiet('22:00', '06:00');
    const hours = (evening: string) => {
      const from = Date.parse(evening);
      return ((quietUntil(night, 'Europe/Berlin', from) ?? 0) - from) / 3_600_000;
    };
    expect(hours('2027-03-27T22:00+01:00')).toBe(7);
    expect(hours('2026-10-24T22:00+02:00')).toBe(9);
    expect(hours('2026-11-23T22:00+01:00')).toBe(8);
  });

  it('are in the zone that is asked for, and the usual ones where what was chosen cannot be read', () => {
    const now = Date.parse('2026-11-23T12:00Z');
    expect(quietUntil(quiet('20:00', '07:00'), 'Asia/Tokyo', now)).toBe(Date.parse('2026-11-23T22:00Z'));
    expect(quietUntil(quiet('20:00', '07:00'), 'UTC', now)).toBeUndefined();
    expect(quietHoursOf({ isOn: true, from: '7', to: '', days: [] }).isOn).toBe(false);
    expect(quietHoursOf(quiet('12:00', '13:00'))).toEqual(quiet('12:00', '13:00'));
  });
});

it('tells of kinds as was chosen, of mails only where they were asked for, and never of memos', () => {
  const wantedKinds = (chosen?: ReadonlyMap<string, unknown>) =>
    ITEM_KIND_NAMES.filter((module) => isWanted(module, chosen));
  expect(wantedKinds().slice(0, 6)).toEqual(['phonecall', 'document', 'note', 'task', 'message', 'appointment']);
  for (const name of ['email', 'activity']) expect(wantedKinds()).not.toContain(name);
  expect(wantedKinds(new Map(NOTIFICATION_KEYS.map((key) => [key, false])))).toEqual([]);
  expect(wantedKinds(new Map([['notificationsMailEnabled', true]]))).toContain('email');
  expect(wantedKinds(new Map(NOTIFICATION_KEYS.map((key) => [key, true])))).not.toContain('activity');
  expect([3, 4].map(isBundled)).toEqual([false, true]);
});
