import { STATES } from '@kontor/contract/activity';
import type { MemoFields } from '@kontor/contract/memo';
import { cleanNote } from '../../platform/html/index.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import { insertItem } from '../activity/index.ts';
import { linkItems, type KnownRecord } from '../record/index.ts';
import { storedExtras } from './rules.ts';
import { insertMemo, updateMemo } from './store.ts';

/** A memo that is made as it is, without anybody at work: about a record, by somebody, with a text of ours. */
interface MemoToMake {
  readonly record: Pick<KnownRecord, 'recordId' | 'displayName'>;
  readonly userId: number;
  readonly title: string;
  /** HTML. */
  readonly content: string;
  readonly at: Date;
  /** In seconds. */
  readonly duration: number;
}

/** Makes a memo that its writer has done. Returns its number. */
export async function makeMemo(ctx: ChangeContext, memo: MemoToMake): Promise<number> {
  const { db, instance } = ctx;
  const { record, userId, title, at, duration } = memo;
  const { html, text } = cleanNote(memo.content);
  const fields: MemoFields = {
    title,
    content: html,
    alarm: null,
    communicationTypeId: null,
    contactPersonId: null,
    duration,
    timestamp: Math.floor(at.getTime() / 1000),
  };
  const author = (await namesOf(db, instance.id, [userId])).get(userId) ?? '';
  const memoId = await insertItem(ctx, {
    module: 'activity',
    ts: at,
    boxId: 0,
    direction: 'bidirectional',
    contact: record.displayName,
    information: title,
    channel: '',
    extras: { ...storedExtras(fields, text) },
    viewers: [{ userId, boxId: 0, status: STATES.ready, mine: true }],
    search: { title, senders: author, receivers: record.displayName, body: text },
  });
  await insertMemo(db, instance.id, memoId, userId);
  await updateMemo(db, instance.id, memoId, {
    content: html,
    communication_type: null,
    contact_person_id: null,
    duration_s: duration,
    alarm_at: null,
  });
  await linkItems(ctx, [memoId], record.recordId, { reason: 'hand', detail: '', userId });
  return memoId;
}
