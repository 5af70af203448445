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
} from '@kontor/contract/message';
import type { Instance } from '../../platform/operation/context.ts';
import { timeZoneOf } from '../account/index.ts';
import { toEntryRow, type EntryForPerson, type PageRow } from '../activity/index.ts';
import type { Seen } from './access.ts';
import type { ReceiverRow } from './store/members.ts';
import type { MessageRow } from './store/messages.ts';
import type { SegmentRow, TextRow } from './store/texts.ts';

export const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What is told of a text beside its row. */
interface TextAbout {
  readonly names: ReadonlyMap<number, string>;
  readonly receiverData: MessageText['receiverData'];
  readonly reactions: readonly { readonly sign: string; readonly userIds: readonly number[] }[];
}

/** A text as it is answered. */
export const toText = (row: TextRow, { names, receiverData, reactions }: TextAbout): MessageText => ({
  no: row.no,
  sendBy: row.sent_by,
  sendByName: names.get(row.sent_by) ?? '',
  sendDate: new Date(row.sent_at).toISOString(),
  replyTo: row.reply_to,
  message: row.content,
  edit: row.edit,
  editedAt: toInstant(row.edited_at),
  takenBackAt: toInstant(row.taken_back_at),
  reactions: reactions.map(({ sign, userIds }) => ({ sign, userIds: [...userIds] })),
  receiverData,
  writtenAt: toInstant(row.written_at),
});

/** A receiver, for the sender with what stands in their thread. */
export const toReceiver = (
  row: ReceiverRow,
  { isSender, isOpen }: { isSender: boolean; isOpen: boolean },
): Receiver => ({
  userId: row.user_id,
  name: row.name,
  status: row.status,
  readAt: isSender && row.seen_no >= 0 ? toInstant(row.seen_at) : null,
  confirmedAt: isSender ? toInstant(row.confirmed_at) : null,
  lastNo: isSender && !isOpen ? row.last_no : null,
  unread: isSender && !isOpen ? row.unread : null,
});

/** What the details say of a message to one person, beside its row. */
export interface About {
  readonly now: number;
  readonly instance: Instance;
  readonly senderName: string;
  readonly texts: readonly MessageText[];
  readonly segment: SegmentRow;
  /** In all threads of who began it; undefined where it is that of the segment. */
  readonly unreadOfAll: number | undefined;
  readonly receivers: readonly ReceiverRow[];
  readonly personal: EntryForPerson | undefined;
  readonly draft: { readonly content: string; readonly addressee: readonly Addressee[] } | undefined;
  /** How many have confirmed it, and when the person has. */
  readonly confirmed: { readonly confirmed: number; readonly own: number | null } | undefined;
  readonly links: readonly Link[];
  readonly related: readonly RelatedItem[];
}

type Found = Seen & { readonly message: MessageRow & { readonly entry: PageRow } };

/** How far the person has read the thread. */
const readNoOf = ({ message, standing, thread }: Found, segment: SegmentRow): number => {
  if (!standing.isMember) return segment.last_no;
  return thread.isSenders ? segment.sender_read_no : (message.read_no ?? -1);
};

const sendStateOf = ({ sent_at: sentAt, is_delivered: isDelivered }: MessageRow) => {
  if (sentAt === null) return SEND_STATES.draft;
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
  const aggregateId = formatAggregateId({ module: 'message', entryId: message.message_id, userId });
  return {
    aggregateId,
    aggregateVersion: row.aggregateVersion,
    isOpen: message.is_open,
    seeEachOther: message.see_each_other,
    group: isKnown ? message.group_name : null,
    addressee: isSent ? (isKnown ? [...message.addressee] : []) : [...(about.draft?.addressee ?? [])],
    senderUserId: message.begun_by,
    senderName: about.senderName,
    sendState: sendStateOf(message),
    status: row.status,
    communicationPartnerUserId: thread.partner,
    texts: [...texts],
    hasMore: (texts[0]?.no ?? 0) > 0,
    lastNo: segment.last_no,
    readNo,
    unread: isSent ? (about.unreadOfAll ?? segment.last_no - readNo) : 0,
    receivers: isKnown ? about.receivers.map((one) => toReceiver(one, { isSender, isOpen: message.is_open })) : [],
    receiverCount: message.receivers,
    changeable: isSent ? thread.mayWrite : isSender,
    mutedUntil: message.muted_until !== null && message.muted_until > about.now ? toInstant(message.muted_until) : null,
    draft: about.draft === undefined ? null : { messageContent: about.draft.content },
    confirmation:
      about.confirmed === undefined
        ? null
        : {
            confirmedAt: toInstant(about.confirmed.own),
            counts: isKnown ? { confirmed: about.confirmed.confirmed, of: message.receivers } : null,
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
