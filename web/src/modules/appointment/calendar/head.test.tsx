import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DESKTOP, PHONE, renderAt } from '../../../testing/app.ts';
import { aSpan, answerCalendar } from '../../../testing/calendars.ts';
import { heading } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const LAPTOP = { width: 1280, height: 720 } as const;

const lines = (element: Element): number =>
  Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));

test.each([
  ['de', DESKTOP, '30. Nov. – 6. Dez. 2026'],
  ['en', DESKTOP, 'Nov 29 – Dec 5, 2026'],
  ['de', LAPTOP, '30. Nov. – 6. Dez. 2026'],
  ['de', { width: 1100, height: 720 }, '30. Nov. – 6. Dez. 2026'],
] as const)(
  'the title of a week of two months is read in one line, in %s and %o: %s',
  async (language, size, title) => {
    const app = await renderAt('/agenda?view=week&day=2026-11-30', {
      size,
      settings: { language },
      server: (server) => answerCalendar(server, () => []),
    });
    const shown = heading(new RegExp(title.replaceAll(/[\s–]+/g, '.+')));
    await expect.element(shown).toBeVisible();
    const element = shown.element();
    expect(element.scrollWidth, 'the title is cut').toBeLessThanOrEqual(element.clientWidth);
    expect(lines(element)).toBe(1);
    const last = page.getByRole('tab', { name: /^Agenda$/ });
    expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(size.width);
    await expectUsable(app);
  },
);

test.each([
  ['de', /^noch 2$/],
  ['en', /^2 to come$/],
] as const)('what is still to come today is read in a week on a phone, in %s', async (language, words) => {
  const app = await renderAt('/agenda?view=week', {
    size: PHONE,
    settings: { language },
    server: (server) =>
      answerCalendar(server, () => [31, 32].map((id) => aSpan(id, `Einsatz ${id}`, 0, ['00:00', '23:59']))),
  });
  const left = page.getByText(words);
  await expect.element(left).toBeInTheDocument();
  const [inner, head] = [left.element(), left.element().closest('.cal-day-head')].map((one) =>
    one?.getBoundingClientRect(),
  );
  expect(inner?.right).toBeLessThanOrEqual(head?.right ?? 0);
  expect(inner?.bottom).toBeLessThanOrEqual(head?.bottom ?? 0);
  expect(left.element().scrollWidth).toBeLessThanOrEqual(left.element().clientWidth);
  expect(left.element().getBoundingClientRect().height, 'it stands in one line').toBeLessThan(24);
  await expectUsable(app);
});
