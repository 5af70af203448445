// Covers: task
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../server/src/testing/client.ts';
import { long } from '../server/src/testing/long.ts';
import { findBrowser } from './src/browser.ts';
import { clean } from './src/records.ts';
import { dayAhead as day, openTasks, quickLine, rowOf as row, type TaskStage } from './src/tasks.ts';

describe.skipIf(findBrowser() === undefined)('tasks', () => {
  let stage: TaskStage | undefined;
  let page: Page;
  let ben: TestClient;
  let list: TaskStage['list'];
  let found: TaskStage['found'];
  let details: TaskStage['details'];

  beforeAll(async () => {
    stage = await openTasks();
    ({ page, ben, list, found, details } = stage);
  });
  afterAll(() => stage?.close());

  const quick = (on: Page = page) => quickLine(on);

  test('a line is understood while it is typed, each part can be taken back, and Enter makes the task', async () => {
    await list();
    await quick().waitFor();
    await page.keyboard.press(',');
    await expect.poll(() => quick().evaluate((field) => field === globalThis.document.activeElement)).toBe(true);
    await quick().pressSequentially('morgen 9 Uhr Prüfstand mieten @Ben +Technik jeden Montag');
    const chips = page.getByRole('list', { name: 'Verstanden' });
    await chips.getByText('Ben Krüger').waitFor();
    await chips.getByText('jeden Montag').waitFor();
    await clean(page, 'tasks-line');
    await chips.getByRole('button', { name: /„jeden Montag“ nicht verstehen/ }).click();
    await chips.getByText('jeden Montag').waitFor({ state: 'hidden' });
    await quick().press('Enter');
    await row(page, 'Prüfstand mieten jeden Montag').waitFor();
    expect(await quick().inputValue()).toBe('');
    const made = await details('Prüfstand mieten jeden Montag');
    expect(made).toMatchObject({ tags: ['Technik'], repetitionConfig: null, inactive: false, zone: 'Europe/Berlin' });
    expect(
      Temporal.Instant.from(made.fixedMaturityDate ?? '')
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' }),
    ).toBe(`${day(1)}T09:00`);
    await row(page, 'Prüfstand mieten').getByText('Morgen 09:00').waitFor();
    expect((await found('Prüfstand mieten jeden Montag', ben)).contact).toBe('Ben Krüger');
  });

  test('without a network a line waits, and is made when there is one', long, async () => {
    await list();
    await quick().fill('Im Keller aufgeschrieben');
    await page.getByRole('button', { name: 'Anlegen' }).waitFor();
    await page.context().setOffline(true);
    await quick().press('Enter');
    await page.locator('.quick-waiting').getByText('Im Keller aufgeschrieben').waitFor();
    await page.context().setOffline(false);
    await row(page, 'Im Keller aufgeschrieben').waitFor();
    await page.locator('.quick-waiting').waitFor({ state: 'hidden' });
  });
});
