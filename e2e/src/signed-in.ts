import { HEADERS, PLATFORM } from '@kontor/contract/kernel';
import type { InstanceInfo } from '@kontor/contract/account';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DEMO_PASSWORD } from './begun.ts';
import { DESKTOP, arrive, openSession, type BrowserSession } from './browser.ts';

/** A person who is signed in, at a browser of their own. The form is for journeys that are about it. */
export async function openSessionAs(
  user: string,
  browser: Browser,
  address: string,
  options: BrowserContextOptions = DESKTOP,
  password = DEMO_PASSWORD,
): Promise<BrowserSession> {
  const session = await openSession(browser, address, {
    ...options,
    storageState: await signedIn(address, user, password),
  });
  await arrive(session.page, /^(?:Eingang|Inbox)/);
  return session;
}

const COOKIE = { domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;

/** What a browser keeps of a sign-in, as the web app does: the cookie of the session, and the account in local storage. */
async function signedIn(address: string, username: string, password: string) {
  const { name, title } = (await (await fetch(`${address}/instance.json`)).json()) as InstanceInfo;
  const answer = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [HEADERS.platform]: PLATFORM,
      [HEADERS.instance]: name,
      [HEADERS.session]: 'cookie',
    },
    body: JSON.stringify({ instance: name, username, password, twoFactorAuthenticationCode: '' }),
  });
  if (!answer.ok) throw new Error(`${username} was not signed in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name: key, value, ...COOKIE };
  });
  const account = { name, title, url: address, user: username, kind: 'cookie', session: randomUUID() };
  const localStorage = [
    { name: 'kontor.instances', value: JSON.stringify([account]) },
    { name: 'kontor.activeInstance', value: `${name}/${username}` },
  ];
  return { cookies, origins: [{ origin: address, localStorage }] };
}
