import { settingsCommands } from '@kontor/contract/settings';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field, heading, link, option } from '../../../testing/find.ts';
import { press, focused } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const change = (what: string) => button(new RegExp(`^${what}: .*, ändern$`));
const named = (what: string, key: string) => button(`${what}: ${key}, ändern`);

async function open() {
  const app = await renderAt('/settings/keys');
  await expect.element(change('Erledigt')).toBeVisible();
  return app;
}
async function record(what: string, ...keys: readonly string[]): Promise<void> {
  await change(what).click();
  await press(...keys);
}

describe('the page of the keys', () => {
  test('records another key, says so, and tells the server', async () => {
    const app = await open();
    await expectUsable(app);
    await record('Erledigt', '9');
    await expect.element(named('Erledigt', '9')).toBeVisible();
    await expect.element(page.getByRole('status').getByText('Erledigt: jetzt 9.')).toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(settingsCommands.change).map(({ values }) => values))
      .toEqual([{ keys: { e: '9' } }]);
  });

  test('says whose a key is already, and swaps the two', async () => {
    await open();
    await record('Archivieren', 'u');
    await expect.element(page.getByText('U gehört schon zu „Neu“.')).toBeVisible();
    await button('Tauschen').click();
    await expect.element(named('Archivieren', 'U')).toBeVisible();
    await expect.element(named('Neu', 'A')).toBeVisible();
  });

  test('says why a key cannot be had', async () => {
    await open();
    await record('In Bearbeitung', 'Control+w');
    await expect.element(page.getByText('Strg W behält der Browser für sich.')).toBeVisible();
    await press('Control+c');
    await expect.element(page.getByText('Strg C wird zum Bearbeiten von Text gebraucht.')).toBeVisible();
    await press('g');
    await expect.element(page.getByText(/^G geht nicht/)).toBeVisible();
    await press('g', 'y');
    await expect.element(named('In Bearbeitung', 'G Y')).toBeVisible();
  });

  test('takes a key away, gives up by Escape, and gives the usual one back', async () => {
    await open();
    await change('Filter').click();
    await button('Keine Taste').click();
    await expect.element(named('Filter', 'keine Taste')).toBeVisible();
    await change('Filter').click();
    await press('Escape');
    await expect.poll(focused).toBe('Filter: keine Taste, ändern');
    await button('Filter: übliche Taste').click();
    await expect.element(named('Filter', 'F')).toBeVisible();
  });

  test('finds actions by what they are called', async () => {
    await open();
    await field('Aktion oder Taste suchen').fill('archivieren');
    await expect.poll(() => page.getByRole('button', { name: /, ändern$/ }).elements().length).toBe(1);
  });

  test('makes all keys as usual', async () => {
    const { shell } = await renderAt('/settings/keys', { settings: { keys: { e: '9', a: '8' } } });
    await expect.element(named('Erledigt', '9')).toBeVisible();
    await button('Alle Tasten wie üblich').click();
    await expect.element(named('Erledigt', 'E')).toBeVisible();
    await expect.element(named('Archivieren', 'A')).toBeVisible();
    expect(shell.settings.get().keys).toEqual({});
  });
});

describe('another key', () => {
  test('is shown wherever keys are', async () => {
    await renderAt('/', { settings: { keys: { e: '9' } } });
    await page.getByRole('option').first().click();
    await expect.element(heading('Lieferschein fehlt')).toBeVisible();
    await press('?');
    await expect.element(page.getByRole('dialog', { name: 'Tasten' })).toBeVisible();
    expect(document.querySelector<HTMLElement>('.keys-sheet')?.innerText).toMatch(/9\s+Erledigt/);
    await press('Escape', 'Control+k');
    await dialog().getByRole('combobox').fill('Erledigt');
    await expect
      .poll(
        () =>
          option(/^Erledigt/)
            .first()
            .element().textContent,
      )
      .toMatch(/9$/);
  });

  test('does what the usual one did, which does nothing', async () => {
    const { server } = await renderAt('/', { settings: { keys: { e: '9' } } });
    const row = page.getByRole('option').first();
    await row.click();
    await press('e');
    await expect.element(row).toBeVisible();
    await press('9');
    await expect.element(row).not.toBeInTheDocument();
    await expect.poll(() => server.faults).toEqual([]);
  });

  test('is none at all where single keys are turned off as a whole', async () => {
    const app = await open();
    await checkbox(/^Einzelne Tasten/).click();
    await link(/^Eingang/, page.getByRole('navigation', { name: 'Menü' })).click();
    const row = page.getByRole('option').first();
    await row.click();
    const { pathname } = location;
    await press('e', '#', '?', 'g', 'm');
    expect(page.getByRole('dialog').elements()).toEqual([]);
    expect(location.pathname).toBe(pathname);
    await expect.element(row).toBeVisible();
    await press('Control+k');
    await expect.element(dialog().getByRole('combobox')).toBeVisible();
    expect(app.shell.settings.get().singleKeys).toBe(false);
  });
});

test('what a swipe does is the person’s choice', async () => {
  const app = await renderAt('/settings/controls');
  const right = page.getByRole('group', { name: 'Nach rechts wischen' });
  await field('Kurz', right).selectOptions('spam');
  const samples = () => [...right.element().querySelectorAll<HTMLElement>('.swipe-sample')].map((one) => one.innerText);
  await expect.poll(samples).toEqual(['Spam', 'Archivieren']);
  await expectUsable(app);
});
