import type { ListEntry } from '@kontor/contract/activity';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { TestClient } from '../../server/src/testing/client.ts';
import { rows, type BrowserSession } from './browser.ts';
import { openSessionAs } from './signed-in.ts';
import { WRITING_PASSWORD as PASSWORD, openDesk, type WritingDesk } from './writing.ts';

export interface DocumentStage extends WritingDesk {
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly bens: BrowserSession;
  list(on: Page): Promise<unknown>;
  open(on: Page, title: string): Promise<void>;
}

/** The desk of who writes mails, with Ben at another one. */
export async function startDocuments(): Promise<DocumentStage> {
  const desk = await openDesk();
  const { address } = desk.kontor;
  const [anna, ben] = (await Promise.all(
    ['anna', 'ben'].map((name) => new TestClient(address, 'demo').signIn(name, PASSWORD)),
  )) as [TestClient, TestClient];
  const bens = await openSessionAs('ben', desk.browser, address);
  const list = (on: Page): Promise<unknown> => on.goto(`${address}/documents/all/all/main`);
  const open = async (on: Page, title: string): Promise<void> => {
    await list(on);
    await row(on, title).click();
    await shown(on).getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const close = async (): Promise<void> => {
    await bens.close();
    await desk.close();
  };
  return { ...desk, anna, ben, bens, list, open, close };
}

export const row = (on: Page, title: string) => rows(on).filter({ hasText: title }).first();
export const shown = (on: Page) => on.locator('.document:visible');
export const bar = (on: Page) => on.locator('.document-bar:visible');
export const textFile = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** The document that somebody sees by this title. */
export async function named(by: TestClient, title: string): Promise<ListEntry> {
  const all = await by.query<ListEntry[]>('document.items', { view: 'all' });
  return all.find(({ information }) => information === title) ?? expect.fail(`No document is called ${title}`);
}
