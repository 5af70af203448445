import type { ListEntry } from '@kontor/contract/activity';
import { readSpan, type Appointment, type AppointmentDetail, type Span } from '@kontor/contract/appointment';
import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import { originalMinutes } from '@kontor/contract/appointment';
import type { Instance } from '../../../platform/operation/context.ts';
import type { TestClient } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TURN_JOB } from '../settling.ts';

/** A server with an instance of three people. */
export interface Office {
  readonly server: TestServer;
  readonly instance: Instance;
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly chris: TestClient;
  readonly ids: { readonly anna: number; readonly ben: number; readonly chris: number };
}

export async function openOffice(
  name: string,
  options: Parameters<typeof startTestServer>[1] = {},
  settings: Parameters<typeof startTestServer>[0] = {},
): Promise<Office> {
  const server = await startTestServer(settings, options);
  const instance = await server.instance(name);
  const ids = {
    anna: await server.person(instance, 'anna', { isAdministrator: true }),
    ben: await server.person(instance, 'ben'),
    chris: await server.person(instance, 'chris'),
  };
  const [anna, ben, chris] = [
    await server.client(instance, 'anna'),
    await server.client(instance, 'ben'),
    await server.client(instance, 'chris'),
  ];
  return { server, instance, anna, ben, chris, ids };
}

/** A day of a year that no test's clock comes to. */
export const day = (number: number): string => `2031-03-${String(number).padStart(2, '0')}`;
/** An hour of such a day, in the zone of the instance. */
export const at = (number: number, time: string): string => `${day(number)}T${time}:00`;

export const create = async (by: TestClient, given: object): Promise<string> =>
  (await by.command<{ aggregateId: string }>('appointment.create', given)).aggregateId;
export const details = (by: TestClient, aggregateId: string) =>
  by.query<AppointmentDetail>('appointment.details', { aggregateId });

/** Status and code of an answer; a plain 200 where it succeeded. */
export async function codeOf(answer: Promise<{ status: number; body: unknown }>): Promise<string> {
  const { status, body } = await answer;
  return status === 200 ? '200' : `${status} ${(body as { code: string }).code}`;
}
export const see = (by: TestClient, aggregateId: string) => codeOf(by.tryQuery('appointment.details', { aggregateId }));

export const numberOf = (aggregateId: string): number => parseAggregateId(aggregateId)?.entryId ?? 0;
/** The id of the occurrence of a series that was meant for a local time. */
export const occurrence = (aggregateId: string, original: string): string =>
  formatAggregateId({
    module: 'appointment',
    entryId: numberOf(aggregateId),
    userId: 1,
    sourceContainerId: originalMinutes(original),
  });

/** What calendars are taken by in March 2031. */
export async function spans(
  by: TestClient,
  calendars: readonly number[],
  days: readonly [string, string] = ['2031-03-01', '2031-04-01'],
) {
  const [from, to] = days.map((one) => `${one}T00:00:00.000Z`);
  const { rows } = await by.query<{ rows: unknown[][] }>('appointment.range', {
    calendars,
    from,
    to,
    zone: 'Europe/Berlin',
  });
  return rows.map((row): Span => readSpan(row));
}
/** Their beginnings. */
export const starts = async (by: TestClient, calendar: number, days?: readonly [string, string]) =>
  (await spans(by, [calendar], days)).map(({ start }) => start);

export const calendar = (by: TestClient, params: object) =>
  by.query<Appointment[]>('appointment.calendar', { startingDate: '2031-03-01', endingDate: '2031-03-31', ...params });

export const list = (by: TestClient, params: object = {}) =>
  by.query<ListEntry[]>('appointment.items', { view: 'all', ...params });
/** How an appointment stands with somebody: its state, or that they have put it off, or that it is in none of their lists. */
export async function standing(by: TestClient, aggregateId: string): Promise<string> {
  const entry = (await list(by)).find((one) => numberOf(one.aggregateId) === numberOf(aggregateId));
  if (entry === undefined) return 'none';
  const state = ['unseen', 'seen', 'ready'][entry.status - 1] ?? '';
  return entry.extras.snoozedUntil === undefined ? state : `${state}, put off`;
}

/** Looks at an appointment as at a moment, and waits until that is done. */
export async function turnAt(
  { server, instance }: Pick<Office, 'server' | 'instance'>,
  aggregateId: string,
  until: string,
): Promise<void> {
  const appointmentId = numberOf(aggregateId);
  await server.change(instance, (ctx) => ctx.enqueue(TURN_JOB, { appointmentId, until: Date.parse(until) }));
}
