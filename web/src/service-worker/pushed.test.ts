import { alarmCommands, alarmQueries, ALARM_TYPES, type Alarm } from '@kontor/contract/alarm';
import { activityCommands, tipQueries } from '@kontor/contract/activity';
import { HEADERS, PLATFORM, formatAggregateId } from '@kontor/contract/kernel';
import { messageCommands, messageQueries } from '@kontor/contract/message';
import { presenceQueries } from '@kontor/contract/presence';
import { PushMessageSchema, pushCommands, pushQueries, type PushMessage } from '@kontor/contract/settings';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { accountOf, scopeOf } from './accounts.ts';
import { addressOf, alarmNotice, sayWhen, tagIn, tagWithin } from './notices.ts';
import { alarmOfTag, noticeOf, readPush } from './pushed.ts';
import { HEADER_NAMES, OPERATIONS, PLATFORM_NAME, wireOf, type Wire } from './wire.ts';

const reader = { account: 'nordwerk/anna', language: 'de', zone: 'Europe/Berlin' } as const;
const NOW = Date.parse('2026-11-23T09:00:00Z');
const aggregateId = formatAggregateId({ module: 'task', entryId: 17, userId: 1 });
const alarm: Alarm = {
  id: 17,
  title: 'Angebot Werft Neumann',
  type: 'task',
  timestamp: NOW / 1000 + 3600,
  alarmTimestamp: NOW / 1000 + 60,
  overriddenAlarmTimestamp: null,
  userAlarmTimestamp: NOW / 1000 + 60,
  aggregateId,
  moduleName: 'task',
  contact: '',
};
const message = (more: Partial<PushMessage>): PushMessage => ({
  instanceName: 'nordwerk',
  aggregateId: null,
  kind: 'alarm',
  tag: 'alarm:task:17',
  badge: null,
  ...more,
});
const answers = (results: unknown): Wire => ({
  ask: () => Promise.resolve({ csrfToken: '', results }),
  sendCommand: () => Promise.resolve(),
});
const silent: Wire = {
  ask: () => Promise.reject(new Error('offline')),
  sendCommand: () => Promise.reject(new Error('offline')),
};

test('the worker speaks as the contract does', () => {
  const { alarms, tips, delay, confirm, person, messageNotice, answer, setState, push, register } = OPERATIONS;
  for (const [own, definition] of [
    [alarms, alarmQueries.unconfirmed],
    [tips, tipQueries.tips],
    [delay, alarmCommands.delay],
    [confirm, alarmCommands.snooze],
    [person, presenceQueries.user],
    [messageNotice, messageQueries.notice],
    [answer, messageCommands.send],
    [setState, activityCommands.setState],
    [push, pushQueries.pushConfiguration],
    [register, pushCommands.registerToken],
  ] as const)
    expect(own).toEqual({ name: definition.name, apiVersion: definition.apiVersion });
  expect(HEADER_NAMES).toEqual({ platform: HEADERS.platform, csrf: HEADERS.csrf, instance: HEADERS.instance });
  expect(PLATFORM_NAME).toBe(PLATFORM);
});

test.each([
  ['an alarm', message({})],
  ['an item, with a badge', message({ kind: 'item', tag: 'item:task:17', aggregateId, badge: 3 })],
  ['silence', message({ kind: 'silence' })],
  ['a count', message({ kind: 'count', tag: 'count', badge: 0 })],
  ['a person', message({ kind: 'person', tag: 'person:3' })],
])('a push is read as the contract has it: %s', (_, given) => {
  expect(readPush(JSON.stringify(given))).toEqual(v.parse(PushMessageSchema, given));
});

test.each([
  '',
  'null',
  '{}',
  JSON.stringify({ ...message({}), kind: 'other' }),
  JSON.stringify({ ...message({}), badge: 'x' }),
])('what is no push says nothing: %s', (text) => expect(readPush(text)).toBeUndefined());

