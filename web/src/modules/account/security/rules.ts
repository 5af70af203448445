import type { SessionInfo } from '@kontor/contract/account';

/** A secret as people type it: in groups of four. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

const PROGRAMS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|FxiOS\//, 'Firefox'],
  [/\bCriOS\/|Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Program and system of a browser, as people call them; undefined where they cannot be told. */
export function describeBrowser(userAgent: string): { program: string; system: string } | undefined {
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return program === undefined || system === undefined ? undefined : { program, system };
}

/** A name that no other passkey has: `Chrome auf Windows 2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.includes(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** The device that asks first, then the last used. */
export const inOrder = (sessions: readonly SessionInfo[]): SessionInfo[] =>
  sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt));

export const isPhone = (system: string): boolean => /iphone|ipad|ios|android/i.test(system);
