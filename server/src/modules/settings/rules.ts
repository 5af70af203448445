/** How far ahead of the server's clock a device's may be and still be believed, in milliseconds. */
const MAX_AHEAD_MS = 60_000;

/**
 * The version that a choice is kept under: the device's own, but for a clock that is ahead. What came from that would win over everything
 * that is chosen until then.
 */
export const keptVersion = (given: number, now: number): number => Math.min(given, now + MAX_AHEAD_MS);
