import type { ParamsInputOf } from '@kontor/contract/kernel';
import type { phonecallCommands } from '@kontor/contract/phonecall';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import type { CallBeginning } from '../addresses.ts';
import { instantOf, momentOf, secondsOf } from '../moments.ts';

/** A record that a call is linked with. */
export interface DraftRecord {
  readonly idoId: number;
  readonly idoInstanceId: number;
  readonly displayName: string;
}

/** A call as it is written down by hand. */
export interface CallDraft {
  readonly direction: '0' | '1';
  readonly number: string;
  readonly name: string;
  readonly reason: string;
  /** As fields for dates have it. */
  readonly moment: string;
  readonly duration: string;
  /** Null: who writes it down. */
  readonly receivedBy: number | null;
  readonly receivedFor: number;
  readonly listId: number;
  readonly isCallbackDesired: boolean;
  readonly until: string;
  readonly records: readonly DraftRecord[];
}

/** What a call begins with that is noted at `now` (milliseconds since 1970). */
export const beginDraft = (
  { number = '', direction = 0, record }: CallBeginning,
  { now, zone, listId }: { now: number; zone: string; listId: number },
): CallDraft => ({
  direction: direction === 1 ? '1' : '0',
  number,
  name: '',
  reason: '',
  moment: momentOf(new Date(now).toISOString(), zone),
  duration: '',
  receivedBy: null,
  receivedFor: 0,
  listId,
  isCallbackDesired: false,
  until: '',
  records: record === undefined ? [] : [{ ...record, displayName: '' }],
});

export const isNumber = (text: string): boolean => text.trim() === '' || dialOf(text) !== '';
export const isValid = (draft: CallDraft): boolean => isNumber(draft.number) && secondsOf(draft.duration) !== undefined;

/** What the server is told of it by a person. */
export const paramsOf = (
  draft: CallDraft,
  { zone, userId }: { readonly zone: string; readonly userId: number },
): ParamsInputOf<typeof phonecallCommands.create> => ({
  direction: draft.direction === '1' ? 1 : 0,
  callerNumber: draft.number.trim(),
  newCallerName: draft.number.trim() === '' ? '' : draft.name.trim(),
  reason: draft.reason.trim(),
  timestamp: instantOf(draft.moment, zone) ?? '',
  duration: secondsOf(draft.duration) ?? 0,
  receivedBy: draft.receivedBy ?? userId,
  receivedFor: draft.receivedFor,
  phoneCallListId: draft.listId,
  callBackDesired: draft.isCallbackDesired,
  callbackUntil: draft.isCallbackDesired ? instantOf(draft.until, zone) : null,
  idoLinkings: draft.records.map(({ idoId, idoInstanceId }) => ({ idoId, idoInstanceId })),
});
