import { RETRY, isRetryable } from '@kontor/contract/kernel';
import type { Failure } from './failure.ts';

/** Longest wait that a `Retry-After` is obeyed for before the person is told instead. */
const MAX_WAIT_MS = 60_000;

/**
 * How long to wait before a failed request is sent again, in milliseconds; undefined when it is not.
 * @param sent how often it was sent already, 1 or more
 * @param withoutResponse how many of these got no answer at all
 * @param random at least 0, below 1: those whom a server has told to come back at one time come back at different ones
 */
export function retryDelay(
  failure: Failure,
  sent: number,
  withoutResponse: number,
  random: number,
): number | undefined {
  if (failure.kind === 'offline') {
    if (withoutResponse > RETRY.triesWithoutResponse) return undefined;
  } else if (failure.kind !== 'problem' || !isRetryable(failure.status)) return undefined;
  if (sent > RETRY.tries) return undefined;
  const requestedMs = failure.retryAfterMs ?? 0;
  if (requestedMs > MAX_WAIT_MS) return undefined;
  // Never before it was asked for, and with growing patience where the server asks for little again and again.
  const defaultValue = RETRY.firstDelayMs * 2 ** (sent - 1);
  return Math.round(
    failure.retryAfterMs === undefined ? defaultValue : Math.max(requestedMs, defaultValue / 2) * (1 + random / 2),
  );
}

/** `Retry-After` in milliseconds: seconds or an HTTP date. Undefined where there is none or it makes no sense. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
