import { memoCommands, memoQueries, type MemoDetail, type MemoFields } from '@kontor/contract/memo';
import type { Stored } from '../../editor/co-edit.ts';
import { docOfHtml, type WrittenNode } from '../../editor/index.ts';
import { writtenEdits } from '../../editor/written-edits.ts';

/** What of a memo is edited. */
export interface Memo extends Omit<MemoFields, 'content'> {
  readonly doc: WrittenNode;
}

/** What the server says of a memo as it is edited here. */
export async function memoOf(details: MemoFields & Pick<MemoDetail, 'aggregateVersion'>): Promise<Stored<Memo>> {
  const { title, alarm, communicationTypeId, contactPersonId, duration, timestamp } = details;
  return {
    version: details.aggregateVersion,
    fields: {
      title,
      doc: await docOfHtml(details.content),
      alarm,
      communicationTypeId,
      contactPersonId,
      duration,
      timestamp,
    },
  };
}

/** Memos as they are edited by several, or by one on several devices. */
export const MEMOS = writtenEdits<Memo, Parameters<typeof memoOf>[0]>({
  kind: 'memo',
  details: memoQueries.details,
  save: memoCommands.save,
  conflict: 'MEMO_CONFLICT',
  read: memoOf,
});
