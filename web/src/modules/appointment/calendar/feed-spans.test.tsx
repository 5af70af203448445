import { subscriptionQueries } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { aDaySpan, aSpan, answerCalendar } from '../../../testing/calendars.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

test('what a feed says that the person subscribes to stands in their calendar, in every view', async () => {
  const [subscription] = subscriptionQueries.subscriptions.example.result.subscriptions;
  if (subscription === undefined) throw new Error('There is no example');
  const holiday = aDaySpan(0, 'Feiertag', 0, 0, { calendarId: subscription.calendarId, appointmentId: null });
  const fair = aSpan(0, 'Messe', 0, ['14:00', '15:00'], { calendarId: subscription.calendarId, appointmentId: null });
  const app = await renderAt('/agenda', {
    server: (server) => answerCalendar(server, () => [holiday, fair], { subscriptions: [subscription] }),
  });
  for (const key of ['1', '2', '3', '6']) {
    await press(key);
    await expect.element(page.getByText('Feiertag')).toBeVisible();
    await expect.element(page.getByText('Messe')).toBeVisible();
    await expectUsable(app);
  }
  expect(document.body.textContent).not.toContain('Belegt');
});
