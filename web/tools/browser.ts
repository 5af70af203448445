import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOOLS = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'kontor', 'test-tools.json');

/** With what every browser of a test is started. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Where the set-up found a browser, by the name under which it notes one. */
function noted(name: 'chromium' | 'wholeChromium'): string | undefined {
  const named = process.env['KONTOR_CHROMIUM'];
  if (named) return named;
  try {
    return (JSON.parse(readFileSync(TOOLS, 'utf8')) as Partial<Record<string, string | null>>)[name] ?? undefined;
  } catch {
    // The set-up has not run; what is installed will do.
    return undefined;
  }
}

/** A browser with all its parts; that without windows shows no notification, whatever it is asked. Undefined where there is none. */
export const findWholeBrowser = (): string | undefined =>
  noted('wholeChromium') ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Where a browser is; undefined where there is none, and what needs one is left out. */
export const findBrowser = (): string | undefined =>
  noted('chromium') ?? ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? findWholeBrowser();
