import { createHash } from 'node:crypto';
import { isHistoryKind } from '@kontor/contract/phonecall';
import { EgressError, sendTo, type EgressPolicy } from '../../../platform/egress/index.ts';
import type { ChangeContext, Instance, Platform } from '../../../platform/operation/context.ts';
import type { Service, ServiceTools } from '../../../platform/operation/manifest.ts';
import { phoneCountryIn } from '../../account/index.ts';
import { noteEvent, readEvent, takeEvents, type FollowParts } from '../arriving/index.ts';
import {
  announceLines,
  findLine,
  historyBinding,
  holdLine,
  openSealed,
  updateLine,
  type LineRow,
} from '../lines/index.ts';
import { MAX_CALL_MS } from '../store/calls.ts';
import {
  HistoryRefused,
  HistoryTooLong,
  HistoryUnreadable,
  type HistoryAccess,
  type HistoryCall,
  type HistoryReader,
  type Span,
} from './reading.ts';
import { READERS } from './readers/index.ts';
import { asCalls, eventsOf, pauseFor, type ReadCall } from './rules.ts';
import { takeDueLines, waysBeside, type DueLine } from './store.ts';

const LOOK_MS = 15_000;
/** How often a history is asked. */
const EVERY_MS = 10 * 60_000;
/** How long one line is taken to be asked by nobody else: all of its requests take less. */
const TAKEN_MS = 15 * 60_000;
const REQUEST_MS = 20_000;
/** Lines that one process asks at a time. */
const MAX_AT_ONCE = 4;
/** What is told live is told by then. */
const SETTLED_MS = 2 * 60_000;
/** How much of the past is asked for at once, at most and at least. */
const DAY_MS = 24 * 60 * 60_000;
const MIN_SPAN_MS = 15 * 60_000;
/** Calls that are stored in one transaction. */
const AT_ONCE = 20;
/** How far stored calls are looked at around one of a history. */
const AROUND_MS = 120_000;

export interface HistoryParts {
  readonly phonePolicy: EgressPolicy;
  /** How often it is looked for what is to be asked, in milliseconds; for tests. */
  readonly historyMs?: number | undefined;
}

type Tools = Platform & ServiceTools;
type Fault = Exclude<LineRow['history_fault'], ''>;

/** An answer that is none: what it says is kept of it. */
class HistoryFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault);
    this.fault = fault;
  }
}

