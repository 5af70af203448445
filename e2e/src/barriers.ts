import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that know colours. What all others find is the same in any light, for a theme is colours and nothing else. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
/** Most that a page takes until it looks as the device wants it; a person may have chosen otherwise, which it does not change. */
const THEME_MS = 500;

/** What keeps people out of a page, by axe: the rule that is broken, and where. Mails stand in frames of their own and are their senders'. */
export async function barriersOf(page: Page, rules: RunOptions = {}): Promise<readonly string[]> {
  // It is half a megabyte: a page is given it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { axe: runner } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await runner.run({ exclude: ['iframe'] }, { ...options, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}

/** The same in the light and in the dark, without what moves. */
export async function barriersInBothLights(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await themed(page, colorScheme);
    const barriers = await barriersOf(page, colorScheme === 'light' ? {} : COLOURS);
    found.push(...barriers.map((line) => `${colorScheme}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** Waits until the page has taken a light over, and has drawn it. */
async function themed(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    async ([theme, most]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const end = performance.now() + most; performance.now() < end; await frame())
        if (document.documentElement.dataset['theme'] === theme) break;
      await frame();
    },
    [colorScheme, THEME_MS] as const,
  );
}
