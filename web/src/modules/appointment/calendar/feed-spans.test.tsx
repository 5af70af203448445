import { subscriptionQueries } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aDaySpan, aSpan, answerCalendar } from '../../../testing/calendars.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

async function open() {
  const [subscription] = subscriptionQueries.subscriptions.example.result.subscriptions;
  if (subscription === undefined) throw new Error('There is no example');
  const holiday = aDaySpan(0, 'Ferientag', 0, 0, { calendarId: subscription.calendarId, appointmentId: null });
  const fair = aSpan(0, 'Messe', 0, ['14:00', '15:00'], { calendarId: subscription.calendarId, appointmentId: null });
  return renderAt('/agenda', {
    server: (server) => answerCalendar(server, () => [holiday, fair], { subscriptions: [subscription] }),
  });
}

test('what a feed says that the person subscribes to stands in their calendar, in every view', async () => {
  const app = await open();
  for (const key of ['1', '2', '3', '6']) {
    await press(key);
    await expect.element(page.getByText('Ferientag')).toBeVisible();
    await expect.element(page.getByText('Messe')).toBeVisible();
    await expectUsable(app);
  }
  expect(document.body.textContent).not.toContain('Belegt');
});

test('a feed is taken out of the calendar by its tick, and comes back by it', async () => {
  const app = await open();
  const tick = page.getByRole('checkbox', { name: 'Feiertage' });
  await expect.element(page.getByText('Ferientag')).toBeVisible();
  await expect.element(tick).toBeChecked();
  await tick.click();
  await expect.element(page.getByText('Ferientag')).not.toBeInTheDocument();
  await expectUsable(app);
  await tick.click();
  await expect.element(page.getByText('Ferientag')).toBeVisible();
});
