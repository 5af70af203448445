import { vi } from 'vitest';

/** How often it is looked, and when a test that waits in vain is ended, in milliseconds. */
const OFTEN = { interval: 50, timeout: 60_000 };

/** Resolves with what `assertion` returns once it throws no more; rejects with the last of its errors. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> => vi.waitFor(assertion, OFTEN);
