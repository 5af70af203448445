import { STATES, type Difference, type Status } from '@kontor/contract/activity';
import type { Outcome, PhonecallExtras } from '@kontor/contract/phonecall';
import type { Viewer } from '../activity/index.ts';
import { nationalNumber, shownNumber } from '../../platform/phone/said.ts';
import { CALLBACKS, CALL_KINDS, type CallFields } from './store/calls.ts';

/** Outcomes by which a call that came in is for somebody to look at. */
const FOR_ALL: readonly Outcome[] = ['ringing', 'missed', 'busy', 'voice', 'fax'];
const TAKEN: readonly Outcome[] = ['talking', 'answered'];

/** What of a call its states follow from. */
type Standing = Pick<CallFields, 'direction' | 'outcome' | 'callback' | 'received_by' | 'done_by_call'>;

/**
 * How a call stands with somebody who sees it, as long as nobody has said otherwise. A callback that is wanted, and what nobody has taken, is New for
 * all; what was answered is in the state of the list for who took it, and Done for the others; all else is Done.
 */
export function statusFor(call: Standing, userId: number, answered: number): Status {
  if (call.done_by_call !== null) return STATES.ready;
  if (call.callback === CALLBACKS.wanted) return STATES.unseen;
  if (call.direction === 1 || call.callback === CALLBACKS.done) return STATES.ready;
  if (FOR_ALL.includes(call.outcome)) return STATES.unseen;
  if (!TAKEN.includes(call.outcome) || call.received_by !== userId) return STATES.ready;
  return answered === STATES.ready ? STATES.ready : STATES.seen;
}

/** Whether the states of a call follow from other things than before. */
export const standsOtherwise = (before: Standing, after: Standing): boolean =>
  (['direction', 'outcome', 'callback', 'received_by', 'done_by_call'] as const).some(
    (field) => before[field] !== after[field],
  );

/** Those who see a call: the members of its list, who took it, for whom it was, who is to call back, and who wrote it down. */
export function viewersOfCall(
  call: CallFields,
  list: { readonly boxId: number; readonly memberIds: ReadonlySet<number>; readonly answered: number },
): readonly Viewer[] {
  const { received_by: by, received_for: wanted, created_by: author, callback_by: caller } = call;
  const own = [by, wanted, author, caller].filter((id) => id !== null);
  const ids = [...new Set([...list.memberIds, ...own])];
  return ids.map((userId) => ({
    userId,
    // What somebody sees who is no member is theirs, wherever it lies.
    boxId: list.memberIds.has(userId) ? list.boxId : 0,
    status: statusFor(call, userId, list.answered),
    mine: isMineOf(call, userId, ids.length),
  }));
}

/** Whether a call is one of somebody's own: meant for them, else taken by them, else seen by nobody else. */
export const isMineOf = (
  { received_by: by, received_for: wanted }: Pick<CallFields, 'received_by' | 'received_for'>,
  userId: number,
  viewers: number,
): boolean => (wanted ?? by) === userId || viewers === 1;

/** What the list entry of a call says without who asks, as sparse as can be: names are put in when it is read. */
export function storedExtras(call: CallFields): Partial<PhonecallExtras> {
  const isFax = call.kind === CALL_KINDS.fax;
  return {
    typeIsCall: call.kind === CALL_KINDS.call,
    callbackDesired: call.callback === CALLBACKS.wanted,
    duration: call.duration,
    isAFax: isFax,
    faxPages: call.fax_pages,
    faxType: isFax ? (call.direction === 0 ? 'incoming' : 'outgoing') : '',
    outcome: call.outcome,
    callbackUntil: call.callback_until?.toISOString() ?? null,
    tries: call.tries,
    isManual: call.is_manual,
  };
}

const MAX_INFORMATION = 500;

/** What a call was about, in one line. */
export const informationOf = (reason: string): string => reason.replace(/\s+/g, ' ').trim().slice(0, MAX_INFORMATION);

/** The ways in which people write a number, to be found by each of them. */
export function numberWords(number: number | null, text: string): readonly string[] {
  if (number === null) return text === '' ? [] : [text];
  const national = nationalNumber(number);
  return [
    ...new Set([shownNumber(number), `${number}`, national, national.replace(/\D/g, ''), `00${number}`, text]),
  ].filter((word) => word !== '');
}

/** A text as it is kept: line breaks of one kind, none of the signs that steer screens. */
const STEERING = /[[\p{Cc}\u202A-\u202E\u2066-\u2069]--[\t\n]]/gv;
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(STEERING, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** What a call is with numbers in whole seconds, as answers have it. */
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** What of a call stays as people have it once they have written it, whatever a telephone system says later. A number and its text are one. */
const PEOPLES: readonly (readonly (keyof CallFields | 'box_id')[])[] = [
  ['direction'],
  ['number', 'number_text'],
  ['called', 'called_text'],
  ['started_at'],
  ['duration'],
  ['received_by'],
  ['received_for'],
  ['system_name'],
  ['box_id'],
];

/** Whether two values of a field are the same; times are, to the second. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one instanceof Date && other instanceof Date
    ? wholeSecond(one).getTime() === wholeSecond(other).getTime()
    : one === other;

/** Returns the fields that an edit of a call has written: of those that are people's, what became another by it. */
export const writtenIn = (
  before: CallFields & { readonly box_id: number },
  after: CallFields & { readonly box_id: number },
): readonly string[] =>
  PEOPLES.filter((fields) => fields.some((field) => !isSameValue(before[field], after[field]))).flat();

/** The fields of a call whose changes its history tells, by the names that the contract has for them. */
export const differencesOf = (
  before: CallFields & { readonly box_id: number },
  after: CallFields & { readonly box_id: number },
): readonly Difference[] => {
  const said = (call: CallFields & { readonly box_id: number }) => ({
    callReason: call.reason,
    callerNumber: shownNumber(call.number, call.number_text),
    callbackDesired: call.callback === CALLBACKS.wanted,
    callbackUntil: call.callback_until?.toISOString() ?? null,
    callbackBy: call.callback_by ?? 0,
    callReceivedBy: call.received_by ?? 0,
    callReceivedFor: call.received_for ?? 0,
    direction: call.direction === 1 ? 'outgoing' : 'incoming',
    duration: call.duration,
    callTimestamp: Math.floor(call.started_at.getTime() / 1000),
    callListId: call.box_id,
  });
  const [was, is] = [said(before), said(after)];
  return (Object.keys(was) as (keyof typeof was)[]).map((field) => ({
    field,
    before: was[field],
    after: is[field],
    isHtml: false,
  }));
};
