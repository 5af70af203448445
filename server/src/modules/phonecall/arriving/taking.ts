import { phoneCountryIn } from '../../account/index.ts';
import { deleteItems } from '../../activity/index.ts';
import { sent } from '../../../platform/db/transaction.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import type { LineRow } from '../lines/index.ts';
import { changeCall, insertCall, type CallChanges } from '../making.ts';
import { isSameValue } from '../rules.ts';
import { CALL_KINDS, readCalls, type CallFields, type CallRow } from '../store/calls.ts';
import { callOf, rungOf, withEvents, type Leg, type ReadEvent, type ReportedCall } from './calls.ts';
import type { PhoneEvent } from './events.ts';
import { enqueueFile } from './files.ts';
import { followCall, type FollowParts } from './following.ts';
import { isInternal, readEvent } from './numbers.ts';
import {
  forgetOldLegs,
  forwardedLegs,
  holdKeys,
  isBlocked,
  legsNamed,
  legsOf,
  missedCall,
  moveLegs,
  namedTerminals,
  noteTerminals,
  putLegs,
  type KnownLeg,
  type KnownTerminal,
  type LineOf,
} from './store.ts';

/** How far two ways of one conversation are apart that were forwarded. */
const FORWARD_MS = 30_000;
/** How long a missed call counts those that follow it. */
const TRIES_MS = 24 * 60 * 60_000;
/** Conversations of one call whose ways are kept. */
const KEPT_TRIES = 10;

/** What the events of one name belong to. */
interface Conversation {
  /** Undefined where it is new. */
  readonly activityId: number | undefined;
  readonly groupRef: string;
  readonly legs: readonly KnownLeg[];
  /** It is another try of a call that was missed: how many there are with it. */
  readonly tries: number | undefined;
}

const digitsOf = (number: number | null, text: string): string => (number === null ? text : String(number));
const latest = (one: string, other: string): string => (other === '' ? one : other);

/** The facts of all events of a name together: what one leaves out another says. */
function factsOf(events: readonly ReadEvent[]) {
  const one = events.find(({ number }) => number !== null) ?? events[0];
  const groupRef = events.map(({ event }) => event.groupRef ?? '').reduce(latest, '');
  const divertedFrom = events.map((event) => event.divertedFrom).reduce(latest, '');
  return {
    number: one?.number ?? null,
    calledDigits: one === undefined ? '' : digitsOf(one.called, one.calledText),
    isIncoming: events.some(({ event }) => event.direction === 'in'),
    rings: events.some(({ event }) => event.type === 'ring'),
    at: Math.min(...events.map(({ at }) => at)),
    groupRef,
    divertedFrom,
  };
}
type Facts = ReturnType<typeof factsOf>;

/** What is known of what events of one name may belong to. */
interface Ways {
  readonly named: readonly KnownLeg[];
  readonly forwarded: readonly KnownLeg[];
  readonly missed: Awaited<ReturnType<typeof missedCall>>;
}

/** Reads it. Of a call that begins all is read at once: mostly it is new. */
async function readWays(line: LineOf, ref: string, facts: Facts): Promise<Ways> {
  const { groupRef, number, at } = facts;
  const forwarded = async (): Promise<readonly KnownLeg[]> => {
    if (number === null || !facts.isIncoming || groupRef !== '') return [];
    return forwardedLegs(line, { ...facts, number, from: new Date(at - FORWARD_MS), to: new Date(at + FORWARD_MS) });
  };
  const missed = async (): Promise<Ways['missed']> => {
    if (number === null || !facts.isIncoming || !facts.rings || facts.divertedFrom !== '') return undefined;
    return missedCall(line, number, { from: new Date(at - TRIES_MS), to: new Date(at + TRIES_MS) });
  };
  const [named, early, tried] = await Promise.all([
    legsNamed(line, groupRef === '' ? [ref] : [ref, groupRef]),
    facts.rings ? forwarded() : undefined,
    facts.rings ? missed() : undefined,
  ]);
  if (named.length > 0) return { named, forwarded: [], missed: undefined };
  return { named, forwarded: early ?? (await forwarded()), missed: tried };
}

