import type { SharedPeople } from '@kontor/contract/activity';
import type { ShareDirection, ShareState } from '@kontor/contract/sharing';
import type { EndedShares, EndingShares, GiverRow, PutShare, ShareRow, SharesLeft } from './store.ts';

/** How a reader stands to the shares of an item. */
export function directionOf(
  shares: readonly Pick<ShareRow, 'by_user' | 'to_user'>[],
  readerId: number,
): ShareDirection {
  const through = shares.some((share) => share.by_user === readerId);
  const to = shares.some((share) => share.to_user === readerId);
  if (through) return to ? 'globalizedForAndThroughTheUser' : 'globalizedThroughTheUser';
  return to ? 'globalizedForTheUser' : 'uninvolved';
}

export function stateOf(shares: readonly Pick<ShareRow, 'message'>[]): ShareState {
  if (shares.length === 0) return 'notGlobalized';
  return shares.some(({ message }) => message !== '') ? 'globalizedWithMessage' : 'globalized';
}

/**
 * Whether somebody may end a share: their own, one with themselves, and what somebody passed on who has the item by nothing but a share, where they
 * have the right to it.
 */
export const mayEnd = (
  share: Pick<ShareRow, 'by_user' | 'to_user' | 'by_right'>,
  who: { readonly userId: number; readonly byRight: boolean },
): boolean => share.to_user === who.userId || mayEndAllBy(share, who);

/** The same of all shares of an item by one person, whoever they are with. */
const mayEndAllBy = (
  giver: Pick<GiverRow, 'by_user' | 'by_right'>,
  who: { readonly userId: number; readonly byRight: boolean },
): boolean => giver.by_user === who.userId || (who.byRight && !giver.by_right);

/**
 * Which shares end where somebody takes items from people: of each giver all of them or the one with who takes, or none. Of those of others, whose state
 * they are not told at an item, they know nothing but the share with themselves.
 */
export const endingOf = (
  givers: readonly GiverRow[],
  who: {
    readonly userId: number;
    /** Items that they see by right. */
    readonly byRight: ReadonlySet<number>;
    readonly beside: ReadonlyMap<number, ReadonlySet<number>>;
  },
): readonly EndingShares[] =>
  givers.map((giver) => {
    const { activity_id, by_user } = giver;
    const isKnown = by_user === who.userId || who.beside.get(activity_id)?.has(by_user) === true;
    const isAll = isKnown && mayEndAllBy(giver, { userId: who.userId, byRight: who.byRight.has(activity_id) });
    return { activity_id, by_user, only_to: isAll ? null : who.userId };
  });

/**
 * The shares that somebody is told of: their own, those with themselves, and those of people whose state they are told; by the others they would
 * learn who else has the item in a box of their own.
 */
export const sharesFor = <S extends Pick<ShareRow, 'activity_id' | 'by_user' | 'to_user'>>(
  shares: readonly S[],
  readerId: number,
  beside: ReadonlyMap<number, ReadonlySet<number>>,
): readonly S[] =>
  shares.filter(
    ({ activity_id: id, by_user: by, to_user: to }) =>
      by === readerId || to === readerId || beside.get(id)?.has(by) === true,
  );

/** Those of the shares that are left by which somebody still has what a share has ended of. */
export function stillOf(ended: readonly EndedShares[], left: SharesLeft['still']): SharesLeft['still'] {
  const groups = ended.map(({ activityIds, userIds }) => ({ items: new Set(activityIds), people: new Set(userIds) }));
  return left.filter(({ activity_id: id, user_id: userId }) =>
    groups.some(({ items, people }) => items.has(id) && people.has(userId)),
  );
}

/** What the history says of some items at once. */
export interface NotedShares {
  readonly activityIds: readonly number[];
  readonly before: SharedPeople | null;
  readonly after: SharedPeople | null;
}

interface ShareChange {
  readonly activity_id: number;
  readonly to_user: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** One line for all items that the same became of, by the same people and texts. */
function notesOf(changes: readonly ShareChange[], names: ReadonlyMap<number, string>): readonly NotedShares[] {
  const lines = [
    ...Map.groupBy(changes, ({ activity_id: id, before, after }) => JSON.stringify([id, before, after])),
  ].map(([, rows]) => ({
    rows,
    key: JSON.stringify([rows.map((row) => row.to_user), rows[0]?.before, rows[0]?.after]),
  }));
  return [...Map.groupBy(lines, ({ key }) => key).values()].flatMap((alike) => {
    const rows = alike[0]?.rows ?? [];
    const [first] = rows;
    if (first === undefined) return [];
    const userIds = rows.map((row) => row.to_user);
    const people = { userIds, names: userIds.map((id) => names.get(id) ?? '') };
    const saying = (message: string | null) => (message === null ? null : { ...people, message });
    return [
      {
        activityIds: alike.flatMap((line) => line.rows[0]?.activity_id ?? []),
        before: saying(first.before),
        after: saying(first.after),
      },
    ];
  });
}

export const notesOfPut = (
  put: readonly PutShare[],
  message: string,
  names: ReadonlyMap<number, string>,
): readonly NotedShares[] =>
  notesOf(
    put.map(({ was, ...row }) => ({ ...row, before: was, after: message })),
    names,
  );

export const notesOfEnd = (ended: readonly EndedShares[], names: ReadonlyMap<number, string>): readonly NotedShares[] =>
  ended.map(({ activityIds, userIds, message }) => ({
    activityIds,
    before: { userIds: [...userIds], names: userIds.map((id) => names.get(id) ?? ''), message },
    after: null,
  }));
