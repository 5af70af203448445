import type { ListEntry } from '@kontor/contract/activity';
import type { TaskDetail } from '@kontor/contract/task';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { DEMO_PASSWORD } from './begun.ts';
import { openBrowser, rows } from './browser.ts';
import { openKontor } from './kontor.ts';
import { openSessionAs } from './signed-in.ts';

/** Anna at her desk, with the tasks of the demo. */
export interface TaskStage {
  readonly address: string;
  readonly page: Page;
  readonly anna: TestClient;
  readonly ben: TestClient;
  /** Goes to a list of them. */
  list(view?: string, on?: Page): Promise<unknown>;
  found(title: string, by?: TestClient): Promise<ListEntry>;
  details(title: string): Promise<TaskDetail>;
  make(title: string, more?: object): Promise<unknown>;
  close(): Promise<void>;
}

export async function openTasks(): Promise<TaskStage> {
  const [kontor, browser] = await Promise.all([openKontor(), openBrowser()]);
  const { address } = kontor;
  const session = await openSessionAs('anna', browser, address);
  const { page } = session;
  const [anna, ben] = (await Promise.all(
    ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, DEMO_PASSWORD)),
  )) as [TestClient, TestClient];
  const found = async (title: string, by = anna): Promise<ListEntry> => {
    const all = await by.query<ListEntry[]>('task.items', { view: 'all' });
    return all.find(({ information }) => information === title) ?? expect.fail(`No task is called ${title}`);
  };
  return {
    address,
    page,
    anna,
    ben,
    list: (view = 'open', on = page) => on.goto(`${address}/tasks/${view}/all/main`),
    found,
    details: async (title) => anna.query<TaskDetail>('task.details', { aggregateId: (await found(title)).aggregateId }),
    make: (title, more = {}) =>
      anna.command('task.create', { moduleLayout: 'task', title, inactive: false, zone: 'Europe/Berlin', ...more }),
    close: async () => {
      await session.close();
      await kontor.close();
    },
  };
}

/** The row of a task, by what it is called. */
export const rowOf = (on: Page, title: string) => rows(on).filter({ hasText: title }).first();
/** The line in which a task is made. */
export const quickLine = (on: Page) => on.locator('.quick-input:visible');
/** A day so many from today, where the person is. */
export const dayAhead = (ahead: number): string =>
  Temporal.Now.zonedDateTimeISO('Europe/Berlin').toPlainDate().add({ days: ahead }).toString();
