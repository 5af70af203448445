import 'fake-indexeddb/auto';
import { activityCommands, activityQueries } from '@kontor/contract/activity';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keyOf } from './accounts.ts';
import type { Client } from './client.ts';
import { ELSEWHERE, TestChannel, clientOf, openBrowser, states } from './testing/browser.ts';
import { Vault } from './vault.ts';

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

type Page = ReturnType<typeof browser.open>;
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));
const ALL = ['demo/anna', 'demo/ben', ELSEWHERE];

const shown = (page: Page): string | undefined => page.kontor.session.get().client?.key;

/** Anna and Ben where the app is served, and Anna elsewhere, who is shown. */
async function threeAccounts(page: Page): Promise<void> {
  await page.signIn('anna');
  await page.signIn('ben');
  await page.signInElsewhere('anna');
  await settle();
}
const archive = (client: Client | undefined): Promise<string> | undefined =>
  client?.enqueue(activityCommands.archive, { aggregateIds: [] }, { patches: [['email:1', { archived: true }]] });

describe('keys of accounts', () => {
  const account = { url: 'http://localhost:8080', name: 'demo', user: 'Anna' };
  test.each([
    [account, 'demo/anna'],
    [{ ...account, user: 'ben' }, 'demo/ben'],
    [{ ...account, url: 'http://localhost:8081' }, 'http%3A%2F%2Flocalhost%3A8081/demo/anna'],
    [{ ...account, url: 'https://demo.example' }, ELSEWHERE],
  ])('%o: %s', (given, key) => {
    expect(keyOf(given, 'http://localhost:8080')).toBe(key);
  });
});

