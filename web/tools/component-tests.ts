import { join } from 'node:path';
import type { UserWorkspaceConfig } from 'vitest/config';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';
import { iconSprite } from './icon-sprite.ts';

const web = join(import.meta.dirname, '..');
const NONE = 'No Chromium was found: the component tests are left out. Set KONTOR_CHROMIUM to the path of one.';

/** Whether this run is to have component tests: others need not wait until what starts a browser is loaded. */
function isWanted(): boolean {
  const named = process.argv.flatMap((word, at, all) =>
    word === '--project' ? (all[at + 1] ?? []) : word.startsWith('--project=') ? word.slice('--project='.length) : [],
  );
  return named.length === 0 || named.includes('component');
}

/** The project of the component tests: all of them in one page of one browser, served from the sources. */
export async function componentTests(more: UserWorkspaceConfig['test']): Promise<UserWorkspaceConfig> {
  const defaultValue = { ...more, name: 'component', include: ['web/src/**/*.test.tsx'] };
  const executablePath = isWanted() ? findBrowser() : undefined;
  if (executablePath === undefined) {
    if (isWanted() && process.env['CI']) throw new Error(NONE);
    if (isWanted()) console.log(NONE);
    return { test: { ...defaultValue, include: [] } };
  }
  const { playwright } = await import('@vitest/browser-playwright');
  return {
    plugins: [iconSprite()],
    // Found late it would have the page loaded anew amid the tests.
    optimizeDeps: {
      include: ['axe-core', 'react/jsx-runtime'],
      rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
    },
    // As people have it: React's checks for developers take a third of the time.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    publicDir: join(web, 'public'),
    test: {
      ...defaultValue,
      isolate: false,
      setupFiles: [join(web, 'src', 'testing', 'set-up.ts')],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        locators: { exact: false },
        viewport: { width: 1440, height: 900 },
        testerHtmlPath: join(web, 'src', 'testing', 'tester.html'),
        provider: playwright({
          launchOptions: { executablePath, args: [...BROWSER_FLAGS], env: { ...process.env, LC_ALL: 'C.UTF-8' } },
          contextOptions: {
            locale: 'de-DE',
            timezoneId: 'Europe/Berlin',
            // A transition is drawn sixty times a second, and what moves is not pressed until it rests.
            reducedMotion: 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
          },
          actionTimeout: 60_000,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}
