import { generateKeyPairSync, sign, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ADAPTERS } from './index.ts';
import type { AdapterLine, PhoneEvent } from '../events.ts';

const BODIES = v.parse(
  v.record(v.string(), v.record(v.string(), v.string())),
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'bodies.json'), 'utf8')),
);
type Kind = keyof typeof ADAPTERS;
const KINDS = Object.keys(ADAPTERS) as Kind[];
const LINE: AdapterLine = {
  secret: undefined,
  mapping: null,
  zone: 'Europe/Berlin',
  address: 'https://kontor.example/phone/x/abc?a=1&b=2',
};
const bodyOf = (kind: Kind, name: string): string => BODIES[kind]?.[name] ?? '';
const read = (kind: Kind, body: string, headers: Record<string, string> = {}, line: Partial<AdapterLine> = {}) =>
  ADAPTERS[kind]?.read({ headers, body: Buffer.from(body) }, { ...LINE, ...line }) ?? { fault: 'unreadable' as const };
const eventsIn = (kind: Kind, name: string): readonly PhoneEvent[] => {
  const found = read(kind, bodyOf(kind, name));
  return 'events' in found ? found.events : [];
};

const SIPGATE = { ref: '123456', direction: 'in', from: '+492111234567', to: '+4915791234567' };
const PLACETEL = { ref: 'f4591ba315d81671d7a06c2a3b4f963dafd119de39cb26edd8a6476676b2f447', direction: 'in' };
const CTI = { ref: '307fa962-de8d-4ffc-817b-7f6993204159', direction: 'in', from: '+493055571600' };
const YEASTAR = { ref: '1648281234.42', direction: 'in', from: '0501234567', to: '5503301' };
const at = (text: string) => ({ at: Date.parse(text) });

test.each<[Kind, string, readonly object[]]>([
  ['sipgate', 'ring', [{ ...SIPGATE, type: 'ring', terminals: ['w0', 'w1'] }]],
  ['sipgate', 'answer', [{ ...SIPGATE, type: 'answer', terminals: ['w0'] }]],
  ['sipgate', 'voicemail', [{ ...SIPGATE, type: 'voice', terminals: [] }]],
  ['sipgate', 'end', [{ ...SIPGATE, type: 'end', terminals: [], outcome: 'answered' }]],
  ['sipgate', 'dtmf', []],
  ['sipgate', 'anonymous', [{ type: 'ring', from: '', to: '+4915791234567', terminals: ['w0'] }]],
  ['sipgate', 'diverted', [{ ref: '123457', groupRef: '123456', diversion: '+4915791234567', terminals: ['w1'] }]],
  ['placetel', 'ring', [{ ...PLACETEL, type: 'ring', from: '022129191999', to: '022199998560', terminals: [] }]],
  ['placetel', 'answer', [{ type: 'answer', direction: 'in', from: '0123456789', terminals: [] }]],
  ['placetel', 'outgoing', [{ type: 'ring', direction: 'out', terminals: ['7777abcdefg@fpbx.de'] }]],
  ['placetel', 'missed', [{ ref: PLACETEL.ref, type: 'end', direction: undefined, outcome: 'missed' }]],
  ['placetel', 'accepted', [{ type: 'end', outcome: 'answered', duration: 42 }]],
  ['cti', 'ring', [{ ...CTI, type: 'ring', terminals: ['Alice', 'Bob'] }]],
  ['cti', 'answer', [{ ...CTI, type: 'answer', terminals: ['Alice'] }]],
  ['cti', 'end', [{ ...CTI, type: 'end', outcome: 'answered' }]],
  ['yeastar', 'ring', [{ ...YEASTAR, type: 'ring', terminals: ['1000'] }]],
  ['yeastar', 'answer', [{ ...YEASTAR, type: 'answer', terminals: ['1000'] }]],
  [
    'yeastar',
    'end',
    [
      { ...YEASTAR, type: 'ring', terminals: ['1000'], ...at('2026-11-26T10:24:29+01:00') },
      { ...YEASTAR, type: 'answer', terminals: ['1000'], ...at('2026-11-26T10:24:31+01:00') },
      { ...YEASTAR, type: 'end', terminals: [], outcome: 'answered', duration: 9, ...at('2026-11-26T10:24:40+01:00') },
    ],
  ],
  [
    'yeastar',
    'older',
    [
      { type: 'ring', ref: '1511409229.8', direction: 'out', from: '1000', to: '0501234567', terminals: ['1000'] },
      { type: 'answer', terminals: ['1000'] },
      { type: 'end', terminals: [], outcome: 'answered', duration: 14 },
    ],
  ],
  ['yeastar', 'internal', []],
  ['yeastar', 'else', []],
  [
    'threecx',
    'inbound',
    [
      {
        type: 'ring',
        direction: 'in',
        from: '+492111234567',
        terminals: ['100'],
        name: 'Werft',
        ...at('2026-11-26T08:41:00Z'),
      },
      { type: 'answer', terminals: ['100'] },
      { type: 'end', outcome: 'answered', duration: 100, ...at('2026-11-26T08:42:40Z') },
    ],
  ],
  [
    'threecx',
    'missed',
    [
      { type: 'ring', direction: 'in' },
      { type: 'end', outcome: 'missed' },
    ],
  ],
  [
    'threecx',
    'notanswered',
    [
      { type: 'ring', direction: 'out', to: '+492111234567' },
      { type: 'end', outcome: 'cancelled' },
    ],
  ],
  [
    'template',
    'ring',
    [{ type: 'ring', ref: '77', direction: 'in', from: '02111234567', name: 'Werft', terminals: ['12'] }],
  ],
  ['template', 'end', [{ type: 'end', ref: '77', direction: 'in', terminals: [], outcome: 'missed' }]],
])('%s: %s', (kind, name, expected) => {
  const events = eventsIn(kind, name);
  expect(events).toHaveLength(expected.length);
  expect(events).toMatchObject(expected);
});

