/** Why a command was not answered as it should: what a `Failure` of the client says about it. */
export interface SendFailure {
  /** `unsupported`: this client knows no such command. */
  readonly kind: 'offline' | 'problem' | 'shape' | 'aborted' | 'unsupported';
  readonly status: number;
  /** The server's code; `PROBLEM` where the answer bore none, and so may be of somebody on the way. */
  readonly code: string;
  readonly message: string;
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** What the server says of it, with data of its own where it has any. */
  readonly problem?: { readonly data?: unknown } | undefined;
}

/** `unsent`: certainly without effect; `unknown`: it may have taken effect; `refused`: the server will not. */
export type Outcome = 'unsent' | 'unknown' | 'refused';

/** Answers below 500 that say nothing about the command itself: sign in, come back later, take the new version. */
const NOT_ABOUT_IT = new Set([401, 408, 425, 426, 429]);
const CODES_NOT_ABOUT_IT = new Set(['CSRF_TOKEN_INVALID', 'ORIGIN_REFUSED']);

/** What a failure says about the command that was sent. */
export function outcomeOf(failure: SendFailure): Outcome {
  if (failure.kind !== 'problem') return 'unknown';
  if (failure.status === 401 || failure.status === 426) return 'unsent';
  if (failure.code === 'PROBLEM') return 'unknown';
  if (NOT_ABOUT_IT.has(failure.status) || CODES_NOT_ABOUT_IT.has(failure.code)) return 'unsent';
  if (failure.status === 503) return 'unsent';
  return failure.status >= 400 && failure.status < 500 ? 'refused' : 'unknown';
}
