import { themeCommands, themeEvents, themeQueries } from '@kontor/contract/settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, dialog, field, radio } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { createColourScheme, deleteColourScheme } = themeCommands;
const { colourSchemes } = themeQueries;
const primary = () => getComputedStyle(document.documentElement).getPropertyValue('--c-primary');

test('a colour scheme is made, and made readable', async () => {
  const app = await renderAt('/settings/theme');
  await button('Neues Schema').click();
  await button('Speichern', dialog()).click();
  await expect.element(dialog().getByText('Geben Sie dem Schema einen Namen')).toBeVisible();
  await field('Name', dialog()).fill('Sonne');
  // Neither white on it nor it on white could be read.
  await field('Hauptfarbe', dialog()).fill('#ffd000');
  await field('Dunkler Hintergrund', dialog()).fill('#6a5a30');
  await expect.poll(() => dialog().getByText('angepasst').elements().length).toBeGreaterThan(2);
  await expectUsable(app);
  app.server.answer(createColourScheme, ({ name, scheme }) => {
    const { result } = colourSchemes.example;
    app.server.answer(colourSchemes, [...result, { name, scheme, changeable: true }]);
    return { name };
  });
  await button('Speichern', dialog()).click();
  await expect.element(page.getByText('Das Schema Sonne ist gespeichert und ausgewählt.')).toBeVisible();
  await expect.poll(primary).toBe('#ffd000');
  for (const path of ['/settings/theme', '/', '/settings/security', '/settings/menu', '/settings/transfer']) {
    app.shell.navigator.go(path);
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    await expectUsable(app);
  }
});

test('a name that is taken is told', async () => {
  const { server } = await renderAt('/settings/theme');
  server.refuse(createColourScheme, 'NAME_TAKEN');
  await button('Neues Schema').click();
  await field('Name', dialog()).fill('Fjord');
  await button('Speichern', dialog()).click();
  await expect.element(dialog().getByText('Ein Schema dieses Namens gibt es schon.')).toBeVisible();
});

test('a colour scheme that is deleted is nobody’s any more', async () => {
  const { server } = await renderAt('/settings/theme', { settings: { colourScheme: 'Fjord' } });
  await expect.element(radio('Fjord')).toBeChecked();
  await expect.poll(primary).toBe('#0b6e5f');
  server.answer(deleteColourScheme, () => {
    server.answer(colourSchemes, colourSchemes.example.result.slice(0, 1));
    return {};
  });
  await button('Fjord löschen').click();
  await button('Löschen', dialog()).click();
  await expect.element(radio('Blue Da Ba Dee')).toBeChecked();
  await expect.element(button('Neues Schema')).toHaveFocus();
  await expect.poll(primary).toBe('#1f5fae');
  await expect.poll(() => server.commandsOf(deleteColourScheme)).toEqual([{ name: 'Fjord' }]);
});

test('a colour scheme that somebody else changes or deletes is seen at once', async () => {
  const { server } = await renderAt('/settings/theme', { settings: { colourScheme: 'Fjord' } });
  await expect.poll(primary).toBe('#0b6e5f');
  const [defaultValue, fjord] = colourSchemes.example.result;
  if (defaultValue === undefined || fjord === undefined) throw new Error('The example has no two schemes');
  server.answer(colourSchemes, [defaultValue, { ...fjord, scheme: fjord.scheme.replace('#0b6e5f', '#8a1c1c') }]);
  server.happen(themeEvents.colourSchemesChanged, ['colourSchemes']);
  await expect.poll(primary).toBe('#8a1c1c');
  server.answer(colourSchemes, [defaultValue]);
  server.happen(themeEvents.colourSchemesChanged, ['colourSchemes']);
  await expect.poll(primary).toBe('#1f5fae');
});
