import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { applyTheme } from '../shell/settings/theme.ts';
import type { App } from './app.ts';
import { markShapes } from './shapes.ts';

/** The rules that know colours. What all others find is the same in any light, for a theme is colours and nothing else. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

const MARK = 'data-barriers';

/** Shapes of elements that tests have found without barriers, by the look that was on: all tests share this page. */
const knownOf = new Map<string, Set<string>>();

/**
 * What keeps people out of the screen as it stands, by axe: of elements whose like no test before has looked at in this look. Mails stand in
 * frames of their own and are their senders'.
 */
async function barriers(theme: string, rules: RunOptions): Promise<readonly string[]> {
  const known = knownOf.get(theme) ?? new Set();
  knownOf.set(theme, known);
  const { fresh, isWhole } = markShapes({ known: [...known], mark: MARK });
  if (fresh.length === 0) return [];
  const include = isWhole ? [document] : [...document.querySelectorAll(`[${MARK}]`)];
  const context = { include: include as Node[], exclude: ['iframe'] };
  const { violations } = await axe.run(context, { ...rules, resultTypes: ['violations'] });
  if (violations.length === 0) for (const shape of fresh) known.add(shape);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What can be done in the dialog that lies over everything, and cannot be seen without scrolling. */
export function outOfSight(): readonly string[] {
  const dialog = [...document.querySelectorAll('dialog.dialog:modal')].at(-1);
  const foot = [...(dialog?.querySelectorAll('footer') ?? [])].at(-1);
  return [...(foot?.querySelectorAll('button') ?? [])].flatMap((button) => {
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const isIn = top >= 0 && left >= 0 && bottom <= window.innerHeight + 1 && right <= window.innerWidth + 1;
    return isIn && button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      ? []
      : [button.innerText];
  });
}

/** The screen as it stands can be used by everybody, in the light and in the dark, and is no wider than its window. */
export async function expectUsable({ shell: { settings } }: App): Promise<void> {
  const html = document.documentElement;
  expect(html.scrollWidth, 'the page is wider than its window').toBeLessThanOrEqual(window.innerWidth);
  const still = document.head.appendChild(document.createElement('style'));
  still.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }';
  try {
    expect(outOfSight(), 'what can be done in a dialog is in sight').toEqual([]);
    const isDark = html.dataset['theme'] === 'dark';
    const themeKey = (theme: 'light' | 'dark') =>
      JSON.stringify([theme, settings.colours.get(), settings.get().uniColourButtons]);
    expect(await barriers(themeKey(isDark ? 'dark' : 'light'), {}), 'in the light that is on').toEqual([]);
    applyTheme(html, { ...settings.get(), theme: isDark ? 'light' : 'dark' }, settings.colours.get(), !isDark);
    expect(await barriers(themeKey(isDark ? 'light' : 'dark'), COLOURS), 'in the other light').toEqual([]);
  } finally {
    applyTheme(html, settings.get(), settings.colours.get(), matchMedia('(prefers-color-scheme: dark)').matches);
    still.remove();
  }
}
