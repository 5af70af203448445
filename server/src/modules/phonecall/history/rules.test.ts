import { HISTORY_KINDS, type HistoryKind, type Outcome } from '@kontor/contract/phonecall';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PhoneEvent } from '../arriving/index.ts';
import {
  HistoryRefused,
  HistoryTooLong,
  HistoryUnreadable,
  MAX_PAGES,
  type HistoryAccess,
  type HistoryCall,
  type HistoryRequest,
} from './reading.ts';
import { READERS } from './readers/index.ts';
import { asCalls, eventsOf, pauseFor, type KnownWay, type ReadCall } from './rules.ts';

const ANSWERS = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'answers.json'), 'utf8')) as Record<
  HistoryKind,
  Record<string, unknown>
>;
const answer = (kind: HistoryKind, name: string): string => JSON.stringify(ANSWERS[kind][name]);
const SPAN = { from: Date.parse('2026-11-26T05:00:00Z'), to: Date.parse('2026-11-26T10:00:00Z') };
const ACCESS: HistoryAccess = { url: 'https://pbx.example', user: 'anna', secret: 'geheim', zone: 'Europe/Berlin' };

/** What a reader asks and returns where each request is answered with the next of these, the last one again and again. */
function run(kind: HistoryKind, answers: readonly string[], span = SPAN, access = ACCESS) {
  const requests: HistoryRequest[] = [];
  const reading = READERS[kind](span, access);
  let step = reading.next();
  while (step.done !== true) {
    requests.push(step.value);
    step = reading.next(answers[requests.length - 1] ?? answers.at(-1) ?? '');
  }
  return { requests, calls: step.value };
}
const ALL: Readonly<Record<HistoryKind, readonly string[]>> = {
  sipgate: [answer('sipgate', 'history')],
  placetel: [answer('placetel', 'calls'), '[]'],
  yeastar: [answer('yeastar', 'token'), answer('yeastar', 'records')],
};

