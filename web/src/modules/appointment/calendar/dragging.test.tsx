import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aSpan, answerCalendar } from '../../../testing/calendars.ts';
import { carry, middleOf } from '../../../testing/hands.ts';

/** The hours of a day as a clock says them. */
const HOURS = Array.from({ length: 20 }, (_, hour) => String(hour + 2).padStart(2, '0'));

test('while one of a full day is dragged, the others are not drawn anew', async () => {
  const spans = HOURS.flatMap((hour, n) =>
    ['00', '20', '40'].map((minute, k) =>
      aSpan(10 + 3 * n + k, `Termin ${hour}:${minute}`, 0, [`${hour}:${minute}`, `${hour}:${Number(minute) + 19}`]),
    ),
  );
  const app = await renderAt('/agenda', { server: (server) => answerCalendar(server, () => spans) });
  const block = page.getByRole('link', { name: /Termin 09:20/ });
  await expect.element(block).toBeVisible();
  // Then all is asked for once more, and drawn.
  await expect.poll(() => app.isLive()).toBe(true);
  const source = block.element();
  const { x, y } = middleOf(source);
  // Each of them says its time: those that are drawn ask for as many.
  const formatted = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get');
  try {
    const letGo = carry(source, { x, y: y + 56 });
    await expect.element(page.getByText('10:15–10:34')).toBeVisible();
    expect(formatted.mock.calls.length).toBeLessThan(spans.length);
    letGo();
  } finally {
    formatted.mockRestore();
  }
});
