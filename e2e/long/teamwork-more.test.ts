// Covers: mail
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser, rows, type BrowserSession } from '../src/browser.ts';
import type { Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openTeam, reader, row, type TeamStage } from '../src/team.ts';
import { written } from '../src/writing.ts';

describe.skipIf(findBrowser() === undefined)('mails that several take care of, further on', () => {
  let stage: TeamStage | undefined;
  let kontor: Kontor;
  let anna: TestClient;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let accountId: number;
  let names: TeamStage['names'];
  let rightsOf: TeamStage['rightsOf'];
  let open: TeamStage['open'];
  let openSharing: TeamStage['openSharing'];

  beforeAll(async () => {
    stage = await openTeam({ isShared: true });
    ({ kontor, anna, annas, bens, accountId, names, rightsOf, open, openSharing } = stage);
  });
  afterAll(() => stage?.close());

  test('a draft that several have open says who reads it and who writes', async () => {
    const { sendingAccounts } = await anna.query<{ sendingAccounts: { id: number; accountId: number }[] }>(
      'mail.accounts',
    );
    const senderAccountId = sendingAccounts.find((one) => one.accountId === accountId)?.id ?? null;
    const subject = 'Gemeinsames Angebot';
    await anna.command('mail.saveDraft', { subject, content: '<p>Guten Tag</p>', isGlobal: true, senderAccountId });
    for (const { page } of [annas, bens]) {
      await page.goto(`${kontor.address}/mails/all/usual/drafts`);
      await page.locator('.folder-row', { hasText: subject }).getByRole('button').first().click();
      await written(page).text.waitFor();
    }
    await written(annas.page).form.getByText(`${names['ben']} liest mit.`).waitFor();
    await clean(annas.page, 'draft-company');
    await written(bens.page).text.focus();
    await bens.page.keyboard.type('Hier schreibt Ben. ');
    await written(annas.page).form.getByText(`${names['ben']} schreibt mit.`).waitFor();
    await bens.page.goto(`${kontor.address}/inbox`);
    await expect.poll(() => written(annas.page).form.getByText('schreibt mit.').count()).toBe(0);
    await annas.page.keyboard.press('Control+Shift+d');
    await open(annas.page);
  });

  test('who is taken out is told what follows, and sees the mail no more', async () => {
    const { page } = annas;
    const dialog = await openSharing(page, 'Freigaben ändern');
    await dialog.getByRole('checkbox', { name: `Sieht: ${names['ben']}` }).uncheck();
    await dialog.getByText(`${names['ben']}: sieht die E-Mails dieses Postfachs sofort nicht mehr`).waitFor();
    await clean(page, 'sharing-taken');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Freigaben sind gespeichert.').waitFor();
    await expect.poll(() => reader(bens.page).count()).toBe(0);
    await bens.page.goto(`${kontor.address}/mails/all/all/main`);
    await rows(bens.page).first().waitFor();
    await expect.poll(() => row(bens.page).count()).toBe(0);
    expect((await rightsOf()).rights).toEqual([]);
  });
});
