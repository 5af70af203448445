import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What keeps people out of a page, by axe: the rule that is broken, and where. Mails stand in frames of their own and are their senders'.
 * Run in the page alone and asked for nothing but what is wrong, it takes a fifth of the time.
 */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .exclude('iframe')
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** The same in the light and in the dark, without what moves. */
export async function barriersInBothLights(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await barriersOf(page)).map((line) => `${colorScheme}: ${line}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
