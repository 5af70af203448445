/** After how many minutes in the background the app is locked again. */
export const LOCK_MINUTES = [0, 1, 5, 15, 60] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

/** What was chosen on this device, as it is stored; undefined where the app is not locked. */
export const lockIn = (text: string | null): LockMinutes | undefined =>
  text === null ? undefined : (LOCK_MINUTES.find((minutes) => String(minutes) === text) ?? 0);

/** Whether the app is locked when it is shown again. Both times in milliseconds since 1970; a clock that was set back proves nothing. */
export const locksAgain = (minutes: LockMinutes, hiddenAt: number, now: number): boolean =>
  now < hiddenAt || now - hiddenAt >= minutes * 60_000;
