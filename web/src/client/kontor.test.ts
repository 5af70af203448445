import 'fake-indexeddb/auto';
import { securityCommands } from '@kontor/contract/account';
import { activityCommands } from '@kontor/contract/activity';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TestChannel, openBrowser } from './testing/browser.ts';

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
/** What the device calls a session of the demo instance. */
const sessionOf = (page: ReturnType<typeof browser.open>, user: string): string =>
  page.kontor.accounts.session(`demo/${user}`) ?? '';
const broadcast = (message: unknown): void => new TestChannel('kontor/session').postMessage(message);

describe('pages of one device', () => {
  test('are all signed in when one is, though their settings do not say so yet, and signed out with it', async () => {
    const [first, second] = [browser.open(), browser.open(new Map())];
    await first.signIn('anna');
    await settle();
    expect([first.user(), second.user()]).toEqual(['anna', 'anna']);
    await first.kontor.signOut();
    await settle();
    expect([first.user(), second.user()]).toEqual([undefined, undefined]);
    expect(sessionOf(first, 'anna')).toBe('');
  });

  test('stay in a session when late news of the end of the one before comes', async () => {
    const page = browser.open();
    await page.signIn('anna');
    const session = sessionOf(page, 'anna');
    await page.kontor.signOut();
    await page.signIn('anna');
    broadcast({ kind: 'left', session });
    await settle();
    expect(page.user()).toBe('anna');
    expect(sessionOf(page, 'anna')).not.toBe('');
  });

  test('do not forget on the device what another has entered since', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const slow = browser.open();
    await slow.signIn('anna');
    await settle();
    // One that does not know of her takes the cookie.
    const fast = browser.open(new Map());
    await fast.signIn('ben');
    // It learns late, and from the server alone, that somebody else is signed in.
    slow.kontor.session.get().client?.retryRealtime();
    await settle();
    expect([slow.user(), fast.user()]).toEqual([undefined, 'ben']);
    expect([sessionOf(slow, 'anna') === '', sessionOf(fast, 'ben') === '']).toEqual([true, false]);
  });

  test('do not enter a session that has ended while it was being entered', async () => {
    await browser.open().signIn('anna');
    const page = browser.open();
    const entering = page.kontor.start();
    broadcast({ kind: 'left', session: sessionOf(page, 'anna') });
    await entering;
    await settle();
    expect(page.user()).toBeUndefined();
  });

  test('show the last of two accounts that are signed in at once, and one of them has the cookie', async () => {
    const page = browser.open();
    await Promise.all([page.signIn('anna'), page.signIn('ben')]);
    await settle();
    expect(page.user()).toBe('ben');
    const held = (await navigator.locks.query()).held?.map(({ name }) => name);
    expect(held).toContain('kontor-queue:demo/ben');
    expect(held).toContain('kontor-queue:demo/anna');
    expect(page.kontor.accounts.list().map(({ user, kind }) => [user, kind])).toEqual([
      ['anna', 'cookie'],
      ['ben', 'bearer'],
    ]);
  });
});

test('what has to be proven now is never kept to be sent later', async () => {
  browser.enter('anna');
  const page = browser.open();
  await page.signIn('anna');
  await settle();
  const client = page.kontor.session.get().client;
  const { stopTwoFactor, removePasskey } = securityCommands;
  await expect(client?.enqueue(stopTwoFactor, {}, { patches: [] })).rejects.toThrow('account.stopTwoFactor');
  await expect(client?.enqueue(removePasskey, { passkeyId: 3 }, { patches: [] })).rejects.toThrow(
    'account.removePasskey',
  );
  expect(client?.waiting.get()).toEqual([]);
  expect(browser.commands).toEqual([]);
});

describe('whose session it is', () => {
  test('nothing is sent as somebody who has signed in while it was being asked for', async () => {
    browser.enter('anna');
    const page = browser.open();
    await page.signIn('anna');
    await settle();
    const client = page.kontor.session.get().client;
    const open = browser.gate('session.configuration');
    const patches = [['email:1', { archived: true }]] as const;
    client?.queue.hold(true);
    await client?.enqueue(activityCommands.archive, { aggregateIds: [] }, { patches });
    client?.retryRealtime();
    await settle();
    // Who it was is answered already; how it is set up comes in the session of somebody else.
    browser.enter('ben');
    const answer = browser.gate('session.user');
    open();
    await settle();
    answer();
    await settle();
    expect(browser.commands).toEqual([]);
    expect(page.user()).toBeUndefined();
  });
});

describe('a storage that does not answer', () => {
  /** Deletes a database while somebody who does not let go has it open: nobody else can open it. Returns how to let go. */
  async function block(name: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<IDBDatabase>();
    const request = indexedDB.open(name, 1);
    request.addEventListener('success', () => resolve(request.result));
    const held = await promise;
    indexedDB.deleteDatabase(name);
    return () => held.close();
  }

  /** Lets the opening of a database wait. Returns how to let it go on. */
  function delay(wanted: string): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      const request = open(name, version);
      if (name !== wanted) return request;
      const listen = request.addEventListener.bind(request);
      request.addEventListener = (type: string, listener: EventListener) =>
        listen(type, (event) => void promise.then(() => listener(event)));
      return request;
    });
    return async () => {
      resolve();
      await settle();
    };
  }

  test('keeps no page from coming up; what is done meanwhile is stored when it answers', async () => {
    const release = await block('kontor');
    await block('kontor-cache demo/anna');
    const page = browser.open();
    browser.gate('/command');
    const entering = page.signIn('anna');
    await settle();
    expect(page.user()).toBeUndefined();
    page.pass(3000);
    await entering;
    const client = page.kontor.session.get().client;
    expect([page.user(), client?.silent.get()]).toEqual(['anna', true]);
    await client?.enqueue(
      activityCommands.archive,
      { aggregateIds: [] },
      { patches: [['email:1', { archived: true }]] },
    );
    expect(client?.queue.all()).toMatchObject([{ kept: 'memory' }]);
    release();
    await settle();
    expect(client?.silent.get()).toBe(false);
    expect(client?.queue.all()).toMatchObject([{ kept: 'stored' }]);
  });

  test('keeps nobody signed out for good whose token is in it', async () => {
    const before = browser.open();
    await before.signInElsewhere('anna');
    await settle();
    browser.close();
    TestChannel.closeAll();
    const release = delay('kontor');
    const page = browser.open();
    const starting = page.kontor.start();
    await settle();
    page.pass(3000);
    await starting;
    expect([page.user(), page.kontor.accountEntries.get()[0]?.state]).toEqual([undefined, 'in']);
    await release();
    expect(page.user()).toBe('anna');
  });
});
