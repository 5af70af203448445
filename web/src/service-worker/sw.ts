// The app's files, kept for a start without a network. It knows no data: what the server answers is none of its business.
import { answerWith } from './answer.ts';
import { SERVER, routeOf } from './route.ts';

/** The part of a service worker's world that is used; its types cannot stand beside those of a page. */
interface Scope {
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: Work) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

interface Work {
  waitUntil(work: Promise<unknown>): void;
}

/** https://w3c.github.io/ServiceWorker/#installevent; not every browser has the routes. */
interface InstallEvent extends Work {
  addRoutes?(
    routes: readonly { readonly condition: { readonly urlPattern: object }; readonly source: 'network' }[],
  ): Promise<void>;
}

declare const KONTOR_FILES: readonly string[];
declare const KONTOR_BUILD: string;

const scope = globalThis as unknown as Scope;
const PREFIX = 'kontor-files-';
const CACHE = `${PREFIX}${KONTOR_BUILD}`;
const FILES = new Set(KONTOR_FILES);

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
  // Past the worker altogether: nobody waits until it has started, and none of it keeps a newer one from taking over.
  const routes = SERVER.flatMap((path) => [path, `${path}/*`]).map(
    (pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }) as const,
  );
  event.waitUntil(Promise.all([event.addRoutes?.(routes), install()]));
});
scope.addEventListener('activate', (event) => event.waitUntil(clean().then(() => scope.clients.claim())));
scope.addEventListener('message', (event) => {
  if (event.data === 'take-over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
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