describe('several accounts', () => {
  test('are signed in beside each other, and each is shown with the client that it had', async () => {
    const page = browser.open();
    await threeAccounts(page);
    expect(page.kontor.accountEntries.get().map(({ key }) => key)).toEqual(ALL);
    expect(page.kontor.accounts.list().map(({ kind }) => kind)).toEqual(['cookie', 'bearer', 'bearer']);
    const clients = ALL.map((key) => clientOf(page, key));
    for (const [index, key] of ALL.entries()) {
      expect(page.kontor.show(key)).toBe(true);
      expect(page.kontor.session.get().client).toBe(clients[index]);
    }
    expect(page.kontor.show('demo/chris')).toBe(false);
    expect(clients.map((client) => client?.user.get()?.userName)).toEqual(['anna', 'ben', 'anna']);
  });

  test('are the same in all tabs; each tab shows its own, a new one that which was shown last', async () => {
    const [first, second] = [browser.open(), browser.open()];
    await threeAccounts(first);
    expect(second.kontor.accountEntries.get().map(({ key }) => key)).toEqual(ALL);
    expect([shown(first), shown(second)]).toEqual([ELSEWHERE, 'demo/anna']);
    first.kontor.show('demo/ben');
    expect(shown(second)).toBe('demo/anna');
    const third = browser.open();
    await third.kontor.start();
    expect(shown(third)).toBe('demo/ben');
    await settle();
    third.pass(1000);
    await expect.poll(() => third.kontor.accountEntries.get().filter(({ client }) => client === undefined)).toEqual([]);
    await first.kontor.signOut('demo/anna');
    await settle();
    expect([shown(first), shown(second)]).toEqual(['demo/ben', 'demo/ben']);
  });

  test('a reload shows what the tab has shown', async () => {
    const tab = new Map<string, string>();
    const page = browser.open(undefined, tab);
    await threeAccounts(page);
    page.kontor.show('demo/anna');
    const other = browser.open();
    other.kontor.show('demo/ben');
    await expect.poll(() => shown(other)).toBe('demo/ben');
    const again = browser.open(undefined, tab);
    await again.kontor.start();
    expect(shown(again)).toBe('demo/anna');
    await settle();
  });

  test('what was chosen last is shown, however late another one is there', async () => {
    await threeAccounts(browser.open());
    const page = browser.open();
    await page.kontor.start();
    expect(shown(page)).toBe(ELSEWHERE);
    expect(page.kontor.show('demo/ben')).toBe(true);
    expect(page.kontor.show(ELSEWHERE)).toBe(true);
    await expect.poll(() => clientOf(page, 'demo/ben')).toBeDefined();
    await settle();
    expect(shown(page)).toBe(ELSEWHERE);
  });

  test('who was not signed in when they were chosen is not shown because another tab signs them in', async () => {
    const [page, other] = [browser.open(), browser.open()];
    await threeAccounts(page);
    await page.kontor.signOut('demo/ben');
    expect(page.kontor.show('demo/ben')).toBe(false);
    await other.signIn('ben');
    await expect.poll(() => clientOf(page, 'demo/ben')).toBeDefined();
    expect(shown(page)).toBe(ELSEWHERE);
  });

  test('one that is being opened can be signed out', async () => {
    await threeAccounts(browser.open());
    const page = browser.open();
    await page.kontor.start();
    page.kontor.show('demo/ben');
    expect(await page.kontor.signOut('demo/ben')).toBe(true);
    await settle();
    expect(states(page)).toContainEqual(['demo/ben', 'out']);
    expect([...browser.tokens.values()]).toEqual(['anna']);
    expect(shown(page)).toBe(ELSEWHERE);
  });

  test('what the hidden one has queued is sent, as who has queued it', async () => {
    const page = browser.open();
    await threeAccounts(page);
    clientOf(page, 'demo/ben')?.queue.hold(true);
    await archive(clientOf(page, 'demo/ben'));
    await archive(clientOf(page, 'demo/anna'));
    await expect.poll(() => browser.commands).toEqual(['anna']);
    clientOf(page, 'demo/ben')?.queue.hold(false);
    await expect.poll(() => browser.commands).toEqual(['anna', 'ben']);
    expect(shown(page)).toBe(ELSEWHERE);
  });

  test('a session that a server ends is over for that account alone; the last one leads to the sign-in with its name', async () => {
    const [page, other] = [browser.open(), browser.open()];
    await threeAccounts(page);
    browser.tokens.clear();
    clientOf(page, ELSEWHERE)?.retryRealtime();
    await settle();
    expect(states(page)).toEqual([
      ['demo/anna', 'in'],
      ['demo/ben', 'in'],
      [ELSEWHERE, 'ended'],
    ]);
    expect(shown(page)).toBe('demo/anna');
    clientOf(page, 'demo/ben')?.retryRealtime();
    await settle();
    expect(shown(page)).toBe('demo/anna');
    browser.server.person = undefined;
    clientOf(page, 'demo/anna')?.retryRealtime();
    await settle();
    expect(page.kontor.session.get()).toMatchObject({ client: undefined, ended: true, last: { user: 'anna' } });
    expect(states(page)).toEqual(ALL.map((key) => [key, 'ended']));
    // Every tab says why.
    expect(other.kontor.session.get()).toMatchObject({ client: undefined, ended: true });
    expect(states(other)).toEqual(states(page));
  });

  test('one that is removed takes its changes and drafts along, and nothing of the others', async () => {
    const page = browser.open();
    await threeAccounts(page);
    for (const key of ALL) {
      clientOf(page, key)?.queue.hold(true);
      await archive(clientOf(page, key));
      const draft = await (await clientOf(page, key)?.drafts())?.open<string>({ kind: 'mail', id: 'new' });
      draft?.save('half a sentence');
    }
    expect(await page.kontor.unsaved('demo/ben')).toEqual({ changes: 1, drafts: 1 });
    expect(await page.kontor.remove('demo/ben')).toBe(true);
    expect(await page.kontor.unsaved('demo/ben')).toEqual({ changes: 0, drafts: 0 });
    expect(await page.kontor.unsaved('demo/anna')).toEqual({ changes: 1, drafts: 1 });
    expect(await page.kontor.unsaved(ELSEWHERE)).toEqual({ changes: 1, drafts: 1 });
    expect(page.kontor.accounts.list().map(({ user }) => user)).toEqual(['anna', 'anna']);
    const vault = await Vault.open();
    expect([await vault.get('token/demo/ben'), typeof (await vault.get(`token/${ELSEWHERE}`))]).toEqual([
      undefined,
      'string',
    ]);
    expect([...browser.tokens.values()]).toEqual(['anna']);
    vault.close();
  });

  test('one that the device will not forget stays in the list, to be removed again', async () => {
    const page = browser.open();
    await page.signInElsewhere('anna');
    await settle();
    vi.spyOn(Vault.prototype, 'clear').mockRejectedValueOnce(new Error('will not'));
    await expect(page.kontor.remove(ELSEWHERE)).rejects.toThrow('will not');
    expect([states(page), states(browser.open())]).toEqual([[[ELSEWHERE, 'out']], []]);
    expect(await page.kontor.remove(ELSEWHERE)).toBe(true);
    expect(states(page)).toEqual([]);
  });

  test('what another page was writing as one that is removed is not kept either', async () => {
    const page = browser.open();
    await threeAccounts(page);
    // One that sleeps hears late of what others do.
    vi.stubGlobal('BroadcastChannel', undefined);
    const other = browser.open();
    await other.kontor.start();
    for (const key of ALL) other.kontor.show(key);
    await expect.poll(() => ALL.every((key) => clientOf(other, key))).toBe(true);
    for (const key of ALL)
      (await (await clientOf(other, key)?.drafts())?.open<string>({ kind: 'mail', id: 'new' }))?.save(
        'half a sentence',
      );
    await page.kontor.remove('demo/ben');
    await other.kontor.beforeLeaving();
    await settle();
    const drafts = await Promise.all(ALL.map(async (key) => (await page.kontor.unsaved(key)).drafts));
    expect(drafts).toEqual([1, 0, 1]);
  });

  test('a server of another version is told of whichever account is shown, until it is not or nobody is signed in there', async () => {
    const page = browser.open();
    await threeAccounts(page);
    page.kontor.show('demo/anna');
    expect(page.kontor.versionMismatch.get()).toEqual([]);
    browser.versions.set('demo.example', '999');
    clientOf(page, ELSEWHERE)?.retryRealtime();
    await settle();
    const servers = ['https://demo.example'];
    expect(page.kontor.versionMismatch.get()).toEqual(servers);
    page.kontor.accepted('http://localhost:8080');
    const next = browser.open();
    await next.kontor.start();
    expect([page, next].map(({ kontor }) => kontor.versionMismatch.get())).toEqual([servers, servers]);
    next.kontor.accepted('https://demo.example');
    expect([next, browser.open()].map(({ kontor }) => kontor.versionMismatch.get())).toEqual([[], []]);
    await page.kontor.signOut(ELSEWHERE);
    expect(page.kontor.versionMismatch.get()).toEqual([]);
  });

  test('signing out without a network is done on the server when it is there again', async () => {
    const page = browser.open();
    await threeAccounts(page);
    browser.isCut = true;
    expect(await page.kontor.signOut('demo/ben')).toBe(false);
    expect(await page.kontor.signOut('demo/anna')).toBe(false);
    expect([...browser.tokens.values()]).toEqual(['ben', 'anna']);
    browser.isCut = false;
    await browser.open().kontor.start();
    await settle();
    expect([...browser.tokens.values()]).toEqual(['anna']);
    expect(browser.server.person).toBeUndefined();
  });

  test('what was left in the cache of somebody who is not signed in is wiped at the next start', async () => {
    const page = browser.open();
    await threeAccounts(page);
    const names = async () => (await indexedDB.databases()).map(({ name }) => name);
    expect(await names()).toEqual(expect.arrayContaining(ALL.map((key) => `kontor-cache ${key}`)));
    page.kontor.accounts.leave('demo/ben');
    browser.close();
    await settle();
    await browser.open().kontor.start();
    await settle();
    expect(await names()).not.toContain('kontor-cache demo/ben');
    expect(await names()).toEqual(expect.arrayContaining(['kontor-cache demo/anna', `kontor-cache ${ELSEWHERE}`]));
  });
});

