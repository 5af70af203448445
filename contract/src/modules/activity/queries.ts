import * as v from 'valibot';
import { KINDS, ItemKindNameSchema, defineQuery, type ListOptions, type ItemKindName } from '../../kernel/index.ts';
import { LIST_SORT, LIST_SORT_KEYS, ListEntrySchema, type ListEntry } from './entities.ts';
import { entryOfRow, type EntryRow } from './rows.ts';
import { timeFrameBounds } from './time-frame.ts';

export const ACTIVITY_LIST: ListOptions = { sortKeys: LIST_SORT_KEYS, defaultSort: LIST_SORT };
export const EntriesSchema = v.array(ListEntrySchema);

/** Which of the unfinished states are asked for; none named is both of them. */
const OpenStatesSchema = v.pipe(
  v.strictObject({
    statusRed: v.optional(v.literal('unseen')),
    statusYellow: v.optional(v.literal('seen')),
  }),
  v.transform(({ statusRed, statusYellow }): { open: (1 | 2)[] } => {
    if (statusRed === undefined && statusYellow === undefined) return { open: [1, 2] };
    return { open: [...(statusRed ? [1 as const] : []), ...(statusYellow ? [2 as const] : [])] };
  }),
);
/** Key of everything that lists one module's items, or any item. Events of an item bear both. */
export const listKey = (module?: ItemKindName): string => (module === undefined ? 'list' : `list:${module}`);

/** An entry as examples and screens' tests show it, in short form and in long. */
export const exampleRow: EntryRow = {
  entryId: 17,
  boxId: 3,
  aggregateVersion: 1,
  moduleName: 'email',
  timestamp: 1_795_219_200,
  status: 1,
  direction: 'incoming',
  archived: false,
  trashed: false,
  snoozedUntil: null,
  globalized: false,
  idoCount: 0,
  contact: 'Paul Neumann',
  contactPicture: null,
  information: 'Lieferschein fehlt',
  channel: 'info@nordwerk.example',
  context: '',
  directAccessUser: null,
  userList: [[1, 1]],
  extras: { hasAttachments: false },
};
export const exampleEntry: ListEntry = /* @__PURE__ */ entryOfRow(
  exampleRow,
  1,
  /* @__PURE__ */ timeFrameBounds(1_795_222_800_000, 'Europe/Berlin'),
);

/** The unfinished items of all modules. */
export const inboxItems = defineQuery({
  name: 'inbox.items',
  cost: 'essential',
  params: OpenStatesSchema,
  result: EntriesSchema,
  refreshOn: () => [listKey()],
  list: ACTIVITY_LIST,
  steady: true,
  example: { params: { statusRed: 'unseen', statusYellow: 'seen' }, result: [exampleEntry] },
});

/** The modules whose unfinished items are counted. */
export const COUNTED_MODULES = /* @__PURE__ */ KINDS.filter(({ isCounted }) => isCounted === true).map(
  ({ name }) => name,
);

/** How many items of each module are unfinished; modules without any are left out of nothing: all seven are answered. */
export const unfinishedCounts = defineQuery({
  name: 'session.unfinishedCounts',
  cost: 'essential',
  params: OpenStatesSchema,
  result: v.array(v.object({ module: ItemKindNameSchema, count: v.number() })),
  steady: true,
  refreshOn: () => [listKey()],
  example: {
    params: { statusRed: 'unseen', statusYellow: 'seen' },
    result: COUNTED_MODULES.map((module) => ({ module, count: module === 'email' ? 1 : 0 })),
  },
});

/** What the first screen asks for. */
export const startQueries = { inboxItems, unfinishedCounts } as const;
