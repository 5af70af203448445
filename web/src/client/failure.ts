import type { Problem } from '@kontor/contract/kernel';

/**
 * Why a request has no result. `offline`: no answer came; `problem`: the server refused, with `status` and `code`;
 * `shape`: it answered something that the contract does not know; `aborted`: nobody wants the answer any more;
 * `unsupported`: this client knows no such command.
 */
export type FailureKind = 'offline' | 'problem' | 'shape' | 'aborted' | 'unsupported';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: string;
  readonly problem: Problem | undefined;
  /** What `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FailureKind,
    detail: string,
    given: { status?: number; problem?: Problem; retryAfterMs?: number } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.status = given.status ?? 0;
    this.problem = given.problem;
    this.code = given.problem?.code ?? kind.toUpperCase();
    this.retryAfterMs = given.retryAfterMs;
  }
}

/** Any thrown value as a failure. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return new Failure('aborted', 'aborted');
  return new Failure('shape', error instanceof Error ? error.message : String(error));
}
