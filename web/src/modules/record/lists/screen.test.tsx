import { recordQueries, type ListColumn } from '@kontor/contract/record';
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

test('a condition of a date is typed as the field writes dates, whatever the browser’s language is', async () => {
  const columns: ListColumn[] = [
    { key: 'begin', label: 'Beginn', isShown: true, sort: 'date', field: 'datefield', format: 'DD/MM/YYYY' },
    { key: 'from', label: 'Ab', isShown: true, sort: 'time', field: 'timefield' },
  ];
  const { server } = await renderAt('/records/1', {
    server: (fake) =>
      fake.answer(recordQueries.listView, { idoInstanceId: 1, columnDefinitionJSON: JSON.stringify(columns) }),
  });
  await button('Bedingung').click();
  const value = dialog().getByRole('textbox', { name: 'Wert' });
  await value.fill('1/5/2027');
  await button('Anwenden', dialog()).click();
  await expect
    .poll(() => server.queriesOf(recordQueries.items).at(-1)?.detailsSearch)
    .toContain('"value":"2027-05-01"');
});

test('who may not make records is not offered it', async () => {
  await renderAt('/records', { rights: { createIdo: false } });
  await expect.element(button('Spalten')).toBeVisible();
  expect(button('Importieren').elements()).toEqual([]);
});
