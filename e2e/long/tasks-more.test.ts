// Covers: task
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../server/src/testing/client.ts';
import { findBrowser, rows } from '../src/browser.ts';
import { dayAhead as day, openTasks, rowOf as row, type TaskStage } from '../src/tasks.ts';

/** The journey of every day makes do with fewer: each is made as a person would. */
const MANY = process.env['KONTOR_FULL_TESTS'] === 'true' ? 10_000 : 1000;
/** Tasks that are made at once. */
const AT_ONCE = 40;

describe.skipIf(findBrowser() === undefined)('tasks, further on', () => {
  let stage: TaskStage | undefined;
  let page: Page;
  let address: string;
  let anna: TestClient;
  let list: TaskStage['list'];
  let make: TaskStage['make'];

  beforeAll(async () => {
    stage = await openTasks();
    ({ page, address, anna, list, make } = stage);
  });
  afterAll(() => stage?.close());

  test('one is made of a mail, and of what is selected in it', async () => {
    await page.goto(`${address}/mails/all/all/main`);
    await rows(page).nth(2).click();
    const frame = page.frameLocator('.mail-sheet:visible iframe').first();
    await frame.locator('body').getByText(/\w{3}/).first().waitFor();
    const title = await rows(page).nth(2).locator('.row-information').innerText();
    const selected = await frame.locator('body').evaluate((body) => {
      const selection = body.ownerDocument.getSelection();
      selection?.selectAllChildren(body);
      return selection?.toString().trim() ?? '';
    });
    expect(selected).not.toBe('');
    await page.keyboard.press('Shift+C');
    await page.waitForURL(/\/task\/.*\/edit/);
    const id = decodeURIComponent(/\/task\/([^/]+)\//.exec(page.url())?.[1] ?? '');
    const made = await anna.query<TaskDetail>('task.details', { aggregateId: id });
    expect(made.title).toBe(title);
    expect(made.content.replaceAll(/<[^>]+>|\s/g, '').slice(0, 20)).toBe(
      selected.replaceAll(/\s/g, '').replaceAll('&', '&amp;').slice(0, 20),
    );
    expect(made.activityLink?.title).toBe(title);
  });

  test('many thousand of them scroll', async () => {
    for (let from = 0; from < MANY; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          make(`Viele ${from + index}`, { fixedMaturityDate: day(30 + ((from + index) % 200)) }),
        ),
      );
    await list();
    await rows(page).first().waitFor();
    const scroller = page.locator('.virtual-list');
    const scroll = () =>
      scroller.evaluate((element) => {
        element.scrollBy(0, 3000);
        return element.scrollTop;
      });
    await expect.poll(scroll).toBeGreaterThan(100_000);
    await row(page, 'Viele').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
  });
});
