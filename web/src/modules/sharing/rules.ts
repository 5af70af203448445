import {
  MAX_SHARED_ITEMS,
  MAX_SHARED_PEOPLE,
  type GlobalizationRecord,
  type SharedWith,
} from '@kontor/contract/sharing';
import type { IconName } from '../../ui/icon-names.ts';

export type User = GlobalizationRecord['window']['users'][number];
export type Group = GlobalizationRecord['window']['groups'][number];
/** Whom items can be shared with. */
export interface Available {
  readonly users: readonly User[];
  readonly groups: readonly Group[];
}
/** Somebody who was chosen: a person, a group, or where that is wanted somebody without an account, by a mail address. */
export type Chosen = Known | ChosenAddress;
type Known = ({ readonly kind: 'user' } & User) | ({ readonly kind: 'group' } & Group);
export interface ChosenAddress {
  readonly kind: 'address';
  readonly address: string;
  /** Empty where nobody said it. */
  readonly name: string;
  readonly displayName: string;
}

/** Something that is chosen beside people, such as a room. */
export interface Thing {
  readonly kind: 'thing';
  readonly thingId: number;
  readonly displayName: string;
  readonly icon: IconName;
  /** What is said of it where it is offered. */
  readonly detail: string;
}

/** Letters as they are compared: neither case nor marks over them matter. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** Whom all of some items can be shared with: people who may see all their kinds, and groups as far as they mean any of them. */
export function availableFor(records: readonly GlobalizationRecord[], ownId: number): Available {
  const all = records.map(({ window }) => window).filter(({ users }) => users.length > 0);
  const [first] = all;
  if (first === undefined) return { users: [], groups: [] };
  const isAble = (id: number): boolean => all.every(({ users }) => users.some(({ userId }) => userId === id));
  return {
    users: first.users.filter(({ userId }) => userId !== ownId && isAble(userId)),
    groups: first.groups.flatMap((group) => {
      const userIds = group.userIds.filter((id) => id !== ownId && isAble(id));
      return userIds.length === 0 ? [] : [{ ...group, userIds }];
    }),
  };
}

export function keyOf(one: Chosen | Thing): string {
  if (one.kind === 'thing') return `thing ${one.thingId}`;
  if (one.kind === 'address') return `address ${one.address.toLowerCase()}`;
  return one.kind === 'user' ? `user ${one.userId}` : `group ${one.groupId}`;
}

/** Most that is offered at once. */
const MAX_OFFERED = 8;

/** Who is offered for what was typed: those first whose name begins so, and nobody twice. Nothing typed offers nobody. */
export function offersFor(
  { users, groups }: Available,
  chosen: readonly (Chosen | Thing)[],
  typed: string,
  things: readonly Thing[] = [],
): readonly (Chosen | Thing)[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const [beginning] = words;
  if (beginning === undefined) return [];
  const taken = new Set(chosen.map(keyOf));
  const all: readonly (Chosen | Thing)[] = [
    ...groups.map((group) => ({ kind: 'group' as const, ...group })),
    ...users.map((user) => ({ kind: 'user' as const, ...user })),
    ...things,
  ];
  const isMeant = ({ displayName }: Chosen | Thing): boolean =>
    words.every((word) => folded(displayName).includes(word));
  const rankOf = ({ displayName }: Chosen | Thing): number => (folded(displayName).startsWith(beginning) ? 0 : 1);
  return all
    .filter((one) => !taken.has(keyOf(one)) && isMeant(one))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_OFFERED);
}

/** One line of who has items by a share: a person, or a group that was chosen as one. */
export interface Line {
  readonly key: string;
  readonly name: string;
  /** Of a group: the people whom it meant. */
  readonly people: readonly { readonly userId: number; readonly displayName: string }[];
  readonly isGroup: boolean;
  readonly through: { readonly userId: number; readonly name: string };
  readonly message: string;
  /** Seconds: the first of them. */
  readonly timestamp: number;
  /** Of how many of the items. */
  readonly count: number;
  /** Those of the people for whom the reader may end it: of a group, who is in it may end it for themselves alone. */
  readonly endable: readonly number[];
}

/** Who has items by a share, and through whom: the same of several items in one line. A group that is no more is its people. */
export function linesOf(records: readonly GlobalizationRecord[]): readonly Line[] {
  const all = records.flatMap(({ aggregateId, window }) =>
    window.globalizedUsers.map((share) => ({ aggregateId, share, isGroup: share.groupName !== '' })),
  );
  const lines = Map.groupBy(all, ({ share, isGroup }) =>
    JSON.stringify([share.throughUserId, share.message, isGroup ? share.groupId : 0, isGroup ? 0 : share.userId]),
  );
  return [...lines].flatMap(([key, some]) => {
    const [first] = some;
    if (first === undefined) return [];
    const { share, isGroup } = first;
    const people = new Map(some.map(({ share: { userId, displayName } }) => [userId, { userId, displayName }]));
    return [
      {
        key,
        name: isGroup ? share.groupName : share.displayName,
        people: [...people.values()],
        isGroup,
        through: { userId: share.throughUserId, name: share.throughName },
        message: share.message,
        timestamp: Math.min(...some.map((one) => one.share.timestamp)),
        count: new Set(some.map((one) => one.aggregateId)).size,
        endable: [...new Set(some.flatMap((one) => (one.share.mayRemove ? one.share.userId : [])))],
      },
    ];
  });
}

/** One command of several that share, or end shares: so many items with so many people. */
export interface Step {
  readonly aggregateIds: readonly string[];
  readonly userIds: readonly number[];
  readonly groupIds: readonly number[];
}

