import { entryOfRow, timeFrameBounds, type RelatedItem } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { Link } from '@kontor/contract/record';
import {
  SEND_STATES,
  messageExtras,
  type Addressee,
  type MessageDetail,
  type MessageText,
  type Receiver,
  type WaitingText,
} from '@kontor/contract/message';
import type { Instance } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { toEntryRow, type EntryForPerson, type PageRow } from '../activity/index.ts';
import type { Seen } from './access.ts';
import { toDraftFile, toTextFile } from './files.ts';
import type { DraftRow } from './store/drafts.ts';
import type { FileRow, TextFileRow } from './store/files.ts';
import { lastNoOf } from './rules.ts';
import type { ReceiverRow } from './store/members.ts';
import type { MessageRow } from './store/messages.ts';
import type { SegmentRow, TextRow } from './store/texts.ts';

export const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What is told of a text beside its row. */
interface TextAbout {
  readonly names: ReadonlyMap<number, string>;
  readonly receiverData: MessageText['receiverData'];
  readonly reactions: readonly { readonly sign: string; readonly userIds: readonly number[] }[];
  readonly files: readonly TextFileRow[];
}

const toDraft = (row: DraftRow & { readonly files: readonly FileRow[] }): NonNullable<MessageDetail['draft']> => ({
  messageContent: row.content,
  files: row.files.map(toDraftFile),
  isOpen: row.is_open,
  seeEachOther: row.see_each_other,
  confirm: row.confirm,
});

/** A text as it is answered. */
export const toText = (row: TextRow, { names, receiverData, reactions, files }: TextAbout): MessageText => ({
  no: row.no,
  sendBy: row.sent_by,
  sendByName: names.get(row.sent_by) ?? '',
  sendDate: new Date(row.sent_at).toISOString(),
  replyTo: row.reply_to,
  message: row.content,
  files: files.map(toTextFile),
  edit: row.edit,
  editedAt: toInstant(row.edited_at),
  takenBackAt: toInstant(row.taken_back_at),
  reactions: reactions.map(({ sign, userIds }) => ({ sign, userIds: [...userIds] })),
  receiverData,
  writtenAt: toInstant(row.written_at),
});

/** Who is told of a receiver. */
interface ToWhom {
  readonly isSender: boolean;
  readonly isOpen: boolean;
  /** Guests whom the last mail did not reach. */
  readonly unreached: ReadonlySet<number>;
}

/** A receiver, for the sender with what stands in their thread. */
export const toReceiver = (row: ReceiverRow, { isSender, isOpen, unreached }: ToWhom): Receiver => ({
  userId: row.user_id,
  name: row.name,
  status: row.status,
  readAt: isSender && row.seen_no >= 0 ? toInstant(row.seen_at) : null,
  confirmedAt: isSender ? toInstant(row.confirmed_at) : null,
  lastNo: isSender && !isOpen ? row.last_no : null,
  unread: isSender && !isOpen ? row.unread : null,
  ...(row.address === null
    ? {}
    : { guest: { address: row.address, isReached: isSender ? !unreached.has(row.user_id) : null } }),
});

/** What the details say of a message to one person, beside its row. */
export interface About {
  readonly now: number;
  readonly instance: Instance;
  readonly senderName: string;
  readonly texts: readonly MessageText[];
  readonly segment: SegmentRow;
  /** Counts what has become of texts of the thread. */
  readonly changes: number;
  /** In all threads of who began it; undefined where it is that of the segment. */
  readonly unreadOfAll: number | undefined;
  readonly receivers: readonly ReceiverRow[];
  readonly unreached: ReadonlySet<number>;
  readonly personal: EntryForPerson | undefined;
  readonly draft: (DraftRow & { readonly files: readonly FileRow[] }) | undefined;
  /** What the person has said in the thread that is sent later, and whom a message that waits itself is to go to. */
  readonly waiting: { readonly texts: readonly WaitingText[]; readonly addressee: readonly Addressee[] };
  /** How many have confirmed it, and when the person has. */
  readonly confirmed: { readonly confirmed: number; readonly own: number | null } | undefined;
  readonly links: readonly Link[];
  readonly related: readonly RelatedItem[];
}

type Found = Seen & { readonly message: MessageRow & { readonly entry: PageRow } };

/** How far the person has read the thread. */
const readNoOf = ({ message, standing, thread }: Found, segment: SegmentRow): number => {
  if (!standing.isMember) return lastNoOf(thread, segment.last_no);
  return thread.isSenders ? segment.sender_read_no : (message.read_no ?? -1);
};

const sendStateOf = ({ sent_at: sentAt, is_delivered: isDelivered }: MessageRow, isWaiting: boolean) => {
  if (sentAt === null) return isWaiting ? SEND_STATES.waiting : SEND_STATES.draft;
  return isDelivered ? SEND_STATES.sent : SEND_STATES.sending;
};

export function toDetail(found: Found, about: About): MessageDetail {
  const { message, standing, thread } = found;
  const { segment, texts } = about;
  const { userId } = standing;
  const isSender = message.begun_by === userId && standing.isMember;
  const isKnown = isSender || message.is_open || message.see_each_other;
  const isSent = message.sent_at !== null;
  const row = toEntryRow(message.entry);
  const entryRow = { ...row, ...about.personal, extras: messageExtras({ ...row.extras, ...about.personal?.extras }) };
  const entry = entryOfRow(entryRow, userId, timeFrameBounds(about.now, timeZoneOf(about.instance)));
  const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = entry;
  const readNo = readNoOf(found, segment);
  const lastNo = lastNoOf(thread, segment.last_no);
  const aggregateId = formatAggregateId({ module: 'message', entryId: message.message_id, userId });
  return {
    aggregateId,
    aggregateVersion: row.aggregateVersion,
    isOpen: message.is_open,
    seeEachOther: message.see_each_other,
    group: isKnown ? message.group_name : null,
    addressee: isSent
      ? isKnown
        ? [...message.addressee]
        : []
      : [...(about.draft?.addressee ?? about.waiting.addressee)],
    senderUserId: message.begun_by,
    senderName: about.senderName,
    hasSenderLeft: message.has_sender_left,
    sendState: sendStateOf(message, about.waiting.texts.length > 0),
    status: row.status,
    communicationPartnerUserId: thread.partner,
    texts: [...texts],
    hasMore: (texts[0]?.no ?? thread.from) > thread.from,
    changes: about.changes,
    lastNo,
    readNo,
    unread: isSent ? (about.unreadOfAll ?? lastNo - readNo) : 0,
    receivers: isKnown
      ? about.receivers.map((one) => toReceiver(one, { isSender, isOpen: message.is_open, unreached: about.unreached }))
      : [],
    receiverCount: message.receivers,
    guestCount: isKnown ? message.guests : 0,
    joinedNo: thread.from,
    leftAt: toInstant(message.left_at),
    changeable: isSent ? thread.mayWrite : isSender,
    mutedUntil: message.muted_until !== null && message.muted_until > about.now ? toInstant(message.muted_until) : null,
    draft: about.draft === undefined ? null : toDraft(about.draft),
    waiting: [...about.waiting.texts],
    confirmation:
      about.confirmed === undefined
        ? null
        : {
            confirmedAt: toInstant(about.confirmed.own),
            counts: isKnown ? { confirmed: about.confirmed.confirmed, of: message.receivers - message.guests } : null,
          },
    links: [...about.links],
    related: [...about.related],
    entry: { ...entryRow, userList: entryRow.userList.map(([id, status]) => [id, status]) },
    archivButton,
    globalizationButton,
    idoButton,
    spoingButton,
    statusButton,
  };
}
