import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { openKontor, type Kontor } from './kontor.ts';

/** Kontor, with these settings, with one instance, `nordwerk`, that Anna (`anna`) administers alone, and a browser beside it. */
export async function openNordwerk(
  password: string,
  env: Record<string, string> = {},
): Promise<{ readonly kontor: Kontor; readonly browser: Browser; close(): Promise<void> }> {
  const [kontor, browser] = await Promise.all([openKontor({ KONTOR_DEMO: 'false', ...env }), openBrowser()]);
  const close = async (): Promise<void> => {
    await kontor.close();
  };
  try {
    await kontor.cli(['instance', 'create', 'nordwerk', '--title', 'Nordwerk']);
    const names = ['--first-name', 'Anna', '--last-name', 'Berger', '--administrator'];
    await kontor.cli(['person', 'add', 'nordwerk', 'anna', ...names, '--password-file', '-'], password);
  } catch (error) {
    await close();
    throw error;
  }
  return { kontor, browser, close };
}
