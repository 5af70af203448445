/** Makers of phones that are known to keep apps from waking up, by what a browser of their phones calls itself. */
const MAKERS = [
  ['samsung', /\bSM-[A-Z]\d|samsung/i],
  ['xiaomi', /\b(?:Redmi|POCO|Mi \d|MIUI|Xiaomi|M\d{4}[A-Z]\w+)\b/i],
  ['huawei', /\bHUAWEI\b|\bHONOR\b/i],
  ['oneplus', /\bONEPLUS\b/i],
  ['oppo', /\b(?:OPPO|CPH\d{4}|RMX\d{4}|realme)\b/i],
  ['google', /\bPixel\b/i],
] as const;

export type Maker = (typeof MAKERS)[number][0] | 'apple' | 'other';

/** Returns whose phone a browser's name is of. */
export function makerOf(userAgent: string): Maker {
  if (/iPhone|iPad/.test(userAgent)) return 'apple';
  return MAKERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
}
