import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt, type App } from '../../testing/app.ts';
import { button, dialog } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const day = (name = 'Vom (leer: von Anfang an)') => page.getByRole('textbox', { name, exact: true });
const open = (language: 'de' | 'en' = 'de'): Promise<App> =>
  renderAt('/settings/mailTransfer', { settings: { language } });

describe('a field for a day', () => {
  test('is in the person’s language, and understands what is short once it is left', async () => {
    const app = await open();
    await day().fill('5.3.26');
    await expect.element(day()).toHaveValue('5.3.26');
    await press('Tab');
    await expect.element(day()).toHaveValue('05.03.2026');
    await expectUsable(app);
  });

  test('is in English where the person is, whatever the browser speaks', async () => {
    await open('en');
    await day('From (empty: from the beginning)').fill('3/5/2026');
    await press('Enter');
    await expect.element(day('From (empty: from the beginning)')).toHaveValue('03/05/2026');
  });

  test('says what is none, keeps it to be mended, and goes by arrow keys', async () => {
    const app = await open();
    await day().fill('31.2.2026');
    await press('Tab');
    await expect.element(page.getByText('Das ist kein Datum. Schreiben Sie es wie 24.05.2026.')).toBeVisible();
    await expect.element(day()).toHaveValue('31.2.2026');
    await expectUsable(app);
    await day().fill('28.2.2026');
    await expect.element(page.getByText(/^Das ist kein Datum/)).not.toBeInTheDocument();
    await press('ArrowUp');
    await expect.element(day()).toHaveValue('01.03.2026');
  });

  test('shows the calendar by a key, and takes what is picked there', async () => {
    const app = await open();
    await day().fill('27.11.2026');
    await press('Alt+ArrowDown');
    await expect.element(dialog()).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toBe('27');
    await expectUsable(app);
    await press('ArrowRight', 'Enter');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(day()).toHaveValue('28.11.2026');
    await expect.element(day()).toHaveFocus();
    await button('Kalender').first().click();
    await press('Escape');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(day()).toHaveValue('28.11.2026');
  });
});

test('a field for a time understands hours alone', async () => {
  await renderAt('/settings/push', {
    settings: { quietHours: { isOn: true, from: '18:00', to: '07:00', days: Array.from({ length: 7 }, () => true) } },
  });
  const from = page.getByRole('textbox', { name: 'Von', exact: true });
  await from.fill('');
  await from.click();
  await type('9');
  await press('Tab');
  await expect.element(from).toHaveValue('09:00');
});
