import { DEFAULT_COLOURS, type Colours } from '@kontor/contract/settings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, leastOf, mix } from '../../ui/colour.ts';
import { day, night, styleOf, type Light } from './scheme.ts';

test.each([
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#1f5fae', '#1f5fae', 1],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

// As browsers answer to `color-mix(in oklab, …)`.
test.each([
  ['#1f5fae', 0.04, '#ffffff', '#f5f8fd'],
  ['#000000', 0.5, '#ffffff', '#636363'],
  ['#ff0000', 0.5, '#0000ff', '#8c53a2'],
  ['#1f5fae', 1, '#ffffff', '#1f5fae'],
])('%s by %d in %s is %s', (one, share, other, mixed) => {
  const distance = [1, 3, 5].map((at) =>
    Math.abs(
      Number.parseInt(mix(one, share, other).slice(at, at + 2), 16) - Number.parseInt(mixed.slice(at, at + 2), 16),
    ),
  );
  expect(Math.max(...distance), mix(one, share, other)).toBeLessThanOrEqual(1);
});

const BACKS = ['--ground', '--bg', '--surface', '--sunken', '--hover', '--selected'];
const fronts = ['--text', '--text-soft', '--quiet', '--accent-text', '--uni'];

/** What of a light cannot be read. */
function faults({ tokens, pairs }: Light, primary: string): unknown[] {
  const token = (name: string): string => tokens[name] ?? '';
  const backs = BACKS.map(token);
  return [
    ...fronts.filter((name) => leastOf(token(name), backs) < 4.5),
    ...['--accent', '--line-strong'].filter((name) => leastOf(token(name), backs) < 3),
    ...(contrast(token('--on-accent'), primary) < 4.5 ? ['--on-accent'] : []),
    ...(contrast(token('--on-accent'), token('--primary-hover')) < 4.5 ? ['--primary-hover'] : []),
    ...(contrast('#f4f6fa', token('--notice-bg')) < 4.5 ? ['--notice-bg'] : []),
    ...(contrast(token('--notice-accent'), token('--notice-bg')) < 4.5 ? ['--notice-accent'] : []),
    ...pairs.filter(({ ratio }) => ratio < 4.5),
  ];
}

describe('any three colours', () => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
  const scheme = fc.record(
    { primary: colour, secondary: colour, dark: colour, uniColor: colour },
    { requiredKeys: ['primary', 'secondary', 'dark'] },
  );
  const extremes: readonly Colours[] = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#808080'].flatMap((primary) =>
    ['#000000', '#ffffff', '#ffff00', '#808080'].map((dark) => ({ primary, secondary: primary, dark, uniColor: dark })),
  );

  test('make text that can be read, by day and by night', () => {
    fc.assert(
      fc.property(scheme, (colours) => {
        expect([faults(day(colours), colours.primary), faults(night(colours), colours.primary)]).toEqual([[], []]);
      }),
      { examples: extremes.map((one): [Colours] => [one]) },
    );
  });
});

test('those that are always there need no mending', () => {
  for (const light of [day(DEFAULT_COLOURS), night(DEFAULT_COLOURS)])
    expect(light.pairs.filter(({ isMended, ratio }) => isMended || ratio < 4.5)).toEqual([]);
});

test('a style sheet holds colours and nothing else', () => {
  expect(styleOf({ primary: '#ffff00', secondary: '#00ff00', dark: '#202020' })).toMatch(
    /^:root\{(--[a-z-]+:#[0-9a-f]{6};)+\}@media not print\{:root\[data-theme='dark'\]\{(--[a-z-]+:#[0-9a-f]{6};)+\}\}$/,
  );
});
