import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { accountEvents } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, heading, link } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/looks.ts';

const { moduleUsers } = sessionQueries;
const [service, anna] = moduleUsers.example.result as [FilterUser, FilterUser];
const person = (userId: number, name: string): FilterUser => ({
  ...anna,
  userId,
  userIds: [userId],
  fullName: name,
  UserDisplayname: name,
});
const all = [service, anna, person(2, 'Ben Carstens')];
const drawer = page.getByRole('complementary', { name: 'Personen' });

async function open() {
  const app = await renderAt('/settings/help', { server: (server) => server.answer(moduleUsers, all) });
  await expect.element(heading('Hilfe')).toBeVisible();
  await press('o');
  await expect.element(link(/Anna Berger\s\(Sie\)/, drawer)).toBeVisible();
  return app;
}

test('the people stand at the right, and who comes is there without a reload', async () => {
  const app = await open();
  await expectUsable(app);
  app.server.answer(moduleUsers, [...all, person(3, 'Dora Ems')]);
  app.server.happen(accountEvents.peopleChanged, ['people']);
  await expect.element(link(/Dora Ems/, drawer)).toBeVisible();
});

test('the people are found by keys, and lead to what concerns them', async () => {
  await open();
  await type('cars');
  await expect.poll(() => drawer.getByRole('link').elements().length).toBe(1);
  await press('ArrowDown', 'Enter');
  await expect.poll(() => location.pathname + location.search).toBe('/filter/all/all/main?user=2');
  await drawer.getByRole('searchbox').click();
  await press('Escape');
  await expect.element(drawer).not.toBeInTheDocument();
});

test('a group leads to what concerns its people', async () => {
  await open();
  await link(/Service/, drawer).click();
  await expect.poll(() => location.pathname + location.search).toBe('/filter/all/all/main?group=4');
});

test('the room of the people is changed by keys, and stays so', async () => {
  const app = await open();
  const width = drawer.getByRole('separator');
  const before = Number(width.element().getAttribute('aria-valuenow'));
  (width.element() as HTMLElement).focus();
  await press('ArrowLeft');
  const after = width.element().getAttribute('aria-valuenow');
  expect(Number(after)).toBeGreaterThan(before);
  await app.reload();
  await expect.element(width).toHaveAttribute('aria-valuenow', after);
});

test('on a phone they are a sheet', async () => {
  const app = await renderAt('/', { size: PHONE, server: (server) => server.answer(moduleUsers, all) });
  await button('Personen').click();
  await expect.element(link(/Ben Carstens/, dialog())).toBeVisible();
  await expectUsable(app);
  await press('Escape');
  await expect.element(dialog()).not.toBeInTheDocument();
});
