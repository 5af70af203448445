import * as v from 'valibot';
import {
  AggregateIdSchema,
  IdSchema,
  NothingSchema,
  defineQuery,
  formatAggregateId,
  itemKey,
  text,
} from '../../kernel/index.ts';
import {
  LinkSchema,
  RECORDS_KEY,
  RecordInstanceSchema,
  RecordResultSchema,
  RecordSchema,
  recordAggregateId,
  recordKey,
  recordParams,
  type FieldDefinition,
  type Link,
  exampleName as name,
} from './entities.ts';
import { deleted } from './deleted.ts';
import { historyQueries } from './history.ts';
import { importQueries } from './importing.ts';
import { listQueries } from './lists.ts';
import { FAVOURITES_KEY, boardQueries } from './boards/index.ts';
import { kindQueries } from './kinds.ts';
import { mergingQueries } from './merging.ts';

const email: FieldDefinition = {
  key: 'email',
  label: 'E-Mail',
  kind: 'textField',
  actionIcons: ['mail'],
  isRequired: false,
  isTitle: false,
};

/** The kinds of records, in their order, with their fields. */
export const instances = defineQuery({
  name: 'record.instances',
  params: NothingSchema,
  result: v.array(RecordInstanceSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['recordKinds', RECORDS_KEY],
  example: {
    params: {},
    result: [
      {
        Color: '#2f6f4f',
        CountOfIdoCreatedInTheInstanceByTheAuthenticatedUser: 3,
        ID: 1,
        IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: true,
        Name: 'Kunden',
        columnDefinitionJSON: '[{"key":"name","label":"Name","isShown":true}]',
        fields: { leftColumn: [name], rightColumn: [email], contactPerson: [name, email] },
      },
    ],
  },
});

export const MAX_RESULTS = 20;

/** Records by number, name, phone number, address, or any beginning of a word in them; the likeliest first; of any kind, or of one. Never cached. */
export const search = defineQuery({
  name: 'record.search',
  params: v.strictObject({ query: text(200), idoInstanceId: v.optional(IdSchema) }),
  result: v.array(RecordResultSchema),
  errors: ['RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: {
    params: { query: 'werft' },
    result: [
      {
        aggregateId: recordAggregateId(7, 1),
        aggregateVersion: 1,
        idoDisplayName: 'Werft Neumann, Kiel',
        idoId: 7,
        idoTitle: 'Werft Neumann',
        idoTableViewAsHTML: '<table><tr><th>Name</th><td>Werft Neumann</td></tr></table>',
        instanceColor: '#2f6f4f',
        instanceId: 1,
        instanceTitle: 'Kunden',
        relevance: 90,
      },
    ],
  },
});

/**
 * A record with its fields. The title of the tab of master data is the kind's, else the one that is asked for; the address of the classic
 * version and the pong's id are of the specification, and change nothing.
 */
export const model = defineQuery({
  name: 'record.model',
  params: v.strictObject({
    ...recordParams,
    baseUrlOfTheClassicVersion: v.optional(text(2000), ''),
    masterDataExtJSTabTitle: v.optional(text(200), ''),
    pongId: v.optional(text(100), ''),
  }),
  result: RecordSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  apiVersion: 2,
  refreshOn: ({ idoId }) => [recordKey(idoId), 'recordKinds', FAVOURITES_KEY],
  example: {
    params: { idoId: 7, idoInstanceId: 1 },
    result: {
      isAnDeletedIdo: false,
      isAnFavoriteIdo: false,
      jsonModel: {
        idoId: 7,
        idoInstanceId: 1,
        instanceColor: '#2f6f4f',
        instanceTitle: 'Kunden',
        lastKnownChangeTimestamp: 1_760_000_000_000,
        masterDataExtJSTabTitle: '',
        allowedActions: { save: true, delete: true },
        title: 'Werft Neumann',
        model: {
          leftColumn: [{ ...name, value: 'Werft Neumann' }],
          rightColumn: [{ ...email, value: 'info@werft.example' }],
          contactPersons: [{ kind: 'contactPerson', contactPersonId: 4, fields: [{ ...name, value: 'Paul Neumann' }] }],
          tabConfiguration: [],
        },
      },
    },
  },
});

export const exampleLink: Link = {
  idoId: 7,
  idoInstanceId: 1,
  displayName: 'Werft Neumann, Kiel',
  instanceTitle: 'Kunden',
  instanceColor: '#2f6f4f',
  isSuggested: true,
  reason: 'address',
  detail: 'paul.neumann@werft.example',
  at: null,
};

/** Records that an item, which the person sees, is linked with, the oldest link first, and then those that are suggested. */
export const links = defineQuery({
  name: 'record.links',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: v.array(LinkSchema),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY],
  example: {
    params: { aggregateId: formatAggregateId({ module: 'email', entryId: 17, userId: 1 }) },
    result: [exampleLink],
  },
});

export const queries = {
  instances,
  search,
  model,
  links,
  ...listQueries,
  ...historyQueries,
  ...boardQueries,
  ...importQueries,
  deleted,
  ...mergingQueries,
  ...kindQueries,
} as const;
