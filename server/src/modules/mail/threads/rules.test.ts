import { describe, expect, it } from 'vitest';
import {
  isAnswerSubject,
  joinThreads,
  subjectKey,
  withAnswers,
  type ThreadBy,
  type Threaded,
  type Unthreaded,
} from './rules.ts';

it.each([
  ['Lieferung fehlt', 'lieferung fehlt', false],
  ['Re: Lieferung  fehlt', 'lieferung fehlt', true],
  ['AW: WG: Re[2]: [liste] Fwd: Lieferung fehlt', 'lieferung fehlt', true],
  ['[liste] SV: Lieferung fehlt', 'lieferung fehlt', true],
  ['AW（2）: x', 'aw(2): x', false],
  ['AW (3): Lieferung', 'lieferung', true],
  ['Rest: 3 Paletten', 'rest: 3 paletten', false],
  ['[Ticket 4711]', '[ticket 4711]', false],
  ['Re:', null, true],
  ['', null, false],
  ['ok', null, false],
])('the subject %s', (subject, key, isAnswer) => {
  expect([subjectKey(subject), isAnswerSubject(subject)]).toEqual([key, isAnswer]);
});

const mail = (mailId: number, messageId: string | null, ...names: string[]): Unthreaded => ({
  mailId,
  messageId,
  names,
});
const placed = (one: Unthreaded, threadId: number, by: ThreadBy = 'references'): Threaded => ({ ...one, threadId, by });
const threads = (fresh: Unthreaded[], known: Threaded[] = [], bySubject?: Map<number, number>) => {
  const { placed: found, joined } = joinThreads(fresh, known, bySubject);
  return {
    threads: Object.fromEntries([...found].map(([id, { threadId }]) => [id, threadId])),
    joined: Object.fromEntries(joined),
  };
};

describe('a mail comes into', () => {
  const first = placed(mail(1, 'a'), 1);
  it.each<[string, Unthreaded[], Threaded[], Record<number, number>, Record<number, number>]>([
    ['a thread of its own', [mail(5, 'e')], [first], { 5: 5 }, {}],
    ['the one that it names', [mail(5, 'e', 'a')], [first], { 5: 1 }, {}],
    ['the one that names it', [mail(5, 'z')], [placed(mail(2, 'b', 'z'), 2)], { 5: 2 }, {}],
    [
      'the oldest, and joins the others',
      [mail(5, 'e', 'a', 'b')],
      [first, placed(mail(2, 'b'), 2)],
      { 5: 1 },
      { 2: 1 },
    ],
    ['that of those who answer what is not here', [mail(5, 'e', 'x')], [placed(mail(2, 'b', 'x'), 2)], { 5: 2 }, {}],
    [
      'one with those that come at once',
      [mail(6, 'f', 'e'), mail(5, 'e'), mail(7, 'g', 'f')],
      [],
      { 5: 5, 6: 5, 7: 5 },
      {},
    ],
    [
      'the thread that somebody made',
      [mail(5, 'e', 'a', 'b')],
      [first, placed(mail(2, 'b', 'a'), 2, 'hand')],
      { 5: 2 },
      {},
    ],
    ['none that somebody took apart', [mail(5, 'b')], [placed(mail(3, 'c', 'b'), 3, 'hand')], { 5: 5 }, {}],
    ['its own, though it names itself', [mail(5, 'e', 'e')], [], { 5: 5 }, {}],
  ])('%s', (_what, fresh, known, expected, joined) => {
    expect(threads(fresh, known)).toEqual({ threads: expected, joined });
  });

  it('the one that its subject suggests, where it names none', () => {
    expect(joinThreads([mail(5, 'e')], [], new Map([[5, 3]])).placed.get(5)).toEqual({ threadId: 3, by: 'subject' });
    expect(joinThreads([mail(5, 'e', 'x')], [], new Map([[5, 3]])).placed.get(5)?.threadId).toBe(5);
  });
});

it('takes along what answers, by however many others, and ends in a ring', () => {
  const mails = [
    mail(1, 'a', 'd'),
    mail(2, 'b', 'a'),
    mail(3, 'c', 'b'),
    mail(4, 'd', 'c'),
    mail(5, 'e'),
    mail(6, null, 'e'),
  ];
  expect([...withAnswers(2, mails)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  expect([...withAnswers(5, mails)]).toEqual([5, 6]);
});
