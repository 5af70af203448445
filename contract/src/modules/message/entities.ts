import * as v from 'valibot';
import { IdSchema, takingAnswer, text } from '../../kernel/index.ts';
import { EntryRowSchema, ListEntrySchema, RelatedItemSchema, StatusSchema } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';

/** UTF-16 units of the HTML of one text. */
export const MAX_MESSAGE_TEXT = 100_000;
/** Files of one text. */
export const MAX_TEXT_FILES = 20;
/**
 * Which messages are meant beyond what all lists are filtered by: those with texts that the person has not read, those in which somebody owes them an
 * answer, and those in which somebody has named them. Empty: all.
 */
export const MESSAGE_FILTERS = ['', 'unread', 'waiting', 'mentioned'] as const;
export type MessageFilter = (typeof MESSAGE_FILTERS)[number];

/** People whom one text mentions. */
export const MAX_MENTIONS = 50;
/** People whom a message goes to. */
export const MAX_RECEIVERS = 5000;
/** People of an open message, with who began it. */
export const MAX_OPEN_PEOPLE = 200;
/** Receivers of one message who have no account, and get it as a mail. */
export const MAX_GUESTS = 20;
/** Texts of one answer of `message.texts`. */
export const MAX_TEXTS = 100;
/** Texts of one answer of `message.find`. */
export const MAX_FOUND = 50;
/** Texts that the details bring along. */
export const DETAIL_TEXTS = 50;
/** Receivers that the details bring along. */
export const DETAIL_RECEIVERS = 20;
/** Signs of the last text that a list entry shows. */
export const MAX_LAST_TEXT = 200;
/** Once what somebody has said has waited longer than this to be sent, they are asked whether it still is to be; in milliseconds. */
export const SAID_ASKS_AFTER_MS = 12 * 3_600_000;
/** Names of other receivers that a list entry has. */
export const MAX_OTHER_NAMES = 20;
/** Signs that one person puts to one text. */
export const MAX_SIGNS = 20;
/** Receivers of one page of `message.receivers`. */
export const MAX_RECEIVERS_PAGE = 100;
/** Minutes in which a text can be edited or taken back, until an instance says otherwise. */
export const DEFAULT_EDIT_MINUTES = 60;
/** Milliseconds between when a text was written and when it was sent, from which on both are shown. */
export const WRITTEN_BEFORE_MS = 120_000;

/** Key of what is read from one message and its texts, whoever reads it. */
export const messageKey = ({ entryId }: { readonly entryId: number }): string => `messageTexts:${entryId}`;
/** Key that events bear which bring a text along: whoever has the texts before it need not ask for anything. */
export const textedKey = ({ entryId }: { readonly entryId: number }): string => `messageTexted:${entryId}`;

/** Key of what the person has begun to write. */
export const DRAFTS_KEY = 'messageDrafts';
/** Key of what holds for the messages of the instance. */
export const MESSAGE_RULES_KEY = 'messageRules';

/** What holds for the messages of an instance. */
export const MessageRulesSchema = v.strictObject({
  /** Minutes in which a text can be edited or taken back: 0 for never, null for always. */
  editMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440))),
  /** Whether people see how far others have read. Who does not want that for themselves sees none of others either. */
  readMarks: v.optional(v.boolean(), true),
});
export type MessageRules = v.InferOutput<typeof MessageRulesSchema>;

/** Whose thread with the sender is meant: a person by their number, or a guest by theirs, which is below 0. */
export const PartnerIdSchema = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(-2_147_483_648),
  v.check((id) => id !== 0, 'PARTNER_INVALID'),
);

const GroupAddresseeSchema = v.strictObject({ groupId: IdSchema });
/** Somebody without an account: what is said goes to them as a mail, and what they answer comes back into the thread. */
const GuestAddresseeSchema = v.strictObject({
  address: v.pipe(text(320), v.trim(), v.minLength(3)),
  name: v.optional(v.pipe(text(200), v.trim()), ''),
});
const OneAddresseeSchema = v.union([IdSchema, GroupAddresseeSchema, GuestAddresseeSchema]);
export type Addressee = v.InferOutput<typeof OneAddresseeSchema>;
export type GuestAddressee = v.InferOutput<typeof GuestAddresseeSchema>;