test.each<[Kind, string, string | undefined]>([
  ['template', 'event=end&callid=77&direction=1', 'missed'],
  ['template', 'event=end&callid=77&direction=0', 'cancelled'],
  ['template', 'event=end&callid=77', 'missed'],
  ['cti', 'event=hangup&callId=5&direction=in', 'missed'],
  ['cti', 'event=hangup&callId=5&direction=out', 'cancelled'],
  ['cti', 'event=hangup&callId=5&direction=in&cause=else', undefined],
])('%s: %s, and nobody took it: %s', (kind, body, outcome) => {
  const found = read(kind, body);
  expect('events' in found && found.events[0]?.outcome).toBe(outcome);
});

test('each missed call of 3CX is told of by all at whom it rang, and is one', () => {
  const one = eventsIn('threecx', 'missed')[0]?.ref;
  const other = read('threecx', bodyOf('threecx', 'missed').replace('"100"', '"101"'));
  expect('events' in other && other.events[0]?.ref).toBe(one);
});

test('faxes and voice messages come with the address of their file', () => {
  const fax = read(
    'cti',
    JSON.stringify({
      event: 'fax',
      callId: '5',
      from: '4943112',
      to: '4943199',
      direction: 'in',
      pages: 2,
      file: 'https://x.example/5.pdf',
    }),
  );
  expect('events' in fax && fax.events).toMatchObject([{ type: 'fax', pages: 2, file: 'https://x.example/5.pdf' }]);
  const voice = read('template', 'event=voice&callid=6&callfrom=043112&direction=1&file=https://x.example/6.wav');
  expect('events' in voice && voice.events).toMatchObject([{ type: 'voice', file: 'https://x.example/6.wav' }]);
});

