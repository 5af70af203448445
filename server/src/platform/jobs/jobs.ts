import type { ChangeContext, Instance, InstanceContext } from '../operation/context.ts';

/** What a job works with: the instance it belongs to, and transactions as it needs them. A job may run more than once. */
export interface JobContext extends InstanceContext {
  readonly change: <T>(work: (ctx: ChangeContext) => Promise<T>) => Promise<T>;
  readonly attempt: number;
  readonly lastAttempt: boolean;
}

export type JobHandler = (ctx: JobContext, payload: Record<string, unknown>) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;

export type InstanceLoader = (instanceId: number) => Promise<Instance | undefined>;
