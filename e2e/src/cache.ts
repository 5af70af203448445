import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { INSTALLED, openBrowser, openSession, type BrowserSession } from './browser.ts';
import { keptRecords } from './device-cache.ts';
import { Front } from './front.ts';
import { openKontor, type Kontor } from './kontor.ts';

export const LATEST = 60_000;
/** Longer than a page waits before it fetches ahead, and than it gathers what it writes. */
const FETCHED_MS = 4000;

/** Kontor behind what can be cut and held, and a browser at its sign-in. */
export interface CacheStage {
  readonly kontor: Kontor;
  readonly browser: Browser;
  readonly front: Front;
  readonly session: BrowserSession;
  close(): Promise<void>;
}

export async function startCache(): Promise<CacheStage> {
  const front = await Front.start();
  const [kontor, browser] = await Promise.all([openKontor({ KONTOR_PUBLIC_URL: front.address }), openBrowser()]);
  front.target = kontor.port;
  const session = await openSession(browser, front.address, INSTALLED);
  const close = async (): Promise<void> => {
    await front.close();
    await kontor.close();
  };
  return { kontor, browser, front, session, close };
}

/** Until the page has fetched all that it wants to have, and written it. */
export async function kept(page: Page): Promise<number> {
  let last = -1;
  let since = 0;
  const isStill = async (): Promise<boolean> => {
    const now = await keptRecords(page);
    if (now !== last) since = Date.now();
    last = now;
    return last > 10 && Date.now() - since > FETCHED_MS;
  };
  await expect.poll(isStill, { timeout: LATEST, interval: 300 }).toBe(true);
  return last;
}

export const longestWord = (text: string): string =>
  text.split(/[^\p{L}\p{N}]+/u).toSorted((a, b) => b.length - a.length)[0] ?? text;
