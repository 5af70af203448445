import * as v from 'valibot';
import { text } from '../../kernel/index.ts';
import { EntryRowSchema, RelatedItemSchema, type EntryRow } from '../activity/index.ts';
import { LinkSchema } from '../record/index.ts';
import { NamingSchema } from './naming.ts';

/** UTF-16 units of what a call was about, as plain text. */
export const MAX_REASON = 100_000;
/** UTF-16 units of a number as it is typed. */
export const MAX_NUMBER_TEXT = 100;
export const MAX_CALLER_NAME = 200;
/** Seconds: a day. */
export const MAX_CALL_SECONDS = 86_400;
/** Calls of the same number beside a call. */
export const MAX_CONTACT_CALLS = 10;
/** The list of calls that only who noted them sees; no box. */
export const PRIVATE_CALL_LIST = 0;

/** What is read from calls that are going on. */
export const RUNNING_CALLS_KEY = 'runningCalls';

/**
 * What became of a call. `ringing` and `talking` are going on. `unknown`: nobody said how it ended. `sent`: a fax that went out. `voice`: a voice
 * message, with or without its file.
 */
export const OUTCOMES = [
  'ringing',
  'talking',
  'answered',
  'missed',
  'busy',
  'refused',
  'cancelled',
  'forwarded',
  'blocked',
  'failed',
  'voice',
  'fax',
  'sent',
  'unknown',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const CALL_DIRECTIONS = ['incoming', 'outgoing'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];

/**
 * What a list of calls can be cut to beside what every list can; empty for nothing. `missed`: nobody answered one that came in. `callback`: somebody is to
 * be called back, and it is not Done. `voice`, `fax`, `blocked`: calls of that outcome, of faxes those that went out too.
 */
export const CALL_FILTERS = ['', 'missed', 'callback', 'voice', 'fax', 'blocked'] as const;
export type CallFilter = (typeof CALL_FILTERS)[number];

/** The fields of a call in `extras` of its list entry. Names follow what is known of numbers now, for who asks. */
export const PhonecallExtrasSchema = v.object({
  /** Somebody spoke or could have; false for faxes and voice messages. */
  typeIsCall: v.boolean(),
  callbackDesired: v.boolean(),
  /** Empty where nobody is known surely. */
  callerName: v.string(),
  /** As people of the instance's country read it; empty where it was kept back. */
  callerNumber: v.string(),
  /** Seconds. */
  duration: v.number(),
  isAFax: v.boolean(),
  /** Who has called, of calls that went out. */
  outgoingCallCallerName: v.string(),
  receivedByCompleteName: v.string(),
  receivedByInitial: v.string(),
  receivedForCompleteName: v.string(),
  receivedForInitial: v.string(),
  /** Always empty: files are had by `phoneCall.file` in the person's own session. */
  bearerToken: v.string(),
  faxPages: v.number(),
  /** `incoming`, `outgoing`, or empty where it is no fax. */
  faxType: v.string(),
  theMsnIsVisibleForThisCallList: v.boolean(),
  thePrintCallButtonIsActivated: v.boolean(),
  /** The same for all calls that were one conversation. */
  callGroupId: v.string(),
  outcome: v.picklist(OUTCOMES),
  /** Our own number that was called, or was called from; empty where the list does not show it. */
  calledNumber: v.string(),
  /** When somebody is to be called back, ISO 8601; null where no time was said. */
  callbackUntil: v.nullable(v.string()),
  callbackByInitial: v.string(),
  /** How often the number was tried in a row, for as long as it is unfinished. */
  tries: v.number(),
  /** `callerName` is a guess: names of several, with a slash between them. */
  isNameGuessed: v.boolean(),
  /** It was written down by somebody, and no telephone system knows of it. */
  isManual: v.boolean(),
  /** Who has called back who was missed, or wanted it, which has made the call Done; empty for nobody. */
  calledBackBy: v.string(),
});
export type PhonecallExtras = v.InferOutput<typeof PhonecallExtrasSchema>;

/** Extras of a call of which only what was stored is known. */
export const phonecallExtras = (stored: Partial<PhonecallExtras>): PhonecallExtras => ({
  typeIsCall: true,
  callbackDesired: false,
  callerName: '',
  callerNumber: '',
  duration: 0,
  isAFax: false,
  outgoingCallCallerName: '',
  receivedByCompleteName: '',
  receivedByInitial: '',
  receivedForCompleteName: '',
  receivedForInitial: '',
  bearerToken: '',
  faxPages: 0,
  faxType: '',
  theMsnIsVisibleForThisCallList: false,
  thePrintCallButtonIsActivated: false,
  callGroupId: '',
  outcome: 'answered',
  calledNumber: '',
  callbackUntil: null,
  callbackByInitial: '',
  tries: 1,
  isNameGuessed: false,
  isManual: false,
  calledBackBy: '',
  ...stored,
});

const NamedSchema = v.object({ id: v.number(), name: v.string() });

/** A call of the same number, beside a call. */
export const ContactCallSchema = v.object({
  aggregateId: v.string(),
  callTimestamp: v.number(),
  direction: v.picklist(CALL_DIRECTIONS),
  outcome: v.picklist(OUTCOMES),
  duration: v.number(),
  callReason: v.string(),
  callReceivedBy: v.number(),
});
export type ContactCall = v.InferOutput<typeof ContactCallSchema>;

/** One way that a conversation took: rung at somebody, handed on, taken. */
export const CallLegSchema = v.object({
  /** Seconds since 1970. */
  at: v.number(),
  userId: v.number(),
  /** Of the telephone system; empty where it is not known. */
  terminal: v.string(),
  outcome: v.picklist(OUTCOMES),
  duration: v.number(),
});
export type CallLeg = v.InferOutput<typeof CallLegSchema>;

/** The number for `phoneCall.hangUp` of a call that goes on, that the person began and that can be ended from here; null of any other. */
export const HangUpIdSchema = v.nullable(v.number());

/** A call as its screen shows it. */
export const PhonecallDetailSchema = v.object({
  aggregateId: v.string(),
  /** The number that an edit names, so that two who edit at once do not undo each other. */
  aggregateVersion: v.number(),
  /** `YYYY-MM-DD` and `HH:MM:SS` by the clock of Europe/Berlin. */
  callDate: v.string(),
  callTime: v.string(),
  /** Seconds since 1970. */
  callTimestamp: v.number(),
  /** Plain text with line breaks. */
  callReason: v.string(),
  callerName: v.string(),
  /** Empty, and 0: what `phoneCall.process` writes by these names. */
  newCallerName: v.string(),
  updatedCallerName: v.number(),
  /** The entry of the phone book that names it; 0 for none. */
  number2nameGuid: v.number(),
  callerNumber: v.string(),
  calledNumber: v.string(),
  /** Numbers of people; 0 for nobody. */
  callReceivedBy: v.number(),
  callReceivedFor: v.number(),
  callbackDesired: v.boolean(),
  direction: v.picklist(CALL_DIRECTIONS),
  duration: v.number(),
  callList: v.string(),
  callListId: v.number(),
  /** The newest calls of the number that the person sees, without this one. */
  contactCallList: v.array(ContactCallSchema),
  /** Address of a picture of who it is with; empty where there is none. */
  contactPicture: v.string(),
  availableCallLists: v.array(NamedSchema),
  /** Entries of the phone book with this number. */
  availableCallers: v.array(NamedSchema),
  availableUsers: v.array(NamedSchema),
  naming: NamingSchema,
  outcome: v.picklist(OUTCOMES),
  typeIsCall: v.boolean(),
  isAFax: v.boolean(),
  faxPages: v.number(),
  /** Whether there is something for `phoneCall.file` and `phoneCall.preview`; `type` is a media type, `size` bytes. */
  file: v.nullable(v.object({ name: v.string(), type: v.string(), size: v.number() })),
  callbackUntil: v.nullable(v.string()),
  callbackBy: v.number(),
  tries: v.number(),
  legs: v.array(CallLegSchema),
  /** Title of the telephone system that it came by; empty where somebody wrote it down. */
  line: v.string(),
  isManual: v.boolean(),
  mayPrint: v.boolean(),
  /** Whether the person may write in it; and change number, time and length of what a telephone system has told. */
  changeable: v.boolean(),
  mayCorrect: v.boolean(),
  /**
   * The call that has called back who was missed, or wanted it, and has so finished this one; null for none. `aggregateId`: empty where the person does not
   * see that call; `name`: of who made it, empty where nobody knows; `at`: seconds since 1970.
   */
  doneByCall: v.nullable(v.object({ aggregateId: v.string(), name: v.string(), at: v.number() })),
  hangUpId: HangUpIdSchema,
  links: v.array(LinkSchema),
  related: v.array(RelatedItemSchema),
  entry: EntryRowSchema,
});
export type PhonecallDetail = v.InferOutput<typeof PhonecallDetailSchema>;

export const numberText = v.pipe(text(MAX_NUMBER_TEXT), v.trim());

/** A call's list entry as examples have it. */
export const examplePhonecallRow = (row: EntryRow): EntryRow => ({
  ...row,
  moduleName: 'phonecall',
  information: 'Rückfrage zum Liefertermin',
  contact: 'Werft Neumann',
  channel: 'Zentrale',
  extras: phonecallExtras({
    callerName: 'Werft Neumann',
    callerNumber: '+49 431 123456',
    duration: 252,
    receivedByCompleteName: 'Anna Berger',
    receivedByInitial: 'AB',
  }),
});
