import { DIAL_FAULTS } from '@kontor/contract/phonecall';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { asNumber, callingCodeIn, callingCodeOf } from '../../../platform/phone/numbers.ts';
import {
  canHangUp,
  dayBegins,
  dialled,
  dropAddress,
  faultOf,
  formOf,
  makecallAddress,
  shownAddress,
  toConfirm,
  type LocationState,
} from './rules.ts';

const VECTORS = v.parse(
  v.array(
    v.object({
      region: v.string(),
      type: v.string(),
      e164: v.string(),
      international: v.string(),
      national: v.string(),
      valid: v.boolean(),
    }),
  ),
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'phone-numbers.json'), 'utf8')),
);

describe('what may be dialled', () => {
  test.each<[string, string | undefined]>([
    ['0431 123456', '0431123456'],
    ['+49 (0)431 / 5550-0', '+4943155500'],
    ['(0431) 123.456', '0431123456'],
    ['112', '112'],
    ['12', undefined],
    ['*21*0431123#', undefined],
    ['*#06#', undefined],
    ['0431,,123', undefined],
    ['0431p123', undefined],
    ['0431;ext=5', undefined],
    ['0431w5', undefined],
    ['%23', undefined],
    ['javascript:alert(1)', undefined],
    ['tel:0431123456', undefined],
    ['0431/../123', undefined],
    ['\u202e0431123456', undefined],
    ['0431\u200b123456', undefined],
    ['٠٤٣١١٢٣', undefined],
    ['0431 12345678901234', undefined],
    ['++49431', undefined],
    ['', undefined],
    ['anonymous', undefined],
  ])('%j is %j', (text, expected) => expect(dialled(text)).toBe(expected));

  test('every number of the corpus is, however it is written', () => {
    for (const { e164, international, national } of VECTORS) {
      expect(dialled(e164)).toBe(e164);
      expect(dialled(international), international).toBe(e164);
      expect(dialled(national), national).toMatch(/^[0-9]{3,15}$/);
    }
  });
});

const confirmIn = (country: string, text: string) => {
  const number = dialled(text) ?? '';
  const e164 = asNumber(number, country)?.e164 ?? '';
  return toConfirm({
    number,
    e164,
    country,
    ownCode: callingCodeOf(country),
    itsCode: e164 === '' ? '' : callingCodeIn(e164),
  });
};

describe('what is asked before', () => {
  test.each<[string, string, ReturnType<typeof toConfirm>]>([
    ['DE', '0431 123456', undefined],
    ['DE', '+49 431 123456', undefined],
    ['DE', '0171 3920014', undefined],
    ['DE', '0800 1234567', undefined],
    ['DE', '110', 'emergency'],
    ['DE', '112', 'emergency'],
    ['AT', '144', 'emergency'],
    ['US', '911', 'emergency'],
    ['DE', '144', undefined],
    ['DE', '101', undefined],
    ['DE', '0900 1234567', 'premium'],
    ['DE', '+49 900 1234567', 'premium'],
    ['DE', '0049 900 1234567', 'premium'],
    ['DE', '0137 1234567', 'premium'],
    ['DE', '0180 5123456', 'premium'],
    ['DE', '11833', 'premium'],
    ['DE', '+1 900 555 0123', 'premium'],
    ['DE', '001 900 5550123', 'premium'],
    ['DE', '+870 773 111 632', 'premium'],
    ['DE', '+881 6 123 45678', 'premium'],
    ['DE', '+882 16 1234567', 'premium'],
    ['DE', '+883 510 012345678', 'premium'],
    ['DE', '+43 900 123456', 'premium'],
    ['AT', '0900 123456', 'premium'],
    ['DE', '+43 1 5131234', 'abroad'],
    ['DE', '0043 1 5131234', 'abroad'],
    ['AT', '+49 431 123456', 'abroad'],
    ['AT', '01 5131234', undefined],
    ['DE', '+999 123456789', 'abroad'],
  ])('in %s %j is %j', (country, text, expected) => expect(confirmIn(country, text)).toBe(expected));

  test('numbers of services that cost more, and all of other countries, ask; those of one’s own do not', () => {
    const codes = new Set(['DE', 'AT', 'CH'].map(callingCodeOf));
    for (const { e164, type, valid } of VECTORS) {
      if (!valid) continue;
      const isOwn = callingCodeIn(e164) === '49';
      const why = confirmIn('DE', e164);
      if (type === 'PREMIUM_RATE' && codes.has(callingCodeIn(e164))) expect(why, e164).toBe('premium');
      else if (isOwn && ['MOBILE', 'FIXED_LINE', 'TOLL_FREE'].includes(type)) expect(why, e164).toBeUndefined();
      else if (!isOwn) expect(why, e164).toBeDefined();
    }
  });
});

