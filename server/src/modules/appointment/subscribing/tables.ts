import type { SubscriptionProblem } from '@kontor/contract/appointment';
import type { Generated } from 'kysely';
import type { Defaulted, Json } from '../../../platform/db/tables.ts';
import type { IcalEvent } from '../icalendar/model.ts';

/** What is kept of an event of a feed. */
export type FeedEvent = Pick<IcalEvent, 'slot' | 'title' | 'location' | 'rule' | 'excluded' | 'added' | 'isFree'>;

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    calendar_source: {
      instance_id: number;
      source_id: Generated<number>;
      address: string;
      name: Defaulted<string>;
      etag: string | null;
      last_modified: string | null;
      fetched_at: Timestamp | null;
      tried_at: Timestamp | null;
      next_at: Timestamp | null;
      failures: Defaulted<number>;
      problem: SubscriptionProblem | null;
      events: Defaulted<number>;
      every_ms: number | null;
    };
    calendar_source_event: {
      instance_id: number;
      source_id: number;
      n: number;
      starts_at: Timestamp;
      ends_at: Timestamp | null;
      event: Json<FeedEvent>;
    };
    calendar_subscription: {
      instance_id: number;
      subscription_id: Generated<number>;
      user_id: number;
      source_id: number;
      name: string;
      color: string;
      counts_busy: Defaulted<boolean>;
      created_at: Timestamp;
    };
  }
}
