import type { InstanceContext } from '../../platform/operation/context.ts';
import type { ItemKinds, ListReader } from '../activity/index.ts';

/** How somebody wants appointments among what is unfinished. */
export interface InboxChoice {
  /** On their day, and where they ask something; only where they ask; or never. */
  readonly when: 'day' | 'asking' | 'never';
  /** They are Done by themselves once they are over. */
  readonly isDoneAlone: boolean;
  /** The time of the day at which they come up: `06:00`. */
  readonly dayStarts: string;
}

/** What some people have chosen. */
export type InboxChoices = (
  ctx: Pick<InstanceContext, 'db' | 'instance'>,
  userIds: readonly number[],
) => Promise<ReadonlyMap<number, InboxChoice>>;

/** What the module needs of those beside it. */
export interface AppointmentParts {
  readonly list: ListReader;
  readonly itemKinds: () => ItemKinds;
  readonly inboxOf: InboxChoices;
}

/** What has to be known of kinds of item, and of people, where one of them is changed. */
export type KindParts = Pick<AppointmentParts, 'itemKinds' | 'inboxOf'>;