describe('what histories say', () => {
  test('sipgate: calls by what pushes call them, voice messages, and nothing that may be going on', () => {
    const { requests, calls } = run('sipgate', ALL.sipgate);
    expect(calls).toMatchObject([
      { ref: '123456', direction: 'in', from: '+492111234567', outcome: 'answered', duration: 100, terminals: ['e0'] },
      { ref: '123457', direction: 'in', from: '', outcome: 'missed', terminals: ['e0', 'e1'] },
      { ref: '123458', direction: 'out', to: '+492117654321', outcome: 'busy', at: Date.parse('2026-11-26T07:55:00Z') },
      { ref: '7f3c-4', direction: 'in', outcome: 'voice', duration: 22 },
    ]);
    const [{ address, headers } = { address: '', headers: {} }] = requests;
    const { origin, pathname, searchParams } = new URL(address);
    expect([origin + pathname, searchParams.getAll('types'), searchParams.get('from')]).toEqual([
      'https://pbx.example/history',
      ['CALL', 'VOICEMAIL'],
      '2026-11-26T05:00:00.000Z',
    ]);
    expect(headers).toMatchObject({ authorization: `Basic ${Buffer.from('anna:geheim').toString('base64')}` });
    expect(run('sipgate', ALL.sipgate, SPAN, { ...ACCESS, url: '' }).requests[0]?.address).toMatch(
      /^https:\/\/api\.sipgate\.com\/v2\/history\?/,
    );
  });

  test('Placetel: calls that came in, a day by the clock of the zone at a time', () => {
    const { requests, calls } = run('placetel', ALL.placetel);
    expect(calls).toMatchObject([
      { ref: 'history 31459', from: '022129191999', to: '022199998560', outcome: 'answered', duration: 100 },
      { ref: 'history 31460', from: '', to: '022199998560', outcome: 'missed' },
      { ref: 'history 31461', outcome: 'voice', to: '' },
    ]);
    expect(requests.map(({ address }) => new URL(address).searchParams.get('filter[date]'))).toEqual([
      '2026-11-26',
      '2026-11-26',
    ]);
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer geheim' });
    // Half past twelve at night in Berlin is the day before in London.
    const late = { from: Date.parse('2026-11-25T22:30:00Z'), to: Date.parse('2026-11-25T23:30:00Z') };
    const days = run('placetel', ['[]'], late).requests.map(({ address }) =>
      new URL(address).searchParams.get('filter[date]'),
    );
    expect(days).toEqual(['2026-11-25', '2026-11-26']);
  });

  test('Yeastar: records of the time, by a token, and no calls within the house', () => {
    const { requests, calls } = run('yeastar', ALL.yeastar);
    expect(calls).toMatchObject([
      {
        ref: 'history 20261126102440E7D1',
        direction: 'in',
        from: '0501234567',
        to: '5503301',
        outcome: 'answered',
        duration: 9,
        terminals: ['1001'],
      },
      { ref: 'history 20261126102438E7D0', outcome: 'missed', terminals: ['1000'] },
      {
        ref: 'history 20261126101500E7CF',
        direction: 'out',
        from: '1000',
        to: '0507654321',
        outcome: 'cancelled',
        at: Date.parse('2026-11-26T10:15:00+01:00'),
      },
    ]);
    expect(requests.map(({ method, address }) => [method, new URL(address).pathname])).toEqual([
      ['POST', '/openapi/v1.0/get_token'],
      ['GET', '/openapi/v1.0/cdr/list'],
    ]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ username: 'anna', password: 'geheim' });
    expect(new URL(requests[1]?.address ?? '').searchParams.get('access_token')).toBe('EQXp8Jw');
    expect(() => run('yeastar', [answer('yeastar', 'refused')])).toThrow(HistoryRefused);
  });

  test.each(HISTORY_KINDS)('%s: what is none of its answers is said to be none', (kind) => {
    for (const body of ['', '{', 'null', '{}', '{"items":1}', '<html>', '"x"'])
      expect(() => run(kind, [body])).toThrow(HistoryUnreadable);
  });

  test('a page that is full is followed by the next, up to so many', () => {
    const items = Array.from({ length: 50 }, (_, index) => ({ id: String(index), type: 'CALL' }));
    const full = JSON.stringify({ items });
    expect(run('sipgate', [full, full, '{"items":[]}']).requests).toHaveLength(3);
    expect(() => run('sipgate', [full])).toThrow(HistoryTooLong);
    const rows = JSON.stringify({
      errcode: 0,
      data: items.concat(items).map((one) => ({ ...one, timestamp: SPAN.to / 1000 })),
    });
    expect(() => run('yeastar', [answer('yeastar', 'token'), rows])).toThrow(HistoryTooLong);
    let page = 0;
    const days = READERS.placetel(SPAN, ACCESS);
    expect(() => {
      for (let step = days.next(); step.done !== true;) step = days.next(JSON.stringify([{ id: (page += 1) }]));
    }).toThrow(HistoryTooLong);
    expect(page).toBe(MAX_PAGES);
    // One that answers the same whatever page it is asked for comes to an end.
    expect(run('placetel', ['[{"id":1}]']).requests).toHaveLength(2);
  });

  test.each(HISTORY_KINDS)(
    '%s: answers that are broken somewhere are read or refused, and never more than that',
    (kind) => {
      fc.assert(
        fc.property(
          fc.array(fc.record({ at: fc.nat(900), cut: fc.nat(6), put: fc.string({ maxLength: 6 }) }), { maxLength: 4 }),
          (edits) => {
            const broken = ALL[kind].map((body) =>
              edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), body),
            );
            try {
              for (const { ref, from, to, terminals, at } of run(kind, broken).calls) {
                expect(ref.length).toBeGreaterThan(0);
                expect(ref.length).toBeLessThanOrEqual(260);
                expect(Number.isFinite(at)).toBe(true);
                for (const text of [from, to, ...terminals]) expect(text.length).toBeLessThanOrEqual(300);
              }
            } catch (error) {
              expect([HistoryUnreadable, HistoryRefused, HistoryTooLong]).toContain((error as Error).constructor);
            }
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});

const AT = Date.parse('2026-11-26T09:41:00Z');
const call = (part: Partial<ReadCall> = {}): ReadCall => ({
  ref: 'h1',
  direction: 'in',
  from: '+492111234567',
  to: '+4915791234567',
  at: AT,
  duration: 100,
  outcome: 'answered',
  terminals: ['e0'],
  number: 492_111_234_567,
  digits: '492111234567',
  ...part,
});
const way = (part: Partial<KnownWay> = {}): KnownWay => ({
  ref: 'push',
  direction: 'in',
  digits: '492111234567',
  from: AT + 2000,
  to: AT + 104_000,
  isAnswered: true,
  isOver: true,
  ...part,
});
const short = (events: readonly PhoneEvent[] | undefined) =>
  events?.map(({ type, ref, outcome, terminals }) => [type, ref, outcome ?? terminals.join()].join(' ')) ?? 'later';

describe('what is made up for', () => {
  test.each<[string, Partial<ReadCall>, readonly Partial<KnownWay>[], unknown]>([
    ['nobody was told of it', {}, [], ['ring h1 e0', 'answer h1 e0', 'end h1 answered']],
    ['it was missed', { outcome: 'missed', terminals: ['e0', 'e1'] }, [], ['ring h1 e0,e1', 'end h1 missed']],
    [
      'who of several took it is not said',
      { terminals: ['e0', 'e1'] },
      [],
      ['ring h1 e0,e1', 'answer h1 ', 'end h1 answered'],
    ],
    ['it went out', { direction: 'out' }, [], ['ring h1 e0', 'answer h1 ', 'end h1 answered']],
    ['it is known', {}, [{}], []],
    ['it is known by its name, whenever that was', {}, [{ ref: 'h1', from: AT - 9e6, to: AT - 9e6 }], []],
    ['it is known, and its number kept back', { digits: '', number: null }, [{ digits: '' }], []],
    ['another number is known', {}, [{ digits: '49' }], ['ring h1 e0', 'answer h1 e0', 'end h1 answered']],
    ['one that went out is known', {}, [{ direction: 'out' }], ['ring h1 e0', 'answer h1 e0', 'end h1 answered']],
    [
      'one of an hour before is known',
      {},
      [{ from: AT - 36e5, to: AT - 35e5 }],
      ['ring h1 e0', 'answer h1 e0', 'end h1 answered'],
    ],
    ['nobody said that it is over', {}, [{ isOver: false, to: AT + 4000 }], ['end push answered']],
    [
      'nobody said that it was taken',
      {},
      [{ isOver: false, isAnswered: false }],
      ['answer push e0', 'end push answered'],
    ],
    ['the same number calls again just now', {}, [{ isOver: false, from: AT + 110_000, to: AT + 110_000 }], 'later'],
    ['it rang again and again', { outcome: 'missed' }, [{ ref: undefined, from: AT - 9e6, to: AT + 9e6 }], []],
    [
      'of those that rang again and again one was taken',
      {},
      [{ ref: undefined, from: AT - 9e6, to: AT + 9e6 }],
      ['ring h1 e0', 'answer h1 e0', 'end h1 answered'],
    ],
    [
      'of two the nearer one is it',
      {},
      [{ from: AT + 60_000 }, { isOver: false, from: AT - 1000, to: AT - 500 }],
      ['end push answered'],
    ],
  ])('%s', (_name, part, known, expected) => {
    expect(short(eventsOf(call(part), known.map(way)))).toEqual(expected);
  });

  test('records of one call are one, in whatever order they come', () => {
    const records = [
      call({ ref: 'a', outcome: 'missed', duration: 0, terminals: ['1000'] }),
      call({ ref: 'b', at: AT + 3000, terminals: ['1001'] }),
      call({ ref: 'c', at: AT + 10_000, outcome: 'missed', duration: 0, terminals: ['1002'] }),
      call({ ref: 'd', at: AT + 200_000, outcome: 'missed', duration: 0, terminals: [] }),
      call({ ref: 'e', at: AT + 1000, digits: '49', number: 49, terminals: [] }),
    ];
    const expected = [
      { ref: 'a', at: AT, outcome: 'answered', duration: 100, terminals: ['1001'] },
      { ref: 'e' },
      { ref: 'd', outcome: 'missed' },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        expect(asCalls(shuffled)).toMatchObject(expected);
      }),
    );
  });

  test('calls whose numbers are kept back are several', () =>
    expect(asCalls([call({ ref: 'a', digits: '' }), call({ ref: 'b', digits: '' })])).toHaveLength(2));

  test.each<[number, number, number]>([
    [0, 600_000, 600_000],
    [1, 45_000, 60_000],
    [3, 180_000, 240_000],
    [30, 2_700_000, 3_600_000],
  ])('after %j failures it is asked again in between %j and %j milliseconds', (failures, least, most) => {
    expect([pauseFor(failures, 600_000, 0), pauseFor(failures, 600_000, 1)]).toEqual([least, most]);
  });
});

