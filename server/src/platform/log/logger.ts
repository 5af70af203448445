import { writeSync } from 'node:fs';
import { pino, type DestinationStream, type Logger } from 'pino';
import { prettyLine } from './pretty.ts';

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

/** The program's log on standard error: one JSON object a line, or lines for people. Secrets, query strings and contents are never given to it. */
export function createLogger(level: string, format: 'json' | 'pretty' = 'json'): Logger {
  const options = { level, base: null, redact: ['password', 'token', 'secret'] };
  return pino(options, format === 'pretty' ? forPeople : pino.destination({ dest: STDERR, sync: true }));
}
