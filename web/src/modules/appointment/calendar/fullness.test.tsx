import type { PermittedCalendar, Span } from '@kontor/contract/appointment';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { aSpan, answerCalendar, todayThere } from '../../../testing/calendars.ts';
import { button, heading, link } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const today = todayThere();
/** Days from today to the Tuesday of its week or of the next. */
const TUESDAY = 9 - today.dayOfWeek;
const day = today.add({ days: TUESDAY }).toString();
const PEOPLE: readonly PermittedCalendar[] = Array.from({ length: 60 }, (_, index) => ({
  userId: index + 1,
  fullUserName: `Person ${index + 1}`,
  realUserName: `p${index + 1}`,
  userAvatar: null,
  level: 'write',
}));
/** Each of sixty people with something on the same day. */
const OF_ALL = PEOPLE.map(({ userId }) =>
  aSpan(100 + userId, `Einsatz ${userId}`, TUESDAY, ['09:00', '10:00'], { calendarId: userId }),
);
const ALL = PEOPLE.map(({ userId }) => userId).join('-');

const open = (
  view: string,
  spans: readonly Span[],
  more: Parameters<typeof renderAt>[1] = {},
  calendars: readonly PermittedCalendar[] = PEOPLE.slice(0, 1),
) =>
  renderAt(`/agenda?view=${view}&day=${day}`, {
    ...more,
    server: (server) => answerCalendar(server, () => spans, { calendars }),
  });

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
const meet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right - 0.5 &&
  other.left < one.right - 0.5 &&
  one.top < other.bottom - 0.5 &&
  other.top < one.bottom - 0.5;

describe('a full week', () => {
  const asking = { participation: 'none', kind: 'tentative', isPrivate: true } as const;

  test.each([1, 2, 3, 4, 6])(
    'of %i at once has nothing over anything else, and nothing too narrow to be read',
    async (count) => {
      const spans = Array.from({ length: count }, (_, index) =>
        aSpan(30 + index, `Besprechung ${index}`, TUESDAY, ['09:00', '11:00'], asking),
      );
      const app = await open('week', spans);
      await expect.element(link(/^Besprechung 0/)).toBeVisible();
      await expect.poll(app.isLive).toBe(true);
      const drawn = [...document.querySelectorAll('.ap, .cal-more')].map(boxOf);
      for (const [index, box] of drawn.entries())
        for (const other of drawn.slice(index + 1)) expect(meet(box, other), 'one lies over the other').toBe(false);
      const blocks = [...document.querySelectorAll('.ap')];
      expect(Math.min(...blocks.map((block) => boxOf(block).width))).toBeGreaterThan(36);
      expect(blocks.length + Number(/\d+/.exec(document.querySelector('.cal-more')?.textContent ?? '0')?.[0])).toBe(
        count,
      );
      for (const block of blocks) {
        const [title, signs] = ['.ap-title', '.ap-signs'].map((part) => block.querySelector(part)) as [
          Element,
          Element,
        ];
        expect(meet(boxOf(title), boxOf(signs)), 'the lock lies over the title').toBe(false);
        expect(boxOf(title).width).toBeGreaterThan(24);
      }
      for (const answer of document.querySelectorAll<HTMLElement>('.ap-answers .button'))
        expect(answer.scrollWidth, 'an answer is cut').toBeLessThanOrEqual(answer.clientWidth);
      if (count === 4) await expectUsable(app);
    },
  );

  test('leaves the answers to the detail where there is no room for them', async () => {
    const spans = [1, 2].map((id) => aSpan(id, `Besprechung ${id}`, TUESDAY, ['09:00', '11:00'], asking));
    await open('week', spans);
    await expect.element(link(/^Besprechung 1/)).toBeVisible();
    await expect.element(button('Zusagen')).not.toBeInTheDocument();
    await press('1');
    await expect.element(button('Zusagen').first()).toBeVisible();
  });
});

describe('a week of sixty people', () => {
  const rows = (): number => document.querySelectorAll('.cal-team [data-row]').length;
  const scroller = (): HTMLElement => document.querySelector('.cal-team') as HTMLElement;
  const week = () => open(`week&calendars=${ALL}`, OF_ALL, {}, PEOPLE);

  test('has the rows in sight, and the others as they come', async () => {
    const app = await week();
    await expect.element(link(/Einsatz 1$/)).toBeVisible();
    await expect.poll(rows).toBeLessThan(30);
    expect(scroller().scrollHeight).toBeGreaterThan(60 * 64);
    await expectUsable(app);
    scroller().scrollTop = scroller().scrollHeight;
    await expect.element(link(/Einsatz 60$/)).toBeVisible();
    await expect.element(link(/Einsatz 1$/)).not.toBeInTheDocument();
    expect(rows()).toBeLessThan(30);
  });

  test('keeps what has the focus, however far it is scrolled', async () => {
    await week();
    await expect.element(link(/Einsatz 1$/)).toBeVisible();
    const first = link(/Einsatz 1$/).element() as HTMLElement;
    first.focus();
    scroller().scrollTop = scroller().scrollHeight;
    await expect.element(link(/Einsatz 60$/)).toBeVisible();
    expect(document.activeElement).toBe(first);
  });

  test('is printed whole', async () => {
    await week();
    await expect.element(link(/Einsatz 1$/)).toBeVisible();
    window.dispatchEvent(new Event('beforeprint'));
    expect(rows()).toBe(60);
    window.dispatchEvent(new Event('afterprint'));
    await expect.poll(rows).toBeLessThan(30);
  });
});

test('an agenda of hundreds has its first days at once, and all of them soon', async () => {
  const spans = Array.from({ length: 280 }, (_, index) =>
    aSpan(index + 1, `Termin ${index + 1}`, TUESDAY + (index % 28), ['09:00', '09:10']),
  );
  await open('agenda', spans);
  await expect.element(link(/Termin 1$/)).toBeVisible();
  await expect.poll(() => document.querySelectorAll('.cal-agenda-row').length).toBe(280);
});

test('a month on a phone draws dots in the place of lines', async () => {
  const spans = [1, 2, 3, 4, 5].map((id) => aSpan(id, `Termin ${id}`, TUESDAY, [`0${id}:00`, `0${id}:30`]));
  await open('month', spans, { size: PHONE });
  await expect.element(link(/Termin 1/)).toBeVisible();
  expect(document.querySelector('.cal-month .cal-line')).toBeNull();
  expect(document.querySelectorAll('.cal-month-dots i').length).toBe(4);
});

test('a year on a phone says how busy each of its days is', async () => {
  const app = await open('year', [], { size: PHONE });
  await expect.element(page.getByRole('region', { name: 'Dezember' })).toBeInTheDocument();
  expect(document.querySelectorAll('.cal-year button').length).toBeGreaterThan(364);
  await expectUsable(app);
  await expect.element(heading(String(today.add({ days: TUESDAY }).year))).toBeVisible();
});