const OUTCOMES_OF: readonly Outcome[] = ['answered', 'missed', 'busy', 'voice'];
/** What was told live of a call, as the ways that are known of it. */
const waysAfter = (told: readonly ('ring' | 'answer' | 'end')[]): readonly KnownWay[] =>
  told.length === 0
    ? []
    : [way({ isAnswered: told.includes('answer'), isOver: told.includes('end'), from: AT + 1000, to: AT + 1000 })];

test('whatever of a call was told live, its history adds what is missing, and once', () => {
  fc.assert(
    fc.property(
      fc.subarray(['ring', 'answer', 'end'] as const),
      fc.constantFrom(...OUTCOMES_OF),
      fc.boolean(),
      (told, outcome, isNamedAlike) => {
        const one: HistoryCall & ReadCall = call({ outcome, ref: isNamedAlike ? 'push' : 'h1' });
        const events = eventsOf(one, waysAfter(told)) ?? [];
        const types = [...told, ...events.map(({ type }) => type)];
        expect(types.filter((type) => type === 'end')).toHaveLength(1);
        expect(types.filter((type) => type === 'ring').length).toBeLessThanOrEqual(1);
        if (told.length === 0) expect(types).toContain('ring');
        if (outcome === 'answered' && !told.includes('end')) expect(types).toContain('answer');
        expect(new Set(events.map(({ ref }) => ref)).size).toBeLessThanOrEqual(1);
        const after = told.length === 0 ? [way({ ref: one.ref, isOver: true })] : [way({ isOver: true })];
        expect(eventsOf(one, after)).toEqual([]);
      },
    ),
  );
});
