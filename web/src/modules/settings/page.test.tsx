import { settingsCommands } from '@kontor/contract/settings';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, checkbox, heading, option, radio } from '../../testing/find.ts';
import { press } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const { change, reset } = settingsCommands;
const unsent = page.getByText('Noch nicht auf Ihren anderen Geräten.');
const html = document.documentElement;

describe('a page of the settings', () => {
  test.each([
    ['theme', 'Farben'],
    ['layout', 'Darstellung'],
    ['lists', 'Listen'],
    ['behaviour', 'Verhalten'],
    ['timeZone', 'Zeitzone'],
    ['push', 'Benachrichtigungen'],
    ['offline', 'Offline'],
    ['appIcon', 'App-Symbol'],
    ['mailWriting', 'Schreiben'],
    ['help', 'Hilfe'],
    ['transfer', 'Sichern und übernehmen'],
  ])('can be used by everybody: %s', async (tab, title) => {
    const app = await renderAt(`/settings/${tab}`);
    await expect.element(heading(title)).toBeVisible();
    await expectUsable(app);
  });

  /** What is loaded for a page has come, and stands still. */
  async function settled(): Promise<void> {
    let last = '';
    const isStill = (): boolean => {
      const before = last;
      last = html.innerHTML;
      return last === before;
    };
    await expect.poll(isStill, { interval: 100 }).toBe(true);
  }

  test.each([
    'overview',
    'common',
    'security',
    'people',
    'groups',
    'instance',
    'audit',
    'mail',
    'layout',
    'theme',
    'lists',
    'menu',
    'behaviour',
    'controls',
    'timeZone',
    'offline',
    'transfer',
    'help',
    'about',
  ])('can be used by everybody on a phone, in English and in the dark: %s', async (tab) => {
    const app = await renderAt(`/settings/${tab}`, { size: PHONE, settings: { language: 'en', theme: 'dark' } });
    await expect.element(page.getByRole('heading').first()).toBeVisible();
    await settled();
    await expectUsable(app);
  });

  test('applies a choice at once, and tells it', async () => {
    const { server } = await renderAt('/settings/theme');
    await radio('Dunkel').click();
    expect(html.dataset['theme']).toBe('dark');
    await expect.poll(() => server.commandsOf(change).map(({ values }) => values)).toEqual([{ theme: 'dark' }]);
    await expect.element(unsent).not.toBeInTheDocument();
  });

  test('is in another language at once', async () => {
    await renderAt('/settings/layout');
    await radio('English').click();
    await expect.element(heading('Layout')).toBeVisible();
    await radio('Deutsch').click();
    await expect.element(heading('Darstellung')).toBeVisible();
  });

  test('says that a choice has not come to the other devices yet, until it has', async () => {
    const app = await renderAt('/settings/layout');
    app.server.cut(true);
    await checkbox(/^Kompakte Knöpfe/).click();
    await expect.element(unsent).toBeVisible();
    expect(html.hasAttribute('data-roomy')).toBe(true);
    await expectUsable(app);
    app.server.cut(false);
    await expect.element(unsent).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(change).map(({ values }) => values))
      .toEqual([{ compactButtons: false }]);
  });

  test('is made as usual, and that is taken back', async () => {
    const { server } = await renderAt('/settings/layout', { settings: { compactButtons: false } });
    await expect.element(checkbox(/^Kompakte Knöpfe/)).not.toBeChecked();
    await button('Diese Seite zurücksetzen').click();
    await expect.element(checkbox(/^Kompakte Knöpfe/)).toBeChecked();
    await expect
      .poll(() => server.commandsOf(reset).map(({ versions }) => Object.keys(versions)))
      .toEqual([['compactButtons']]);
    await button('Rückgängig').click();
    await expect.element(checkbox(/^Kompakte Knöpfe/)).not.toBeChecked();
    await expect
      .poll(() => server.commandsOf(change).map(({ values }) => values))
      .toEqual([expect.objectContaining({ compactButtons: false })]);
  });

  test('keeps here what the server refuses, until it is discarded', async () => {
    const app = await renderAt('/settings/lists');
    const { server } = app;
    server.refuse(change, 'PARAMETERS_INVALID');
    await radio('Kompakt').click();
    await expect.element(unsent).toBeVisible();
    await expect.element(radio('Kompakt')).toHaveAttribute('aria-checked', 'true');
    // Its answer has come and is written; a reload before that sends it once more.
    const clients = app.kontor.accountEntries.get().flatMap(({ client }) => client ?? []);
    await expect
      .poll(() => clients.flatMap(({ waiting }) => waiting.get().map(({ state }) => state)))
      .toEqual(['refused']);
    await Promise.all(clients.map(({ queue }) => queue.settled()));
    const sentBefore = server.commandsOf(change).length;
    // After a reload too: nothing sends it again by itself.
    const { shell } = await app.reload();
    await expect.element(unsent).toBeVisible();
    await expect.element(radio('Kompakt')).toHaveAttribute('aria-checked', 'true');
    expect(server.commandsOf(change)).toHaveLength(sentBefore);
    // What changes by going about is taken again.
    server.restore(change);
    const discard = button('Verwerfen: 1 Einstellung → geändert');
    shell.navigator.go('/settings/changes');
    await discard.click();
    await expect.element(page.getByText('Alles ist gesendet.')).toBeVisible();
    shell.navigator.go('/settings/lists');
    await expect.element(radio('Groß')).toHaveAttribute('aria-checked', 'true');
  });

  test('is found by what it is about, with the focus on it', async () => {
    await renderAt('/settings/common');
    await expect.element(heading('Allgemein')).toBeVisible();
    await press('Control+k');
    await page.getByRole('combobox').fill('Zeitzone einst');
    await option('Zeitzone einstellen').click();
    await expect.element(heading('Zeitzone')).toBeVisible();
    const zone = page.getByRole('combobox', { name: 'Zeitzone', exact: true });
    await expect.element(zone).toHaveFocus();
    await zone.selectOptions('Asia/Tokyo');
    await expect.element(page.getByText('Dort ist es jetzt')).toBeVisible();
    await button('Diese Seite zurücksetzen').click();
    await expect.element(zone).toHaveValue('auto');
  });
});