describe('what proves who somebody is', () => {
  test('goes to the server that gave it, whatever the client does', async () => {
    const page = browser.open();
    await threeAccounts(page);
    for (const key of ALL) {
      const client = clientOf(page, key);
      await archive(client);
      await client?.ask.run(activityQueries.unfinishedCounts, {}).catch(() => undefined);
      await client?.transport.bytes(activityQueries.unfinishedCounts, {}, { once: true }).catch(() => undefined);
      await client?.transport.commandState(crypto.randomUUID()).catch(() => undefined);
      client?.retryRealtime();
    }
    await settle();
    await page.kontor.signOut('demo/ben');
    await page.kontor.remove(ELSEWHERE);
    const elsewhere = browser.sent.filter(({ url }) => url.host === 'demo.example');
    expect(elsewhere.length).toBeGreaterThan(8);
    for (const { headers, credentials } of elsewhere) {
      expect(credentials).toBe('omit');
      expect([headers.get('X-Csrf-Token'), headers.get('X-Instance')]).toEqual([null, null]);
    }
    const withToken = browser.sent.filter(({ headers }) => headers.has('Authorization'));
    expect(new Set(withToken.map(({ headers }) => headers.get('Authorization')))).toHaveLength(2);
    for (const { url, headers, credentials } of withToken) {
      expect(headers.get('Authorization')).toMatch(new RegExp(`-at-${url.host}$`));
      expect(credentials).toBe('omit');
    }
    for (const { redirect, url } of browser.sent) expect([url.pathname, redirect]).toEqual([url.pathname, 'error']);
  });

  test('is not kept where the answer that renews it comes after the sign-out', async () => {
    const page = browser.open();
    await page.signInElsewhere('anna');
    await settle();
    const open = browser.gate(activityQueries.unfinishedCounts.name);
    browser.renewed = 'token-of-anna-renewed';
    const request = clientOf(page, ELSEWHERE)?.transport.bytes(activityQueries.unfinishedCounts, {}, { once: true });
    browser.renewed = undefined;
    await page.kontor.signOut();
    open();
    await request;
    await settle();
    const vault = await Vault.open();
    expect(await vault.get(`token/${ELSEWHERE}`)).toBeUndefined();
    vault.close();
  });

  test('that the device does not take is used, and kept when the page wakes', async () => {
    const page = browser.open();
    await page.signInElsewhere('anna');
    await settle();
    const put = vi.spyOn(Vault.prototype, 'put').mockRejectedValueOnce(new Error('the phone is locked'));
    const ask = () => clientOf(page, ELSEWHERE)?.transport.bytes(activityQueries.unfinishedCounts, {}, { once: true });
    browser.renewed = 'token-of-anna-renewed';
    await ask();
    browser.renewed = undefined;
    await settle();
    const kept = async (): Promise<unknown> => {
      const vault = await Vault.open();
      const token = await vault.get(`token/${ELSEWHERE}`);
      vault.close();
      return token;
    };
    expect(await kept()).toContain('token-1-of-anna');
    const { credentials } = clientOf(page, ELSEWHERE)?.transport ?? {};
    expect(await credentials?.storedToken?.()).toBe('token-of-anna-renewed');
    page.wake();
    await settle();
    expect(await kept()).toBe('token-of-anna-renewed');
    // What is kept is not kept again.
    const puts = put.mock.calls.length;
    page.wake();
    await settle();
    expect(put.mock.calls).toHaveLength(puts);
    put.mockRestore();
  });

  test.each(['//other.example/query', 'https://other.example/', '/\\other.example/', 'http:other.example'])(
    'is not sent to %s',
    async (path) => {
      const page = browser.open();
      await page.signInElsewhere('anna');
      await settle();
      const before = browser.sent.length;
      const request = clientOf(page, ELSEWHERE)?.transport.json({} as never, path);
      await expect(request).rejects.toMatchObject({ kind: 'shape' });
      expect(browser.sent).toHaveLength(before);
    },
  );
});
