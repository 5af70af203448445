import { appointmentCommands } from '@kontor/contract/appointment';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { answerCalendar } from '../../../testing/calendars.ts';
import { dialog } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

test('a day that no calendar has is told of, and its words are a title only of who means them', async () => {
  const app = await renderAt('/agenda', { server: (server) => answerCalendar(server, () => []) });
  await expect.element(page.getByRole('tablist', { name: 'Ansicht des Kalenders' })).toBeVisible();
  await press('c');
  await type('Messe 31.2.');
  await expect.element(dialog().getByText('Den 31.2. gibt es nicht.', { exact: false })).toBeVisible();
  await expectUsable(app);
  await press('Enter');
  expect(app.server.commandsOf(appointmentCommands.create)).toEqual([]);
  await press('Enter');
  await expect.poll(() => app.server.commandsOf(appointmentCommands.create)).toMatchObject([{ title: 'Messe 31.2.' }]);
});
