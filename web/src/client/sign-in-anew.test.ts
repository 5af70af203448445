import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Failure } from './failure.ts';
import { ELSEWHERE, TestChannel, clientOf, openBrowser, states } from './testing/browser.ts';

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('BroadcastChannel', TestChannel);
});
afterEach(() => {
  browser.close();
  TestChannel.closeAll();
  vi.unstubAllGlobals();
});

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

test('an account that is signed in anew leaves no session behind, as soon as its server can be reached', async () => {
  const page = browser.open();
  await page.signInElsewhere('anna');
  await page.signInElsewhere('anna');
  await settle();
  expect([...browser.tokens]).toEqual([[expect.stringContaining('token-2-of-anna'), 'anna']]);
  expect(states(page)).toEqual([[ELSEWHERE, 'in']]);
  browser.refused = '/auth/logout';
  await page.signInElsewhere('anna');
  await settle();
  expect(browser.tokens.size).toBe(2);
  browser.refused = undefined;
  await browser.open().kontor.start();
  await settle();
  expect([...browser.tokens]).toEqual([[expect.stringContaining('token-3-of-anna'), 'anna']]);
  expect(states(page)).toEqual([[ELSEWHERE, 'in']]);
});

describe('a sign-in that is called off', () => {
  /** Begins one that waits for its answer, and calls it off. Returns how to let the answer come, and what came of it. */
  async function callOff(sign: (signal: AbortSignal) => Promise<void>) {
    const open = browser.gate('/auth/login');
    const stop = new AbortController();
    const outcome = sign(stop.signal).then(
      () => 'signed in',
      (error: Failure) => error.kind,
    );
    await settle();
    stop.abort();
    return { open, outcome };
  }

  test('adds no account when its answer comes late, and leaves no session', async () => {
    const page = browser.open();
    for (const sign of [page.signIn, page.signInElsewhere]) {
      const { open, outcome } = await callOff((signal) => sign('anna', signal));
      open();
      expect(await outcome).toBe('aborted');
    }
    await settle();
    expect([states(page), page.kontor.accounts.list()]).toEqual([[], []]);
    expect([browser.server.person, [...browser.tokens]]).toEqual([undefined, []]);
  });

  test('holds up the next one for five seconds at most', async () => {
    const page = browser.open();
    const { outcome } = await callOff((signal) => page.signInElsewhere('anna', signal));
    page.pass(5000);
    expect(await outcome).toBe('aborted');
  });

  test('leaves the account as it was that is signed in already', async () => {
    const page = browser.open();
    await page.signIn('anna');
    await page.signInElsewhere('anna');
    for (const sign of [page.signIn, page.signInElsewhere]) {
      const { open } = await callOff((signal) => sign('anna', signal));
      open();
    }
    await settle();
    for (const key of ['demo/anna', ELSEWHERE]) clientOf(page, key)?.retryRealtime();
    await settle();
    expect(states(page)).toEqual([
      ['demo/anna', 'in'],
      [ELSEWHERE, 'in'],
    ]);
    expect(page.kontor.session.get().client?.key).toBe(ELSEWHERE);
    expect(browser.tokens.size).toBe(1);
  });
});
