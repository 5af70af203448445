import type { Failure } from '../../../client/failure.ts';

/** What came of a try to sign in, by the product's names. */
export type SignInOutcome = 'failed-check-again' | 'successful-add-account';

/** Which sentences a failed try has: the long one stays until it is answered, the short one stands beside the fields. */
export interface SignInFault {
  readonly long: 'wrong' | 'wrongCode' | 'passkey' | 'locked' | 'origin' | 'often' | 'offline' | 'other';
  readonly short?: 'wrongShort' | 'wrongCodeShort';
  /** Has to be acknowledged. */
  readonly ok?: boolean;
}

/** How long is waited where the server does not say it, in milliseconds. */
const WAIT_MS = 30_000;

/** What a failed try means to the person; undefined where the person called it off. */
export function faultOf(
  failure: Pick<Failure, 'kind' | 'status' | 'code'>,
  way: { readonly passkey: boolean; readonly twoFactor: boolean },
): SignInFault | undefined {
  if (failure.kind === 'aborted') return undefined;
  if (failure.kind === 'offline') return { long: 'offline' };
  if (failure.code === 'ORIGIN_REFUSED') return { long: 'origin' };
  if (failure.status === 403) return { long: 'locked', ok: true };
  if (failure.status === 429) return { long: 'often' };
  if (way.passkey) return { long: 'passkey' };
  if (failure.status !== 404) return { long: 'other' };
  return way.twoFactor ? { long: 'wrongCode', short: 'wrongCodeShort' } : { long: 'wrong', short: 'wrongShort' };
}

/** Until when nobody need try, in milliseconds since 1970; 0 where it may be tried at once. */
export const waitUntil = (failure: Pick<Failure, 'status' | 'retryAfterMs'>, now: number): number =>
  failure.status === 429 ? now + (failure.retryAfterMs ?? WAIT_MS) : 0;

/** A time that is left, as minutes and seconds; undefined when it is over. */
export function timeLeft(until: number, now: number): { minutes: number; seconds: number } | undefined {
  const left = Math.ceil((until - now) / 1000);
  return left <= 0 ? undefined : { minutes: Math.floor(left / 60), seconds: left % 60 };
}
