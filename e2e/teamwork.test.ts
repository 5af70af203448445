// Covers: mail

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, rows, type BrowserSession } from './src/browser.ts';
import type { Kontor } from './src/kontor.ts';
import { clean } from './src/records.ts';
import { card, comments, field, line, openTeam, row, type TeamStage } from './src/team.ts';
import { written } from './src/writing.ts';

describe.skipIf(findBrowser() === undefined)('mails that several take care of', () => {
  let stage: TeamStage | undefined;
  let kontor: Kontor;
  let annas: BrowserSession;
  let bens: BrowserSession;
  let names: TeamStage['names'];
  let open: TeamStage['open'];
  let openSharing: TeamStage['openSharing'];

  beforeAll(async () => {
    stage = await openTeam({ isShared: false });
    ({ kontor, annas, bens, names, open, openSharing } = stage);
  });
  afterAll(() => stage?.close());

  test('a mailbox is shared in its card, and who it is shared with sees its mails', async () => {
    const { page } = annas;
    await page.goto(`${kontor.address}/settings/mail`);
    await card(page).getByText('Noch sehen nur Sie dieses Postfach.').waitFor();
    const dialog = await openSharing(page, 'Freigeben');
    await dialog.getByLabel('Person oder Gruppe hinzufügen').selectOption({ label: names['ben'] ?? '' });
    await dialog.getByText(/^2\s+Personen sehen es, 2 senden daraus, 1 verwaltet es\.$/).waitFor();
    expect(await dialog.getByRole('checkbox', { name: `Sieht: ${names['anna']}` }).isDisabled()).toBe(true);
    await clean(page, 'sharing');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Freigaben sind gespeichert.').waitFor();
    await card(page)
      .getByText(/2\s+Personen sehen es/)
      .waitFor();
    await bens.page.goto(`${kontor.address}/mails/all/all/main`);
    await row(bens.page).waitFor();
  });

  test('a mail is claimed by a key, everybody sees it at once, and it is taken over after asking', async () => {
    await Promise.all([open(annas.page), open(bens.page)]);
    await line(annas.page).getByRole('button', { name: 'Übernehmen', exact: true }).waitFor();
    await annas.page.keyboard.press('t');
    await line(annas.page)
      .getByText(/^Von Ihnen übernommen seit/)
      .waitFor();
    await line(bens.page).getByText(`Übernommen von ${names['anna']} seit`).waitFor();
    await row(bens.page)
      .getByRole('img', { name: `Übernommen von ${names['anna']}` })
      .waitFor();
    await clean(bens.page, 'claimed');
    await bens.page.keyboard.press('t');
    const dialog = bens.page.getByRole('dialog', { name: 'E-Mail übernehmen?' });
    await dialog.getByText(`${names['anna']} hat sie seit`).waitFor();
    await clean(bens.page, 'claim-question');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await line(annas.page).getByText(`Übernommen von ${names['ben']} seit`).waitFor();
    await line(bens.page).getByRole('button', { name: 'Abgeben' }).click();
    await line(annas.page).getByRole('button', { name: 'Übernehmen', exact: true }).waitFor();
    await expect.poll(() => row(bens.page).locator('.row-claim').count()).toBe(0);
  });

  test('a comment names a colleague by keyboard, stands there at once, and is marked in the list', async () => {
    await open(bens.page);
    const { page } = annas;
    await page.keyboard.press('m');
    await page.keyboard.type('Rufst du an, @Be');
    await comments(page)
      .getByRole('option', { name: names['ben'] ?? '' })
      .waitFor();
    await clean(page, 'comment-naming');
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe(`Rufst du an, @${names['ben']} `);
    await page.keyboard.press('Control+Enter');
    await comments(page).getByText('Rufst du an,').waitFor();
    await expect.poll(() => field(page).count()).toBe(0);
    await comments(bens.page).getByText(`@${names['ben']}`).waitFor();
    await comments(bens.page).getByRole('heading', { name: 'Kommentare (1)' }).waitFor();
    await rows(bens.page)
      .getByRole('img', { name: /^1\s+interner Kommentar$/ })
      .first()
      .waitFor();
    await clean(bens.page, 'comments');
  });

  test('who is at a mail is seen beside it, who answers it in the answer too, and who begins to write has claimed it', async () => {
    await Promise.all([open(annas.page), open(bens.page)]);
    await line(annas.page).getByText(`${names['ben']} liest mit.`).waitFor();
    await bens.page.keyboard.press('r');
    await written(bens.page).text.waitFor();
    await line(annas.page).getByText(`${names['ben']} antwortet gerade.`).waitFor();
    await clean(annas.page, 'presence');
    await annas.page.keyboard.press('r');
    const answer = written(annas.page);
    await answer.form.getByText(`${names['ben']} antwortet gerade.`).waitFor();
    await clean(annas.page, 'presence-composer');
    await annas.page.keyboard.press('Control+Shift+d');
    await expect.poll(() => written(annas.page).form.count()).toBe(0);
    await written(bens.page).text.focus();
    await bens.page.keyboard.type('Wir sehen es uns an.');
    await open(annas.page);
    await line(annas.page).getByText(`Übernommen von ${names['ben']} seit`).waitFor();
    await bens.page.keyboard.press('Control+Shift+d');
    await expect.poll(() => written(bens.page).form.count()).toBe(0);
    await expect.poll(() => line(annas.page).getByText('antwortet gerade').count()).toBe(0);
  });
});
