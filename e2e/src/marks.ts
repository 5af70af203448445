import type { Page } from 'playwright-core';

/** Of a found word so much must be seen, in pixels, or all of it. */
const LEAST = 24;

/** What the rows in sight say, with whether a word that was searched for is marked there where it can be seen. */
export const markedRows = (page: Page): Promise<{ text: string; isMarked: boolean }[]> =>
  page.evaluate((least) => {
    const isAt = (mark: Element, x: number, y: number) => document.elementFromPoint(x, y) === mark;
    const isSeen = (mark: Element) => {
      const { left, top, width, height } = mark.getBoundingClientRect();
      const middle = top + height / 2;
      return isAt(mark, left + 2, middle) && isAt(mark, left + Math.min(width, least) - 2, middle);
    };
    return [...document.querySelectorAll('.virtual-list')].flatMap((list) => {
      const { top, bottom } = list.getBoundingClientRect();
      const inSight = [...list.querySelectorAll('.row')].filter((row) => {
        const bounds = row.getBoundingClientRect();
        return bounds.height > 0 && bounds.top >= top && bounds.bottom <= Math.min(bottom, innerHeight);
      });
      return inSight.map((row) => ({
        text: row.textContent,
        isMarked: [...row.querySelectorAll('mark')].some(isSeen),
      }));
    });
  }, LEAST);

/** Whether a row's lines stand apart from its borders, all in sight. */
export const crampedRows = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.virtual-list .row')].flatMap((row) => {
      const whole = row.getBoundingClientRect();
      const lines = [...row.querySelectorAll('.row-contact, .row-substance')].map((line) =>
        line.getBoundingClientRect(),
      );
      const isCramped = lines.some(({ top, bottom }) => top < whole.top + 3 || bottom > whole.bottom - 3);
      return isCramped ? [row.textContent] : [];
    }),
  );