/** Says what events of one name belong to, and brings together what turns out to be one conversation. */
async function findConversation(
  ctx: ChangeContext,
  line: LineOf,
  ref: string,
  { groupRef }: Facts,
  { named, forwarded, missed }: Ways,
): Promise<Conversation> {
  const found = [...named, ...forwarded];
  const activityIds = [...new Set(found.map(({ activityId }) => activityId))].toSorted((one, other) => one - other);
  if (activityIds.length === 0)
    return {
      activityId: missed?.activity_id,
      groupRef: groupRef || ref,
      legs: [],
      tries: missed === undefined ? undefined : missed.tries + 1,
    };
  const group = groupRef || (found[0]?.groupRef ?? ref);
  // What was found by the name of the conversation is all of it.
  const isWhole = activityIds.length === 1 && forwarded.length === 0 && found.every((leg) => leg.groupRef === group);
  if (isWhole && (group === ref || group === groupRef))
    return { activityId: activityIds[0], groupRef: group, legs: found, tries: undefined };
  const activityId = await bringTogether(ctx, line, activityIds, found, group);
  return { activityId, groupRef: group, legs: await legsOf(line, [activityId], group), tries: undefined };
}

const isUntouched = ({ edit, reason, callback }: CallRow): boolean => edit === 1 && reason === '' && callback === 0;

/** Makes one call of what was taken for several, as far as nobody has written in more than one of them. Returns the call that stays. */
async function bringTogether(
  ctx: ChangeContext,
  line: LineOf,
  activityIds: readonly number[],
  found: readonly KnownLeg[],
  groupRef: string,
): Promise<number> {
  const calls = (await readCalls(line.db, line.instanceId, activityIds)).toSorted(
    (one, other) => Number(isUntouched(one)) - Number(isUntouched(other)) || one.activity_id - other.activity_id,
  );
  const [kept, ...others] = calls;
  if (kept === undefined) throw new Error('Ways of a call that there is not');
  const gone = others.filter(isUntouched).map((call) => call.activity_id);
  const groupRefs = [...new Set(found.map((leg) => leg.groupRef))];
  if (gone.length > 0 || groupRefs.some((ref) => ref !== groupRef))
    await moveLegs(line, { activityIds: [kept.activity_id, ...gone], groupRefs }, kept.activity_id, groupRef);
  if (gone.length > 0) await deleteItems(ctx, 'phonecall', gone);
  return kept.activity_id;
}

const toDate = (at: number | null): Date | null => (at === null ? null : new Date(at));
const kindOf = ({ outcome }: ReportedCall): CallFields['kind'] => {
  if (outcome === 'fax' || outcome === 'sent') return CALL_KINDS.fax;
  return outcome === 'voice' ? CALL_KINDS.voice : CALL_KINDS.call;
};

/** What a call's row says by what was told. */
const fieldsOf = (reported: ReportedCall) => ({
  kind: kindOf(reported),
  direction: reported.direction,
  number: reported.number,
  number_text: reported.numberText,
  called: reported.called,
  called_text: reported.calledText,
  started_at: new Date(reported.startedAt),
  answered_at: toDate(reported.answeredAt),
  ended_at: toDate(reported.endedAt),
  duration: reported.duration,
  outcome: reported.outcome,
  received_by: reported.receivedBy,
  received_for: reported.receivedFor,
  system_name: reported.systemName,
});

/** What becomes another of a call by what was told: not what people have written. */
function changesOf(call: CallRow, reported: ReportedCall, more: CallChanges): CallChanges {
  const given: CallChanges = { ...fieldsOf(reported), ...more };
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = name === 'listId' ? 'box_id' : (name as keyof CallRow);
      return !call.people_wrote.includes(field) && !isSameValue(value, call[field]);
    }),
  );
}

/** The events of one name, with what is known before they are taken. */
interface Taken {
  readonly ref: string;
  readonly events: readonly ReadEvent[];
  readonly facts: Facts;
  readonly ways: Ways;
  readonly terminals: ReadonlyMap<string, KnownTerminal>;
  readonly isUnwantedNumber: boolean;
}

