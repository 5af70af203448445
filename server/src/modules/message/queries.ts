import { DETAIL_RECEIVERS, DETAIL_TEXTS, type messageQueries } from '@kontor/contract/message';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import { namesOf } from '../account/index.ts';
import { entriesById, itemsOf, relatedItems, type ListReader } from '../activity/index.ts';
import { linksOf } from '../record/index.ts';
import { findThread, seenThread } from './access.ts';
import { listDrafts } from './drafts.ts';
import { rowsFor } from './extras.ts';
import { listAvailable, listReceivers } from './receivers.ts';
import { readRules } from './settings.ts';
import { readDraft } from './store/drafts.ts';
import { readConfirmed, readReceivers, unreadOfSender } from './store/members.ts';
import { findWithEntry } from './store/messages.ts';
import { readSegment } from './store/texts.ts';
import { tellTexts } from './texts.ts';
import { toDetail } from './views.ts';

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
    const [texts, names, receivers, personal, draft, unread, confirmed, links, related] = await Promise.all([
      tellTexts(ctx, seen, segment, { before: null, after: null, limit: DETAIL_TEXTS }),
      namesOf(db, instance.id, [message.begun_by]),
      isKnown ? readReceivers(db, instance.id, entryId, { offset: 0, limit: DETAIL_RECEIVERS, only: null }) : [],
      rowsFor(ctx, [{ entryId }]),
      readDraft(db, instance.id, { messageId: entryId, segmentId, userId: person.id }),
      isSender && thread.isSenders ? unreadOfSender(db, instance.id, entryId) : undefined,
      message.confirms ? readConfirmed(db, instance.id, entryId, person.id) : undefined,
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
      confirmed,
      links: links.get(entryId) ?? [],
      related: related.get(entryId) ?? [],
    });
  },

  async texts(ctx, { aggregateId, communicationPartnerUserId, ...range }) {
    const seen = await findThread(ctx, { aggregateId, communicationPartnerUserId });
    const segment = await readSegment(ctx.db, ctx.instance.id, aggregateId.entryId, seen.thread.segmentId);
    return tellTexts(ctx, seen, segment, range);
  },

  receivers: listReceivers,
  availableReceivers: listAvailable,
  drafts: listDrafts,
  rules: ({ db, instance }) => readRules(db, instance.id),
});
