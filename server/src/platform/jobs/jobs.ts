import type { ChangeContext, Instance, InstanceContext } from '../operation/context.ts';

export interface EnqueueOptions {
  /** A second job with the same key replaces the first that has not begun. */
  readonly key?: string;
  readonly runAt?: Date;
  /** Milliseconds from now, by the clock of the database, which alone decides when a job begins: that of a server may be wrong. */
  readonly afterMs?: number;
  /** Where a job of the same key waits already, its time stays. */
  readonly keepsTime?: true;
  readonly maxAttempts?: number;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
}

/** What a job works with: the instance it belongs to, and transactions as it needs them. A job may run more than once. */
export interface JobContext extends InstanceContext {
  readonly change: <T>(work: (ctx: ChangeContext) => Promise<T>) => Promise<T>;
  readonly attempt: number;
  readonly lastAttempt: boolean;
}

export type JobHandler = (ctx: JobContext, payload: Record<string, unknown>) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type InstanceLoader = (instanceId: number) => Promise<Instance | undefined>;
