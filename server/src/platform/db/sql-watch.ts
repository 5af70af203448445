import type { PoolClient } from 'pg';
import type { Logger } from '../log/logger.ts';
import { currentSpan, currentLogContext } from '../log/log-context.ts';

/** Sends a statement and notes in the log context what it took. */
export type SqlWatch = <T>(client: PoolClient, text: string, send: () => Promise<T>) => Promise<T>;

const MAX_TEXT = 500;

/**
 * Statements that take longer than `slowMs` are logged, with the id of the request; 0 for none. Their text bears places for values and
 * never the values; `pid` is the process of the database that worked, as its own log has it.
 */
export function sqlWatch(log: Logger, slowMs: number): SqlWatch {
  return async (client, text, send) => {
    const began = performance.now();
    const span = currentSpan()?.child('sql', { 'db.system.name': 'postgresql', 'db.query.text': short(text) });
    const logContext = currentLogContext();
    if (logContext !== undefined) {
      if (logContext.sqlPending === 0) logContext.sqlWaits += 1;
      logContext.sqlPending += 1;
    }
    let failed = true;
    try {
      const result = await send();
      failed = false;
      return result;
    } finally {
      span?.end(failed);
      const ms = performance.now() - began;
      if (logContext !== undefined) {
        logContext.sqlPending -= 1;
        logContext.statements += 1;
        logContext.sqlMs += ms;
      }
      if (slowMs > 0 && ms > slowMs) {
        const { processID: pid } = client as PoolClient & { processID?: number };
        log.warn({ ms: Math.round(ms), operation: logContext?.operation, pid, sql: short(text) }, 'slow statement');
      }
    }
  };
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
