import type { ItemKindName, Schema, StoredEventDefinition } from '@kontor/contract/kernel';
import type { Rights } from '@kontor/contract/account';
import type * as v from 'valibot';
import type { Secrets } from '../crypto/secrets.ts';
import type { Db, Database } from '../db/database.ts';
import type { EnqueueOptions } from '../jobs/enqueue.ts';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Audience } from '../realtime/event-body.ts';
import type { Transient } from '../realtime/transient.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { AuditNote, Origin } from './audit.ts';
import type { Versions } from './remembered.ts';

/** What the server was started with, handed down from `main`; nothing else is reached for. */
export interface Platform {
  readonly log: Logger;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly secrets: Secrets;
  readonly metrics: Metrics;
  /** Says what is true only now. Within a transaction it is said after the commit, and not at all after a rollback. */
  readonly transient: Transient;
  /** Only where somebody wants to know. */
  readonly tracer?: Tracer | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

export interface Instance {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Who asks. Read anew with every request, so that a right that was taken is gone with the next one. */
export interface Person {
  readonly id: number;
  readonly userName: string;
  readonly rights: Rights;
  readonly isAdministrator: boolean;
  readonly sessionId: string;
  readonly from: Origin;
}

/** What work for one instance stands on, whoever asked for it. */
export interface InstanceContext extends Platform {
  readonly instance: Instance;
  /** In a command or a job's transaction the transaction itself; the only handle there is. */
  readonly db: Db;
}

/** Counts of changes. What was read at the same count is what it still is. */
interface Counted {
  /** Of what the person is told of by events. */
  readonly changeStamp: number;
  /** Of what all people of the instance read alike. */
  readonly versions: Versions;
}

export interface QueryContext extends InstanceContext {
  readonly person: Person;
  /** Reads what all people of the instance read alike, by the number that its changes are counted under; from memory, where there is one. */
  readonly remembered?: <T>(what: number, load: () => Promise<T>) => Promise<T>;
  /** What was counted when the request was let in, so before anything that it reads; not there where no request asks. */
  readonly counted?: Counted;
  /** Writes into the audit log by the person at once; what is noted again within a minute is counted. Never fails. */
  readonly auditNow: (entry: AuditNote) => Promise<void>;
}

/** An item that is new to somebody. */
export interface NewsItem {
  readonly userId: number;
  readonly module: ItemKindName;
  readonly entryId: number;
}

/** A transaction with what it causes. Events and jobs are written with it or not at all. */
export interface ChangeContext extends InstanceContext {
  emit<D extends StoredEventDefinition<string, Schema>>(
    definition: D,
    audience: Audience,
    payload: v.InferInput<D['payload']>,
  ): void;
  enqueue(job: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /** Writes into the audit log with the change, or not at all. By the person of a command; by the server where nobody is named. */
  audit(entry: AuditNote): void;
  /**
   * Runs work as the last thing before the commit, when no other transaction of the instance can commit before this one: what it numbers is numbered in the
   * order of the commits. Of one key it runs once.
   */
  lastly(key: string, work: (db: Db) => Promise<void>): void;
  /** Runs after the commit, and not at all after a rollback. For wake-ups, never for what must happen. */
  afterCommit(work: () => void): void;
  /**
   * Says to whom something may be news before that is known: what has to be asked about these people goes with what is sent now. To be called once
   * at most.
   */
  newsMayReach(userIds: readonly number[]): void;
  /** Says that items are new to people; whoever was given the word for it hears of all of a transaction at once, before it ends. */
  news(items: readonly NewsItem[]): void;
  /** Who has asked for the change, where a person did. */
  readonly person?: Person;
  /** Process ids of the commands that cause this change. */
  readonly processIds: readonly string[];
}

export interface CommandContext extends ChangeContext {
  readonly person: Person;
  readonly processId: string;
}
