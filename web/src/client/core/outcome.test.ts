import { expect, test } from 'vitest';
import { outcomeOf, type SendFailure } from './outcome.ts';

const failure = (part: Partial<SendFailure>): SendFailure => ({
  kind: 'problem',
  status: 0,
  code: 'SOME_CODE',
  message: '',
  retryAfterMs: undefined,
  ...part,
});

test.each([
  [{ kind: 'offline' }, 'unknown'],
  [{ kind: 'aborted' }, 'unknown'],
  [{ kind: 'shape' }, 'unknown'],
  [{ status: 400 }, 'refused'],
  [{ status: 401, code: 'PROBLEM' }, 'unsent'],
  [{ status: 403, code: 'RIGHT_MISSING' }, 'refused'],
  [{ status: 403, code: 'CSRF_TOKEN_INVALID' }, 'unsent'],
  [{ status: 403, code: 'PROBLEM' }, 'unknown'],
  [{ status: 404, code: 'NOT_FOUND' }, 'refused'],
  [{ status: 408 }, 'unsent'],
  [{ status: 409 }, 'refused'],
  [{ status: 422 }, 'refused'],
  [{ status: 426, code: 'CLIENT_TOO_OLD' }, 'unsent'],
  [{ status: 429 }, 'unsent'],
  [{ status: 500, code: 'INTERNAL' }, 'unknown'],
  [{ status: 502, code: 'PROBLEM' }, 'unknown'],
  [{ status: 503, code: 'STARTING' }, 'unsent'],
  [{ status: 504, code: 'PROBLEM' }, 'unknown'],
] as const)('%o: %s', (part, outcome) => {
  expect(outcomeOf(failure(part))).toBe(outcome);
});
