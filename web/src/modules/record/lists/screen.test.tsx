import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, heading } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const where = () => `${location.pathname}${location.search}`;

test('records are imported from where they are listed, into the kind that is shown', async () => {
  await renderAt('/records/1');
  await button('Importieren').click();
  await expect.poll(where).toBe('/settings/recordTransfer?kind=1');
  await expect.element(heading('Datensätze: Import und Export')).toBeVisible();
});

test('they are by name from anywhere', async () => {
  await renderAt('/');
  await expect.element(heading('Eingang')).toBeVisible();
  await press('Control+k');
  await dialog().getByRole('combobox').fill('Datensätze importieren');
  await page
    .getByRole('option', { name: /^Datensätze importieren/ })
    .first()
    .click();
  await expect.poll(where).toBe('/settings/recordTransfer');
});

test('a phone has room for it', async () => {
  const app = await renderAt('/records', { size: PHONE });
  await expect.element(button('Importieren')).toBeVisible();
  await expectUsable(app);
});

test('who may not make records is not offered it', async () => {
  await renderAt('/records', { rights: { createIdo: false } });
  await expect.element(button('Spalten')).toBeVisible();
  expect(button('Importieren').elements()).toEqual([]);
});
