import { administrationCommands, administrationQueries } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { button, field } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

const { saveInstanceSettings } = administrationCommands;

test('what the instance has to say by law stands at an address with https', async () => {
  const app = await renderAt('/settings/instance');
  await field('Datenschutz').fill('nordwerk.example');
  await button('Speichern').click();
  await expect.element(page.getByText('Das ist keine Adresse, die mit https:// beginnt.')).toBeVisible();
  expect(app.server.commandsOf(saveInstanceSettings)).toEqual([]);
  await expectUsable(app);
  await field('Datenschutz').fill('https://nordwerk.example/schutz');
  await button('Speichern').click();
  await expect.element(page.getByText('Gespeichert.')).toBeVisible();
  await expect
    .poll(() => app.server.commandsOf(saveInstanceSettings))
    .toMatchObject([{ title: 'Nordwerk', dataProtectionUrl: 'https://nordwerk.example/schutz', imprintUrl: null }]);
});

test.each([
  [true, /^Kontor verschickt/],
  [false, /kein|nicht/],
])('says whether it can send mails: %s', async (canMail, said) => {
  const { result } = administrationQueries.instanceSettings.example;
  await renderAt('/settings/instance', {
    server: (server) => server.answer(administrationQueries.instanceSettings, { ...result, canMail }),
  });
  await expect.poll(() => document.querySelectorAll('.settings-page .callout').length).toBe(1);
  expect(document.querySelector<HTMLElement>('.settings-page .callout')?.innerText).toMatch(said);
});

test('what is typed while it is saved stays when it comes anew, and is saved next', async () => {
  const { instanceSettings } = administrationQueries;
  const { server } = await renderAt('/settings/instance');
  const answer = server.hold(saveInstanceSettings);
  await field('Name').fill('Südwerk');
  await button('Speichern').click();
  await field('Name').fill('Südwerk Kiel');
  server.answer(instanceSettings, { ...instanceSettings.example.result, title: 'Südwerk' });
  answer();
  await expect.element(page.getByText('Gespeichert.')).toBeVisible();
  await expect.poll(() => server.queriesOf(instanceSettings).length).toBeGreaterThan(1);
  await expect.element(field('Name')).toHaveValue('Südwerk Kiel');
  await button('Speichern').click();
  await expect
    .poll(() => server.commandsOf(saveInstanceSettings))
    .toMatchObject([{ title: 'Südwerk' }, { title: 'Südwerk Kiel' }]);
});

test('whether mails say whose numbers are whose is an administrator’s choice', async () => {
  const { server } = await renderAt('/settings/instance');
  const box = page.getByRole('checkbox', { name: 'Nummern aus E-Mails lesen' });
  await expect.element(box).toBeChecked();
  await box.click();
  await button('Speichern').click();
  await expect.poll(() => server.commandsOf(saveInstanceSettings)).toMatchObject([{ mailNumbers: false }]);
});
