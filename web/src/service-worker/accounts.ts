import type { Language } from '../shell/language.ts';

/** What pages keep for the service worker of an account that is signed in here. No secret. */
export interface KnownAccount {
  readonly account: string;
  /** Name of its instance. */
  readonly instance: string;
  /** Whether the browser's cookie is its session, so that the worker can ask its server. */
  readonly isCookie: boolean;
  readonly language: Language;
  readonly zone: string;
}

const CACHE = 'kontor-accounts';
const SCOPE = '/push/';

/**
 * Each account has a registration of its own: a browser gives one subscription to each, and every instance signs with its own key. No
 * browser takes an encoded slash in a scope.
 */
export const scopeOf = (account: string): string => `${SCOPE}${account.split('/').map(encodeURIComponent).join('/')}/`;

/** The account of a registration, by its scope; undefined for that of the app's pages. */
export function accountOf(scope: string): string | undefined {
  const { pathname } = new URL(scope);
  if (!pathname.startsWith(SCOPE) || !pathname.endsWith('/')) return undefined;
  try {
    return decodeURIComponent(pathname.slice(SCOPE.length, -1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Name of the lock that pages hold which are looked at and show this account. */
export const seenLock = (account: string): string => `kontor-seen ${account}`;

/** Whether any page that is looked at shows the account. */
export const isSeen = async (account: string): Promise<boolean> =>
  (await navigator.locks.query()).held?.some(({ name }) => name === seenLock(account)) === true;

/** An answer that was typed into a notification and could not be sent from there. */
export interface KeptAnswer {
  /** The item. */
  readonly aggregateId: string;
  readonly communicationPartnerUserId: number | null;
  readonly messageContent: string;
  /** Of the first try, which may have come through. */
  readonly processId: string;
}

const addressIn = (account: string): string => `/accounts/${encodeURIComponent(account)}`;

export async function keepAccount(known: KnownAccount): Promise<void> {
  const body = JSON.stringify(known);
  await (await caches.open(CACHE)).put(addressIn(known.account), new Response(body));
}

/** What is known of an account; undefined once nobody is signed in as that any more. */
export async function knownAccount(account: string): Promise<KnownAccount | undefined> {
  const found = await (await caches.open(CACHE)).match(addressIn(account));
  return (await found?.json()) as KnownAccount | undefined;
}

const answersIn = (account: string): string => `/answers/${encodeURIComponent(account)}/`;

/** Keeps an answer until a page of the account takes it. */
export async function keepAnswer(account: string, answer: KeptAnswer): Promise<void> {
  const body = JSON.stringify(answer);
  await (await caches.open(CACHE)).put(`${answersIn(account)}${answer.processId}`, new Response(body));
}

/**
 * Hands the kept answers of an account to `take`, one after the other; no two pages get the same. One that `take` rejects stays for the next
 * time, and the rejection is passed on.
 */
export async function takeAnswers(account: string, take: (answer: KeptAnswer) => unknown): Promise<void> {
  if (!('caches' in globalThis)) return;
  await navigator.locks.request(`kontor-answers ${account}`, async () => {
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) {
      if (!new URL(request.url).pathname.startsWith(answersIn(account))) continue;
      const found = await cache.match(request);
      if (found === undefined) continue;
      await take((await found.json()) as KeptAnswer);
      await cache.delete(request);
    }
  });
}

export async function forgetAccount(account: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  await (await caches.open(CACHE)).delete(addressIn(account));
  await takeAnswers(account, () => undefined);
}
