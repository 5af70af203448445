import { settingsCommands } from '@kontor/contract/settings';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { button, dialog } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

function choose(name: string, text: string): Promise<void> {
  const input = document.querySelector('input[type=file]');
  if (input === null) throw new Error('There is no field for a file');
  return userEvent.upload(input, new File([text], name, { type: 'application/json' }));
}
const fileOf = (settings: object): string => JSON.stringify({ kontor: 'settings', version: 1, settings });

test('all settings go into a file', async () => {
  await renderAt('/settings/transfer', { settings: { theme: 'dark' } });
  const made = vi.spyOn(URL, 'createObjectURL');
  await button('Als Datei herunterladen').click();
  const [[file] = []] = made.mock.calls;
  expect(JSON.parse(await (file as Blob).text())).toMatchObject({
    kontor: 'settings',
    version: 1,
    settings: { theme: 'dark', splitView: true },
  });
  made.mockRestore();
});

test('a file that holds none is told of', async () => {
  await renderAt('/settings/transfer');
  await expect.element(button('Datei wählen')).toBeVisible();
  await choose('notes.json', 'kein JSON');
  await expect.element(page.getByText('kein JSON und kann nicht gelesen werden')).toBeVisible();
});

test('what a file would change is shown before it does, and can be taken back', async () => {
  const app = await renderAt('/settings/transfer', { settings: { theme: 'dark' } });
  await expect.element(button('Datei wählen')).toBeVisible();
  const changed = { splitView: true, theme: 'light', rowSize: 'compact', grouping: 'by-mood', colour: 'red' };
  await choose('kontor.json', fileOf(changed));
  await expect.element(dialog().getByRole('row', { name: 'Helligkeit Dunkel Hell' })).toBeVisible();
  await expect.element(dialog().getByRole('row', { name: 'Zeilen in Listen Groß Kompakt' })).toBeVisible();
  expect(dialog().getByRole('row').elements().length).toBe(3);
  await expect.element(dialog().getByText('lässt sie weg: colour')).toBeVisible();
  await expect.element(dialog().getByText('weggelassen: Listen gliedern')).toBeVisible();
  await expectUsable(app);
  expect(app.shell.settings.get().theme).toBe('dark');
  await button('Übernehmen', dialog()).click();
  expect(document.documentElement.dataset['theme']).toBe('light');
  await expect
    .poll(() => app.server.commandsOf(settingsCommands.change).map(({ values }) => values))
    .toEqual([{ theme: 'light', rowSize: 'compact' }]);
  await button('Rückgängig').click();
  expect(document.documentElement.dataset['theme']).toBe('dark');
});