/** Whom a message is to go to: a person by their number, a group, a mail address, or a list of these. */
export const AddresseeSchema = v.pipe(
  v.union([OneAddresseeSchema, v.pipe(v.array(OneAddresseeSchema), v.maxLength(MAX_RECEIVERS * 2))]),
  v.transform((given): readonly Addressee[] => (Array.isArray(given) ? given : [given])),
);
/** The same as it is answered. */
export const AddresseesSchema = v.array(
  v.union([v.number(), v.object({ groupId: v.number() }), v.object({ address: v.string(), name: v.string() })]),
);

/** HTML as notes may have it but for pictures, or plain text: what has no element that such HTML may use. */
export const MessageContentSchema = text(MAX_MESSAGE_TEXT);

const fileFields = {
  name: v.string(),
  /** Media type, by what its bytes say. */
  type: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Kind of file for the icon, as attachments of mails have it; `image`: `message.filePreview` answers a picture to show in the thread. */
  fileType: v.string(),
};
/** A file of what somebody has begun to write, as it is named when that is sent. */
export const DraftFileSchema = v.object({ attachmentId: v.number(), ...fileFields });
export type DraftFile = v.InferOutput<typeof DraftFileSchema>;

/** What somebody has begun to write in a message or as an answer. */
export const MessageDraftSchema = v.object({
  draftId: v.number(),
  aggregateId: v.string(),
  communicationPartnerUserId: v.nullable(v.number()),
  isAnswer: v.boolean(),
  /** What lists call the message. */
  information: v.string(),
  /** HTML. */
  messageContent: v.string(),
  files: v.array(DraftFileSchema),
  addressee: AddresseesSchema,
  /** ISO 8601. */
  savedAt: v.string(),
});

/** Files that a text is to have: uploads of the person's own, by our numbers or by the client's names of them, each once. */
export const FilesToSendSchema = v.pipe(
  v.array(
    v.union([
      takingAnswer({ attachmentId: IdSchema }, DraftFileSchema),
      v.strictObject({ uploadId: v.pipe(v.string(), v.toLowerCase(), v.uuid()) }),
    ]),
  ),
  v.maxLength(MAX_TEXT_FILES),
);
export type FilesToSend = v.InferOutput<typeof FilesToSendSchema>;

/** A file of a text; `part` names it within that. */
export const TextFileSchema = v.object({ part: v.number(), ...fileFields });
export type TextFile = v.InferOutput<typeof TextFileSchema>;

/** Most seconds for which a text can be taken back before anybody hears of it. */
export const MAX_UNDO_SECONDS = 30;
/** Texts of one person that wait to be sent. */
export const MAX_WAITING = 500;

/** What the person has said in a thread and nobody has heard yet. It has no number before it is sent. */
export const WaitingTextSchema = v.object({
  waitingId: v.number(),
  /** ISO 8601. */
  sendAt: v.string(),
  /** HTML. */
  messageContent: v.string(),
  files: v.array(DraftFileSchema),
  replyTo: v.nullable(v.number()),
});
export type WaitingText = v.InferOutput<typeof WaitingTextSchema>;

/** How far a message is on its way. `waiting`: it is to be sent at a moment, until which only who made it sees it. */
export const SEND_STATES = { draft: 0, waiting: 1, sending: 2, sent: 3 } as const;
const SendStateSchema = v.picklist([0, 1, 2, 3]);

const segmenter = /* @__PURE__ */ new Intl.Segmenter('en');
/** One sign that is a picture, as platforms have them: of several code points where it has a colour or is put together. */
export const SignSchema = v.pipe(
  text(40),
  v.check(
    (sign) =>
      /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(sign) &&
      [...segmenter.segment(sign)].length === 1,
    'SIGN_INVALID',
  ),
);