interface Whom extends Omit<Step, 'aggregateIds'> {
  /** How many people it is. */
  readonly size: number;
}

/** Pairs of an item and a person that one command makes, so that it is heard of how far a change of many has come. */
const MAX_PAIRS = 10_000;

const slicesOf = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** The commands that sharing, or ending it, takes. `groups`: with how many people each means. */
export function stepsOf(
  aggregateIds: readonly string[],
  userIds: readonly number[],
  groups: readonly Pick<Group, 'groupId' | 'userIds'>[] = [],
): readonly Step[] {
  const total = userIds.length + groups.reduce((sum, group) => sum + group.userIds.length, 0);
  const byPeople = (some: readonly number[]): Whom[] =>
    slicesOf(some, MAX_SHARED_PEOPLE).map((slice) => ({ userIds: slice, groupIds: [], size: slice.length }));
  const whom: readonly Whom[] =
    total <= MAX_SHARED_PEOPLE
      ? [{ userIds, groupIds: groups.map(({ groupId }) => groupId), size: total }]
      : [
          ...byPeople(userIds),
          // A group that means more people than one command takes goes by its people.
          ...groups.flatMap((group): Whom[] =>
            group.userIds.length <= MAX_SHARED_PEOPLE
              ? [{ userIds: [], groupIds: [group.groupId], size: group.userIds.length }]
              : byPeople(group.userIds),
          ),
        ];
  return whom.flatMap(({ size, ...people }) => {
    const items = Math.max(1, Math.min(MAX_SHARED_ITEMS, Math.floor(MAX_PAIRS / Math.max(1, size))));
    return slicesOf(aggregateIds, items).map((some) => ({ aggregateIds: some, ...people }));
  });
}

/** A share that stood, so that it can be made again. */
export interface Shared {
  readonly aggregateId: string;
  readonly userId: number;
  /** The group that it was made through; 0 where it was none. */
  readonly groupId: number;
  readonly message: string;
}

/** What is done to take a change back: shares that were made end, those that stood are made as they were. */
export interface Undo {
  readonly ends: readonly { readonly aggregateIds: readonly string[]; readonly userIds: readonly number[] }[];
  readonly makes: readonly {
    readonly aggregateIds: readonly string[];
    readonly userIds: readonly number[];
    /** Those that went as a group, and go as one again. */
    readonly groups: readonly Pick<Group, 'groupId' | 'userIds'>[];
    readonly message: string;
  }[];
}

const ownOf = (record: GlobalizationRecord, ownId: number): ReadonlyMap<number, SharedWith> =>
  new Map(
    record.window.globalizedUsers.flatMap((share) => (share.throughUserId === ownId ? [[share.userId, share]] : [])),
  );

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one));

/** Those of the pairs that go with each other, by the people that each item has. `groups`: as they are now. */
function together(pairs: readonly Shared[], groups: readonly Group[] = []): Undo['makes'] {
  const perItem = [...Map.groupBy(pairs, ({ aggregateId, message }) => JSON.stringify([aggregateId, message]))].map(
    ([, some]) => {
      // A group that means others by now would not be what it was.
      const whole = groups.filter(({ groupId, userIds }) =>
        isSame(
          userIds,
          some.flatMap((one) => (one.groupId === groupId ? one.userId : [])),
        ),
      );
      const single = some.filter(({ groupId }) => !whole.some((group) => group.groupId === groupId));
      return {
        aggregateId: some[0]?.aggregateId ?? '',
        message: some[0]?.message ?? '',
        userIds: single.map(({ userId }) => userId).toSorted((a, b) => a - b),
        groups: whole.map(({ groupId, userIds }) => ({ groupId, userIds })),
      };
    },
  );
  return [
    ...Map.groupBy(perItem, ({ userIds, groups: whole, message }) =>
      JSON.stringify([userIds, whole.map(({ groupId }) => groupId), message]),
    ).values(),
  ].map((some) => ({
    aggregateIds: some.map(({ aggregateId }) => aggregateId),
    userIds: some[0]?.userIds ?? [],
    groups: some[0]?.groups ?? [],
    message: some[0]?.message ?? '',
  }));
}

/** How sharing is taken back that makes `userIds` have the items with a message. */
export function undoOfSharing(
  records: readonly GlobalizationRecord[],
  userIds: readonly number[],
  message: string,
  ownId: number,
): Undo {
  const made: Shared[] = [];
  const stood: Shared[] = [];
  for (const record of records) {
    const own = ownOf(record, ownId);
    for (const userId of userIds) {
      const was = own.get(userId);
      const { aggregateId } = record;
      if (was === undefined) made.push({ aggregateId, userId, groupId: 0, message: '' });
      else if (was.message !== message) stood.push({ aggregateId, userId, groupId: 0, message: was.message });
    }
  }
  return { ends: together(made), makes: together(stood) };
}

/** How the end of shares is taken back: those that were the person's own are made again, as groups where they were. */
export const undoOfEnding = (
  records: readonly GlobalizationRecord[],
  userIds: readonly number[],
  ownId: number,
  groups: readonly Group[] = [],
): Undo => ({
  ends: [],
  makes: together(
    records.flatMap((record) => {
      const own = ownOf(record, ownId);
      return userIds.flatMap((userId) => {
        const was = own.get(userId);
        if (was === undefined) return [];
        return [{ aggregateId: record.aggregateId, userId, groupId: was.groupId, message: was.message }];
      });
    }),
    groups,
  ),
});
