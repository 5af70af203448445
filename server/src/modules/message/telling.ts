import { formatAggregateId } from '@kontor/contract/kernel';
import { DRAFTS_KEY, messageEvents, messageKey, textedKey, type MessageText } from '@kontor/contract/message';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { viewersOf } from '../activity/index.ts';
import type { Seen } from './access.ts';
import { readMarks, type Hiding } from './marks.ts';
import { isMarkTold } from './rules.ts';
import { takeReadByMembers, takeReadBySender, type ReadSince } from './store/pointers.ts';
import { readMembership } from './store/members.ts';
import { formerMembers } from './store/people.ts';

const TELL_READ_JOB = 'message.tellRead';
/** What is read within that time is told at once. */
const GATHERED_MS = 2000;
/** Texts up to so many UTF-16 units travel with what tells of them. */
const MAX_TOLD_TEXT = 8000;

const idFor = (entryId: number, userId: number) => formatAggregateId({ module: 'message', entryId, userId });

/** A thread, and what its partner is called for each who reads it. */
interface ToldThread {
  readonly messageId: number;
  partnerFor(userId: number): number | null;
}

/** Tells everybody who reads a thread what was said in it. */
export function tellText(
  ctx: ChangeContext,
  { messageId, partnerFor }: ToldThread,
  userIds: readonly number[],
  text: MessageText,
): void {
  const sentText = text.message.length > MAX_TOLD_TEXT ? null : text;
  for (const userId of userIds) {
    const aggregateId = idFor(messageId, userId);
    ctx.emit(
      messageEvents.texted,
      { users: [userId], isQuiet: true },
      {
        keys: [textedKey({ entryId: messageId })],
        processIds: [...ctx.processIds],
        aggregateIds: [aggregateId],
        aggregateId,
        partner: partnerFor(userId),
        no: text.no,
        text: sentText,
      },
    );
  }
}

/** Tells everybody who reads a text that it is another. `text` is as all of them are told it. */
export function tellChange(
  ctx: ChangeContext,
  { message, thread }: Pick<Seen, 'message' | 'thread'>,
  userIds: readonly number[],
  text: MessageText,
): void {
  const { message_id: entryId, begun_by: begunBy } = message;
  const { segmentId } = thread;
  const isInAllThreads = text.no === 0 && !message.is_open;
  const isOfAll = text.no === 0 || segmentId === 0;
  for (const userId of userIds) {
    const aggregateId = idFor(entryId, userId);
    ctx.emit(
      messageEvents.changed,
      { users: [userId], isQuiet: true },
      {
        keys: [messageKey({ entryId })],
        processIds: [...ctx.processIds],
        aggregateIds: [aggregateId],
        aggregateId,
        partner: isOfAll ? null : userId === begunBy ? segmentId : begunBy,
        // What people have said to the first text is another thing in each thread: that is asked for.
        text: isInAllThreads ? null : text,
      },
    );
  }
}

/** Tells the devices of somebody what they have begun to write, or have waiting. */
export function tellDraft(ctx: ChangeContext, messageId: number, userId: number): void {
  const aggregateId = idFor(messageId, userId);
  ctx.emit(
    messageEvents.changed,
    { users: [userId], isQuiet: true },
    {
      keys: [DRAFTS_KEY, messageKey({ entryId: messageId })],
      processIds: [...ctx.processIds],
      aggregateIds: [aggregateId],
      aggregateId,
      partner: null,
      text: null,
    },
  );
}

/** Tells people that what is read from some keys of a message is another. */
export function tellConfirmed(ctx: ChangeContext, messageId: number, userIds: readonly number[], keys: string[]): void {
  for (const userId of userIds) {
    const aggregateId = idFor(messageId, userId);
    ctx.emit(
      messageEvents.changed,
      { users: [userId], isQuiet: true },
      { keys, processIds: [...ctx.processIds], aggregateIds: [aggregateId], aggregateId, partner: null, text: null },
    );
  }
}

interface Reader {
  readonly userId: number;
  readonly partner: number | null;
  readonly no: number;
  readonly readAt: string;
}

/**
 * Tells somebody how far people have read. What lists say of it is another than before; those that are read from `listKeys` are asked for again.
 */
export function tellRead(
  ctx: ChangeContext,
  messageId: number,
  userId: number,
  readers: readonly Reader[],
  listKeys: readonly string[] = [],
): void {
  if (readers.length === 0) return;
  const aggregateId = idFor(messageId, userId);
  ctx.emit(
    messageEvents.read,
    { users: [userId] },
    {
      keys: [messageKey({ entryId: messageId }), ...listKeys],
      processIds: [...ctx.processIds],
      aggregateIds: [aggregateId],
      aggregateId,
      readers: [...readers],
    },
  );
}

/** Has those who want to know told what was read of a message, with all that is read until then. */
export const orderTelling = (ctx: ChangeContext, messageId: number): Promise<void> =>
  ctx.enqueue(
    TELL_READ_JOB,
    { messageId },
    { key: `${TELL_READ_JOB}:${ctx.instance.id}:${messageId}`, afterMs: GATHERED_MS, keepsTime: true },
  );

const toReader = ({ user_id: userId, no, at }: ReadSince, partner: number | null): Reader => ({
  userId,
  partner,
  no,
  readAt: new Date(at).toISOString(),
});

export const tellingJobs = (hiding: Hiding): JobHandlers => ({
  [TELL_READ_JOB]: ({ change }, payload) =>
    change(async (ctx) => {
      const { db, instance } = ctx;
      const messageId = Number(payload['messageId']);
      const message = await readMembership(db, instance.id, messageId);
      if (message === undefined) return;
      const { begun_by: begunBy, is_open: isOpen } = message;
      const viewers = new Set(await viewersOf(ctx, [messageId], 'right'));
      const marks = await readMarks(ctx, hiding);
      for (const userId of await formerMembers(db, instance.id, messageId)) viewers.delete(userId);
      const byMembers = await takeReadByMembers(db, instance.id, messageId);
      const others = byMembers
        .filter((row) => row.user_id !== begunBy && isMarkTold(row.user_id, begunBy, marks))
        .map((row) => toReader(row, isOpen ? null : row.user_id));
      if (viewers.has(begunBy)) tellRead(ctx, messageId, begunBy, others);
      for (const row of await takeReadBySender(db, instance.id, messageId))
        if (viewers.has(row.segment_id) && isMarkTold(begunBy, row.segment_id, marks))
          tellRead(ctx, messageId, row.segment_id, [toReader(row, begunBy)]);
    }),
});
