import { administrationCommands, administrationQueries } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { button, dialog, heading, link, menu } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const { saveInstanceSettings } = administrationCommands;
const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
const answer = (name: string) => button(name, question).last().click();
const field = page.getByLabelText('Name').first();
const toInbox = () => link(/^Eingang/, menu()).click();
const inbox = heading('Eingang');

/** The instance's page, gone to from the inbox, with another name typed into it. */
async function edit(title: string) {
  const app = await renderAt('/');
  await expect.element(inbox).toBeVisible();
  await link('Einstellungen', menu()).click();
  await link('Instanz').click();
  await field.fill(title);
  return app;
}

test('staying changes nothing, and discarding leaves', async () => {
  const app = await edit('Eins');
  await toInbox();
  await expect.element(question).toBeVisible();
  await expectUsable(app);
  await answer('Bleiben');
  expect(location.pathname).toBe('/settings/instance');
  await expect.element(field).toHaveValue('Eins');
  await toInbox();
  await answer('Verwerfen');
  await expect.element(inbox).toBeVisible();
  expect(app.server.commandsOf(saveInstanceSettings)).toEqual([]);
});

test('saving saves, and then leaves', async () => {
  const { server } = await edit('Zwei');
  await toInbox();
  await answer('Speichern');
  await expect.element(inbox).toBeVisible();
  await expect.poll(() => server.commandsOf(saveInstanceSettings)).toMatchObject([{ title: 'Zwei' }]);
});

test.each([
  ['by the form itself', ''],
  ['by the server', 'Drei'],
])('what cannot be saved is not left: %s', async (_by, title) => {
  const { server } = await edit(title);
  server.refuse(saveInstanceSettings, 'RIGHT_MISSING');
  await toInbox();
  await answer('Speichern');
  await expect.element(page.getByText(/konnte nicht gespeichert werden/)).toBeVisible();
  expect(location.pathname).toBe('/settings/instance');
  await toInbox();
  await answer('Verwerfen');
  await expect.element(inbox).toBeVisible();
});

test('the browser’s own step back asks, too, and goes on by the answer', async () => {
  await edit('Vier');
  history.back();
  await expect.element(question).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/settings/instance');
  await press('Escape');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('Vier');
  history.back();
  await answer('Verwerfen');
  await expect.element(inbox).toBeVisible();
  expect(location.pathname).toBe('/');
});

test('the window asks only while there is something to lose', async () => {
  const { server } = await edit('Fünf');
  const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(true);
  const { result } = administrationQueries.instanceSettings.example;
  server.answer(administrationQueries.instanceSettings, { ...result, title: 'Fünf' });
  await button('Speichern').click();
  await expect.poll(asks).toBe(false);
});

test('a dialog with something typed into it asks when it is closed beside its buttons', async () => {
  await renderAt('/settings/theme');
  await button('Neues Schema').click();
  const name = dialog().first().getByRole('textbox').first();
  await name.fill('Werft');
  await press('Escape');
  await expect.element(question).toBeVisible();
  await answer('Bleiben');
  await expect.element(name).toHaveValue('Werft');
  await press('Escape');
  await answer('Verwerfen');
  await expect.poll(() => dialog().elements().length).toBe(0);
});

test('signing out asks', async () => {
  await edit('Sechs');
  const signOut = async (): Promise<void> => {
    await press('Control+k');
    await dialog().getByRole('combobox').fill('Abmelden');
    await expect.element(page.getByRole('option', { name: /^Abmelden/ }).first()).toBeVisible();
    await press('Enter');
  };
  await signOut();
  await expect.element(question).toBeVisible();
  await answer('Bleiben');
  await expect.element(field).toHaveValue('Sechs');
  await signOut();
  await answer('Verwerfen');
  await expect.element(page.getByLabelText('Benutzername')).toBeVisible();
});
