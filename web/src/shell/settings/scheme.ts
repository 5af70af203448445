import type { Colours } from '@kontor/contract/settings';
import { contrast, leastOf, mix } from '../../ui/colour.ts';

/** Least contrast of text, and of what is seen beside it: borders of fields, the mark of the focus. */
const TEXT = 4.5;
const SHAPE = 3;
/** The red that tells of New and of danger is the same in every scheme. */
const RED = '#c62828';
const NOTICE_TEXT = '#f4f6fa';
const [WHITE, BLACK] = ['#ffffff', '#000000'];
const STEP = 0.02;

/** One kind of text on what it stands on, where that is least. */
export interface Pair {
  readonly kind: 'text' | 'quiet' | 'link' | 'button' | 'state';
  readonly front: string;
  readonly back: string;
  readonly ratio: number;
  /** It was mixed further than usual, so that it can be read. */
  readonly isMended: boolean;
}

export interface Light {
  readonly tokens: Readonly<Record<string, string>>;
  readonly pairs: readonly Pair[];
}

/** A colour, mixed further towards another one for as long as it does not pass. */
function mend(colour: string, target: string, passes: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = share === 0 ? colour : mix(target, share, colour);
    if (passes(mixed)) return mixed;
  }
  return target;
}

/** A background that a colour shines through, the less the more it would take from what stands on it. */
function tinted(colour: string, share: number, ground: string, passes: (back: string) => boolean): string {
  for (let rest = share; rest > 0; rest -= STEP) {
    const back = mix(colour, rest, ground);
    if (passes(back)) return back;
  }
  return ground;
}

function onPrimary(primary: string): Readonly<Record<'--on-accent' | '--primary-hover', string>> {
  const isDark = contrast(WHITE, primary) >= TEXT;
  const front = isDark ? WHITE : BLACK;
  return { '--on-accent': front, '--primary-hover': mix(primary, 0.88, isDark ? BLACK : WHITE) };
}

interface Ground {
  readonly surface: string;
  readonly backs: Readonly<Record<'--ground' | '--bg' | '--sunken' | '--hover' | '--selected', string>>;
  /** What text is mixed towards until it can be read. */
  readonly extreme: string;
  /** How much of the accent the entry of the menu has that is shown. */
  readonly currentShare: number;
}

interface Wanted {
  readonly text: string;
  readonly secondary: string;
  readonly quiet: string;
  readonly link: string;
  readonly accent: string;
  readonly line: string;
  readonly border: string;
  readonly notice: string;
}

function lightOf(
  { primary, uniColor }: Colours,
  { surface, backs, extreme, currentShare }: Ground,
  wanted: Wanted,
): Light {
  // Also what is pressed or shown as on: a little of the text over the sheet, and of the accent over the ground.
  const pressed = mix(wanted.text, 0.07, surface);
  const current = mix(wanted.accent, currentShare, backs['--ground']);
  const all = [surface, ...Object.values(backs), pressed, current];
  const readable = (colour: string): string => mend(colour, extreme, (one) => leastOf(one, all) >= TEXT);
  const visible = (colour: string): string => mend(colour, extreme, (one) => leastOf(one, all) >= SHAPE);
  const { text: plain, secondary, quiet: dim, link: blue } = wanted;
  const [text, soft, quiet, link, state] = [plain, secondary, dim, blue, uniColor ?? blue].map(readable);
  const button = onPrimary(primary);
  const notice = mend(wanted.notice, BLACK, (one) => contrast(one, NOTICE_TEXT) >= TEXT);
  const pair = (kind: Pair['kind'], front = '', first = ''): Pair => {
    const back = all.reduce((worst, one) => (contrast(front, one) < contrast(front, worst) ? one : worst), surface);
    return { kind, front, back, ratio: contrast(front, back), isMended: front !== first };
  };
  return {
    tokens: {
      '--surface': surface,
      ...backs,
      '--text': text ?? '',
      '--text-soft': soft ?? '',
      '--quiet': quiet ?? '',
      '--accent-text': link ?? '',
      '--accent': visible(wanted.accent),
      '--check': visible(wanted.accent),
      '--line': wanted.line,
      '--line-strong': visible(wanted.border),
      '--notice-bg': notice,
      '--notice-accent': mend(mix(primary, 0.45, WHITE), WHITE, (one) => contrast(one, notice) >= TEXT),
      '--uni': state ?? '',
      ...button,
    },
    pairs: [
      pair('text', text, wanted.text),
      pair('quiet', quiet, wanted.quiet),
      pair('link', link, wanted.link),
      {
        kind: 'button',
        front: button['--on-accent'],
        back: primary,
        ratio: contrast(button['--on-accent'], primary),
        isMended: button['--on-accent'] !== WHITE,
      },
      ...(uniColor === undefined ? [] : [pair('state', state, uniColor)]),
    ],
  };
}

