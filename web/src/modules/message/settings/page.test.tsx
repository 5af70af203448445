import { messageCommands, messageQueries } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { checkbox } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const time = () => page.getByRole('combobox', { name: 'Texte bearbeiten und zurücknehmen' });

test('an administrator says how long texts can be changed, and whether it shows what was read', async () => {
  const app = await renderAt('/settings/messageRules', {
    server: (server) => server.answer(messageQueries.rules, { editMinutes: 60, readMarks: true }),
  });
  await expect.element(time()).toHaveValue('60');
  await expectUsable(app);
  app.server.answer(messageCommands.saveRules, {});
  app.server.answer(messageQueries.rules, { editMinutes: null, readMarks: true });
  await time().selectOptions('Immer');
  await expect.element(time()).toHaveValue('');
  await checkbox(/^Zeigen, was gelesen ist/).click();
  await expect
    .poll(() => app.server.commandsOf(messageCommands.saveRules))
    .toEqual([
      { editMinutes: null, readMarks: true },
      { editMinutes: null, readMarks: false },
    ]);
});

test('what was not saved says so, and stands as it was', async () => {
  const app = await renderAt('/settings/messageRules', {
    server: (server) => server.answer(messageQueries.rules, { editMinutes: 7, readMarks: true }),
  });
  await expect.element(time()).toHaveValue('7');
  app.server.refuse(messageCommands.saveRules, 'RIGHT_MISSING');
  await time().selectOptions('Nie');
  await expect.element(page.getByText('Nicht gespeichert. Versuchen Sie es noch einmal.')).toBeVisible();
  await expect.element(time()).toHaveValue('7');
});
