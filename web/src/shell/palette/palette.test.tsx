import { findQueries, snoozeCommands } from '@kontor/contract/activity';
import { recordQueries } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { aRow } from '../../testing/fake-lists.ts';
import { heading, rows } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { answerMails, mails } from '../../testing/mails.ts';
import { expectUsable } from '../../testing/usable.ts';

const palette = page.getByRole('dialog', { name: 'Alles finden und tun' });
const choices = () => palette.getByRole('option');
const first = () => choices().first().element().textContent;

async function open(address = '/') {
  const app = await renderAt(address, {
    server: (server) => {
      answerMails(server, mails(3));
      // The example is found by any word, and comes before what else has it.
      server.refuse(recordQueries.search, 'RIGHT_MISSING');
    },
  });
  await expect.element(page.getByRole('heading').first()).toBeVisible();
  return app;
}
async function find(text: string): Promise<void> {
  await press('Control+k');
  await expect.element(palette).toBeVisible();
  await type(text);
}
async function run(text: string, wanted: string): Promise<void> {
  await find(text);
  await expect.poll(first).toContain(wanted);
  await press('Enter');
  await expect.element(palette).not.toBeInTheDocument();
}

describe('the palette', () => {
  test.each([
    ['trash', 'Papierkorb', /^\/trashed\//],
    ['kanban', 'Kanban', /^\/kanban/],
    ['personen einst', 'Personen', /^\/settings\/people/],
  ])('finds places by German and by English words: %s', async (word, named, path) => {
    await open();
    await run(word, named);
    await expect.poll(() => location.pathname).toMatch(path);
  });

  test('changes settings, and has what was done last at its top', async () => {
    const app = await open('/settings/help');
    await run('dark mode', 'Helligkeit: Dunkel');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await find('');
    await expect.poll(first).toContain('Helligkeit: Dunkel');
    await expectUsable(app);
    await press('Escape');
    await run('hell', 'Helligkeit: Hell');
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  test('speaks English, too', async () => {
    await renderAt('/settings/help', { settings: { language: 'en' } });
    await expect.element(heading('Help').last()).toBeVisible();
    await press('Control+k');
    await page.getByRole('combobox').fill('papierkorb');
    await expect.element(page.getByRole('option', { name: /^Trash/ }).first()).toBeVisible();
  });

  test('finds items by what the server finds, and opens them', async () => {
    const { server } = await open();
    await expect.element(rows().first()).toBeVisible();
    server.list(findQueries.filterItems, [aRow(2, { information: 'Angebot 2' })]);
    await find('Angebot');
    const item = choices().filter({ hasText: 'Angebot 2' }).first();
    await expect.element(item).toBeVisible();
    await item.click();
    await expect.poll(() => location.pathname).toMatch(/^\/mail\//);
    await expect.element(heading('Angebot 2')).toBeVisible();
  });

  test('offers what can be done with an item where there is one, and does it', async () => {
    await open();
    await rows().first().click();
    await expect.element(heading('Angebot 3')).toBeVisible();
    await run('archivieren', 'Archivieren');
    await expect.element(page.getByText('1 Eintrag archiviert.')).toBeVisible();
    await run('undo', 'Rückgängig');
    await expect.element(page.getByText('1 Eintrag archiviert.')).not.toBeInTheDocument();
  });

  test('puts the item in hand off until a time that is typed', async () => {
    const { server } = await open();
    await rows().first().click();
    await expect.element(heading('Angebot 3')).toBeVisible();
    await find('in 2 Stunden');
    const taken = Date.now();
    await choices()
      .filter({ hasText: /^Zurückstellen bis/ })
      .first()
      .click();
    await expect.poll(() => server.commandsOf(snoozeCommands.snooze)).toHaveLength(1);
    const [snooze] = server.commandsOf(snoozeCommands.snooze);
    // Counted from when it was taken, not from when it was typed.
    expect(Date.parse(snooze?.until ?? '') - taken).toBeGreaterThanOrEqual(7_200_000 - 1000);
    expect(Date.parse(snooze?.until ?? '') - taken).toBeLessThan(7_200_000 + 20_000);
    expect(snooze?.untilAnswered).toBe(false);
  });

  test('puts it off until an hour of another day', async () => {
    const { server } = await open();
    await rows().first().click();
    await expect.element(heading('Angebot 3')).toBeVisible();
    await find('morgen 9');
    await choices()
      .filter({ hasText: /^Zurückstellen bis .*0?9:00/ })
      .first()
      .click();
    await expect.poll(() => server.commandsOf(snoozeCommands.snooze)).toHaveLength(1);
    const ahead = Date.parse(server.commandsOf(snoozeCommands.snooze)[0]?.until ?? '') - Date.now();
    expect(ahead).toBeGreaterThan(8.9 * 3_600_000);
    expect(ahead).toBeLessThan(33.1 * 3_600_000 + 3_600_000);
  });

  test('refuses a day that no calendar has, in words', async () => {
    await open();
    await rows().first().click();
    await expect.element(heading('Angebot 3')).toBeVisible();
    await find('31.2. 9:00');
    await expect.element(palette.getByText('Den 31.2. gibt es nicht.')).toBeVisible();
    expect(
      choices()
        .filter({ hasText: /^Zurückstellen bis/ })
        .elements(),
    ).toEqual([]);
  });

  test('takes no word for a time that only begins like one', async () => {
    await open();
    await rows().first().click();
    await expect.element(heading('Angebot 3')).toBeVisible();
    await find('dokumente');
    await expect.element(choices().filter({ hasText: 'Dokumente' }).first()).toBeVisible();
    expect(
      choices()
        .filter({ hasText: /^Zurückstellen bis/ })
        .elements(),
    ).toEqual([]);
  });

  test('offers nothing of an item where there is none', async () => {
    const { server } = await open('/settings/help');
    server.list(findQueries.filterItems, []);
    await find('archivieren');
    await expect.poll(() => server.queriesOf(findQueries.filterItems).length).toBeGreaterThan(0);
    await expect.poll(() => palette.getByText(/Nichts gefunden|Archiv/).elements().length).toBeGreaterThan(0);
    expect(
      choices()
        .filter({ hasText: /^Archivieren/ })
        .elements(),
    ).toEqual([]);
  });

  test('signs out, and says so where the server cannot be reached', async () => {
    const { server } = await open('/settings/help');
    server.at('/auth/logout', () => Promise.reject(new TypeError('no network')));
    await run('abmelden', 'Abmelden');
    await expect.element(page.getByLabelText('Benutzername')).toBeVisible();
    await expect.element(page.getByText('Kontor beendet die Sitzung dort, sobald es geht.')).toBeVisible();
  });
});

test('the sheet of keys names what the keys do', async () => {
  const app = await open();
  await press('?');
  const sheet = page.getByRole('dialog', { name: 'Tasten' });
  await expect.element(sheet.getByText('Alles finden und tun')).toBeVisible();
  await expect.element(sheet.getByText('Gehe zu: Eingang')).toBeVisible();
  await expectUsable(app);
});