/** What a scheme makes by day: as tokens.css mixes it, and further where text could not be read. */
export function day(colours: Colours): Light {
  const { primary, dark } = colours;
  const passes = (back: string): boolean => contrast(RED, back) >= TEXT;
  const tint = (share: number, ground = WHITE): string => tinted(primary, share, ground, passes);
  const backs = {
    '--ground': tint(0.07, '#f4f5f7'),
    '--bg': tint(0.04),
    '--sunken': tint(0.04, '#f7f8fa'),
    '--hover': tint(0.06),
    '--selected': tint(0.12),
  };
  return lightOf(
    colours,
    { surface: WHITE, backs, extreme: BLACK, currentShare: 0.13 },
    {
      text: mix(dark, 0.94, primary),
      secondary: mix(dark, 0.8, WHITE),
      quiet: mix(dark, 0.66, WHITE),
      link: mix(primary, 0.92, BLACK),
      accent: primary,
      line: mix(primary, 0.07, '#e7e9ed'),
      border: mix(dark, 0.48, WHITE),
      notice: mix(dark, 0.92, WHITE),
    },
  );
}

/** How dark it has to be by night, as the contrast of white. */
const NIGHT = 13;
const NIGHT_TINTED = 7.5;

/** What a scheme makes by night. A dark colour that is none is made darker. */
export function night(colours: Colours): Light {
  const { primary } = colours;
  const lighter = (ground: string, share: number): string => mix(ground, share, WHITE);
  const ground = mend(colours.dark, BLACK, (one) => contrast(WHITE, lighter(one, 0.89)) >= NIGHT);
  const passes = (back: string): boolean => contrast(WHITE, back) >= NIGHT_TINTED;
  const surface = lighter(ground, 0.94);
  const backs = {
    '--ground': mix(ground, 0.92, BLACK),
    '--bg': ground,
    '--sunken': lighter(ground, 0.975),
    '--hover': tinted(mix(primary, 0.4, WHITE), 0.11, ground, passes),
    '--selected': tinted(primary, 0.27, surface, passes),
  };
  return lightOf(
    colours,
    { surface, backs, extreme: WHITE, currentShare: 0.24 },
    {
      text: lighter(ground, 0.09),
      secondary: lighter(ground, 0.24),
      quiet: lighter(ground, 0.34),
      link: mix(primary, 0.44, WHITE),
      accent: mix(primary, 0.8, WHITE),
      line: lighter(ground, 0.86),
      border: lighter(ground, 0.48),
      notice: lighter(ground, 0.8),
    },
  );
}

/** A scheme as a style sheet. Paper is white, whatever the screen is. */
export function styleOf(colours: Colours): string {
  const given = { '--c-primary': colours.primary, '--c-secondary': colours.secondary, '--c-dark': colours.dark };
  const rule = (tokens: Readonly<Record<string, string>>): string =>
    Object.entries(tokens)
      .map(([name, colour]) => `${name}:${colour};`)
      .join('');
  return `:root{${rule({ ...given, ...day(colours).tokens })}}@media not print{:root[data-theme='dark']{${rule(night(colours).tokens)}}}`;
}
