import {
  appointmentCommands,
  appointmentQueries,
  calendarKey,
  CollisionsSchema,
  resourceOfCalendar,
  type Collisions,
  type Participant,
  type Scope,
  type Span,
} from '@kontor/contract/appointment';
import { listKey } from '@kontor/contract/activity';
import { formatAggregateId, itemKeyOf, type CommandDefinition, type Schema } from '@kontor/contract/kernel';
import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { createValue, type Value } from '../../../client/value.ts';
import { paramsOf } from './day-moves.ts';
import { occurrenceOf, takenOf, type Pending, type Times } from './pending.ts';

type Changes = Value<readonly Pending[]>;

const byClient = new WeakMap<Client, Changes>();
const NOTHING: readonly string[] = [];

/** What a client has changed of calendars, kept until their answers say so. */
export function changesOf(client: Client): Changes {
  let changes = byClient.get(client);
  if (changes !== undefined) return changes;
  changes = createValue<readonly Pending[]>([]);
  byClient.set(client, changes);
  const all = changes;
  client.followApplied('appointment.calendar', ({ name, processId }) => {
    if (!name.startsWith('appointment.')) return;
    take(client, all, ({ processId: id }) => id !== undefined && id === processId);
  });
  return changes;
}

/** Notes that the server has taken changes, and asks for the calendars anew. */
function take(client: Client, changes: Changes, isOf: (change: Pending) => boolean): void {
  changes.set(takenOf(changes.get(), isOf, client.env.now()));
  client.ask.touch([...shownCalendars(client).map(calendarKey), listKey('appointment'), listKey()]);
}

const shown = new WeakMap<Client, ReadonlySet<number>>();
/** Calendars that the client shows, or has shown. */
export const shownCalendars = (client: Client): readonly number[] => [...(shown.get(client) ?? [])];

/** Says which calendars the client shows, or has shown. */
export function noteCalendars(client: Client, calendars: readonly number[]): void {
  shown.set(client, new Set([...(shown.get(client) ?? []), ...calendars]));
}

/** The aggregate id of an occurrence, as a person sees it. */
export const idOfOccurrence = ({ appointmentId, original }: Span, userId: number): string =>
  formatAggregateId({ module: 'appointment', entryId: appointmentId ?? 0, userId, sourceContainerId: original });

/** The same, as the person of a client sees it. */
export const idOfSpan = (client: Client, span: Span): string => idOfOccurrence(span, client.user.get()?.id ?? 0);

/** Shows a change at once and has it done: now, or once there is a connection. Rejects where the server refuses it; it is as before then. */
async function change<P extends Schema, R extends Schema>(
  client: Client,
  pending: Pending,
  command: CommandDefinition<string, P, R>,
  params: v.InferInput<P>,
  about: { readonly keys: readonly string[]; readonly title: string },
): Promise<void> {
  const changes = changesOf(client);
  changes.set([...changes.get(), pending]);
  try {
    await client.sendNow(command, params);
    take(client, changes, (one) => one === pending);
  } catch (error) {
    const failure = asFailure(error);
    if (failure.kind !== 'offline') {
      changes.set(changes.get().filter((one) => one !== pending));
      throw failure;
    }
    const processId = client.env.newId();
    changes.set(changes.get().map((one) => (one === pending ? { ...pending, processId } : one)));
    await client.enqueue(command, params, { patches: [], keys: about.keys, titles: [about.title], processId });
  }
}

const about = (client: Client, span: Span) => ({ keys: [itemKeyOf(idOfSpan(client, span))], title: span.title ?? '' });

export interface Moved {
  readonly span: Span;
  readonly to: Times;
  /** By whose clock its local times are said. */
  readonly zone: string;
  readonly scope?: Scope;
  /** It is moved though it collides. */
  readonly accepted?: true;
}

/** Moves an occurrence, or makes it longer or shorter. Rejects as `appointment.changeTimes` does. */
export function move(client: Client, { span, to, zone, scope = 'one', accepted }: Moved): Promise<void> {
  return change(
    client,
    { kind: 'moved', of: occurrenceOf(span) ?? '', to },
    appointmentCommands.changeTimes,
    {
      aggregateId: idOfSpan(client, span),
      ...paramsOf(to, zone),
      allDay: to.timeMode !== 'fixedTime',
      timeMode: to.timeMode,
      scope,
      accepted: accepted === true,
    },
    about(client, span),
  );
}

