import { appointmentQueries } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { answerCalendar } from '../../../testing/calendars.ts';

test('an agenda says that nothing is planned once that is known', async () => {
  let release = (): void => undefined;
  await renderAt('/agenda?view=agenda', {
    server: (server) => {
      answerCalendar(server, () => []);
      release = server.hold(appointmentQueries.range);
    },
  });
  await expect.element(page.getByRole('heading', { level: 2, name: /20\d\d/ })).toBeVisible();
  expect(document.querySelector('.cal-agenda-none')).toBeNull();
  release();
  await expect.element(page.getByText('Nichts geplant')).toBeVisible();
});
