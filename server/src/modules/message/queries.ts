import { DETAIL_RECEIVERS, DETAIL_TEXTS, type MessageText, type messageQueries } from '@kontor/contract/message';
import type { QueryContext } from '../../platform/operation/context.ts';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { namesOf } from '../account/index.ts';
import { entriesById, itemsOf, relatedItems, type ListReader } from '../activity/index.ts';
import { linksOf } from '../record/index.ts';
import { findThread, seenThread, type Seen } from './access.ts';
import { rowsFor } from './extras.ts';
import { toldOf } from './rules.ts';
import { readDraft } from './store/drafts.ts';
import { readReceivers, seenByOthers, unreadOfSender } from './store/members.ts';
import { findWithEntry } from './store/messages.ts';
import { readSegment, readTexts, type SegmentRow, type TextRange, type TextRow } from './store/texts.ts';
import { toDetail, toInstant, toText } from './views.ts';

export const queryHandlers = (list: ListReader): QueryHandlers<typeof messageQueries> => ({
  items: itemsOf(list, 'message'),

  async details(ctx, { aggregateId: { module, entryId }, communicationPartnerUserId: partner }) {
    const { db, instance, person } = ctx;
    const isAsked = module === 'message' && person.rights.messageList;
    const entries = entriesById({ instanceId: instance.id, userId: person.id }, isAsked ? [entryId] : []);
    const seen = seenThread(await findWithEntry(db, instance.id, person.id, partner, entries), person.id, partner);
    const { message, thread, standing } = seen;
    const { segmentId } = thread;
    const isSender = message.begun_by === person.id && standing.isMember;
    const isKnown = isSender || message.is_open || message.see_each_other;
    const segment = await readSegment(db, instance.id, entryId, segmentId);
    const [texts, names, receivers, personal, draft, unread, links, related] = await Promise.all([
      tellTexts(ctx, seen, segment, { before: null, after: null, limit: DETAIL_TEXTS }),
      namesOf(db, instance.id, [message.begun_by]),
      isKnown ? readReceivers(db, instance.id, entryId, { offset: 0, limit: DETAIL_RECEIVERS }) : [],
      rowsFor(ctx, [{ entryId }]),
      readDraft(db, instance.id, { messageId: entryId, segmentId, userId: person.id }),
      isSender && thread.isSenders ? unreadOfSender(db, instance.id, entryId) : undefined,
      person.rights.idoList ? linksOf(db, instance.id, [entryId]) : new Map<number, never>(),
      relatedItems(ctx, [entryId]),
    ]);
    return toDetail(seen, {
      now: ctx.now(),
      instance,
      senderName: names.get(message.begun_by) ?? '',
      texts,
      segment,
      unreadOfAll: unread,
      receivers,
      personal: personal.get(entryId),
      draft,
      links: links.get(entryId) ?? [],
      related: related.get(entryId) ?? [],
    });
  },

  async texts(ctx, { aggregateId, communicationPartnerUserId, ...range }) {
    const seen = await findThread(ctx, { aggregateId, communicationPartnerUserId });
    const segment = await readSegment(ctx.db, ctx.instance.id, aggregateId.entryId, seen.thread.segmentId);
    return tellTexts(ctx, seen, segment, range);
  },
});

/** Texts of a thread as the person is told them. */
async function tellTexts(ctx: QueryContext, seen: Seen, segment: SegmentRow, range: TextRange): Promise<MessageText[]> {
  const { db, instance } = ctx;
  const { message, thread } = seen;
  const rows = await readTexts(db, instance.id, message.message_id, thread.segmentId, range);
  const [names, receiverData] = await Promise.all([
    namesOf(db, instance.id, [...new Set(rows.map((row) => row.sent_by))]),
    receiverDataOf(ctx, seen, segment, rows),
  ]);
  return rows.map((row) => toText(row, names, receiverData(row)));
}

/** What is told of who has read texts: of those that the person has sent. */
async function receiverDataOf(
  { db, instance, person }: QueryContext,
  { message, standing, thread }: Seen,
  segment: SegmentRow,
  rows: readonly TextRow[],
): Promise<(row: TextRow) => MessageText['receiverData']> {
  const told = toldOf(standing, thread);
  if (told === 'nothing' || rows.every((row) => row.sent_by !== person.id)) return () => null;
  if (told === 'partner' && !thread.isSenders) {
    const { sender_seen_no: seenNo, sender_seen_at: seenAt } = segment;
    return (row) => (row.sent_by === person.id ? { readAt: row.no <= seenNo ? toInstant(seenAt) : null } : null);
  }
  const others = await seenByOthers(db, instance.id, message.message_id, person.id);
  if (told === 'counts')
    return (row) =>
      row.sent_by === person.id
        ? { read: others.filter((one) => one.seen_no >= row.no).length, of: others.length }
        : null;
  const partner = others.find((one) => one.user_id === thread.partner);
  return (row) =>
    row.sent_by === person.id
      ? { readAt: partner !== undefined && row.no <= partner.seen_no ? toInstant(partner.seen_at) : null }
      : null;
}
