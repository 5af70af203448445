// Covers: account, activity, mail
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoPost } from '../server/src/demo/post.ts';
import { DEMO_PASSWORD } from './src/begun.ts';
import { barriersInBothLights } from './src/barriers.ts';
import { findBrowser, openBrowser, picture, rows, signIn, openSession, type BrowserSession } from './src/browser.ts';
import { openKontor, type Kontor } from './src/kontor.ts';
import { written } from './src/writing.ts';

/** Somebody of the demo who writes to Chris, and answers. */
const CUSTOMER = 'Daniel Osei';
const SUBJECT = /Filling line for mango juice/;

describe.skipIf(findBrowser() === undefined)('a first visit', () => {
  let kontor: Kontor;
  let session: BrowserSession;
  let page: Page;
  const steps: [step: string, ms: number][] = [];
  let last = performance.now();
  /** Notes how long a step of the visit took: a report, nothing that fails. */
  const step = (name: string): void => {
    const now = performance.now();
    steps.push([name, Math.round(now - last)]);
    last = now;
  };

  beforeAll(async () => {
    const ownPost = ({ dataFolder }: { readonly dataFolder: string }) => new DemoPost({ dataFolder, replyMs: 500 });
    const [opened, browser] = await Promise.all([openKontor({}, { ownPost }), openBrowser()]);
    kontor = opened;
    session = await openSession(browser, kontor.address);
    ({ page } = session);
  });
  afterAll(async () => {
    await session?.close();
    await kontor?.close();
  });

  test('leads from the sign-in to an answer that is answered', async () => {
    last = performance.now();
    await signIn(page, 'chris', DEMO_PASSWORD);
    await rows(page).first().waitFor();
    step('signed in, and the list is there');
    await rows(page).filter({ hasText: SUBJECT }).first().click();
    await page.getByRole('heading', { name: SUBJECT }).waitFor();
    step('a mail is read');
    await page.keyboard.press('r');
    await written(page).text.waitFor();
    // Beneath the mail, which stays to be read.
    await page.locator('.beneath').waitFor();
    expect(await page.getByRole('heading', { name: SUBJECT }).isVisible()).toBe(true);
    await page.keyboard.type('Hello Daniel, the pouches are no problem.');
    await picture(page, 'first-visit-answering');
    expect(await barriersInBothLights(page)).toEqual([]);
    step('an answer is written');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Wird in \d+ s gesendet\.$/).waitFor();
    step('it is sent');
    // The thread stays, with what was sent in it.
    const sent = page.locator('.thread-line').filter({ hasText: 'Chris Okafor an Daniel Osei' });
    await expect.poll(() => sent.count()).toBe(2);
    expect(await page.locator('.beneath').count()).toBe(0);
    step('what was sent stands in the thread');
    // All that customers answer in English begins with thanks.
    const answer = rows(page)
      .filter({ hasText: CUSTOMER })
      .filter({ hasText: /thank|got it/ })
      .first();
    await answer.waitFor();
    step('the customer has answered');
    await answer.click();
    await page.getByText('Kind regards').first().waitFor();
    await picture(page, 'first-visit-answered');
    expect(await barriersInBothLights(page)).toEqual([]);
    process.stdout.write(`${steps.map(([name, ms]) => `${String(ms).padStart(6)} ms  ${name}`).join('\n')}\n`);
  });
});