describe('how calls are made', () => {
  const location: LocationState = { way: 'sipgateIO', url: '', urlInit: '', tokenId: 't', hasToken: true };
  test.each<[string, Parameters<typeof faultOf>[0], ReturnType<typeof faultOf>]>([
    ['nothing was said', undefined, 'USER_HAS_NO_CONFIGURATION'],
    [
      'the person may not',
      { isAllowed: false, terminal: 'e0', location },
      'USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS',
    ],
    ['there is no location', { isAllowed: true, terminal: 'e0', location: null }, 'USER_HAS_NO_LOCATION_CONFIGURED'],
    [
      'the location is none that we know',
      { isAllowed: true, terminal: 'e0', location: { ...location, way: 'other' } },
      'USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED',
    ],
    ['there is no terminal', { isAllowed: true, terminal: '', location }, 'USER_HAS_NO_TERMINAL_CONFIGURED'],
    [
      'a link needs no terminal',
      { isAllowed: true, terminal: '', location: { ...location, way: 'asterisk', hasToken: false } },
      '',
    ],
    [
      'there is no token',
      { isAllowed: true, terminal: 'e0', location: { ...location, hasToken: false } },
      'LOCATION_HAS_NO_CONFIGURATION',
    ],
    [
      'there is no address',
      { isAllowed: true, terminal: 'e0', location: { ...location, way: 'tapimasterExtern' } },
      'LOCATION_HAS_NO_CONFIGURATION',
    ],
    [
      'one address is enough',
      { isAllowed: true, terminal: 'e0', location: { ...location, way: 'curlPost', urlInit: 'https://x.example' } },
      '',
    ],
    ['all is there', { isAllowed: true, terminal: 'e0', location }, ''],
  ])('%s', (_name, state, expected) => expect(faultOf(state)).toBe(expected));

  test('the table has all six faults', () => expect(DIAL_FAULTS).toHaveLength(6));

  test('a form has the fields of the query, and no value makes another one', () => {
    const { url, fields } = formOf(
      'https://pbx.example/call?to={number}&from={terminal}&key={token}&x=a%26b&to=2#top',
      {
        number: '+49431123456',
        terminal: 'e0&admin=1',
        token: '{number}&y=1',
        user: 'anna',
      },
    );
    expect(url).toBe('https://pbx.example/call');
    expect([...fields]).toEqual([
      ['to', '+49431123456'],
      ['from', 'e0&admin=1'],
      ['key', '{number}&y=1'],
      ['x', 'a&b'],
      ['to', '2'],
    ]);
    expect(fields.toString()).toBe('to=%2B49431123456&from=e0%26admin%3D1&key=%7Bnumber%7D%26y%3D1&x=a%26b&to=2');
  });

  test('TAPImaster is asked at its path, whatever stands in terminal and number', () => {
    expect(makecallAddress('http://tapi.example:8080/x/?a=b#c', 'e0', '+49431')).toBe(
      'http://tapi.example:8080/x/Makecall_e0_%2B49431',
    );
    expect(dropAddress('http://tapi.example', '../e0?x')).toBe('http://tapi.example/Drop_..%2Fe0%3Fx');
  });

  test('what is secret of an address is not shown', () => {
    expect(shownAddress('https://pbx.example/call?key=geheim#x')).toBe('https://pbx.example/call');
    expect(shownAddress('')).toBe('');
  });

  test.each<[Parameters<typeof canHangUp>[0], string, boolean]>([
    ['sipgateIO', '', true],
    ['tapimasterExtern', '', true],
    ['curlPost', '', false],
    ['curlPost', 'https://x.example', true],
    ['asterisk', 'https://x.example', false],
    ['other', '', false],
  ])('%s with %j can be hung up: %j', (way, url, expected) => expect(canHangUp(way, url)).toBe(expected));

  test('a day begins at midnight of the zone, in summer too', () => {
    expect(dayBegins(Date.parse('2026-07-01T22:30:00Z'), 'Europe/Berlin')).toBe(Date.parse('2026-07-01T22:00:00Z'));
    expect(dayBegins(Date.parse('2026-11-26T12:00:00Z'), 'Europe/Berlin')).toBe(Date.parse('2026-11-25T23:00:00Z'));
  });
});
