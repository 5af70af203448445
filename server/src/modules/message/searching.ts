import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import type { messageQueries } from '@kontor/contract/message';
import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext, QueryContext } from '../../platform/operation/context.ts';
import {
  findInPart,
  partsWith,
  putPartHeads,
  putPartTexts,
  renewPartText,
  type FoundTexts,
  type PartOf,
  type PartText,
} from '../activity/index.ts';
import { findThread, readThreadOf } from './access.ts';
import { namesIn } from './guests.ts';
import { soughtWords } from './rules.ts';
import { firstFiles, readFiles } from './store/files.ts';
import { readFirstTexts, readTextsByNo, type ReadThread } from './store/texts.ts';

/** Whose thread, and who began the message, who is in all of them. */
interface ThreadOf {
  readonly messageId: number;
  readonly segmentId: number;
  readonly begunBy: number;
}

const partOf = ({ messageId, segmentId, begunBy }: ThreadOf): PartOf => ({
  activityId: messageId,
  segmentId,
  ownerId: begunBy,
});

/** A thread with all of its texts. */
const whole = ({ messageId, segmentId }: Omit<ThreadOf, 'begunBy'>): ReadThread => ({
  messageId,
  segmentId,
  from: 0,
  until: null,
});

/** Reads texts of a thread as they are searched, as far as somebody reads it. */
const reading =
  ({ db, instance }: Pick<QueryContext, 'db' | 'instance'>, { messageId, segmentId, from, until }: ReadThread) =>
  async (ranges: readonly { readonly first_no: number; readonly texts: number }[]): Promise<PartText[]> => {
    const nos = ranges
      .flatMap(({ first_no: first, texts }) => Array.from({ length: texts }, (_, n) => first + n))
      .filter((no) => no >= from && no <= (until ?? no));
    const rows = await readTextsByNo(db, instance.id, messageId, segmentId, nos);
    const files = Map.groupBy(await readFiles(db, instance.id, { messageId, segmentId }, nos), (file) => file.no);
    const names = await namesIn(db, instance.id, [...new Set(rows.map((row) => row.sent_by))]);
    return rows.map((row) => ({
      no: row.no,
      by: names.get(row.sent_by) ?? '',
      words: soughtWords(row.content === '' ? '' : cleanNote(row.content).text, files.get(row.no) ?? []),
    }));
  };

/** Has an answer found by those whose thread it stands in. */
export const noteAnswer = (ctx: ChangeContext, thread: ThreadOf, text: PartText): Promise<void> =>
  putPartTexts(ctx.db, partOf(thread), [text]);

/** After a text has become another: it is found by what it says now. The first one of all is found by what the item says. */
export const renewText = (ctx: ChangeContext, thread: ThreadOf, no: number): Promise<void> =>
  no === 0
    ? putPartHeads(ctx.db, thread.messageId)
    : renewPartText(ctx, partOf(thread), no, reading(ctx, whole(thread)));

/** The texts of a thread in which all is that is searched for, the last ones first. Fails with NOT_FOUND. */
export async function findTexts(
  ctx: QueryContext,
  { aggregateId, communicationPartnerUserId, ...wanted }: ParamsOf<typeof messageQueries.find>,
): Promise<ResultOf<typeof messageQueries.find>> {
  const thread = readThreadOf(await findThread(ctx, { aggregateId, communicationPartnerUserId }));
  const { messageId, segmentId } = thread;
  return findInPart(ctx, { activityId: messageId, segmentId }, wanted, reading(ctx, thread));
}

/** What messages were found in: their first texts, which all who see them read, and what was answered where the person reads it. */
export async function foundTexts(
  ctx: QueryContext,
  messageIds: readonly number[],
  words: readonly string[],
): Promise<ReadonlyMap<number, FoundTexts>> {
  const { db, instance, person } = ctx;
  const bodies = new Map<number, string[]>();
  for (const [id, content] of await readFirstTexts(db, instance.id, messageIds))
    bodies.set(id, [cleanNote(content).text]);
  const files = Map.groupBy(await firstFiles(db, instance.id, messageIds), (file) => file.messageId);
  for (const part of await partsWith(db, person.id, messageIds, words)) {
    const thread = whole({ messageId: part.activity_id, segmentId: part.segment_id });
    const texts = await reading(ctx, thread)([part]);
    bodies.get(part.activity_id)?.push(...texts.map((text) => text.words));
  }
  return new Map(
    [...bodies].map(([id, body]) => [
      id,
      { people: [], attachments: (files.get(id) ?? []).map(({ name }) => name), body: body.join('\n') },
    ]),
  );
}