describe('who has signed', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const body = bodyOf('sipgate', 'ring');
  const signature = sign('RSA-SHA256', Buffer.from(body), privateKey).toString('base64');

  test('sipgate, by its key', () => {
    expect('events' in read('sipgate', body, { 'x-sipgate-signature': signature }, { secret: pem })).toBe(true);
    for (const headers of [{}, { 'x-sipgate-signature': 'x' }, { 'x-sipgate-signature': signature.slice(4) }])
      expect(read('sipgate', body, headers as Record<string, string>, { secret: pem })).toEqual({ fault: 'signature' });
    expect(read('sipgate', `${body}&x=1`, { 'x-sipgate-signature': signature }, { secret: pem })).toEqual({
      fault: 'signature',
    });
    expect(read('sipgate', body, { 'x-sipgate-signature': signature }, { secret: 'kein Schlüssel' })).toEqual({
      fault: 'signature',
    });
  });

  test('Placetel, as its manual reckons', () => {
    const headers = { 'x-placetel-signature': 'c4f823c5b8806432fe2b83b1fc2ee714422e0cdfb4b5129152a7d0bbcd7792d0' };
    const answer = bodyOf('placetel', 'answer');
    expect('events' in read('placetel', answer, headers, { secret: '12345' })).toBe(true);
    expect(read('placetel', answer, headers, { secret: '12346' })).toEqual({ fault: 'signature' });
    expect(read('placetel', `${answer}0`, headers, { secret: '12345' })).toEqual({ fault: 'signature' });
  });

  test('Yeastar, in base64', () => {
    const ring = bodyOf('yeastar', 'ring');
    const mac = createHmac('sha256', 'geheim').update(ring).digest('base64');
    expect('events' in read('yeastar', ring, { 'x-signature': mac }, { secret: 'geheim' })).toBe(true);
    expect(read('yeastar', ring, {}, { secret: 'geheim' })).toEqual({ fault: 'signature' });
  });
});

describe('what they are answered', () => {
  const answerOf = (kind: Kind, name: string, isRejected = false) =>
    ADAPTERS[kind]?.answer(eventsIn(kind, name), LINE, isRejected);

  test('sipgate is told where the rest is to be posted, or to reject', () => {
    expect(answerOf('sipgate', 'ring')).toEqual({
      type: 'application/xml',
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<Response onAnswer="https://kontor.example/phone/x/abc?a=1&amp;b=2" onHangup="https://kontor.example/phone/x/abc?a=1&amp;b=2"/>',
    });
    expect(answerOf('sipgate', 'ring', true)?.body).toContain('<Reject reason="busy"/>');
    expect(answerOf('sipgate', 'end')?.body).toContain('<Response/>');
  });

  test('others are told nothing, or to reject', () => {
    expect(answerOf('placetel', 'ring')?.body).toBe('');
    expect(answerOf('placetel', 'ring', true)?.body).toContain('<Reject');
    expect(answerOf('cti', 'ring')?.body).toBe('{}');
    expect(JSON.parse(answerOf('cti', 'ring', true)?.body ?? '')).toEqual({ action: 'reject', reason: 'busy' });
    expect(answerOf('yeastar', 'ring')?.body).toBe('');
  });
});

describe('whatever they post', () => {
  test.each(KINDS)('%s: what is none of its bodies is said to be none', (kind) => {
    for (const body of ['', '{', '[]', 'null', '{}', 'x', '\0', 'event=', '{"event":{"a":1}}', '<xml/>'])
      expect(read(kind, body)).toEqual({ fault: 'unreadable' });
  });

  test.each(KINDS)('%s: bodies that are broken somewhere are read or refused, and never more than that', (kind) => {
    const bodies = Object.values(BODIES[kind] ?? {});
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.array(fc.record({ at: fc.nat(600), cut: fc.nat(6), put: fc.string({ maxLength: 6 }) }), { maxLength: 4 }),
        (body, edits) => {
          const broken = edits.reduce(
            (text, { at: place, cut, put }) => text.slice(0, place) + put + text.slice(place + cut),
            body,
          );
          const found = read(kind, broken);
          if ('fault' in found) expect(['signature', 'unreadable']).toContain(found.fault);
          for (const { ref, terminals, from, to, name = '' } of 'events' in found ? found.events : []) {
            expect(ref.length).toBeGreaterThan(0);
            expect(ref.length).toBeLessThanOrEqual(250);
            for (const text of [...terminals, from, to, name]) {
              expect(text.length).toBeLessThanOrEqual(200);
              expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