/** One thing that was said in a message. */
export const TextSchema = v.object({
  /** Counted from 0 in its thread, without a gap. */
  no: v.number(),
  /** Below 0: somebody without an account, whose answer came as a mail. */
  sendBy: v.number(),
  sendByName: v.string(),
  /** ISO 8601. */
  sendDate: v.string(),
  /** Number of the text of the same thread that it answers; null for none. */
  replyTo: v.nullable(v.number()),
  /** HTML; empty once it was taken back, and where it is files alone. */
  message: v.string(),
  /** In the order in which they were given; none once it was taken back. */
  files: v.array(TextFileSchema),
  /** Counts its edits; an edit names the one that it began from. */
  edit: v.number(),
  /** ISO 8601; null where it was not. */
  editedAt: v.nullable(v.string()),
  takenBackAt: v.nullable(v.string()),
  /** What people have said to it with one sign, in the order in which each sign came. */
  reactions: v.array(v.object({ sign: v.string(), userIds: v.array(v.number()) })),
  /**
   * Who has read it, for who sent it, else null: in an open message how many of how many others, in any other when the partner had read it,
   * null where they have not. Who hides how far they have read looks as if they had not; null for all where nobody is told, and of guests, of whom
   * nobody knows.
   */
  receiverData: v.nullable(
    v.union([v.object({ readAt: v.nullable(v.string()) }), v.object({ read: v.number(), of: v.number() })]),
  ),
  /** When it was written, where it was sent at least two minutes later. */
  writtenAt: v.nullable(v.string()),
});
export type MessageText = v.InferOutput<typeof TextSchema>;

/** Somebody a message went to. What stands in their thread with who sent it, only that one is told: for others it is null. */
export const ReceiverSchema = v.object({
  /** Below 0: a guest, who has no account and gets mails. */
  userId: v.number(),
  name: v.string(),
  /** Of a guest nobody knows it: 1. */
  status: StatusSchema,
  /** ISO 8601; null where nothing was read yet, or nobody tells. */
  readAt: v.nullable(v.string()),
  /** When they have confirmed it, for who sent it; null where they have not. */
  confirmedAt: v.nullable(v.string()),
  /** The last number of their thread. */
  lastNo: v.nullable(v.number()),
  /** Texts of theirs that the person has not read. */
  unread: v.nullable(v.number()),
  /** Of a guest alone. `isReached`: false where the last mail to them came back; null for all but who sent it. */
  guest: v.optional(v.object({ address: v.string(), isReached: v.nullable(v.boolean()) })),
});
export type Receiver = v.InferOutput<typeof ReceiverSchema>;

const { archivButton, globalizationButton, idoButton, spoingButton, statusButton } = ListEntrySchema.entries;

