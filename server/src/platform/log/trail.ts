import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Span } from '../trace/tracer.ts';

/** What one request or job leaves in the log and in errors. It never holds parameters, tokens or anything that a person wrote. */
export interface Trail {
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
  /** The whole of it in a trace, where somebody wants to know. */
  span?: Span;
}

const places = new AsyncLocalStorage<{ readonly trail: Trail; readonly span: Span | undefined }>();

/** The trail of the work that is being done here, if it is anybody's. */
export const currentTrail = (): Trail | undefined => places.getStore()?.trail;

/** The innermost piece of traced work that is being done here. */
export const currentSpan = (): Span | undefined => places.getStore()?.span;

/** Does work under a trail: all that follows from it leaves its marks there. */
export const underTrail = <T>(trail: Trail, work: () => T): T => places.run({ trail, span: trail.span }, work);

/** Does a piece of the work of the trail that is followed here. */
export const underSpan = <T>(span: Span, work: () => T): T => {
  const trail = currentTrail();
  return trail === undefined ? work() : places.run({ trail, span }, work);
};

export const newTrail = (id: string, operation = ''): Trail => ({ id, operation, statements: 0, sqlMs: 0 });

export const shortHash = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 8);
