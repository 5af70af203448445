import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../testing/app.ts';
import { button, heading, link } from '../../testing/find.ts';
import { expectUsable } from '../../testing/usable.ts';

const problem = () => Response.json({}, { status: 503 });

test('the app says what it is, and where it runs', async () => {
  const app = await renderAt('/settings/about');
  await expect
    .poll(() => document.querySelector<HTMLElement>('.setting-facts')?.innerText)
    .toMatch(/Version des Servers\s+\d/);
  await expect.element(page.getByText('anna', { exact: true }).last()).toBeVisible();
  await expectUsable(app);
});

test.each([
  ['de', 'Über Kontor'],
  ['en', 'About Kontor'],
] as const)('its page has the name of the product in it (%s)', async (language, name) => {
  await renderAt('/settings/about', { settings: { language } });
  await expect.element(heading(name)).toBeVisible();
  await expect.element(link(name)).toHaveAttribute('aria-current', 'page');
});

test('the names of what others have made can be asked for again', async () => {
  const { server } = await renderAt('/settings/about', { server: (server) => server.at('/licences.md', problem) });
  await page.getByText('Anzeigen', { exact: true }).click();
  await expect.element(page.getByText('Die Liste konnte nicht geladen werden.')).toBeVisible();
  server.at('/licences.md', () => new Response('react 19 MIT'));
  await button('Erneut versuchen').click();
  await expect.element(page.getByText('react 19 MIT')).toBeVisible();
});
