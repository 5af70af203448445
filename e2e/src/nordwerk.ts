import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { KontorProcess } from './kontor-process.ts';

/** Kontor, with these settings, with one instance, `nordwerk`, that Anna (`anna`) administers alone, and a browser beside it. */
export async function openNordwerk(
  password: string,
  env: Record<string, string> = {},
): Promise<{ readonly kontor: KontorProcess; readonly browser: Browser; close(): Promise<void> }> {
  const [kontor, browser] = await Promise.all([KontorProcess.start({ KONTOR_DEMO: 'false', ...env }), openBrowser()]);
  const close = async (): Promise<void> => {
    await browser.close();
    await kontor.close();
  };
  try {
    kontor.cli(['instance', 'create', 'nordwerk', '--title', 'Nordwerk']);
    const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
    kontor.cli(['person', 'add', 'nordwerk', 'anna', ...names, '--password-file', '-'], password);
  } catch (error) {
    await close();
    throw error;
  }
  return { kontor, browser, close };
}
