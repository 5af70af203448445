import { DIAL_FAULTS, MAX_DIAL_POLLS } from '@kontor/contract/phonecall';
import { expect, test } from 'vitest';
import { isLocalAddress, isPhoneLink, isPolled, isWindowAddress, polled, refused, type Dialling } from './rules.ts';
import { dialTexts } from './texts.ts';

const begun = { callId: 5, canHangUp: true, isTold: true, timestamp: 1 };

test('it is looked for as often as the contract says, and then waited for', () => {
  let state: Dialling = { kind: 'dialling', begun, polls: 0 };
  let turns = 0;
  while (state.kind === 'dialling') {
    state = polled(state);
    turns += 1;
  }
  expect([turns, state.kind]).toEqual([MAX_DIAL_POLLS, 'waiting']);
  expect(polled({ kind: 'ended', begun })).toEqual({ kind: 'ended', begun });
});

test('with the real-time channel each fifth turn asks, without it each', () => {
  const turns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(turns.filter((turn) => isPolled(turn, true))).toEqual([5, 10]);
  expect(turns.filter((turn) => isPolled(turn, false))).toEqual(turns);
});

test.each([
  ['PHONE_NUMBER_CONFIRM', { why: 'premium' }, { kind: 'confirm', why: 'premium' }],
  ['PHONE_NUMBER_CONFIRM', { why: 'other' }, { kind: 'refused', code: 'PHONE_NUMBER_CONFIRM' }],
  ['PHONE_NOT_CONFIGURED', { error: 'USER_HAS_NO_CONFIGURATION' }, { fault: 'USER_HAS_NO_CONFIGURATION' }],
  ['PHONE_LIMIT', { max: 200, of: 'user' }, { max: 200, of: 'user' }],
  ['PHONE_SYSTEM_AWAY', { status: 0 }, { code: 'PHONE_SYSTEM_AWAY', status: 0 }],
  ['NOT_FOUND', undefined, { kind: 'refused', code: 'NOT_FOUND' }],
])('%s with %o is %o', (code, data, state) => {
  expect(refused(code, data)).toMatchObject(state);
});

test.each([
  ['tel:+49431123456', true],
  ['callto:0431123456', true],
  ['tel:*21%23', false],
  ['tel:+49431;ext=1', false],
  ['javascript:alert(1)', false],
  ['https://x.example', false],
])('%s is a link for telephones: %s', (href, isLink) => {
  expect(isPhoneLink(href)).toBe(isLink);
});

test.each<[string, boolean, boolean]>([
  ['http://127.0.0.1:8090/Makecall_e0_0431', true, true],
  ['http://127.1:8090/Drop_e0', true, true],
  ['http://localhost:8090/Drop_e0', true, true],
  ['https://localhost/Drop_e0', true, true],
  ['https://127.0.0.2/Drop_e0', true, true],
  // No policy of a page can name these.
  ['http://127.0.0.2:8090/Drop_e0', true, false],
  ['http://[::1]:8090/Drop_e0', true, false],
  ['http://10.0.0.5/Drop_e0', true, false],
  ['http://172.31.0.5/Drop_e0', true, false],
  ['http://192.168.1.5:8090/Drop_e0', true, false],
  ['http://[fd00::5]/Drop_e0', true, false],
  ['http://telefon/Drop_e0', true, false],
  ['http://telefon.local/Drop_e0', true, false],
  ['https://192.168.1.5/Drop_e0', true, true],
  ['http://172.32.0.5/Drop_e0', false, false],
  ['http://8.8.8.8/Drop_e0', false, false],
  ['http://[2001:db8::5]/Drop_e0', false, false],
  ['http://telefon.example/Drop_e0', false, false],
  ['https://127.0.0.1.example/Drop_e0', false, false],
  ['https://localhost.example/Drop_e0', false, false],
  ['javascript:alert(1)', false, false],
  ['file:///etc/hosts', false, false],
  ['', false, false],
])('%s may be fetched by a page that came by http: %s, by https: %s', (href, byHttp, byHttps) => {
  expect([isLocalAddress(href, false), isLocalAddress(href, true)]).toEqual([byHttp, byHttps]);
});

test.each([
  ['http://192.168.1.5:8090/Drop_e0', true],
  ['https://telefon.example/Drop_e0', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['', false],
])('%s may be opened in a window: %s', (href, may) => {
  expect(isWindowAddress(href)).toBe(may);
});

test('each fault of how calls are made is said in both languages, with what to do', () => {
  for (const fault of DIAL_FAULTS)
    for (const t of [dialTexts.de, dialTexts.en]) {
      expect(t.faults[fault].what.length).toBeGreaterThan(10);
      expect(t.faults[fault].todo.length).toBeGreaterThan(10);
    }
});
