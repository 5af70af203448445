import { appointmentQueries, readSpan, type Span } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { applyPending, type Pending } from './pending.ts';

const [row = []] = appointmentQueries.range.example.result.rows;
const span: Span = { ...readSpan(row), appointmentId: 31, original: 0, participation: 'none', kind: 'tentative' };
const other: Span = { ...span, appointmentId: 32 };
const of = '31:0';
const later = { start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z', timeMode: 'fixedTime' } as const;
const moved: Pending = { kind: 'moved', of, to: later };

const shown = (changes: readonly Pending[], { requestedAt = 100, waiting = [] as string[] } = {}) =>
  applyPending([span, other], changes, { requestedAt, waiting: new Set(waiting) });

test('what is moved stands where it will be, in all calendars, and others stay', () => {
  const both = applyPending([span, { ...span, calendarId: 2 }, other], [moved], { requestedAt: 1, waiting: new Set() });
  expect(both.map(({ span: { start } }) => start)).toEqual([later.start, later.start, other.start]);
});

test('what is removed is not there, and what is answered is not provisional any more', () => {
  expect(shown([{ kind: 'removed', of }]).map(({ span: { appointmentId } }) => appointmentId)).toEqual([32]);
  const [first] = shown([{ kind: 'answered', of, participation: 'accepted' }]);
  expect(first?.span).toMatchObject({ participation: 'accepted', kind: 'busy' });
  const [declined] = shown([{ kind: 'answered', of, participation: 'declined' }]);
  expect(declined?.span).toMatchObject({ participation: 'declined', kind: 'free' });
});

test.each([
  ['is on its way', {}, {}, true],
  ['waits', { processId: 'p' }, { waiting: ['p'] }, true],
  ['was discarded', { processId: 'p' }, {}, false],
  ['was taken after the answer was asked for', { takenAt: 100 }, {}, true],
  ['was taken before that', { takenAt: 99 }, {}, false],
])('a change that %s: shown %s', (_name, part, known, isShown) =>
  expect(shown([{ ...moved, ...part }], known)[0]?.span.start === later.start).toBe(isShown),
);

test('what waits says so, and what is made stands there meanwhile', () => {
  expect(shown([{ ...moved, processId: 'p' }], { waiting: ['p'] }).map(({ isWaiting }) => isWaiting)).toEqual([
    true,
    false,
  ]);
  const made = shown([{ kind: 'made', of: 'x', span: { ...span, title: 'Neu' } }]).at(-1);
  expect([made?.span.title, made?.isWaiting]).toEqual(['Neu', true]);
});

test('what was moved twice is where it was moved last', () => {
  const again: Pending = { kind: 'moved', of, to: { ...later, start: '2026-12-02T10:00:00Z' } };
  expect(shown([moved, again])[0]?.span.start).toBe('2026-12-02T10:00:00Z');
});
