import type { EntryRow } from '@kontor/contract/activity';
import { MAX_OTHER_NAMES, messageExtras, type MessageExtras } from '@kontor/contract/message';
import type { QueryContext } from '../../platform/operation/context.ts';
import { namesOf } from '../account/index.ts';
import type { EntryForPerson } from '../activity/index.ts';
import { readListRows, type ListRow } from './store/lists.ts';

/** Names that stand where a message says whom it is with. */
const MAX_CONTACT_NAMES = 5;

/** What list entries of messages say to the person who asks, by their ids. */
export async function rowsFor(
  ctx: QueryContext,
  entries: readonly Pick<EntryRow, 'entryId'>[],
): Promise<ReadonlyMap<number, EntryForPerson>> {
  const { db, instance, person } = ctx;
  const ids = entries.map(({ entryId }) => entryId);
  const rows = await readListRows(db, instance.id, person.id, ids, MAX_OTHER_NAMES);
  const named = new Set(rows.flatMap((row) => [row.begun_by, ...row.others]));
  const names = await namesOf(db, instance.id, [...named]);
  return new Map(rows.map((row) => [row.message_id, entryFor(row, person.id, names, ctx.now())]));
}

function entryFor(row: ListRow, userId: number, names: ReadonlyMap<number, string>, now: number): EntryForPerson {
  const isSender = row.begun_by === userId && row.is_member;
  const others = row.others.flatMap((id) => names.get(id) ?? []);
  const first = others.slice(0, MAX_CONTACT_NAMES).join(', ');
  const unnamed = row.receivers > MAX_CONTACT_NAMES ? ` +${row.receivers - MAX_CONTACT_NAMES}` : '';
  const toWhom = row.group_name ?? (others.length === 0 ? (names.get(userId) ?? '') : `${first}${unnamed}`);
  return {
    contact: isSender && row.is_sent ? toWhom : (names.get(row.begun_by) ?? ''),
    extras: extrasOf(row, { isSender, others, now }),
  };
}

function extrasOf(
  row: ListRow,
  { isSender, others, now }: { readonly isSender: boolean; readonly others: readonly string[]; readonly now: number },
): MessageExtras {
  const isKnown = isSender || row.is_open || row.see_each_other;
  const beside = isSender ? row.receivers : row.receivers - 1;
  return messageExtras({
    hasMultipleReceivers: row.receivers > 1,
    otherReceiversOfThisMessage: isKnown ? [...others] : Math.max(0, beside),
    unread: row.unread,
    lastBy: row.last_by ?? row.begun_by,
    lastText: row.last_text ?? '',
    partner: partnerOf(row, isSender),
    group: isKnown ? row.group_name : null,
    read: row.read,
    done: row.done,
    isOpen: row.is_open,
    isMuted: row.muted_until !== null && row.muted_until > now,
    waitsForAnswer: row.waits,
    inactive: !row.is_sent,
  });
}

function partnerOf(row: ListRow, isSender: boolean): number | null {
  if (row.is_open || row.receivers === 0) return null;
  if (!isSender) return row.begun_by;
  return row.receivers === 1 ? (row.others[0] ?? null) : null;
}
