import type { Browser, Page } from 'playwright-core';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './begun.ts';
import { INSTALLED, openBrowser, rows, type BrowserSession } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';
import { openSessionAs } from './signed-in.ts';

/** What it may take until a colleague's page shows what was done on another one, in milliseconds. */
export const WITHIN_MS = 5000;

export interface SharedItem {
  readonly aggregateId: string;
  readonly information: string;
}

/** Anna and Ben at their desks, with the names of all people by those that they sign in with. */
export interface SharingStage {
  readonly kontor: Kontor;
  readonly browser: Browser;
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly annas: BrowserSession;
  readonly bens: BrowserSession;
  readonly names: Readonly<Record<string, string>>;
  /** The list of all that a term finds. */
  everything(page: Page, term: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function startSharing(): Promise<SharingStage> {
  const [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
  const [anna, ben] = (await Promise.all(
    ['anna', 'ben'].map((name) => new TestClient(kontor.address, 'demo').signIn(name, PASSWORD)),
  )) as [TestClient, TestClient];
  const people = await anna.query<{ userName: string; firstName: string; lastName: string }[]>('account.people');
  const names = Object.fromEntries(people.map((one) => [one.userName, `${one.firstName} ${one.lastName}`]));
  const annas = await openSessionAs('anna', browser, kontor.address);
  const bens = await openSessionAs('ben', browser, kontor.address, INSTALLED);
  return {
    kontor,
    browser,
    anna,
    ben,
    annas,
    bens,
    names,
    everything: (page, term) => page.goto(`${kontor.address}/filter/all/all/main?q=${encodeURIComponent(term)}`),
    close: async () => {
      await annas.close();
      await bens.close();
      await kontor.close();
    },
  };
}

export const makeTask = (by: TestClient, title: string, content: string, moduleLayout = 'task'): Promise<unknown> =>
  by.command('task.create', { moduleLayout, inactive: false, title, content });

export const row = (page: Page, title: string) => rows(page).filter({ hasText: title }).first();
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Teilen' });
export const over = (page: Page) => page.getByRole('region', { name: 'Geteilt' });

/** Shares what is under the cursor of a list, by keys alone. */
export async function shareByKeys(page: Page, title: string, who: string, message: string): Promise<void> {
  await row(page, title).click();
  await page.keyboard.press('y');
  await dialog(page).getByRole('combobox', { name: 'Mit wem' }).waitFor();
  await page.keyboard.type(who.split(' ')[0] ?? '');
  await dialog(page).getByRole('option', { name: who }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await dialog(page).getByRole('textbox', { name: 'Nachricht' }).focus();
  await page.keyboard.type(message);
}
