import { appointmentEvents, appointmentQueries, calendarKey } from '@kontor/contract/appointment';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aSpan, answerCalendar } from '../../../testing/calendars.ts';
import { link } from '../../../testing/find.ts';
import { carry, middleOf } from '../../../testing/hands.ts';
import { press } from '../../../testing/keys.ts';

/** The hours of a day as a clock says them. */
const HOURS = Array.from({ length: 20 }, (_, hour) => String(hour + 2).padStart(2, '0'));
const SPANS = HOURS.flatMap((hour, n) =>
  ['00', '20', '40'].map((minute, k) =>
    aSpan(10 + 3 * n + k, `Termin ${hour}:${minute}`, 0, [`${hour}:${minute}`, `${hour}:${Number(minute) + 19}`]),
  ),
);
const block = page.getByRole('link', { name: /Termin 09:20/ });

/** A full day. */
async function open() {
  const app = await renderAt('/agenda', { server: (server) => answerCalendar(server, () => SPANS) });
  await expect.element(block).toBeVisible();
  // Then all is asked for once more, and drawn.
  await expect.poll(() => app.isLive()).toBe(true);
  return app;
}

/** How many appointments are drawn meanwhile: each says its address. */
async function drawnWhile(work: () => Promise<void>): Promise<number> {
  const encoded = vi.spyOn(globalThis, 'encodeURIComponent');
  try {
    await work();
    return encoded.mock.calls.filter(([part]) => String(part).includes('module_appointment')).length;
  } finally {
    encoded.mockRestore();
  }
}

test('while one of a full day is dragged, the others are not drawn anew', async () => {
  await open();
  const source = block.element();
  const { x, y } = middleOf(source);
  const drawn = await drawnWhile(async () => {
    const letGo = carry(source, { x, y: y + 56 });
    await expect.element(page.getByText('10:15–10:34')).toBeVisible();
    letGo();
    await expect.element(page.getByText('10:15–10:34')).not.toBeInTheDocument();
  });
  // It is drawn itself where it was put, and what was beside it there.
  expect(drawn).toBeLessThan(10);
});

test('what is answered as before draws nothing anew', async () => {
  const { server, isLive } = await open();
  const questions = () => server.queriesOf(appointmentQueries.range).length;
  const before = questions();
  const drawn = await drawnWhile(async () => {
    server.happen(appointmentEvents.appointmentChanged, [calendarKey(1)]);
    await expect.poll(questions).toBeGreaterThan(before);
    await expect.poll(() => isLive()).toBe(true);
  });
  expect(drawn).toBe(0);
});

test('of a full day that which is opened is marked, and the others stay as they are', async () => {
  await open();
  const drawn = await drawnWhile(async () => {
    (block.element() as HTMLElement).focus();
    await press('Enter');
    await expect.poll(() => document.querySelector('.ap[data-selected]')?.textContent).toContain('Termin 09:20');
  });
  expect(drawn).toBeLessThan(SPANS.length / 2);
  await expect.element(link(/Termin 09:40/)).not.toHaveAttribute('data-selected');
});
