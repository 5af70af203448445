import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Span } from '../trace/tracer.ts';

/** What one request or job leaves in the log and in errors. It never holds parameters, tokens or anything that a person wrote. */
export interface LogContext {
  /** The process id of the client that asked, where it gave one; else of this server's making. */
  id: string;
  /** Name of the query, command or job, or pattern of the address; only names of ours. */
  operation: string;
  instanceId?: number;
  userId?: number;
  /** Beginning of the hash of the session's id: enough to tell sessions apart, and good for nothing else. */
  session?: string;
  /** Code of the problem that was answered. */
  code?: string;
  /** Rows in the answer. */
  rows?: number;
  /** Statements sent to the database, and the time that they took together, in milliseconds. */
  statements: number;
  sqlMs: number;
  /** How often it waited for answers of the database: statements that were under way together are one wait. */
  sqlWaits: number;
  /** Statements that are under way. */
  sqlPending: number;
  /** The whole of it in a trace, where somebody wants to know. */
  span?: Span;
}

const storage = new AsyncLocalStorage<{ readonly logContext: LogContext; readonly span: Span | undefined }>();

/** The log context of the work that is being done here; undefined where it is nobody’s. */
export const currentLogContext = (): LogContext | undefined => storage.getStore()?.logContext;

/** The innermost piece of traced work that is being done here. */
export const currentSpan = (): Span | undefined => storage.getStore()?.span;

/** Runs work with a log context: all that follows from it notes there what it did. */
export const withLogContext = <T>(logContext: LogContext, work: () => T): T =>
  storage.run({ logContext, span: logContext.span }, work);

/** Runs a piece of the work of the current log context under a span of its own. */
export const withSpan = <T>(span: Span, work: () => T): T => {
  const logContext = currentLogContext();
  return logContext === undefined ? work() : storage.run({ logContext, span }, work);
};

export const createLogContext = (id: string, operation = ''): LogContext => ({
  id,
  operation,
  statements: 0,
  sqlMs: 0,
  sqlWaits: 0,
  sqlPending: 0,
});

export const shortHash = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);
