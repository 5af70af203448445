import * as v from 'valibot';
import { AggregateIdSchema, NothingSchema, defineQuery, formatAggregateId, itemKey, text } from '../../kernel/index.ts';
import {
  EntriesSchema,
  LIST_SORT_KEYS,
  ListParamsSchema,
  VIEWS,
  entryOfRow,
  exampleRow,
  filteredKeys,
  itemsQuery,
  listKey,
  timeFrameBounds,
  type EntryRow,
} from '../activity/index.ts';
import { RECORDS_KEY } from '../record/index.ts';
import { TASK_FAVORITES_KEY, TASK_TAGS_KEY, TaskDetailSchema, TaskLineSchema, taskExtras } from './entities.ts';

const exampleId = formatAggregateId({ module: 'task', entryId: 17, userId: 1 });
const exampleTask: EntryRow = {
  ...exampleRow,
  moduleName: 'task',
  information: 'Angebot Werft Neumann',
  contact: 'Anna Berger',
  channel: '',
  direction: 'bidirectional',
  extras: taskExtras({ responsibleUserId: 1, due: '2026-11-24' }),
};
const entry = entryOfRow(exampleTask, 1, timeFrameBounds(1_795_222_800_000, 'Europe/Berlin'));
const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = entry;

/** Which of the tasks are meant beyond what all lists are filtered by. */
export const CUSTOM_FILTERS = ['', 'favorites', 'overdue', 'given', 'repeating'] as const;
const { archived: _archived, globalized, ...listed } = ListParamsSchema.entries;
/** Tasks that come up first stand first. */
const list = { sortKeys: LIST_SORT_KEYS, defaultSort: [{ property: 'timestamp', direction: 'ASC' }] } as const;

/** Tasks that the person sees, filtered. */
export const taskItems = defineQuery({
  name: 'task.items',
  cost: 'essential',
  params: v.strictObject({
    ...listed,
    view: v.optional(v.picklist(VIEWS), 'open'),
    /** Empty, one of `CUSTOM_FILTERS`, or `tag:` and a tag. */
    customFilter: v.optional(
      v.pipe(
        text(60),
        v.check(
          (filter) => CUSTOM_FILTERS.some((known) => known === filter) || /^tag:./.test(filter),
          'FILTER_UNKNOWN',
        ),
      ),
      '',
    ),
    /** The task list leaves archived ones out unless they are asked for. */
    archived: v.optional(v.boolean(), false),
    globalized,
  }),
  result: EntriesSchema,
  refreshOn: (params) => [...filteredKeys(listKey('task'), params), TASK_FAVORITES_KEY],
  list,
  steady: true,
  example: { params: { view: 'open' }, result: [entry] },
});

/** Notes that the person sees, filtered. */
export const noteItems = itemsQuery('note.items', 'note', taskExtras({}));

export const details = defineQuery({
  name: 'task.details',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: TaskDetailSchema,
  errors: ['NOT_FOUND'],
  refreshOn: ({ aggregateId }) => [itemKey(aggregateId), RECORDS_KEY, 'people'],
  example: {
    params: { aggregateId: exampleId },
    result: {
      aggregateId: exampleId,
      aggregateVersion: 3,
      processId: '',
      moduleLayout: 'task',
      title: 'Angebot Werft Neumann',
      content: '<p>Bis Ende der Woche.</p>',
      changeable: true,
      inactive: false,
      ownerUserId: 0,
      responsibleUserId: 1,
      forerunTime: 0,
      fixedMaturityDate: '2026-11-24',
      zone: 'Europe/Berlin',
      availableUsers: [{ ID: 1, Displayname: 'Anna Berger', UserAvatar: null, UserDisplayname: 'Anna Berger' }],
      allUsers: [{ ID: 1, Displayname: 'Anna Berger', UserAvatar: null, UserDisplayname: 'Anna Berger' }],
      favoriteButton: { favored: false, changeable: true, render: true },
      historyEntries: [
        { key: 'title', value: 'Angebot Werft Neumann', date: '2026-11-23T09:00:00.000Z', userShortcut: 'AB' },
      ],
      alarmConfig: {
        date: '2026-11-24T07:00:00.000Z',
        notifiable: true,
        ownerDate: null,
        ownerNotified: false,
        ownerType: 'never',
        alarmConfigNotifiableUsers: [],
      },
      repetitionConfig: null,
      occurrence: null,
      lockConfig: { locked: false, date: null, userId: null, userShortcut: '', userDisplayName: '' },
      activityLink: null,
      tags: ['Angebot'],
      parent: null,
      subtasks: [],
      waitsFor: [],
      blocks: [],
      links: [],
      related: [],
      entry: { ...exampleTask, userList: [[1, 1]] },
      archivButton,
      globalizationButton,
      idoButton,
      spoingButton,
      statusButton,
    },
  },
});

/** Tasks to choose one from, by words of their titles: those that the person may write in, unfinished ones first. */
export const search = defineQuery({
  name: 'task.search',
  params: v.strictObject({ query: text(200) }),
  result: v.array(TaskLineSchema),
  cached: false,
  refreshOn: () => [],
  example: {
    params: { query: 'angebot' },
    result: [
      {
        id: 17,
        aggregateId: exampleId,
        title: 'Angebot Werft Neumann',
        status: 1,
        due: '2026-11-24',
        responsibleUserId: 1,
      },
    ],
  },
});

/** The words that tasks, which the person sees, are tagged with: the most used first. */
export const tags = defineQuery({
  name: 'task.tags',
  params: NothingSchema,
  result: v.array(v.string()),
  refreshOn: () => [TASK_TAGS_KEY],
  example: { params: {}, result: ['Angebot', 'Werft'] },
});

export const queries = { taskItems, noteItems, details, search, tags } as const;
