import { describe, expect, test } from 'vitest';
import { contrast, luminance } from '../../../ui/colour.ts';
import { DARK_GROUND, darkGround, darkText, over } from './dark.ts';

test.each([
  ['rgb(1, 2, 3)', '#ffffff', '#010203'],
  ['rgba(0, 0, 0, 0.5)', '#ffffff', '#808080'],
  ['rgba(0, 0, 0, 0)', '#fbefd9', '#fbefd9'],
  ['rgb(0 0 0 / 18%)', '#ffffff', '#d1d1d1'],
  ['color(srgb 1 0 0)', '#ffffff', undefined],
  ['red', '#ffffff', undefined],
])('%s over %s is %s', (colour, beneath, seen) => expect(over(colour, beneath)).toBe(seen));

describe('in the dark', () => {
  const STEPS = ['00', '33', '66', '99', 'cc', 'ff'];
  const COLOURS = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b) => `#${r}${g}${b}`)));

  test.each(COLOURS.map((was) => [was]))('what can be read on %s can be read, and nothing dazzles', (was) => {
    const is = darkGround(was);
    expect(luminance(is)).toBeLessThan(0.36);
    // What is dark by itself stays, with all that is on it.
    if (is === was) return;
    for (const colour of COLOURS) {
      const before = contrast(colour, was);
      const after = contrast(darkText(colour, was, is), is);
      expect(after, `${colour} had ${before}`).toBeGreaterThanOrEqual(
        Math.min(before, 11, contrast('#ffffff', is)) - 0.001,
      );
      expect(after, colour).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('white is the ground, and colours keep their hue', () => {
    expect(darkGround('#ffffff')).toBe(DARK_GROUND);
    const [, red, green] = /#(..)(..)../.exec(darkGround('#ff9090')) ?? [];
    expect(Number.parseInt(red ?? '', 16)).toBeGreaterThan(Number.parseInt(green ?? '', 16));
    const link = darkText('#1a4f94', '#ffffff', DARK_GROUND);
    expect(Number.parseInt(link.slice(5), 16)).toBeGreaterThan(Number.parseInt(link.slice(1, 3), 16));
  });
});
