import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { dialog, field, heading, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const areas = () => textsOf('dialog .keys-sheet h3');

test('the sheet of keys stands by where they work, and is searched as soon as one types', async () => {
  const app = await renderAt('/');
  await expect.element(heading('Eingang')).toBeVisible();
  await press('?');
  await expect.element(heading('Tasten', dialog())).toBeVisible();
  expect(areas()).toEqual([
    'Bewegen',
    'Mit Einträgen arbeiten',
    'Schreiben',
    'Reiter',
    'Liste',
    'Kalender',
    'Anrufe',
    'Orte',
    'Überall',
  ]);
  await expectUsable(app);
  await expect.element(field('Aktion oder Taste suchen', dialog())).toHaveFocus();
  await type('Weiterleiten');
  await expect.poll(areas).toEqual(['Mit Einträgen arbeiten']);
  // What it is called in the other language finds it as well, and so does its key.
  await field('Aktion oder Taste suchen', dialog()).fill('forward');
  await expect.element(dialog().getByText('Weiterleiten', { exact: true })).toBeVisible();
  await field('Aktion oder Taste suchen', dialog()).fill('Strg Eingabe');
  await expect.element(dialog().getByText('Senden', { exact: true })).toBeVisible();
  await field('Aktion oder Taste suchen', dialog()).fill('qqqq');
  await expect.element(dialog().getByText('Keine Aktion passt dazu.')).toBeVisible();
  // The first takes back what was typed.
  await press('Escape');
  await expect.poll(areas).toHaveLength(9);
  await press('Escape');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('each key bears the name that the keyboard has for it, in the language of the person', async () => {
  await renderAt('/', { settings: { language: 'en' } });
  await expect.element(heading('Inbox')).toBeVisible();
  await press('?');
  await expect.element(dialog().getByText('Send', { exact: true })).toBeVisible();
  const sheet = document.querySelector<HTMLElement>('dialog .keys-sheet')?.innerText ?? '';
  expect(sheet).toMatch(/Ctrl\s*Enter/);
  expect(sheet).not.toMatch(/Strg|Umschalt|Eingabe/);
});

test('the sheet fits a phone', async () => {
  const app = await renderAt('/', { size: PHONE });
  await expect.element(heading('Eingang')).toBeVisible();
  await press('?');
  await expect.element(heading('Tasten', dialog())).toBeVisible();
  await expectUsable(app);
});
