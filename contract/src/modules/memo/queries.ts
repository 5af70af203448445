import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { exampleRow } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import { COMMUNICATION_TYPES, MemoDetailSchema, TYPES_KEY, memoExtras } from './entities.ts';

const exampleId = formatAggregateId({ module: 'activity', entryId: 17, userId: 1 });

export const details = defineQuery({
  name: 'memo.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: MemoDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY, TYPES_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '<p>Herr Neumann wünscht einen Termin im März.</p>',
      alarm: null,
      author: 'Anna Berger',
      authorId: 1,
      communicationTypeId: 1,
      availableCommunicationTypes: COMMUNICATION_TYPES.map((communicationType, index) => ({
        id: index + 1,
        communicationType,
      })),
      contactPersonId: 4,
      contactPersonAvailableUsers: [{ id: 4, displayName: 'Paul Neumann', userAvatar: null }],
      duration: 420,
      timestamp: 1_795_219_200,
      changeable: true,
      links: [],
      related: [],
      entry: {
        ...exampleRow,
        moduleName: 'activity',
        information: 'Wartung besprochen',
        contact: 'Werft Neumann',
        channel: '',
        userList: [[1, 1]],
        extras: memoExtras({ communicationTypeId: 1, duration: 420 }),
      },
    },
  },
});

export const queries = { details } as const;
