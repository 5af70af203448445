import * as v from 'valibot';
import { ItemKindNameSchema } from '../../kernel/index.ts';

/** The states of an item, by the words that commands and the status button use; the number is what list entries and the database keep. */
export const STATES = { unseen: 1, seen: 2, ready: 3 } as const;
export type State = keyof typeof STATES;
export const STATE_NAMES = ['unseen', 'seen', 'ready'] as const satisfies readonly State[];
export const StateSchema = v.picklist(STATE_NAMES);
export const StatusSchema = v.picklist([1, 2, 3]);
export type Status = v.InferOutput<typeof StatusSchema>;

/** Word of a status number. */
export const stateOf = (status: Status): State => STATE_NAMES[status - 1] as State;

/** Directions in the order of the numbers that the database keeps, from 0. */
export const DIRECTIONS = ['incoming', 'outgoing', 'bidirectional'] as const;
export const DirectionSchema = v.picklist(DIRECTIONS);
export type Direction = (typeof DIRECTIONS)[number];

const button = { aggregateId: v.string(), aggregateVersion: v.number(), processId: v.string(), render: v.boolean() };
const ButtonSchema = v.object(button);

/** The time frames that a list is grouped by, newest first. */
export const TIME_FRAMES = [
  'future',
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'older',
] as const;
export type TimeFrame = (typeof TIME_FRAMES)[number];

/** What another person's state of the same item is. */
export const UserStatusSchema = v.object({ userId: v.number(), status: StatusSchema });

/** The entry of every list, whatever its kind; the module's own fields are in `extras`. `timestamp` is in seconds. */
export const ListEntrySchema = v.object({
  accessRight: v.boolean(),
  aggregateId: v.string(),
  aggregateVersion: v.number(),
  archived: v.boolean(),
  channel: v.string(),
  contact: v.string(),
  contactPicture: v.nullable(v.string()),
  context: v.string(),
  date: v.string(),
  directAccessUser: v.nullable(v.number()),
  direction: DirectionSchema,
  extras: v.record(v.string(), v.unknown()),
  globalized: v.boolean(),
  groupedStatus: v.object({ calculated: StatusSchema, userList: v.array(UserStatusSchema) }),
  idoLinked: v.boolean(),
  information: v.string(),
  moduleName: ItemKindNameSchema,
  moduleSort: v.number(),
  processId: v.string(),
  status: StatusSchema,
  timeFrame: v.picklist(TIME_FRAMES),
  timestamp: v.number(),
  archivButton: v.object({ ...button, changeable: v.boolean(), archived: v.boolean() }),
  globalizationButton: ButtonSchema,
  idoButton: v.object({
    ...button,
    changeable: v.boolean(),
    idoCount: v.number(),
    idoWindow: v.object({
      idoWindowIdoInstances: v.array(
        v.object({
          title: v.string(),
          color: v.string(),
          idoWindowIdos: v.array(v.object({ aggregateId: v.string(), displayName: v.string(), title: v.string() })),
        }),
      ),
    }),
  }),
  spoingButton: ButtonSchema,
  statusButton: v.object({ ...button, changeable: v.boolean(), status: StateSchema }),
  taskButton: ButtonSchema,
  channelQTip: v.nullable(v.string()),
  contactQTip: v.nullable(v.string()),
  contextQTip: v.nullable(v.string()),
  directionQTip: v.nullable(v.string()),
  informationQTip: v.nullable(v.string()),
});
export type ListEntry = v.InferOutput<typeof ListEntrySchema>;

/** An item that another one was made of: `from` what it came from, `made` what came of it. */
export const RelatedItemSchema = v.object({
  aggregateId: v.string(),
  moduleName: ItemKindNameSchema,
  role: v.picklist(['from', 'made']),
  /** What lists call it. */
  information: v.string(),
  /** Seconds since 1970. */
  timestamp: v.number(),
});
export type RelatedItem = v.InferOutput<typeof RelatedItemSchema>;

export const LIST_SORT_KEYS = ['timestamp', 'contact', 'information', 'moduleInformation', 'channel'] as const;
export const LIST_SORT = [{ property: 'timestamp', direction: 'DESC' }] as const;
