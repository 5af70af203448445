// Covers: task, memo, editor
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD as PASSWORD } from '../src/begun.ts';
import { findBrowser, openBrowser, rows, type BrowserSession } from '../src/browser.ts';
import { openKontor, type Kontor } from '../src/kontor.ts';
import { clean } from '../src/records.ts';
import { openSessionAs } from '../src/signed-in.ts';
import { dialog, openItem, saved, text, typeAtEnd } from '../src/written.ts';

describe.skipIf(findBrowser() === undefined)('what was written and not saved when the page was left', () => {
  let kontor: Kontor | undefined;
  let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
  let session: BrowserSession;
  let page: Page;
  let anna: TestClient;
  let ben: TestClient;
  let address: string;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
    ({ address } = kontor);
    [anna, ben] = (await Promise.all(
      ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, PASSWORD)),
    )) as [TestClient, TestClient];
    for (const { id, userName } of await anna.query<{ id: number; userName: string }[]>('account.people'))
      ids[userName] = id;
    session = await openSessionAs('anna', browser, address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  const note = async (title: string): Promise<string> =>
    (await anna.command<{ aggregateId: string }>('task.create', { moduleLayout: 'note', inactive: false, title }))
      .aggregateId;
  const contentOf = async (aggregateId: string): Promise<string> =>
    (await anna.query<TaskDetail>('task.details', { aggregateId })).content;

  /** Writes without a network, and leaves the page before there is one. */
  const leaveUnsaved = async (aggregateId: string, words: string): Promise<void> => {
    await openItem(page, address, aggregateId);
    await page.context().setOffline(true);
    await typeAtEnd(text(page), words);
    await page.locator('.written-state[data-state="offline"]:visible').waitFor();
    await page.waitForTimeout(500);
    await page.evaluate(() => history.pushState(null, '', '/'));
  };

  test('what is written without a network is saved when there is one, also after the page was left', async () => {
    const aggregateId = await note('Unterwegs');
    await leaveUnsaved(aggregateId, 'Im Zug geschrieben');
    await page.context().setOffline(false);
    await page.goto(`${address}/notes/all/all/main`);
    await expect.poll(() => contentOf(aggregateId)).toContain('Im Zug geschrieben');
  });

  test('of what is gone meanwhile the text is shown once, to be copied, and then given up', async () => {
    const { aggregateId } = await ben.command<{ aggregateId: string }>('task.create', {
      moduleLayout: 'note',
      inactive: false,
      title: 'Aufgegeben',
      responsibleUserId: ids['anna'],
    });
    await leaveUnsaved(aggregateId, 'Im Zug geschrieben, und vergebens');
    // Ben takes it back: she sees it no more.
    const { aggregateVersion, title, content, forerunTime, fixedMaturityDate, zone } = await ben.query<TaskDetail>(
      'task.details',
      { aggregateId },
    );
    await ben.command('task.process', {
      aggregateId,
      aggregateVersion,
      title,
      content,
      forerunTime,
      fixedMaturityDate,
      zone,
      alarmConfig: {},
      repetitionConfig: null,
      tags: [],
      waitsFor: [],
      ownerUserId: 0,
      responsibleUserId: ids['ben'],
    });
    await page.context().setOffline(false);
    await page.goto(`${address}/notes/all/all/main`);
    const lost = dialog(page, 'Ihr Text konnte nicht gespeichert werden');
    await lost.getByText('Im Zug geschrieben, und vergebens').waitFor();
    await clean(page, 'note-lost');
    await lost.getByRole('button', { name: 'Text kopieren' }).click();
    await page.getByText('Der Text ist kopiert.').waitFor();
    await lost.getByRole('button', { name: 'Schließen und entfernen' }).click();
    await lost.waitFor({ state: 'hidden' });
    await page.reload();
    await rows(page).first().waitFor();
    // Longer than a page waits before it sends what was left.
    await page.waitForTimeout(6000);
    expect(await lost.count()).toBe(0);
  });

  test('what one tab is writing is saved by that one, and by no other', async () => {
    const aggregateId = await note('Zwei Fenster');
    await openItem(page, address, aggregateId);
    // Only this tab cannot save.
    await page.route(/\/command/, (route) => route.abort());
    await typeAtEnd(text(page), 'Halb geschrieben');
    await page.locator('.written-state[data-state="offline"]:visible').waitFor();
    await page.waitForTimeout(500);
    const other = await page.context().newPage();
    await other.goto(`${address}/notes/all/all/main`);
    await rows(other).first().waitFor();
    await other.waitForTimeout(6000);
    expect(await contentOf(aggregateId)).not.toContain('Halb geschrieben');
    await other.close();
    await page.unroute(/\/command/);
    await typeAtEnd(text(page), ' und ganz');
    await saved(page);
    expect(await contentOf(aggregateId)).toContain('Halb geschrieben und ganz');
  });
});