/** Takes the events of one name. */
async function takeOne(
  ctx: ChangeContext,
  line: LineRow,
  parts: FollowParts,
  { ref, events, facts, ways, terminals, isUnwantedNumber }: Taken,
): Promise<void> {
  const of: LineOf = { db: ctx.db, instanceId: ctx.instance.id, lineId: line.line_id };
  const conversation = await findConversation(ctx, of, ref, facts, ways);
  const legs: readonly Leg[] = withEvents(conversation.legs, events, (name) => terminals.get(name)?.user_id ?? null);
  const reported = callOf(legs, { isBlocked: isUnwantedNumber });
  const listId = terminals.get(reported.terminal)?.list_id ?? line.list_id;
  const { activityId, groupRef, tries } = conversation;
  const before = activityId === undefined ? undefined : (await readCalls(ctx.db, ctx.instance.id, [activityId]))[0];
  let id = activityId;
  let isChanged = true;
  if (id === undefined || before === undefined) {
    const pages = Math.max(0, ...events.map(({ event }) => event.pages ?? 0));
    id = await insertCall(ctx, {
      ...fieldsOf(reported),
      listId,
      line_id: line.line_id,
      group_ref: groupRef,
      fax_pages: pages,
    });
  } else {
    const more = { group_ref: groupRef, ...(reported.terminal === '' ? {} : { listId }) };
    // One that is told of late is no newer than the call that it counts for.
    const isLate = tries !== undefined && reported.startedAt < before.started_at.getTime();
    const changes = isLate
      ? { tries }
      : changesOf(before, reported, { ...more, ...(tries === undefined ? {} : { tries }) });
    isChanged = Object.keys(changes).length > 0;
    if (isChanged) await changeCall(ctx, id, changes);
  }
  // What was told before, in other words, writes nothing.
  const isTold = isChanged || tries !== undefined || !isSameLegs(conversation, legs);
  if (isTold) sent(putLegs(of, id, groupRef, legs));
  if (tries !== undefined && tries % KEPT_TRIES === 0) await forgetOldLegs(of, id, KEPT_TRIES);
  const file = events.map(({ event }) => event.file ?? '').find((address) => address !== '');
  if (file !== undefined) await enqueueFile(ctx, id, file);
  const followed = {
    activityId: id,
    reported,
    before,
    ...rungOf(conversation.legs),
    isAgain: tries !== undefined,
  };
  if (isTold) await followCall(ctx, parts, followed);
}

/** Whether all ways of a conversation are as they were known to be. */
function isSameLegs({ legs: known, groupRef }: Conversation, legs: readonly Leg[]): boolean {
  const before = new Map(known.map((leg) => [`${leg.ref} ${leg.terminal}`, leg]));
  return (
    known.length === legs.length &&
    legs.every((leg) => {
      const was = before.get(`${leg.ref} ${leg.terminal}`);
      return (
        was !== undefined &&
        was.groupRef === groupRef &&
        (Object.keys(leg) as (keyof Leg)[]).every((field) => was[field] === leg[field])
      );
    })
  );
}

/**
 * Takes what a telephone system says. Returns whether a call that begins is of a number that nobody wants; undefined where none begins, or where it is not
 * new. `isNew`: whether it was said for the first time, where that is still being asked.
 */
export async function takeEvents(
  ctx: ChangeContext,
  line: LineRow,
  parts: FollowParts,
  given: readonly PhoneEvent[],
  isNew: Promise<boolean> = Promise.resolve(true),
): Promise<boolean | undefined> {
  const events = given.filter((event) => !isInternal(event));
  if (events.length === 0) return undefined;
  const { db, instance } = ctx;
  const of: LineOf = { db, instanceId: instance.id, lineId: line.line_id };
  const country = line.country || phoneCountryIn(instance.settings);
  const names = [...new Set(events.flatMap((event) => event.terminals))];
  const named = namedTerminals(of, names);
  const read = events.map((event) => readEvent(event, { country, now: ctx.now() }));
  let isRefused: boolean | undefined;
  for (const [ref, some] of Map.groupBy(read, ({ event }) => event.ref)) {
    const facts = factsOf(some);
    // Who takes the same at this moment is waited for here, and what is read behind that goes with it.
    sent(holdKeys(of, [ref, facts.groupRef || ref, `from ${facts.number ?? ''}`]));
    const [isFresh, terminals, ways, isUnwantedNumber] = await Promise.all([
      isNew,
      named,
      readWays(of, ref, facts),
      isBlocked(db, instance.id, facts.number),
    ]);
    if (!isFresh) return undefined;
    await takeOne(ctx, line, parts, { ref, events: some, facts, ways, terminals, isUnwantedNumber });
    if (some.some(({ event }) => isBeginning(event))) isRefused ??= isUnwantedNumber;
  }
  sent(noteTerminals(of, names, await named, ctx.now()));
  return isRefused;
}

const isBeginning = ({ type, direction }: PhoneEvent): boolean => type === 'ring' && direction !== 'out';

/** Whether a call that begins is of a number that nobody wants. */
export async function isUnwanted(
  ctx: Pick<ChangeContext, 'db' | 'instance' | 'now'>,
  line: LineRow,
  events: readonly PhoneEvent[],
): Promise<boolean> {
  const begun = events.find(isBeginning);
  if (begun === undefined) return false;
  const country = line.country || phoneCountryIn(ctx.instance.settings);
  return isBlocked(ctx.db, ctx.instance.id, readEvent(begun, { country, now: ctx.now() }).number);
}
