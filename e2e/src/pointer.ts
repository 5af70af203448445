import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What was under the pointer in each frame, and how long the frames took. */
export interface Watched {
  readonly keys: string[];
  readonly tops: number[];
  readonly frames: number[];
}

/** Rests the pointer upon a row and notes, frame by frame, which row is under it, until `watched` is called. */
export async function restOn(page: Page, row: number): Promise<{ watched(): Promise<Watched> }> {
  const target = page.getByRole('option').filter({ visible: true }).nth(row);
  await target.hover();
  const box = await target.boundingBox();
  if (box === null) throw new Error('no row');
  const at = { x: box.x + 200, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.evaluate(({ x, y }) => {
    const watched: Watched = { keys: [], tops: [], frames: [] };
    let last = performance.now();
    const watch = (now: number): void => {
      if (!('watched' in window) || window.watched !== watched) return;
      const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-key]');
      watched.keys.push(element?.dataset['key'] ?? '');
      watched.tops.push(element?.getBoundingClientRect().top ?? -1);
      watched.frames.push(now - last);
      last = now;
      requestAnimationFrame(watch);
    };
    Object.assign(window, { watched });
    requestAnimationFrame(watch);
  }, at);
  const watched = () =>
    page.evaluate(() => {
      const seen = (window as unknown as { watched: Watched }).watched;
      Object.assign(window, { watched: undefined });
      return seen;
    });
  return { watched };
}

const PRESS_MS = 2000;

/** Presses what a row shows while it is pointed at. Where the list moves beneath the pointer it is pointed at once more, as people do. */
export const pressInRow = (row: Locator, action: string): Promise<void> =>
  expect
    .poll(async () => {
      await row.hover();
      return row
        .locator(`[data-action=${action}]`)
        .click({ timeout: PRESS_MS })
        .then(
          () => true,
          () => false,
        );
    })
    .toBe(true);
