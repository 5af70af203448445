import { SHARE_PATH } from './shared.ts';

/** What the service worker answers by itself: the app's page, one of its files, or nothing. */
export type Route = { readonly kind: 'page' } | { readonly kind: 'file'; readonly path: string } | undefined;

/** What only the server may answer, each with all that lies beneath it. */
export const SERVER = [
  '/query',
  '/command',
  '/auth',
  '/ws',
  '/upload',
  '/workspace',
  '/health',
  '/book',
  '/instance.json',
  '/client.json',
  '/sw.js',
];

/** Whether the system hands over what another app shares with the installed one. */
export function isShared({ method, url }: { readonly method: string; readonly url: string }, origin: string): boolean {
  const { origin: to, pathname } = new URL(url);
  return method === 'POST' && to === origin && pathname === SHARE_PATH;
}

/** Decides about one request of a page. `files` are the paths of the built app, `origin` is the app's own. */
export function routeOf(
  request: { readonly method: string; readonly mode: string; readonly url: string },
  files: ReadonlySet<string>,
  origin: string,
): Route {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return undefined;
  const path = url.pathname;
  if (SERVER.some((one) => path === one || path.startsWith(`${one}/`))) return undefined;
  if (path !== '/' && files.has(path)) return { kind: 'file', path };
  return request.mode === 'navigate' ? { kind: 'page' } : undefined;
}
