import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { markShapes, type Shapes } from '../../web/src/testing/shapes.ts';

/** The rules that know colours. What all others find is the same in any light, for a theme is colours and nothing else. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
/** Most that a page takes until it looks as the device wants it; a person may have chosen otherwise, which it does not change. */
const MAX_THEME_MS = 500;
const LIGHTS = ['light', 'dark'] as const;
type Light = (typeof LIGHTS)[number];

/** Shapes of elements that some journey of this run has found without barriers, a file for each light that all workers add to. */
const FOLDER = join(import.meta.dirname, '..', '..', 'test-results', 'barriers');
const fileOf = (light: Light) => join(FOLDER, light);

function knownShapes(light: Light): ReadonlySet<string> {
  return new Set(existsSync(fileOf(light)) ? readFileSync(fileOf(light), 'utf8').split('\n') : []);
}

function noteShapes(light: Light, shapes: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(fileOf(light), `${shapes.join('\n')}\n`);
}

/** What keeps people out of a page, or of the elements that are marked, by axe: the broken rule, and where. Mails in their frames are their senders'. */
async function run(page: Page, rules: RunOptions, mark?: string): Promise<readonly string[]> {
  // It is half a megabyte: a page is given it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([options, name]) => {
      const { axe: runner } = window as unknown as { readonly axe: typeof axe };
      const include = name === undefined ? [document] : [...document.querySelectorAll(`[${name}]`)];
      const { violations } = await runner.run(
        { include: include as Node[], exclude: ['iframe'] },
        { ...options, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    [rules, mark] as const,
  );
}

/** Barriers in the light that the page is in: of elements whose like no journey of this run has looked at in it. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
  const light = theme === 'dark' ? 'dark' : 'light';
  const shapes = await shapesOf(page, light);
  return inspect(page, light, shapes, {});
}

/** The same in the light and in the dark. A light in which all is known is not turned on. */
export async function barriersInBothLights(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  let isTurned = false;
  for (const light of LIGHTS) {
    const shapes = await shapesOf(page, light);
    if (shapes.fresh.length === 0) continue;
    await page.emulateMedia({ colorScheme: light });
    await themed(page, light);
    isTurned = true;
    const barriers = await inspect(page, light, shapes, light === 'light' ? {} : COLOURS);
    found.push(...barriers.map((line) => `${light}: ${line}`));
  }
  if (isTurned) await page.emulateMedia({ colorScheme: null });
  return found;
}

const MARK = 'data-barriers';

const shapesOf = (page: Page, light: Light): Promise<Shapes> =>
  page.evaluate(markShapes, { known: [...knownShapes(light)], mark: MARK });

async function inspect(page: Page, light: Light, shapes: Shapes, rules: RunOptions): Promise<readonly string[]> {
  const { fresh, isWhole } = shapes;
  if (fresh.length === 0) return [];
  const found = await run(page, rules, isWhole ? undefined : MARK);
  if (found.length === 0) noteShapes(light, fresh);
  return found;
}

/** Waits until the page has taken a light over, and has drawn it. */
async function themed(page: Page, light: Light): Promise<void> {
  await page.evaluate(
    async ([theme, most]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (const end = performance.now() + most; performance.now() < end; await frame())
        if (document.documentElement.dataset['theme'] === theme) break;
      await frame();
    },
    [light, MAX_THEME_MS] as const,
  );
}
