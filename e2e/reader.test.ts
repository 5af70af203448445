// Covers: mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { findBrowser, picture, rows } from './src/browser.ts';
import type { Kontor } from './src/kontor.ts';
import type { MailCatcher } from './src/mail-catcher.ts';
import { openReader, readerOn, type ReaderStage } from './src/reader.ts';

describe.skipIf(findBrowser() === undefined)('reading mails, threads and files', () => {
  let stage: ReaderStage | undefined;
  let kontor: Kontor;
  let catcher: MailCatcher;
  let page: Page;
  let anna: TestClient;
  let open: ReaderStage['open'];

  beforeAll(async () => {
    stage = await openReader();
    ({ kontor, catcher, page, anna, open } = stage);
  });
  afterAll(() => stage?.close());

  const reader = (where = page) => readerOn(where);
  const viewer = (name: string) => page.getByRole('dialog', { name, exact: true });

  test('a PDF is shown from our own origin alone, its text is there and can be found', async () => {
    await open('Unterlagen zur Halle');
    const strange: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(kontor.address) && !/^(blob|data):/.test(request.url()))
        strange.push(request.url());
    });
    await reader().locator('.attachment', { hasText: 'Plan.pdf' }).click();
    const dialog = viewer('Plan.pdf');
    await dialog.locator('.textLayer').getByText('Ventil steht links').waitFor();
    await dialog.getByText('Seite 1 von 1').waitFor();
    await dialog.getByRole('searchbox', { name: 'In der Datei suchen' }).fill('Ventil');
    await dialog.getByText('1 von 1', { exact: true }).waitFor();
    expect(await dialog.locator('.highlight').first().innerText()).toBe('Ventil');
    await picture(page, 'viewer-pdf');
    expect(await barriersInBothLights(page)).toEqual([]);
    await dialog.getByRole('searchbox').fill('Gibt es nicht');
    await dialog.getByText('Nichts gefunden').waitFor();
    expect(strange).toEqual([]);
    await page.keyboard.press('Escape');
  });

  const row = () => rows(page).filter({ hasText: 'Ventil für Halle 2' });

  test(
    'the mails of a thread are one row with their number, and what is done to it is done to all of them, until it is undone',
    long,
    async () => {
      await page.goto(`${kontor.address}/mails/all/all/main`);
      await row().first().waitFor();
      await expect.poll(() => row().count()).toBe(1);
      expect(await row().locator('.row-count').innerText()).toContain('10');
      const mails = async () =>
        (
          await anna.query<{ status: number; information: string; aggregateId: string }[]>('mail.items', {
            view: 'all',
          })
        ).filter(({ information }) => information.includes('Ventil'));
      // None of them is new: those that are shown would be In process by that alone.
      const all = await mails();
      await anna.command('activity.setState', {
        aggregateIds: all.map(({ aggregateId }) => aggregateId),
        state: 'seen',
      });
      await row().first().click();
      await reader().locator('.thread').waitFor();
      await page.keyboard.press('e');
      const states = async () => (await mails()).map(({ status }) => status);
      await expect.poll(states).toEqual(all.map(() => 3));
      await page.keyboard.press('z');
      await expect.poll(states).toEqual(all.map(() => 2));
    },
  );

  test('an invitation is told of in words, and answered', async () => {
    await open('Einladung zur Montage');
    const bar = reader().getByRole('group', { name: 'Termin' }).first();
    await bar.getByText('Montage Werft 3').waitFor();
    await bar.getByText(/Halle 2 · jede Woche, bis 21\.12\.2026/).waitFor();
    await bar.getByRole('button', { name: 'Zusagen' }).waitFor();
    await picture(page, 'reader-invitation');
    expect(await barriersInBothLights(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Mit Nachricht …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mit Nachricht antworten' });
    await dialog.getByLabel('Nachricht').fill('Ich bringe das Ventil mit.');
    await picture(page, 'reader-invitation-message');
    await dialog.getByRole('button', { name: 'Vielleicht' }).click();
    const raw = (await catcher.next('paul.neumann@werft.example')).toString();
    expect(raw).toMatch(/METHOD:REPLY|TUVUSE9EOlJFUExZ/);
    await bar.getByText(/^Vielleicht, sagt/).waitFor();
    await expect.poll(() => bar.getByRole('button', { name: 'Vielleicht' }).getAttribute('aria-pressed')).toBe('true');
  });
});
