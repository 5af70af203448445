import type { MessageDetail } from '@kontor/contract/message';

/** Whom a thread is with, as its head says. `userId` is undefined of several. */
export interface Head {
  readonly name: string;
  readonly userId: number | undefined;
}

/** The head of what was sent. */
export function headOf(
  { senderUserId, senderName, receivers, receiverCount, group, isOpen, entry }: MessageDetail,
  partner: number | null,
  ownId: number | undefined,
): Head {
  const isOwn = senderUserId === ownId;
  if (!isOwn && !isOpen) return { name: senderName, userId: senderUserId };
  const chosen = partner ?? (receiverCount === 1 ? receivers[0]?.userId : undefined);
  const named = receivers.find(({ userId }) => userId === chosen)?.name;
  if (chosen !== undefined && !isOpen) return { name: named ?? entry.contact, userId: chosen };
  return { name: group ?? entry.contact, userId: undefined };
}
