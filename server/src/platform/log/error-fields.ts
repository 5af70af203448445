const DEEPEST_CAUSE = 3;
/** PostgreSQL quotes the value that it could not take behind a colon. */
const QUOTED_VALUE = /: ".*"/s;

interface ErrorFields {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: ErrorFields;
}

/**
 * What of an error is logged: an allow list, for libraries hang rows, commands and answers of other servers on their errors.
 * A database's message loses the values that it quotes.
 */
export function errorFields(error: unknown, depth = 0): ErrorFields | string {
  if (!(error instanceof Error)) return typeof error;
  const { code, table, constraint, severity } = error as Error & Record<string, unknown>;
  const isDatabase = typeof severity === 'string';
  const message = isDatabase ? error.message.replace(QUOTED_VALUE, ': "…"') : error.message;
  const cause = error.cause instanceof Error && depth < DEEPEST_CAUSE ? errorFields(error.cause, depth + 1) : undefined;
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack.replace(error.message, () => message) }),
    ...(typeof cause === 'object' ? { cause } : {}),
  };
}
