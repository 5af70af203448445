// The app's files, kept for a start without a network; and what is pushed, and pressed of it.
import { accountOf } from './accounts.ts';
import { answerWith } from './answer.ts';
import { onClosed, onOtherSubscription, onPressed, onPush } from './calls.ts';
import { SERVER, isShared, routeOf } from './route.ts';
import type { Scope } from './scope.ts';
import { keepShared } from './shared.ts';

declare const KONTOR_FILES: readonly string[];
declare const KONTOR_BUILD: string;

const scope = globalThis as unknown as Scope;
const PREFIX = 'kontor-files-';
const CACHE = `${PREFIX}${KONTOR_BUILD}`;
const FILES = new Set(KONTOR_FILES);
/** A registration that is there to be pushed to has no pages, and keeps no files. */
const IS_OF_PAGES = accountOf(scope.registration.scope) === undefined;

const ownCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** Gets one file of this build. Names with a hash are the same in every build: what is here is not fetched again. */
async function take(cache: Cache, path: string): Promise<void> {
  const known = path.startsWith('/assets/') ? await caches.match(path) : undefined;
  const response = known ?? (await fetch(path, { cache: 'reload' }));
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  await cache.put(path, response);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(KONTOR_FILES.map((path) => take(cache, path)));
}

/** The build before this one stays: pages that were opened with it may still want its parts. */
async function clean(): Promise<void> {
  const old = (await ownCaches()).filter((name) => name !== CACHE);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

async function find(path: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE)).match(path)) ?? caches.match(path);
}

scope.addEventListener('install', (event) => {
  if (!IS_OF_PAGES) {
    event.waitUntil(scope.skipWaiting());
    return;
  }
  // Past the worker altogether: nobody waits until it has started, and none of it keeps a newer one from taking over.
  const routes = SERVER.flatMap((path) => [path, `${path}/*`]).map(
    (pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }) as const,
  );
  event.waitUntil(Promise.all([event.addRoutes?.(routes), install()]));
});
scope.addEventListener('activate', (event) => {
  if (IS_OF_PAGES) event.waitUntil(clean().then(() => scope.clients.claim()));
});
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isShared(request, scope.location.origin)) {
    event.respondWith(keepShared(request, Date.now()));
    return;
  }
  const route = routeOf(request, FILES, scope.location.origin);
  if (route === undefined) return;
  const path = route.kind === 'page' ? '/' : route.path;
  event.respondWith(
    answerWith(
      () => find(path),
      () => fetch(request),
    ),
  );
});
scope.addEventListener('push', (event) => event.waitUntil(onPush(scope, event.data?.text() ?? '')));
scope.addEventListener('notificationclick', (event) => event.waitUntil(onPressed(scope, event)));
scope.addEventListener('notificationclose', (event) => event.waitUntil(onClosed(scope, event.notification)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(onOtherSubscription(scope)));
