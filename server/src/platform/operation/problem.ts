/** An expected failure: its code is part of the contract and tells the client what happened. */
export class ProblemError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly errors: readonly { path: string; message: string }[] | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: string, more: ProblemDetails = {}) {
    super(code);
    this.code = code;
    this.detail = more.detail;
    this.errors = more.errors;
    this.data = more.data;
    this.retryAfter = more.retryAfter;
  }
}

export interface ProblemDetails {
  readonly detail?: string;
  readonly errors?: readonly { path: string; message: string }[];
  /** The current copy, where an edit began from an older one. */
  readonly data?: unknown;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
}

/** Ends an operation with a code of the contract. */
export function fail(code: string, more?: ProblemDetails): never {
  throw new ProblemError(code, more);
}