/** Drives a reader: sends what it asks for, through the one way out, and hands it what comes back. Throws HistoryFault and HistoryTooLong. */
async function ask(
  reader: HistoryReader,
  span: Span,
  access: HistoryAccess,
  { policy, isOver }: { readonly policy: EgressPolicy; readonly isOver: () => boolean },
): Promise<readonly HistoryCall[]> {
  try {
    const reading = reader(span, access);
    let step = reading.next();
    while (step.done !== true) {
      if (isOver()) throw new HistoryFault('away');
      const { address, ...sending } = step.value;
      const { status, body } = await sendTo(address, { ...sending, timeoutMs: REQUEST_MS }, policy);
      if (status === 401 || status === 403) throw new HistoryFault('refused');
      if (status < 200 || status > 299) throw new HistoryFault('away');
      step = reading.next(body);
    }
    return step.value;
  } catch (error) {
    if (error instanceof HistoryFault || error instanceof HistoryTooLong) throw error;
    if (error instanceof HistoryRefused) throw new HistoryFault('refused');
    if (error instanceof HistoryUnreadable) throw new HistoryFault('unreadable');
    // Not a word of the address, which may have a token in it.
    if (error instanceof EgressError || (error as { code?: unknown }).code !== undefined)
      throw new HistoryFault('away');
    if ((error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError')
      throw new HistoryFault('away');
    throw error;
  }
}

/** The number of a call of a history, read as that of an event is. */
function readCall(call: HistoryCall, about: { readonly country: string; readonly now: number }): ReadCall {
  const { direction, from, to } = call;
  const { number, numberText } = readEvent({ type: 'ring', ref: call.ref, terminals: [], direction, from, to }, about);
  return { ...call, number, digits: number === null ? numberText : String(number) };
}

/** Stores what of some calls is not known yet, as long as there is the line, and its history is asked. */
async function storeCalls(
  ctx: ChangeContext,
  { line_id: lineId }: DueLine,
  follow: FollowParts,
  calls: readonly ReadCall[],
): Promise<void> {
  // Nobody deletes it meanwhile.
  const line = await holdLine(ctx.db, ctx.instance.id, lineId);
  if (line === undefined || line.sealed_history === null) return;
  const of = { db: ctx.db, instanceId: ctx.instance.id, lineId };
  for (const call of calls) {
    const events = eventsOf(call, await waysBeside(of, call, AROUND_MS));
    if (events === undefined) continue;
    // Asked for again each time for as long as a call may last: told once.
    const key = `history\0${call.ref}\0${call.outcome}\0${call.duration}`;
    const isNew = await noteEvent(of, createHash('sha256').update(key).digest(), new Date(ctx.now()));
    if (isNew && events.length > 0) await takeEvents(ctx, line, follow, events);
  }
}

/** Asks the history of one telephone system for what is not known, and stores it. */
async function askLine(
  tools: Tools,
  parts: HistoryParts,
  follow: FollowParts,
  due: DueLine,
  isOver: () => boolean,
): Promise<void> {
  const { database, directory, secrets, change, now } = tools;
  const instance = await directory.byId(due.instance_id);
  const line = await findLine(database.forInstance(due.instance_id), due.instance_id, due.line_id);
  if (instance === undefined || line === undefined || !isHistoryKind(line.kind)) return;
  const secret = openSealed(secrets, line.sealed_history, historyBinding(due.instance_id, due.line_id));
  const access = { url: line.history_url, user: line.history_user, secret: secret ?? '', zone: line.zone };
  const about = { country: line.country || phoneCountryIn(instance.settings), now: now() };
  const until = about.now - SETTLED_MS;
  let known = line.history_until?.getTime() ?? until;
  let length = DAY_MS;
  try {
    if (secret === undefined) throw new HistoryFault('refused');
    while (known < until) {
      // A call is listed by when it began, once it is over.
      const span = { from: known - MAX_CALL_MS, to: Math.min(until, known + length) };
      try {
        const found = await ask(READERS[line.kind], span, access, { policy: parts.phonePolicy, isOver });
        const calls = asCalls(found.map((call) => readCall(call, about)));
        for (let index = 0; index < calls.length; index += AT_ONCE)
          await change(instance, (ctx) => storeCalls(ctx, due, follow, calls.slice(index, index + AT_ONCE)));
      } catch (error) {
        if (!(error instanceof HistoryTooLong)) throw error;
        length /= 2;
        if (length >= MIN_SPAN_MS) continue;
        // So many in a quarter of an hour are no calls of people: what is behind them is worth more.
        length = DAY_MS;
      }
      known = span.to;
      await settle(tools, instance, due, { known, fault: '' });
    }
    await settle(tools, instance, due, { known, fault: '', isDone: true });
  } catch (error) {
    if (isOver()) return settle(tools, instance, due, { known, fault: '', isDone: true });
    if (!(error instanceof HistoryFault)) throw error;
    await settle(tools, instance, due, { known, fault: error.fault, isDone: true });
  }
}

/** Notes how far a history is known, what is wrong with it, and, once it is done, when it is asked again. */
async function settle(
  { change, now }: Tools,
  instance: Instance,
  { line_id: lineId }: DueLine,
  { known, fault, isDone = false }: { readonly known: number; readonly fault: Fault | ''; readonly isDone?: boolean },
): Promise<void> {
  await change(instance, async (ctx) => {
    const line = await holdLine(ctx.db, instance.id, lineId);
    if (line === undefined) return;
    const failures = fault === '' ? 0 : line.history_failures + 1;
    const nextAt = new Date(now() + pauseFor(failures, EVERY_MS, Math.random()));
    await updateLine(ctx.db, instance.id, lineId, {
      history_until: new Date(known),
      history_failures: failures,
      history_fault: fault,
      history_fault_since: fault === '' ? null : (line.history_fault_since ?? new Date(now())),
      ...(isDone ? { history_next_at: nextAt } : {}),
    });
    if (fault !== line.history_fault) announceLines(ctx);
  });
}

/** Asks the histories of telephone systems for calls that nobody has told of, each by one server process at a time. */
export const startHistory =
  (parts: HistoryParts, follow: FollowParts) =>
  async (tools: Tools): Promise<Service> => {
    const { database, log, now } = tools;
    let isClosed = false;
    const isOver = (): boolean => isClosed;
    const look = async (): Promise<void> => {
      const due = await takeDueLines(database.owner, new Date(now()), new Date(now() + TAKEN_MS), MAX_AT_ONCE);
      await Promise.all(
        due.map((one) =>
          askLine(tools, parts, follow, one, isOver).catch((error: unknown) =>
            log.error({ err: error, lineId: one.line_id }, 'the history of a telephone system was not stored'),
          ),
        ),
      );
    };
    let looking: Promise<void> | undefined;
    const lookOnce = (): void => {
      looking ??= look()
        .catch((error: unknown) => log.warn({ err: error }, 'histories of telephone systems cannot be looked for'))
        .finally(() => (looking = undefined));
    };
    lookOnce();
    const timer = setInterval(lookOnce, parts.historyMs ?? LOOK_MS);
    return {
      async close() {
        isClosed = true;
        clearInterval(timer);
        await looking;
      },
    };
  };
