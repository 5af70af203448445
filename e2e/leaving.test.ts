import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { arrive, findBrowser, openBrowser, picture, rows, signIn, sitDown, type Seat } from './src/browser.ts';
import { KontorProcess } from './src/kontor-process.ts';

describe.skipIf(findBrowser() === undefined)('leaving what is not saved', () => {
  let kontor: KontorProcess;
  let browser: Browser;
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO_PASSWORD: PASSWORD }), openBrowser()]);
    seat = await sitDown(browser, kontor.address);
    page = seat.page;
    await signIn(page, 'anna', PASSWORD);
    await rows(page).first().waitFor();
  });
  afterAll(async () => {
    await seat?.close();
    await browser?.close();
    await kontor?.close();
  });

  const question = () => page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
  const answer = (name: string) => question().getByRole('button', { name, exact: true }).last().click();
  const path = (): string => new URL(page.url()).pathname;
  /** The instance's page, gone to from the inbox, with another name typed into it. */
  const edit = async (title: string): Promise<void> => {
    await page.goto(kontor.address);
    await rows(page).first().waitFor();
    await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Einstellungen' }).click();
    await page.getByRole('link', { name: 'Instanz', exact: true }).click();
    await field().fill(title);
  };
  const field = () => page.getByLabel('Name', { exact: false }).first();
  const toInbox = () =>
    page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: /^Eingang/ })
      .click();

  test('staying changes nothing, discarding leaves, and what is saved is there afterwards', async () => {
    await edit('Eins');
    const place = path();
    await toInbox();
    await question().waitFor();
    await picture(page, 'leaving');
    expect(await barriersInBothLights(page)).toEqual([]);
    await answer('Bleiben');
    expect([path(), await field().inputValue()]).toEqual([place, 'Eins']);
    await toInbox();
    await answer('Verwerfen');
    await arrive(page, 'Eingang');
    await edit('Zwei');
    await toInbox();
    await answer('Speichern');
    await arrive(page, 'Eingang');
    const anna = await new TestClient(kontor.address, 'demo').signIn('anna', PASSWORD);
    expect(await anna.query('account.instanceSettings')).toMatchObject({ title: 'Zwei' });
  });

  test('what cannot be saved is not left', async () => {
    await edit('');
    const place = path();
    await toInbox();
    await answer('Speichern');
    await page.getByText(/konnte nicht gespeichert werden/).waitFor();
    expect(path()).toBe(place);
    await toInbox();
    await answer('Verwerfen');
    await arrive(page, 'Eingang');
  });

  test('the browser’s own step back asks, too, and goes on by the answer', async () => {
    await edit('Drei');
    const place = path();
    await page.goBack();
    await question().waitFor();
    expect(path()).toBe(place);
    await page.keyboard.press('Escape');
    await expect.poll(() => question().count()).toBe(0);
    expect([path(), await field().inputValue()]).toEqual([place, 'Drei']);
    await page.goBack();
    await answer('Verwerfen');
    await arrive(page, 'Eingang');
    expect(path()).toBe('/');
  });

  test('the window asks only while there is something to lose', async () => {
    await edit('Vier');
    const asked: string[] = [];
    const listener = (dialog: { type(): string; accept(): Promise<void> }): void => {
      asked.push(dialog.type());
      void dialog.accept();
    };
    page.on('dialog', listener);
    await page.reload();
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await field().waitFor();
    await page.reload();
    await field().waitFor();
    expect(asked).toEqual(['beforeunload']);
    page.off('dialog', listener);
  });

  test('a dialog with something typed into it asks when it is closed beside its buttons', async () => {
    await page.goto(`${kontor.address}/settings/theme`);
    await page.getByRole('button', { name: 'Neues Schema' }).click();
    const dialog = page.getByRole('dialog').first();
    await dialog.getByRole('textbox').first().fill('Werft');
    await page.keyboard.press('Escape');
    await question().waitFor();
    await answer('Bleiben');
    expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Werft');
    await page.keyboard.press('Escape');
    await answer('Verwerfen');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('signing out asks', async () => {
    await edit('Fünf');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Abmelden');
    await page.keyboard.press('Enter');
    await question().waitFor();
    await answer('Bleiben');
    expect(await field().inputValue()).toBe('Fünf');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Abmelden');
    await page.keyboard.press('Enter');
    await answer('Verwerfen');
    await page.getByLabel('Benutzername').waitFor();
  });
});
