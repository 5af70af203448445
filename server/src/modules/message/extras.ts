import type { EntryRow } from '@kontor/contract/activity';
import { MAX_OTHER_NAMES, messageExtras, type Addressee, type MessageExtras } from '@kontor/contract/message';
import { cleanNote } from '../../platform/html/index.ts';
import type { QueryContext } from '../../platform/operation/context.ts';
import { meantGroups } from '../account/index.ts';
import type { EntryForPerson } from '../activity/index.ts';
import { MESSAGE_LIST } from './access.ts';
import { nameOfGuest, namesIn } from './guests.ts';
import { unseenMarks } from './marks.ts';
import { previewOf, type ReadMarks } from './rules.ts';
import { readListRows, type ListRow } from './store/lists.ts';

/** Names that stand where a message says whom it is with. */
const MAX_CONTACT_NAMES = 5;

/** What list entries of messages say to the person who asks, by their ids. */
export async function rowsFor(
  ctx: QueryContext,
  entries: readonly Pick<EntryRow, 'entryId'>[],
  marks: ReadMarks,
): Promise<ReadonlyMap<number, EntryForPerson>> {
  const { db, instance, person } = ctx;
  const ids = entries.map(({ entryId }) => entryId);
  const rows = await readListRows(db, instance.id, person.id, ids, MAX_OTHER_NAMES, unseenMarks(marks, person.id));
  const unsent = rows.flatMap(firstUnsent);
  const named = new Set([
    ...rows.flatMap((row) => [row.begun_by, ...row.others]),
    ...unsent.filter((one) => typeof one === 'number'),
  ]);
  const names = await namesIn(db, instance.id, [...named]);
  const hasGroups = unsent.some((one) => typeof one === 'object' && 'groupId' in one);
  const groups = hasGroups ? await meantGroups(db, instance.id, MESSAGE_LIST) : [];
  const groupNames = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  return new Map(rows.map((row) => [row.message_id, entryFor(row, person.id, { names, groupNames }, ctx.now())]));
}

interface Names {
  /** Of people and guests, by their numbers. */
  readonly names: ReadonlyMap<number, string>;
  readonly groupNames: ReadonlyMap<number, string>;
}

function entryFor(row: ListRow, userId: number, known: Names, now: number): EntryForPerson {
  const { names } = known;
  const isSender = row.begun_by === userId && row.is_member;
  const others = row.others.flatMap((id) => names.get(id) ?? []);
  const own = names.get(userId) ?? '';
  const toWhom = row.group_name ?? inShort(others, row.receivers, own);
  return {
    contact: isSender ? (unsentTo(row, known, own) ?? toWhom) : (names.get(row.begun_by) ?? ''),
    extras: extrasOf(row, { isSender, others, now }),
  };
}

/** The first names of so many; `own` where there are none. */
function inShort(names: readonly string[], count: number, own: string): string {
  if (names.length === 0) return own;
  const unnamed = count > MAX_CONTACT_NAMES ? ` +${count - MAX_CONTACT_NAMES}` : '';
  return `${names.slice(0, MAX_CONTACT_NAMES).join(', ')}${unnamed}`;
}

/** The first of those whom what is not sent is to go to. */
const firstUnsent = ({ addressee }: Pick<ListRow, 'addressee'>): readonly Addressee[] =>
  (addressee ?? []).slice(0, MAX_CONTACT_NAMES);

/** Whom what is not sent is to go to; undefined where it is sent. */
function unsentTo({ is_sent: isSent, addressee }: ListRow, known: Names, own: string): string | undefined {
  if (isSent) return undefined;
  const names = firstUnsent({ addressee }).flatMap((one) => nameOf(one, known) ?? []);
  return inShort(names, addressee?.length ?? 0, own);
}

function nameOf(one: Addressee, { names, groupNames }: Names): string | undefined {
  if (typeof one === 'number') return names.get(one);
  return 'groupId' in one ? groupNames.get(one.groupId) : nameOfGuest(one);
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
    ...lastOf(row),
    partner: partnerOf(row, isSender),
    group: isKnown ? row.group_name : null,
    read: row.read,
    done: row.done,
    isOpen: row.is_open,
    isMuted: row.muted_until !== null && row.muted_until > now,
    waitsForAnswer: row.waits,
    isMentioned: row.is_mentioned,
    sendAt: row.send_at === null ? null : new Date(row.send_at).toISOString(),
    inactive: !row.is_sent && row.send_at === null,
  });
}

/** What was said last, of what the person reads. */
export function lastOf(row: ListRow): Pick<MessageExtras, 'lastBy' | 'lastText'> {
  if (row.left_no !== null)
    return {
      lastBy: row.left_by ?? row.begun_by,
      lastText: row.left_content === null ? '' : previewOf(cleanNote(row.left_content).text),
    };
  if (row.last_no < row.joined_no) return { lastBy: row.begun_by, lastText: '' };
  return { lastBy: row.last_by ?? row.begun_by, lastText: row.last_text ?? '' };
}

function partnerOf(row: ListRow, isSender: boolean): number | null {
  if (row.is_open || row.receivers === 0) return null;
  if (!isSender) return row.begun_by;
  return row.receivers === 1 ? (row.others[0] ?? null) : null;
}