describe('what a push shows', () => {
  const item = message({ kind: 'item', tag: 'item:task:17', aggregateId });
  const messageId = formatAggregateId({ module: 'message', entryId: 17, userId: 1 });
  const text = message({ kind: 'item', tag: 'item:message:17', aggregateId: messageId });
  const waited = message({ kind: 'person', tag: 'person:3' });
  const tip = { people: [{ role: 'from', name: 'Ben Carstens', address: '' }], information: 'Angebot' };
  test.each<[string, PushMessage, Wire, object | undefined]>([
    [
      'an alarm, with its words',
      message({ aggregateId }),
      answers([alarm]),
      { title: alarm.title, body: 'Aufgabe · fällig heute 11:00' },
    ],
    ['an alarm that was confirmed meanwhile', message({ aggregateId }), answers([]), undefined],
    [
      'an alarm, without a word',
      message({ aggregateId }),
      silent,
      { title: 'Eine Erinnerung', data: { alarm: { type: 'task', id: 17 } } },
    ],
    [
      'several alarms',
      message({ tag: 'alarms' }),
      answers([{ ...alarm, userAlarmTimestamp: 1 }, alarm]),
      { title: expect.stringContaining('Erinnerung'), actions: [] },
    ],
    ['several alarms, without a word', message({ tag: 'alarms' }), silent, { title: 'Mehrere Erinnerungen' }],
    ['an item, with its words', item, answers(tip), { title: 'Ben Carstens', body: 'Angebot' }],
    ['an item, without a word', item, silent, { title: 'Neue Aufgabe' }],
    [
      'many items',
      message({ kind: 'count', tag: 'count', badge: 12 }),
      silent,
      { title: 'Neues in Kontor', body: '12\u00a0Einträge sind nicht erledigt.' },
    ],
    [
      'somebody who is waited for',
      waited,
      answers({ name: 'Ben Krüger', presence: 'present' }),
      { title: 'Ben Krüger ist da' },
    ],
    ['somebody who has gone again', waited, answers({ name: 'Ben Krüger', presence: 'absent' }), undefined],
    ['somebody, without a word', waited, silent, { title: 'Jemand ist da, auf den Sie warten' }],
    [
      'a message, with what was said last',
      text,
      answers({ by: 'Ben Krüger', text: '46,90 EUR', communicationPartnerUserId: 3, mayAnswer: true }),
      {
        title: 'Ben Krüger',
        body: '46,90 EUR',
        data: { item: messageId, partner: 3, address: expect.stringMatching(/\/inbox\/view\/3$/) },
        actions: [
          { action: 'answer', type: 'text', title: 'Antworten', placeholder: 'Antwort an Ben Krüger' },
          { action: 'done' },
        ],
      },
    ],
    [
      'a message that is not to be answered',
      text,
      answers({ by: 'Ben Krüger', text: 'Grillfest', communicationPartnerUserId: null, mayAnswer: false }),
      { title: 'Ben Krüger', actions: [{ action: 'open' }, { action: 'done' }] },
    ],
    [
      'a message, without a word',
      text,
      silent,
      { title: 'Neue Nachricht', actions: [{ action: 'open' }, { action: 'done' }] },
    ],
    ['silence', message({ kind: 'silence' }), silent, undefined],
  ])('%s', async (_, given, wire, shown) => {
    const notice = await noticeOf(reader, given, wire, NOW);
    if (shown === undefined) expect(notice).toBeUndefined();
    else expect(notice).toMatchObject(shown);
  });

  test('it is the account’s own, in its tag and its address', () => {
    const notice = alarmNotice(reader, alarm, NOW);
    expect(notice.tag).toBe('nordwerk/anna alarm:task:17');
    expect(tagWithin('nordwerk/anna', notice.tag)).toBe('alarm:task:17');
    expect(tagWithin('nordwerk/an', tagIn('nordwerk/anna', 'count'))).toBeUndefined();
    expect(addressOf(notice.data, 'ok')).toBe(
      `/task/${encodeURIComponent(aggregateId)}/inbox/view?alarm=ok&type=task&id=17&of=nordwerk%2Fanna`,
    );
    expect(addressOf({ account: 'a/b', address: '/', areAlarms: true }, 'open')).toBe('/?alarm=list&of=a%2Fb');
    expect(addressOf({ account: 'a/b', address: '/x', item: '{}' }, 'done')).toBe('/x?done=%7B%7D&of=a%2Fb');
  });
});

test.each([
  ['2026-11-23T13:00:00Z', 'heute 14:00', /^today 2:00\sPM$/],
  ['2026-11-24T08:00:00Z', 'morgen 09:00', /^tomorrow 9:00\sAM$/],
  ['2026-11-22T22:30:00Z', 'gestern 23:30', /^yesterday 11:30\sPM$/],
  ['2026-11-26T08:00:00Z', 'Do., 26.11., 09:00', /^Thu, 11\/26, 9:00\sAM$/],
  ['2027-01-04T08:00:00Z', 'Mo., 04.01.2027, 09:00', /2027/],
])('%s is %s', (time, german, english) => {
  const seconds = Date.parse(time) / 1000;
  expect(sayWhen(reader, seconds, NOW)).toBe(german);
  expect(sayWhen({ ...reader, language: 'en' }, seconds, NOW)).toMatch(english);
});

test('alarms are named as the server names them, and each account has a scope', () => {
  for (const type of ALARM_TYPES) expect(alarmOfTag(`alarm:${type}:5`)).toEqual({ type, id: 5 });
  expect([alarmOfTag('alarms'), alarmOfTag('alarm:other:5')]).toEqual([undefined, undefined]);
  const account = 'https%3A%2F%2Fx.example/nordwerk/anna';
  expect(accountOf(`https://kontor.example${scopeOf(account)}`)).toBe(account);
  expect(scopeOf(account)).not.toMatch(/%2f/i);
  expect(accountOf('https://kontor.example/')).toBeUndefined();
});

describe('the way to the server', () => {
  const known = { ...reader, instance: 'nordwerk', isCookie: true };
  test('a command takes the token that a query has brought', async () => {
    const send = vi.fn<(input: string, init: RequestInit) => Promise<Response>>((path) =>
      Promise.resolve(Response.json(path === '/command' ? {} : { csrfToken: 'c', results: [] })),
    );
    await wireOf(known, send).sendCommand(OPERATIONS.confirm, { type: 'task', id: 17, action: 'ok' });
    expect(send.mock.calls.map(([path]) => path.split('?')[0])).toEqual(['/query', '/command']);
    const { headers, body } = send.mock.calls[1]?.[1] ?? {};
    expect(headers).toMatchObject({ 'X-Csrf-Token': 'c', 'X-Instance': 'nordwerk' });
    expect((body as FormData).get('command')).toBe('alarm.snooze');
  });

  test.each([
    ['refuses', known, () => Promise.resolve(new Response('', { status: 401 }))],
    ['is another’s, with a token of its own', { ...known, isCookie: false }, () => Promise.resolve(Response.json({}))],
    ['is not known any more', undefined, () => Promise.resolve(Response.json({}))],
  ])('nothing is done by a server that %s', async (_, account, send) => {
    await expect(wireOf(account, send).sendCommand(OPERATIONS.confirm, {})).rejects.toThrow(Error);
  });
});
