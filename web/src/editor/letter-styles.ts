import { WRITTEN_FONTS } from '@kontor/contract/kernel';

const byte = (value: number): string =>
  Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, '0');

/** Names of colours that programs write. */
const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  lime: '#00ff00',
  aqua: '#00ffff',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  fuchsia: '#ff00ff',
  navy: '#000080',
  teal: '#008080',
  maroon: '#800000',
  purple: '#800080',
  olive: '#808000',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  orange: '#ffa500',
};

/** A colour as `#rrggbb`; null for none, one that is seen through, and what means the usual one. */
export function colourOf(value: string): string | null {
  const given = value.trim().toLowerCase();
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(given);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  if (/^#[\da-f]{6}$/.test(given)) return given;
  const [, red, green, blue, alpha] =
    /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(given) ?? [];
  if (red === undefined) return NAMED[given] ?? null;
  if (alpha !== undefined && Number.parseFloat(alpha) === 0) return null;
  return `#${[red, green, blue].map((part) => byte(Number(part))).join('')}`;
}

/** Faces that stand for others of their kind. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/mono|consolas|menlo|courier/, 'Courier New'],
  [/aptos|calibri|carlito/, 'Calibri'],
  [/segoe|system-ui/, 'Segoe UI'],
  [/helvetica|arial/, 'Arial'],
  [/times/, 'Times New Roman'],
];

/** The face that texts may be written in which is meant by a style; null for the usual one, and what has none like it. */
export function fontOf(value: string): string | null {
  const first =
    value
      .split(',')[0]
      ?.trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase() ?? '';
  if (first === '') return null;
  const exact = WRITTEN_FONTS.find((stack) => stack.toLowerCase().startsWith(`${first},`));
  if (exact !== undefined) return exact;
  const name = LIKE.find(([pattern]) => pattern.test(first))?.[1];
  return name === undefined ? null : (WRITTEN_FONTS.find((stack) => stack.startsWith(`${name},`)) ?? null);
}

/** Pixels of what `<font size>` counts from 1 to 7. */
const OLD_SIZES = [10, 13, 16, 18, 24, 32, 48];
export const oldSize = (size: string): string | null => {
  const pixels = OLD_SIZES[Number(size) - 1];
  return pixels === undefined ? null : `${pixels}px`;
};

/** A size of letters in whole pixels, as texts may have it; null where it is none. */
export function sizeOf(value: string): string | null {
  const [, number, unit] = /^([\d.]+)(px|pt|em|rem)$/.exec(value.trim()) ?? [];
  if (number === undefined) return null;
  const factor = unit === 'pt' ? 4 / 3 : unit === 'px' ? 1 : 14;
  return `${Math.min(48, Math.max(9, Math.round(Number(number) * factor)))}px`;
}

/** A distance of lines in percent; null for the usual one. */
export function lineHeightOf(value: string): string | null {
  const [, number, unit] = /^([\d.]+)(%?)$/.exec(value.trim()) ?? [];
  if (number === undefined) return null;
  const percent = Math.round(Number(number) * (unit === '%' ? 1 : 100));
  return percent >= 80 && percent <= 300 ? `${percent}%` : null;
}
