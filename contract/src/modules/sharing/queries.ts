import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { GlobalizationRecordSchema, MAX_SHARED_ITEMS } from './entities.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });

/** Who has items by a share, and through whom: of each item that the person sees. Fails with NOT_FOUND where they see none of them. */
export const details = defineQuery({
  name: 'globalization.details',
  params: v.strictObject({
    aggregateIds: v.pipe(v.array(AggregateIdSchema), v.minLength(1), v.maxLength(MAX_SHARED_ITEMS)),
  }),
  result: v.array(GlobalizationRecordSchema),
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateIds }) => aggregateIds.map(itemKey),
  example: {
    params: { aggregateIds: [exampleId] },
    result: [
      {
        aggregateId: exampleId,
        aggregateVersion: 3,
        direction: 'globalizedThroughTheUser',
        globalization: 'globalizedWithMessage',
        mayShare: true,
        tooltip: { users: ['Ben Ahrens'] },
        window: {
          groups: [{ groupId: 3, displayName: 'Technik', userIds: [2, 5] }],
          users: [{ userId: 2, displayName: 'Ben Ahrens', userAvatar: null }],
          globalizedUsers: [
            {
              userId: 2,
              displayName: 'Ben Ahrens',
              throughUserId: 1,
              throughName: 'Anna Berger',
              groupId: 0,
              groupName: '',
              message: 'Bitte ansehen',
              timestamp: 1_795_219_200,
              mayRemove: true,
            },
          ],
        },
      },
    ],
  },
});

export const queries = { details } as const;
