import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, field, option, textsOf } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

const corner = (name: string) => page.getByRole('group', { name, exact: true });

test('what stands at the corners is the person’s choice', async () => {
  const app = await renderAt('/settings/layout');
  await field('Daneben', corner('Oben rechts')).selectOptions('Alles finden (Strg K)');
  expect(option(/kommt noch/).elements()).toEqual([]);
  await expectUsable(app);
  await page
    .elementLocator(document.querySelector('.drawer') ?? document.body)
    .getByRole('button', { name: 'Alles finden' })
    .click();
  await expect.element(page.getByRole('combobox', { name: 'Alles finden und tun' })).toBeVisible();
});

test('what can be begun anew can stand at any corner, and a document is among it', async () => {
  await renderAt('/settings/layout');
  await field('Daneben', corner('Oben rechts')).selectOptions('Schreiben');
  const drawer = page.elementLocator(document.querySelector('.drawer-head') ?? document.body);
  await button('Schreiben', drawer).click();
  const entries = page.getByRole('menu', { name: 'Schreiben' }).getByRole('menuitem');
  await expect.poll(() => entries.elements().map(({ textContent }) => textContent)).toContain('Dokument hochladen');
  await entries.filter({ hasText: 'Dokument hochladen' }).click();
  await expect
    .element(
      dialog()
        .getByText(/Dateien/)
        .first(),
    )
    .toBeVisible();
});

test('who may not file documents is not offered it', async () => {
  await renderAt('/', { rights: { createDocument: false } });
  await button('Schreiben').first().click();
  await expect.element(page.getByRole('menuitem', { name: /^Notiz/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /^Dokument/ }).elements()).toEqual([]);
});

test('on a phone it stands at the bottom, and leads there', async () => {
  const app = await renderAt('/settings/layout', { size: PHONE });
  const first = () => textsOf('.bottom-menu .label')[0];
  await expect.poll(first).toBe('Personen');
  await corner('Unten links').getByRole('combobox').selectOptions('Änderungen');
  await expect.poll(first).toBe('Änderungen');
  await field('Daneben', corner('Oben rechts')).selectOptions('Alles finden (Strg K)');
  await button('Änderungen').last().click();
  await expect.poll(() => location.pathname).toBe('/settings/changes');
  app.shell.navigator.go('/');
  await expect.element(button('Alles finden').first()).toBeVisible();
  await expectUsable(app);
});
