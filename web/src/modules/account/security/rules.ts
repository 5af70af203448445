import type { SessionInfo } from '@kontor/contract/account';

/** A secret as people type it: in groups of four. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');

/** A name that no other passkey has: `Chrome auf Windows 2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.includes(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** The device that asks first, then the last used. */
export const inOrder = (sessions: readonly SessionInfo[]): SessionInfo[] =>
  sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt));

export const isPhone = (system: string): boolean => /iphone|ipad|ios|android/i.test(system);

/** A device that was lost or broke while the app was open never says that it is not any more, in milliseconds. */
const BELIEVED_MS = 30 * 60_000;

/** When a device was in use last: now, when the app was left (`isApp`), or when it asked for something, as far as it says. */
export function seenOf(
  { app, lastUsedAt }: Pick<SessionInfo, 'app' | 'lastUsedAt'>,
  now: number,
): 'now' | { readonly at: string; readonly isApp: boolean } {
  const last = { at: lastUsedAt, isApp: false };
  if (app === null) return last;
  const newest = Math.max(Date.parse(app.at), Date.parse(lastUsedAt));
  if (app.state === 'foreground') return now - newest < BELIEVED_MS ? 'now' : last;
  return { at: app.at, isApp: true };
}
