import { writeSync } from 'node:fs';
import { pino, type DestinationStream, type Logger } from 'pino';
import { errorFields } from './error-fields.ts';
import { prettyLine } from './pretty.ts';
import { currentLogContext } from './log-context.ts';

export type { Logger } from 'pino';

const STDERR = 2;
const forPeople: DestinationStream = {
  write(json) {
    try {
      writeSync(STDERR, prettyLine(json));
    } catch {
      // A terminal that was closed reads no more.
    }
  },
};

/**
 * The program's log, on standard error unless `destination` says otherwise: one JSON object a line, or lines for people. Every line bears
 * the id of the request or job that it was written for. Secrets, query strings and contents are never given to it.
 */
export function createLogger(
  level: string,
  format: 'json' | 'pretty' = 'json',
  destination: DestinationStream = format === 'pretty' ? forPeople : pino.destination({ dest: STDERR, sync: true }),
): Logger {
  const options = {
    level,
    base: null,
    redact: ['password', 'token', 'secret'],
    serializers: { err: errorFields },
    mixin: () => {
      const id = currentLogContext()?.id;
      return id === undefined ? {} : { id };
    },
  };
  return pino(options, destination);
}
