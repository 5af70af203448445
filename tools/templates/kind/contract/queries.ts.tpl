import * as v from 'valibot';
import { AggregateIdSchema, defineQuery, formatAggregateId, itemKey } from '../../kernel/index.ts';
import { exampleRow, itemsQuery } from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import { {{Name}}DetailSchema, {{name}}Extras } from './entities.ts';

const exampleId = formatAggregateId({ module: '{{name}}', entryId: 17, userId: 1 });

/** Those that the person sees, filtered. */
export const items = itemsQuery('{{name}}.items', '{{name}}', { ...{{name}}Extras({}) });

export const details = defineQuery({
  name: '{{name}}.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: {{Name}}DetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 2,
      title: 'Wartung besprochen',
      content: '<p>Herr Neumann wünscht einen Termin im März.</p>',
      alarm: null,
      changeable: true,
      links: [],
      related: [],
      entry: {
        ...exampleRow,
        moduleName: '{{name}}',
        information: 'Wartung besprochen',
        contact: '',
        channel: '',
        userList: [[1, 1]],
        extras: { ...{{name}}Extras({}) },
      },
    },
  },
});

export const queries = { items, details } as const;
