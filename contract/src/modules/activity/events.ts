import * as v from 'valibot';
import { ItemKindNameSchema, defineEvent, eventPayload } from '../../kernel/index.ts';
import { StatusSchema } from './entities.ts';

/** What is new about items for one person. `changes` lets a client patch what it holds; one without `changes` is reloaded. */
export const activityChanged = defineEvent(
  'activity.changed',
  v.object({
    ...eventPayload,
    changes: v.optional(
      v.array(
        v.object({
          entryId: v.number(),
          moduleName: ItemKindNameSchema,
          aggregateVersion: v.number(),
          status: StatusSchema,
          archived: v.boolean(),
          trashed: v.boolean(),
          snoozedUntil: v.nullable(v.number()),
          globalized: v.boolean(),
        }),
      ),
    ),
  }),
);

/** Items that are new in the person's lists. */
export const activityAdded = defineEvent('activity.added', v.object(eventPayload));

/** Items that the person may not see any more. */
export const activityRemoved = defineEvent('activity.removed', v.object(eventPayload));

export const events = { activityChanged, activityAdded, activityRemoved } as const;
