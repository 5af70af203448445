import { NOTIFICATION_KEYS, type QuietHours } from '@kontor/contract/settings';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';
import { describe, expect, it } from 'vitest';
import {
  isBundled,
  isWanted,
  outcomeOf,
  quietHoursOf,
  quietUntil,
  readSubscription,
  retryAfterMs,
  topicOf,
  urgencyOf,
  zoneOf,
} from './rules.ts';

describe('a subscription', () => {
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
  const endpoint = 'https://push.example/send/1';
  it('is read, whatever else it says', () =>
    expect(readSubscription(JSON.stringify({ endpoint, expirationTime: null, keys }))).toEqual({ endpoint, keys }));
  it.each([
    ['no JSON', 'abc'],
    ['null', 'null'],
    ['without keys', JSON.stringify({ endpoint })],
    ['with a key of another length', JSON.stringify({ endpoint, keys: { ...keys, auth: 'abc' } })],
    ['with a key of other signs', JSON.stringify({ endpoint, keys: { ...keys, auth: 'ü'.repeat(22) } })],
    ['at no address', JSON.stringify({ endpoint: 'push', keys })],
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

it('names a topic by signs that say nothing, the same for the same tag', () => {
  expect(topicOf('alarm:task:17')).toMatch(/^[\w-]{32}$/);
  expect(topicOf('alarm:task:17')).toBe(topicOf('alarm:task:17'));
  expect(topicOf('alarm:task:17')).not.toBe(topicOf('alarm:task:18'));
  expect([urgencyOf({ kind: 'alarm' }), urgencyOf({ kind: 'item' }), urgencyOf({ kind: 'silence' })]).toEqual([
    'high',
    'normal',
    'normal',
  ]);
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