/** Participants as they are written, with one in the place of another. */
function withoutOne(participants: readonly Participant[], from: number, to: number) {
  const [gone, comes] = [resourceOfCalendar(from), resourceOfCalendar(to)];
  const stay = participants.filter(({ userId, resourceId }) => (gone === null ? userId !== from : resourceId !== gone));
  return [
    ...stay.map(({ userId, resourceId, address, name, role, accept, active, alert, write }) => ({
      userId,
      resourceId,
      address,
      name,
      role,
      accept,
      active,
      alert,
      write,
    })),
    comes === null ? { userId: to } : { resourceId: comes },
  ];
}

/**
 * Gives an occurrence to another calendar: its person, or its resource, takes part in the place of the one it was with; where it was in the calendar of the latter, it is
 * in theirs. Rejects as `appointment.details` and `appointment.editSingle` do.
 */
export async function give(
  client: Client,
  { span, to, zone, accepted }: Omit<Moved, 'scope'>,
  calendarId: number,
): Promise<void> {
  const aggregateId = idOfSpan(client, span);
  const details = await client.ask.run(appointmentQueries.details, { aggregateId });
  const { calendarId: from } = span;
  return change(
    client,
    { kind: 'given', of: occurrenceOf(span) ?? '', from, to: calendarId, times: to },
    appointmentCommands.editSingle,
    {
      aggregateId,
      ...paramsOf(to, zone),
      allDay: to.timeMode !== 'fixedTime',
      timeMode: to.timeMode,
      participants: withoutOne(details.participants, from, calendarId),
      ...(details.calendarId === from ? { calendarId } : {}),
      accepted: accepted === true,
    },
    about(client, span),
  );
}

/** Takes an occurrence out, or puts back what was taken out last. */
export async function remove(client: Client, span: Span, scope: Scope, takesBack = false): Promise<void> {
  const of = occurrenceOf(span) ?? '';
  const command = appointmentCommands.delete;
  const params = { aggregateId: idOfSpan(client, span), scope, takesBack };
  if (!takesBack) return change(client, { kind: 'removed', of }, command, params, about(client, span));
  const changes = changesOf(client);
  const waits = changes.get().find((one) => one.kind === 'removed' && one.of === of && one.processId !== undefined);
  changes.set(changes.get().filter((one) => one.kind !== 'removed' || one.of !== of));
  if (waits?.processId !== undefined && waits.takenAt === undefined) return client.queue.discard([waits.processId]);
  await client.sendNow(command, params);
  take(client, changes, () => false);
}

/** Says whether the person takes part. Rejects as `appointment.answer` does. */
export const answer = (client: Client, span: Span, state: 'accepted' | 'tentative' | 'declined'): Promise<void> =>
  change(
    client,
    { kind: 'answered', of: occurrenceOf(span) ?? '', participation: state },
    appointmentCommands.answer,
    { aggregateId: idOfSpan(client, span), state },
    about(client, span),
  );

/** Makes an appointment. `span`: as it is shown meanwhile. Rejects as `appointment.create` does. */
export const make = (
  client: Client,
  span: Span,
  params: v.InferInput<typeof appointmentCommands.create.params>,
): Promise<void> =>
  change(client, { kind: 'made', of: client.env.newId(), span }, appointmentCommands.create, params, {
    keys: NOTHING,
    title: span.title ?? '',
  });

/** What stands in the way of a time. `isFinal`: it cannot be done all the same, since a resource is taken that cannot be taken twice. */
export interface InTheWay {
  readonly collisions: Collisions;
  readonly isFinal: boolean;
}

/** What something collides with; undefined for any other failure. */
export function inTheWayOf({ code, problem }: Failure): InTheWay | undefined {
  if (code !== 'APPOINTMENT_COLLIDES' && code !== 'RESOURCE_TAKEN') return undefined;
  const read = v.safeParse(CollisionsSchema, problem?.data);
  return read.success ? { collisions: read.output, isFinal: code === 'RESOURCE_TAKEN' } : undefined;
}
