import { phonecallExtras, type ContactCall, type PhonecallExtras, type RunningCall } from '@kontor/contract/phonecall';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { EntryRow } from '@kontor/contract/activity';
import type { InstanceContext, Person } from '../../platform/operation/context.ts';
import { shownNumber } from '../../platform/phone/said.ts';
import { initialsFor, namesFor } from '../account/index.ts';
import type { EntryForPerson } from '../activity/index.ts';
import { standingEntries, type StandingEntry } from './book/standing.ts';
import {
  activePictures,
  colleagueIn,
  ledgerFor,
  nameForLists,
  resolveNumbers,
  saidNames,
  unknownNaming,
  withSystemName,
  type NamingContext,
} from './naming/index.ts';
import { storedExtras } from './rules.ts';
import type { CallRow } from './store/calls.ts';
import type { Naming } from '@kontor/contract/phonecall';

/** What stands beside calls when they are told of. */
export interface AroundCalls {
  readonly namings: ReadonlyMap<number, Naming>;
  /** What callers call themselves by numbers (`saidNames`). */
  readonly said: ReadonlyMap<number, ReadonlySet<string>>;
  /** Entries that somebody chose for single calls, by the ids that were chosen. */
  readonly chosen: ReadonlyMap<number, StandingEntry>;
  readonly names: ReadonlyMap<number, string>;
  readonly initials: ReadonlyMap<number, string>;
  /** Addresses of pictures of colleagues whose numbers they are. */
  readonly pictures: ReadonlyMap<number, string>;
}

/** Reads what stands beside calls, for who asks: as many statements for a page as for one, and those together that need nothing of each other. */
export async function aroundCalls(ctx: NamingContext, calls: readonly CallRow[]): Promise<AroundCalls> {
  const { db, instance } = ctx;
  const userIds = [
    ...new Set(
      calls
        .flatMap((call) => [call.received_by, call.received_for, call.callback_by, call.created_by, call.done_by_user])
        .filter((id) => id !== null),
    ),
  ];
  const numbers = calls.flatMap(({ number }) => number ?? []);
  const pending = ledgerFor(ctx, numbers);
  const texts = new Map(
    calls.flatMap(({ number, number_text: text }) => (number === null ? [] : [[number, text] as const])),
  );
  const [ledger, namings, chosen, names, initials] = await Promise.all([
    pending,
    resolveNumbers(ctx, numbers, texts, { ledger: pending }),
    standingEntries(
      db,
      instance.id,
      calls.flatMap(({ name_id: id }) => id ?? []),
    ),
    namesFor(ctx, userIds),
    initialsFor(ctx, userIds),
  ]);
  const colleagues = [...namings.values()].flatMap((naming) => colleagueIn(naming) ?? []);
  const pictures = await activePictures(db, instance.id, colleagues);
  return { namings, said: saidNames(ledger), chosen, names, initials, pictures };
}

/** Who a call is with: an entry that somebody chose for it comes before what is known of its number. */
export function namingOf(call: CallRow, { namings, said, chosen }: AroundCalls): Naming {
  const number = call.number ?? 0;
  const known = namings.get(number) ?? unknownNaming(call.number_text);
  const naming = withSystemName(known, call.system_name, said.get(number));
  const entry = call.name_id === null ? undefined : chosen.get(call.name_id);
  return entry === undefined ? naming : { ...naming, sureness: 'sure', name: entry.name };
}

/**
 * The picture of who a call is with, as an address on the instance's host; empty where there is none, where nobody is sure, and where somebody has
 * chosen another name for this call.
 */
export function pictureOf(call: CallRow, around: AroundCalls): string {
  if (call.name_id !== null && around.chosen.has(call.name_id)) return '';
  const colleague = colleagueIn(namingOf(call, around));
  return colleague === undefined ? '' : (around.pictures.get(colleague) ?? '');
}

/** Our own number that was called; empty where the list does not show it. */
export const calledOf = (call: CallRow): string =>
  call.shows_number ? shownNumber(call.called, call.called_text) : '';

/** What the list entry of a call says to who asks. */
export function extrasOfCall(call: CallRow, around: AroundCalls): PhonecallExtras {
  const { name, isGuessed } = nameForLists(namingOf(call, around));
  const nameOf = (id: number | null): string => (id === null ? '' : (around.names.get(id) ?? ''));
  const initialOf = (id: number | null): string => (id === null ? '' : (around.initials.get(id) ?? ''));
  return phonecallExtras({
    ...storedExtras(call),
    callerName: name,
    callerNumber: shownNumber(call.number, call.number_text),
    outgoingCallCallerName: call.direction === 1 ? nameOf(call.received_by ?? call.created_by) : '',
    receivedByCompleteName: nameOf(call.received_by),
    receivedByInitial: initialOf(call.received_by),
    receivedForCompleteName: nameOf(call.received_for),
    receivedForInitial: initialOf(call.received_for),
    theMsnIsVisibleForThisCallList: call.shows_number,
    thePrintCallButtonIsActivated: call.may_print,
    callGroupId: String(call.activity_id),
    calledNumber: calledOf(call),
    callbackByInitial: initialOf(call.callback_by),
    isNameGuessed: isGuessed,
    calledBackBy: nameOf(call.done_by_user),
  });
}

/** What the list entry of a call says to who asks in the place of what is stored. */
export function entryOfCall(call: CallRow, around: AroundCalls): EntryForPerson {
  const extras = extrasOfCall(call, around);
  const picture = pictureOf(call, around);
  return {
    contact: extras.callerName || extras.callerNumber,
    ...(picture === '' ? {} : { contactPicture: picture }),
    extras,
  };
}

export const withCall = (entry: EntryRow, call: CallRow, around: AroundCalls): EntryRow => {
  const own = entryOfCall(call, around);
  return {
    ...entry,
    ...own,
    extras: { ...entry.extras, ...own.extras },
    userList: entry.userList.map(([id, status]) => [id, status]),
  };
};

const idOf = (call: CallRow, userId: number): string =>
  formatAggregateId({ module: 'phonecall', entryId: call.activity_id, userId });

export const toContactCall = (call: CallRow, { id }: Pick<Person, 'id'>): ContactCall => ({
  aggregateId: idOf(call, id),
  callTimestamp: Math.floor(call.started_at.getTime() / 1000),
  direction: call.direction === 1 ? 'outgoing' : 'incoming',
  outcome: call.outcome,
  duration: call.duration,
  callReason: call.reason,
  callReceivedBy: call.received_by ?? 0,
});

/** A call that is going on, or has just ended, for one person: who calls is not said. */
export const toRunning = (call: CallRow, userId: number): RunningCall => ({
  aggregateId: idOf(call, userId),
  direction: call.direction === 1 ? 'outgoing' : 'incoming',
  number: shownNumber(call.number, call.number_text),
  list: call.list_name,
  calledNumber: calledOf(call),
  outcome: call.outcome,
  startedAt: call.started_at.getTime(),
  answeredAt: call.answered_at?.getTime() ?? null,
  endedAt: call.ended_at?.getTime() ?? null,
  receivedBy: call.received_by ?? 0,
  receivedFor: call.received_for ?? 0,
});

export type ViewContext = Pick<InstanceContext, 'db' | 'instance' | 'now'> & { readonly person: Person };
