import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Request } from 'playwright-core';

const FIXTURES = join(import.meta.dirname, '..', '..', 'server', 'src', 'platform', 'mailparse', 'fixtures');
const CORPORA = ['html-xss.json', 'html-beacons.json', 'html-requests.json', 'html-dompurify.json'];

/** All vectors of all corpora. `{{HOST}}`, `{{NAME}}` and `{{ID}}` in them stand for the host that they would reach. */
export const hostileVectors = (): string[] =>
  CORPORA.flatMap((file) =>
    (JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as { payload: string }[]).map(({ payload }) => payload),
  );

/** A vector that would reach this host. */
export const aimed = (vector: string, name: string, port: number, id: number): string =>
  vector.replaceAll('{{HOST}}', `${name}:${port}`).replaceAll('{{NAME}}', name).replaceAll('{{ID}}', String(id));

/** What pages tried that they should not. */
export interface Watch {
  /** What scripts of strangers said when they ran. */
  readonly ran: string[];
  /** Requests that left the page, or would have if anybody had been there. */
  escaped(): string[];
}

const REMOTE = /^(?:https?|wss?|ftp):/;

/** Watches all pages and frames of a context; `isOurs` knows the requests that the test itself causes. */
export async function watch(context: BrowserContext, isOurs: (url: string) => boolean): Promise<Watch> {
  const ran: string[] = [];
  const requests: Request[] = [];
  await context.addInitScript(() => {
    // oxlint-disable-next-line no-console -- the console is what a test can hear
    const report = (what: unknown): void => console.info(`STRANGER RAN ${String(what)}`);
    Object.assign(window, { __pwn: report, alert: report, confirm: report, prompt: report });
  });
  context.on('console', (message) => {
    if (message.text().startsWith('STRANGER RAN')) ran.push(message.text());
  });
  context.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });
  context.on('request', (request) => {
    if (REMOTE.test(request.url()) && !isOurs(request.url())) requests.push(request);
  });
  return {
    ran,
    // The browser tells of requests that it stopped before they began: for the policy of the page, or for their origin.
    escaped: () =>
      requests
        .filter((request) => !['csp', 'origin'].includes(request.failure()?.errorText ?? ''))
        .map((request) => request.url()),
  };
}

/** Names that the browser looked up, from the log that it wrote: prefetching a name is no request that a page would tell of. */
export function namesLookedUp(logFile: string): string[] {
  const text = readFileSync(logFile, 'utf8');
  return [...text.matchAll(/"host":"(?:https?:\/\/)?([^":/]+)/g)].map(([, host]) => host ?? '');
}