/** A message as its screen shows it, with the end of one of its threads. */
export const MessageDetailSchema = v.object({
  aggregateId: v.string(),
  aggregateVersion: v.number(),
  /** Everybody reads everything. */
  isOpen: v.boolean(),
  /** Receivers know of each other. */
  seeEachOther: v.boolean(),
  /** What the groups were called that it was sent to; null where there was none. */
  group: v.nullable(v.string()),
  /** Whom it was sent to, or is to be; empty for those who do not see the other receivers. */
  addressee: AddresseesSchema,
  senderUserId: v.number(),
  senderName: v.string(),
  /** Who has begun an open message can leave it like the others. */
  hasSenderLeft: v.boolean(),
  sendState: SendStateSchema,
  status: StatusSchema,
  /** Whose thread with the sender this is; null where it is that of all, or several are to be chosen from. */
  communicationPartnerUserId: v.nullable(v.number()),
  /** The last ones, in the order of their numbers. */
  texts: v.array(TextSchema),
  /** There are texts before those. */
  hasMore: v.boolean(),
  /** Counts what has become of texts of the thread since they were said: see `message.texts`. What devices have kept of earlier versions has none. */
  changes: v.optional(v.number()),
  lastNo: v.number(),
  /** Number of the last text that the person has read; -1 for none. */
  readNo: v.number(),
  /** In all threads of theirs. */
  unread: v.number(),
  /** The first of them by name; none for those who do not see the other receivers. */
  receivers: v.array(ReceiverSchema),
  receiverCount: v.number(),
  /** Of these, those without an account: who have read it, or are done with it, are none of them. */
  guestCount: v.number(),
  /** Number of the first text that the person reads; 0 for who was there from the beginning, or has been given all. */
  joinedNo: v.number(),
  /** When they have left it: what was said before they keep. Null where they have not. ISO 8601. */
  leftAt: v.nullable(v.string()),
  /** Whether the person may write in it. */
  changeable: v.boolean(),
  /** Until when it stays as it stands with the person whatever comes; null where it does not. ISO 8601. */
  mutedUntil: v.nullable(v.string()),
  /** What the person has begun to write in this thread; null for nothing. HTML. */
  draft: v.nullable(
    v.object({
      messageContent: v.string(),
      files: v.array(DraftFileSchema),
      /** How a message that is not sent is to go, see `message.composeSend`. */
      isOpen: v.boolean(),
      seeEachOther: v.boolean(),
      confirm: v.boolean(),
    }),
  ),
  /** What they have said in it that is to be sent later; of a message that waits itself, that. In the order in which it is sent. */
  waiting: v.array(WaitingTextSchema),
  /** Null where receivers are not asked to confirm that they have got it. */
  confirmation: v.nullable(
    v.object({
      /** When the person has. */
      confirmedAt: v.nullable(v.string()),
      /** How many have, of how many; null for those who do not see the other receivers. */
      counts: v.nullable(v.object({ confirmed: v.number(), of: v.number() })),
    }),
  ),
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
  archivButton,
  globalizationButton,
  idoButton,
  spoingButton,
  statusButton,
});
export type MessageDetail = v.InferOutput<typeof MessageDetailSchema>;

/** Fields of a message in `extras` of its list entry. */
export const MessageExtrasSchema = v.object({
  hasMultipleReceivers: v.boolean(),
  /** Names of the others, or how many they are, where the person does not know them. */
  otherReceiversOfThisMessage: v.union([v.array(v.string()), v.number()]),
  /** Texts that the person has not read, in all threads of theirs. */
  unread: v.number(),
  /** Who has said the last thing. */
  lastBy: v.number(),
  /** How that begins. */
  lastText: v.string(),
  /** Whose thread it is, where it is one: the only receiver for who sent it, the sender for everybody else. */
  partner: v.nullable(v.number()),
  group: v.nullable(v.string()),
  /** How many receivers have read it, and are done with it; 0 for all but who sent it. */
  read: v.number(),
  done: v.number(),
  isOpen: v.boolean(),
  isMuted: v.boolean(),
  /** The person has said the last thing to somebody who is not done with it. */
  waitsForAnswer: v.boolean(),
  /** Some text that stands there names the person. */
  isMentioned: v.boolean(),
  /** When the first of what the person has said in it and nobody has heard yet is sent; null where there is none such. ISO 8601. */
  sendAt: v.nullable(v.string()),
  /** Begun, not sent, and not to be either. */
  inactive: v.boolean(),
});
export type MessageExtras = v.InferOutput<typeof MessageExtrasSchema>;

/** Extras of a message of which only what was stored is known. */
export const messageExtras = (stored: Partial<MessageExtras>): MessageExtras => ({
  hasMultipleReceivers: false,
  otherReceiversOfThisMessage: 0,
  unread: 0,
  lastBy: 0,
  lastText: '',
  partner: null,
  group: null,
  read: 0,
  done: 0,
  isOpen: false,
  isMuted: false,
  waitsForAnswer: false,
  isMentioned: false,
  sendAt: null,
  inactive: false,
  ...stored,
});
