import type { GlobalizationRecord, SharedWith } from '@kontor/contract/sharing';
import { sharingCommands } from '@kontor/contract/sharing';
import { parseAggregateId } from '@kontor/contract/kernel';
import type { QueuedCommand } from '../../client/core/command.ts';
import type { Available } from './rules.ts';

/** What of a command tells what it does to shares. */
export type SharingCommand = Pick<QueuedCommand, 'name' | 'params' | 'createdAt'>;

export const isOfSharing = ({ name }: Pick<QueuedCommand, 'name'>): boolean =>
  Object.values(sharingCommands).some((command) => command.name === name);

interface Params {
  readonly aggregateIds: readonly string[];
  readonly userIds?: readonly number[];
  readonly groupIds?: readonly number[];
  readonly message?: string;
}

interface Context extends Available {
  readonly own: { readonly userId: number; readonly name: string };
}

const entryOf = (aggregateId: string): number | undefined => parseAggregateId(aggregateId)?.entryId;

function withSet(shares: readonly SharedWith[], params: Params, at: number, context: Context): readonly SharedWith[] {
  const { own } = context;
  const message = params.message ?? '';
  const through = new Map<number, number>();
  for (const groupId of params.groupIds ?? [])
    for (const id of context.groups.find((group) => group.groupId === groupId)?.userIds ?? []) through.set(id, groupId);
  for (const id of params.userIds ?? []) through.set(id, 0);
  through.delete(own.userId);
  const isOwn = (share: SharedWith): boolean => share.throughUserId === own.userId && through.has(share.userId);
  const kept = shares.map((share) => (isOwn(share) ? { ...share, message } : share));
  const known = new Set(shares.filter(isOwn).map(({ userId }) => userId));
  const fresh = [...through].flatMap(([userId, groupId]) => {
    const user = context.users.find((one) => one.userId === userId);
    if (user === undefined || known.has(userId)) return [];
    return [
      {
        userId,
        displayName: user.displayName,
        throughUserId: own.userId,
        throughName: own.name,
        groupId,
        groupName: context.groups.find((group) => group.groupId === groupId)?.displayName ?? '',
        message,
        timestamp: Math.floor(at / 1000),
        mayRemove: true,
      },
    ];
  });
  return [...kept, ...fresh];
}

/** An item's shares as the person wants them: the server's, with what waits for it laid over them in order. */
export function withWaiting(
  record: GlobalizationRecord,
  commands: readonly SharingCommand[],
  context: Context,
): GlobalizationRecord {
  const entryId = entryOf(record.aggregateId);
  let shares: readonly SharedWith[] = record.window.globalizedUsers;
  for (const { name, params: given, createdAt } of commands) {
    const params = given as Params;
    if (!params.aggregateIds.some((id) => entryOf(id) === entryId)) continue;
    if (name === sharingCommands.set.name) shares = withSet(shares, params, createdAt, context);
    else if (name === sharingCommands.update.name)
      shares = shares.map((share) =>
        share.throughUserId === context.own.userId ? { ...share, message: params.message ?? '' } : share,
      );
    else if (name === sharingCommands.remove.name)
      shares = shares.filter((share) => !(share.mayRemove && params.userIds?.includes(share.userId) === true));
  }
  if (shares === record.window.globalizedUsers) return record;
  return { ...record, window: { ...record.window, globalizedUsers: [...shares] } };
}
