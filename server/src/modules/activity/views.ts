import type { FilterBox } from '@kontor/contract/account';
import { DIRECTIONS, MAX_TIP_PEOPLE, MAX_USER_LIST, type EntryRow, type Tip } from '@kontor/contract/activity';
import { kindNameOf } from '@kontor/contract/kernel';
import type { TipPerson } from './item-kind-hooks.ts';
import type { PageRow } from './store/lists.ts';
import type { StateRow, TipRow } from './store/tips.ts';

/** A row as lists hand it out. */
export const toEntryRow = (row: PageRow): EntryRow => ({
  entryId: row.activity_id,
  boxId: row.box_id,
  aggregateVersion: row.version,
  moduleName: kindNameOf(row.module),
  timestamp: Math.floor(row.seconds),
  status: row.status,
  direction: DIRECTIONS[row.direction] ?? 'bidirectional',
  archived: row.archived,
  trashed: row.trashed,
  snoozedUntil: row.snoozed_until,
  globalized: row.is_shared,
  idoCount: row.ido_count,
  contact: row.contact,
  contactPicture: null,
  information: row.information,
  channel: row.channel,
  context: row.context,
  directAccessUser: null,
  userList: row.user_ids
    .map((id, index) => [id, row.statuses[index] ?? 1] as const)
    .toSorted(([a], [b]) => a - b)
    .slice(0, MAX_USER_LIST),
  extras: extrasOf(row),
});

/** What is stored for all, and what it says to this person where that is not the usual. */
const extrasOf = ({
  extras,
  spam,
  trashed,
  woken_at: wokenAt,
  woken_by: wokenBy,
  is_given: isGiven,
  statuses,
}: PageRow): EntryRow['extras'] => {
  const isCounted = statuses.length > MAX_USER_LIST;
  if (!spam && !trashed && wokenAt === null && !isGiven && !isCounted) return extras;
  return {
    ...extras,
    ...(spam || trashed ? { isSpam: spam, isTrash: trashed, isDeleted: trashed } : {}),
    ...(isCounted ? { userCounts: [1, 2, 3].map((state) => statuses.filter((one) => one === state).length) } : {}),
    ...(isGiven ? { sharedWithMe: true } : {}),
    ...(wokenAt === null ? {} : { wokenAt: Math.floor(wokenAt), wokenBy }),
  };
};

/** An item's tip, with all that it is made of. */
export const toTip = (
  row: TipRow,
  about: {
    readonly people: readonly TipPerson[];
    /** Those that the person is a member of. */
    readonly boxes: readonly FilterBox[];
    readonly states: readonly StateRow[];
    /** Names of those people, in the order in which they are named. */
    readonly names: ReadonlyMap<number, string>;
    readonly ownId: number;
  },
): Tip => ({
  moduleName: kindNameOf(row.module),
  information: row.information,
  people: about.people.slice(0, MAX_TIP_PEOPLE),
  morePeople: Math.max(0, about.people.length - MAX_TIP_PEOPLE),
  mailbox: { name: about.boxes.find(({ boxId }) => boxId === row.box_id)?.name ?? '', channel: row.channel },
  context: row.context,
  direction: DIRECTIONS[row.direction] ?? 'bidirectional',
  timestamp: Math.floor(row.seconds),
  status: row.status,
  archived: row.archived,
  trashed: row.trashed,
  states: [...about.names].flatMap(([userId, name]) => {
    const state = about.states.find(({ user_id }) => user_id === userId);
    return state === undefined
      ? []
      : [{ userId, name, status: state.status, isOwn: userId === about.ownId, isShared: state.by_share }];
  }),
});
