// Covers: activity, alarm
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '../../server/src/platform/db/testing.ts';
import { barriersOf } from '../src/barriers.ts';
import { DESKTOP, findBrowser, picture, rows, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { openNordwerk } from '../src/nordwerk.ts';
import { openSessionAs } from '../src/signed-in.ts';

const PASSWORD = 'ein langer satz am morgen';

const mailbox = [1, 2, 3]
  .map((n) =>
    [
      'From paul@werft.example Sun Nov  1 08:00:00 2026',
      'From: Paul Neumann <paul@werft.example>',
      'To: anna@nordwerk.example',
      `Subject: Lieferung ${n}`,
      `Date: ${new Date(Date.UTC(2026, 9, n)).toUTCString()}`,
      `Message-ID: <${n}@werft.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Palette ${n} ist unterwegs.`,
      '',
      '',
    ].join('\n'),
  )
  .join('');

describe.skipIf(findBrowser() === undefined)('putting items off', () => {
  let nordwerk: Awaited<ReturnType<typeof openNordwerk>>;
  let kontor: Kontor;
  let browser: Browser;
  let session: BrowserSession;
  let page: Page;

  beforeAll(async () => {
    nordwerk = await openNordwerk(PASSWORD);
    ({ kontor, browser } = nordwerk);
    const file = join(kontor.folder, 'mails.mbox');
    writeFileSync(file, mailbox);
    await kontor.cli(['import', 'nordwerk', 'anna', file, '--state', 'new']);
    session = await openSessionAs('anna', browser, kontor.address, DESKTOP, PASSWORD);
    ({ page } = session);
    await rows(page).first().waitFor();
  });
  afterAll(async () => {
    await session?.close();
    await nordwerk?.close();
  });

  const rowOf = (n: number) => rows(page).filter({ hasText: `Lieferung ${n}` });
  const dialog = () => page.getByRole('dialog', { name: 'Zurückstellen' });

  test('b asks until when, the row leaves, and Undo brings it back where it was', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('b');
    await dialog().waitFor();
    await picture(page, 'snooze-dialog');
    expect(await barriersOf(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Morgen früh' }).click();
    await page.getByText(/1\sEintrag zurückgestellt bis/).waitFor();
    await rowOf(3).waitFor({ state: 'detached' });
    expect(await rows(page).count()).toBe(2);
    await page.keyboard.press('z');
    await rowOf(3).waitFor();
    expect(await rows(page).first().textContent()).toContain('Lieferung 3');
  });

  test('what was put off is found, says until when, and is brought back by hand', async () => {
    await rowOf(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Zurückstellen' }).click();
    await dialog().getByRole('button', { name: 'Bis zur Antwort, ohne Termin' }).click();
    await rowOf(2).waitFor({ state: 'detached' });
    // It is said once the device has it: who leaves the page before may have done nothing.
    await page.getByText(/^1\sEintrag zurückgestellt bis zur Antwort/).waitFor();
    // A page that is loaded anew finds what the server knows, which may have been on its way still.
    await expect
      .poll(async () => {
        await page.goto(`${kontor.address}/filter/open/all/main?q=${encodeURIComponent('ist:zurückgestellt')}`);
        const said = rowOf(2).getByText('bis zur Antwort', { exact: true });
        return said.waitFor({ timeout: 4000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
    expect(await rows(page).count()).toBe(1);
    await picture(page, 'snooze-list');
    expect(await barriersOf(page)).toEqual([]);
    await rowOf(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Jetzt zurückholen' }).click();
    await page.getByText(/1\sEintrag zurückgeholt\./).waitFor();
    await rowOf(2).waitFor({ state: 'detached' });
    await page.goto(`${kontor.address}/`);
    await rowOf(2).waitFor();
  });

  test('at its time it is back: New, on top, and says why', async () => {
    await rowOf(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Zurückstellen' }).click();
    await dialog()
      .getByRole('button', { name: /^5\sMinuten/ })
      .click();
    await rowOf(1).waitFor({ state: 'detached' });
    // Nobody waits five minutes for a test: the job that brings it back is begun as soon as it is there.
    const url = kontor.databaseUrl;
    await expect
      .poll(() =>
        runSql(
          url,
          `update graphile_worker._private_jobs set run_at = now() where key like 'activity.wakeSnoozed:%'
            and run_at < now() + interval '1 hour' returning id`,
        ),
      )
      .toHaveLength(1);
    await rowOf(1).waitFor();
    await expect.poll(() => rows(page).first().textContent()).toContain('Lieferung 1');
    await rowOf(1)
      .getByText(/Zurückgestellt bis heute/)
      .first()
      .waitFor();
    await picture(page, 'snooze-back');
  });
});
