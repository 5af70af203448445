/** Colours as `#rrggbb`. Mixed in OKLab, as the style sheets do it (Ottosson 2020); contrast by WCAG 2.2. */

type Three = readonly [number, number, number];

const channels = (hex: string): Three =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never;
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number): number =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function toLab(hex: string): Three {
  const [r, g, b] = channels(hex).map(toLinear) as never as Three;
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

function toHex([L, a, b]: Three): string {
  const l = (L + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (L - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (L - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const linear = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ];
  const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, value)))) * 255);
  return `#${linear.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` (0 to 1) of one colour in another. */
export function mix(one: string, share: number, other: string): string {
  const [a, b] = [toLab(one), toLab(other)];
  return toHex(a.map((value, index) => value * share + (b[index] ?? 0) * (1 - share)) as never as Three);
}

/** 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as never as Three;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The least contrast that a colour has before any of these. */
export const leastOf = (front: string, backs: readonly string[]): number =>
  Math.min(...backs.map((back) => contrast(front, back)));
