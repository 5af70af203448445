import * as v from 'valibot';
import {
  ItemKindNameSchema,
  PAGE_SIZE,
  formatAggregateId,
  kindOf,
  kindNumber,
  type ItemKindName,
} from '../../kernel/index.ts';
import { DirectionSchema, StatusSchema, stateOf, type Direction, type ListEntry, type Status } from './entities.ts';
import { timeFrameOf, type TimeFrameBounds } from './time-frame.ts';

/** Columns of a list entry in short form; all else is derived by `entryOfRow`. */
export const ENTRY_COLUMNS = [
  'entryId',
  'boxId',
  'aggregateVersion',
  'moduleName',
  'timestamp',
  'status',
  'direction',
  'archived',
  'trashed',
  'snoozedUntil',
  'globalized',
  'idoCount',
  'contact',
  'contactPicture',
  'information',
  'channel',
  'context',
  'directAccessUser',
  'userList',
  'extras',
] as const;

/** People whose states an entry names one by one; of more the first by their numbers, and how many there are of each. */
export const MAX_USER_LIST = 50;

/** How many who see an item have it as New, in process and done. */
type UserCounts = readonly [unseen: number, seen: number, ready: number];

const isCount = (value: unknown): boolean => typeof value === 'number';

/** These numbers, in the extras of an entry that names not all who see its item; undefined where it does. */
export function userCountsOf({ userCounts }: EntryRow['extras']): UserCounts | undefined {
  return Array.isArray(userCounts) && userCounts.length === 3 && userCounts.every(isCount)
    ? (userCounts as unknown as UserCounts)
    : undefined;
}

/** What `snoozedUntil` of an entry is where only an answer brings the item back. */
export const UNTIL_ANSWERED = -1;

/** One list entry in short form, by name. */
export interface EntryRow {
  readonly entryId: number;
  readonly boxId: number;
  readonly aggregateVersion: number;
  readonly moduleName: ItemKindName;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly status: Status;
  readonly direction: Direction;
  readonly archived: boolean;
  readonly trashed: boolean;
  /** Until when it is out of this person's way, in seconds; `UNTIL_ANSWERED` until it is answered, null where it is not. */
  readonly snoozedUntil: number | null;
  readonly globalized: boolean;
  readonly idoCount: number;
  readonly contact: string;
  readonly contactPicture: string | null;
  readonly information: string;
  readonly channel: string;
  readonly context: string;
  readonly directAccessUser: number | null;
  /** The states of all who see the item, as pairs of user id and status. */
  readonly userList: readonly (readonly [number, Status])[];
  readonly extras: Record<string, unknown>;
}

/** One list entry in short form, checked cell by cell. */
export const EntryRowSchema = v.object({
  entryId: v.number(),
  boxId: v.number(),
  aggregateVersion: v.number(),
  moduleName: ItemKindNameSchema,
  timestamp: v.number(),
  status: StatusSchema,
  direction: DirectionSchema,
  archived: v.boolean(),
  trashed: v.boolean(),
  // What a device has kept from before there was any does not say it.
  snoozedUntil: v.optional(v.nullable(v.number()), null),
  globalized: v.boolean(),
  idoCount: v.number(),
  contact: v.string(),
  contactPicture: v.nullable(v.string()),
  information: v.string(),
  channel: v.string(),
  context: v.string(),
  directAccessUser: v.nullable(v.number()),
  userList: v.array(v.tuple([v.number(), StatusSchema])),
  extras: v.record(v.string(), v.unknown()),
} satisfies Record<(typeof ENTRY_COLUMNS)[number], v.GenericSchema>);

/** Shape of a list answered with `format=rows`. */
export const EntryRowsSchema = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(v.array(v.array(v.unknown())), v.maxLength(PAGE_SIZE * 10)),
});

const STATUSES: readonly Status[] = [1, 2, 3];

/** State that a group of people has reached with an item: Done when all are, New while all are, else In process. */
export function groupedStatus(statuses: readonly Status[]): Status {
  if (statuses.every((status) => status === 3)) return 3;
  return statuses.every((status) => status === 1) ? 1 : 2;
}

/** The long form of a list entry as `userId` sees it. Client and server both derive it by this function alone. */
export function entryOfRow(row: EntryRow, userId: number, bounds: TimeFrameBounds): ListEntry {
  const aggregateId = formatAggregateId({
    module: row.moduleName,
    entryId: row.entryId,
    userId,
    sourceContainerId: row.boxId,
  });
  const button = { aggregateId, aggregateVersion: row.aggregateVersion, processId: '', render: true };
  const changeable = !row.trashed;
  const userList = row.userList.map(([id, status]) => ({ userId: id, status }));
  const counts = userCountsOf(row.extras);
  const statuses: readonly Status[] =
    counts === undefined
      ? userList.map(({ status }) => status)
      : STATUSES.filter((_status, index) => (counts[index] ?? 0) > 0);
  return {
    accessRight: true,
    aggregateId,
    aggregateVersion: row.aggregateVersion,
    archived: row.archived,
    channel: row.channel,
    contact: row.contact,
    contactPicture: row.contactPicture,
    context: row.context,
    date: new Date(row.timestamp * 1000).toISOString(),
    directAccessUser: row.directAccessUser,
    direction: row.direction,
    extras: row.snoozedUntil === null ? row.extras : { ...row.extras, snoozedUntil: row.snoozedUntil },
    globalized: row.globalized,
    groupedStatus: {
      calculated: userList.length === 0 ? row.status : groupedStatus(statuses),
      userList,
    },
    idoLinked: row.idoCount > 0,
    information: row.information,
    moduleName: row.moduleName,
    moduleSort: kindNumber(row.moduleName),
    processId: '',
    status: row.status,
    timeFrame: timeFrameOf(row.timestamp, bounds),
    timestamp: row.timestamp,
    archivButton: { ...button, changeable, archived: row.archived },
    globalizationButton: { ...button, render: changeable },
    idoButton: { ...button, changeable, idoCount: row.idoCount, idoWindow: { idoWindowIdoInstances: [] } },
    spoingButton: { ...button, render: kindOf(row.moduleName).canBeSpam === true },
    statusButton: { ...button, changeable, status: stateOf(row.status) },
    taskButton: { ...button },
    channelQTip: null,
    contactQTip: null,
    contextQTip: null,
    directionQTip: null,
    informationQTip: null,
  };
}
