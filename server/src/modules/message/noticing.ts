import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import type { messageQueries } from '@kontor/contract/message';
import type { QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findThread } from './access.ts';
import { lastOf } from './extras.ts';
import { namesIn } from './guests.ts';
import { NO_MARKS, unseenMarks } from './marks.ts';
import { readListRows } from './store/lists.ts';

type Notice = typeof messageQueries.notice;

/** What a notification says of a message. Of who began it to several people, that is the thread in which something was said last. Fails with NOT_FOUND. */
export async function readNotice(ctx: QueryContext, { aggregateId }: ParamsOf<Notice>): Promise<ResultOf<Notice>> {
  const { db, instance, person } = ctx;
  const { entryId } = aggregateId;
  const { message, thread } = await findThread(ctx, { aggregateId, communicationPartnerUserId: null });
  const unseen = unseenMarks(NO_MARKS, person.id);
  const [row = fail('NOT_FOUND')] = await readListRows(db, instance.id, person.id, [entryId], 0, unseen);
  const { lastBy, lastText } = lastOf(row);
  const areSeveral = thread.isSenders && thread.partner === null;
  const partner = (areSeveral && row.last_segment) || null;
  const named =
    partner === null ? thread : (await findThread(ctx, { aggregateId, communicationPartnerUserId: partner })).thread;
  const names = await namesIn(db, instance.id, [lastBy]);
  return {
    by: names.get(lastBy) ?? '',
    text: lastText,
    communicationPartnerUserId: partner,
    mayAnswer: message.sent_at !== null && named.mayWrite,
  };
}
