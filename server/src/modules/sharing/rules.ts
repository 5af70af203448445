import type { SharedPeople } from '@kontor/contract/activity';
import type { ShareDirection, ShareState } from '@kontor/contract/sharing';
import type { PutShare, ShareRow } from './store.ts';

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
): boolean => share.by_user === who.userId || share.to_user === who.userId || (who.byRight && !share.by_right);

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

interface SharedWith {
  readonly activity_id: number;
  readonly user_id: number;
}

/**
 * What remains of items' shares once some have ended: who has an item by none any more, by whose others somebody still has one, and which items
 * are shared with nobody.
 */
export function leftAfter(
  shares: readonly ShareRow[],
  ended: ReadonlySet<ShareRow>,
): {
  readonly without: readonly SharedWith[];
  readonly others: readonly (SharedWith & { readonly by_user: number })[];
  readonly unshared: readonly number[];
} {
  const left = shares.filter((share) => !ended.has(share));
  const touched = new Set([...ended].map(pairOf));
  // Of several the first, as where they were made one after the other.
  const still = new Map(left.toReversed().map((share) => [pairOf(share), share]));
  const without = new Map(
    [...ended].filter((share) => !still.has(pairOf(share))).map((share) => [pairOf(share), share]),
  );
  const shared = new Set(left.map((share) => share.activity_id));
  return {
    without: [...without.values()].map(({ activity_id, to_user }) => ({ activity_id, user_id: to_user })),
    others: [...still]
      .filter(([pair]) => touched.has(pair))
      .map(([, { activity_id, to_user, by_user }]) => ({ activity_id, user_id: to_user, by_user })),
    unshared: [...new Set([...ended].map((share) => share.activity_id))].filter((id) => !shared.has(id)),
  };
}

const pairOf = ({ activity_id, to_user }: Pick<ShareRow, 'activity_id' | 'to_user'>): string =>
  `${activity_id} ${to_user}`;

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

export const notesOfEnd = (ended: readonly ShareRow[], names: ReadonlyMap<number, string>): readonly NotedShares[] =>
  notesOf(
    ended.map(({ activity_id, to_user, message }) => ({ activity_id, to_user, before: message, after: null })),
    names,
  );
