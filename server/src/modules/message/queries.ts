import { DETAIL_RECEIVERS, DETAIL_TEXTS, type messageQueries } from '@kontor/contract/message';
import type { QueryHandlers } from '../../platform/operation/manifest.ts';
import type { PreviewParts } from '../../platform/preview/index.ts';
import { namesOf, requireRight } from '../account/index.ts';
import { entriesById, listFilter, relatedItems, type ListReader } from '../activity/index.ts';
import { linksOf } from '../record/index.ts';
import { findThread, seenThread } from './access.ts';
import { exportConfirmations } from './confirmations.ts';
import { listAttendance } from './attending.ts';
import { listDrafts } from './drafts.ts';
import { listEdits } from './editing.ts';
import { rowsFor } from './extras.ts';
import { previewFile, readFile } from './files.ts';
import { unreachedAmong } from './guests.ts';
import type { Letters } from './letters.ts';
import { listAvailable, listReceivers } from './receivers.ts';
import { readMarks, unseenMarks, type Hiding } from './marks.ts';
import { readNotice } from './noticing.ts';
import { findTexts } from './searching.ts';
import { readRules } from './settings.ts';
import { countChanges } from './store/changes.ts';
import { conditions } from './store/conditions.ts';
import { readDraft } from './store/drafts.ts';
import { readDraftFiles } from './store/files.ts';
import { readConfirmed, readReceivers, unreadOfSender } from './store/members.ts';
import { findWithEntry } from './store/messages.ts';
import { readSegment } from './store/texts.ts';
import { tellChanged, tellTexts } from './texts.ts';
import { toDetail } from './views.ts';
import { listWaiting } from './waiting.ts';

export interface QueryParts {
  readonly list: ListReader;
  readonly previews: PreviewParts;
  readonly hiding: Hiding;
  readonly letters: Letters;
}

export const queryHandlers = ({
  list,
  previews,
  hiding,
  letters,
}: QueryParts): QueryHandlers<typeof messageQueries> => ({
  items(ctx, { customFilter, ...params }, paging) {
    requireRight(ctx, 'messageList');
    const filter = listFilter(params, ['message']);
    if (customFilter === '') return list(ctx, filter, paging);
    const where = conditions[customFilter](ctx.instance.id, ctx.person.id);
    return list(ctx, { ...filter, only: { key: customFilter, where } }, paging);
  },

  async details(ctx, { aggregateId: { module, entryId }, communicationPartnerUserId: partner }) {
    const { db, instance, person } = ctx;
    const isAsked = module === 'message' && person.rights.messageList;
    const entries = entriesById({ instanceId: instance.id, userId: person.id }, isAsked ? [entryId] : []);
    const seen = seenThread(await findWithEntry(db, instance.id, person.id, partner, entries), person.id, partner);
    const { message, thread, standing } = seen;
    const { segmentId } = thread;
    const isSender = message.begun_by === person.id && standing.isMember;
    const isKnown = isSender || message.is_open || message.see_each_other;
    // Counted before the texts are read: what becomes of one of them in between is asked for once more, and is not left out.
    const [segment, changes] = await Promise.all([
      readSegment(db, instance.id, entryId, segmentId),
      countChanges(db, instance.id, { messageId: entryId, segmentId }),
    ]);
    const marks = await readMarks(ctx, hiding);
    const page = { offset: 0, limit: DETAIL_RECEIVERS, only: null, unseen: unseenMarks(marks, person.id) };
    const [texts, names, receivers, personal, draft, unread, confirmed, links, related, waiting] = await Promise.all([
      tellTexts(ctx, seen, segment, { before: null, after: null, limit: DETAIL_TEXTS }, marks),
      namesOf(db, instance.id, [message.begun_by]),
      isKnown ? readReceivers(db, instance.id, entryId, page) : [],
      rowsFor(ctx, [{ entryId }], marks),
      readDraft(db, instance.id, { messageId: entryId, segmentId, userId: person.id }),
      isSender && thread.isSenders ? unreadOfSender(db, instance.id, entryId) : undefined,
      message.confirms ? readConfirmed(db, instance.id, entryId, person.id) : undefined,
      person.rights.idoList ? linksOf(db, instance.id, [entryId]) : new Map<number, never>(),
      relatedItems(ctx, [entryId]),
      listWaiting(ctx, seen),
    ]);
    return toDetail(seen, {
      now: ctx.now(),
      instance,
      senderName: names.get(message.begun_by) ?? '',
      texts,
      segment,
      changes,
      unreadOfAll: unread,
      receivers,
      unreached: isSender ? await unreachedAmong(ctx, letters, receivers) : new Set(),
      personal: personal.get(entryId),
      draft: draft && { ...draft, files: await readDraftFiles(db, instance.id, [draft.draft_id]) },
      waiting,
      confirmed,
      links: links.get(entryId) ?? [],
      related: related.get(entryId) ?? [],
    });
  },

  async texts(ctx, { aggregateId, communicationPartnerUserId, changedAfter: changes, ...range }) {
    const seen = await findThread(ctx, { aggregateId, communicationPartnerUserId });
    const segment = await readSegment(ctx.db, ctx.instance.id, aggregateId.entryId, seen.thread.segmentId);
    const marks = await readMarks(ctx, hiding);
    if (changes === null) return tellTexts(ctx, seen, segment, range, marks);
    return tellChanged(ctx, seen, segment, { changes, after: range.after ?? -1, limit: range.limit }, marks);
  },

  edits: listEdits,
  find: findTexts,
  notice: readNotice,
  file: readFile,
  filePreview: (ctx, params) => previewFile(ctx, previews, params),
  attendance: listAttendance,
  receivers: (ctx, params) => listReceivers(ctx, params, { hiding, letters }),
  confirmations: exportConfirmations,
  availableReceivers: listAvailable,
  drafts: listDrafts,
  rules: ({ db, instance }) => readRules(db, instance.id),
});
