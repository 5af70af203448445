import type { Collisions, Resource } from '@kontor/contract/appointment';
import { resourceCalendar } from '@kontor/contract/appointment';
import type { TestClient } from '../../../testing/client.ts';
import { runSql } from '../../../platform/db/testing.ts';
import { at, create, type Office } from './fixture.ts';

/** Makes a resource. */
export async function resource({ anna }: Pick<Office, 'anna'>, part: object = {}) {
  const { id } = await anna.command<{ id: number }>('appointment.saveResource', { name: 'Besprechung 1', ...part });
  return { resourceId: id, calendarId: resourceCalendar(id) };
}

export const resourcesOf = (by: TestClient) => by.query<Resource[]>('appointment.resources', {});

/** What an appointment says that takes a resource for an hour from nine on. */
export const taking = (resourceId: number, day: number, part: object = {}) => ({
  title: 'Runde',
  startDate: at(day, '09:00'),
  endDate: at(day, '10:00'),
  participants: [{ resourceId }],
  ...part,
});
export const take = (by: TestClient, resourceId: number, day: number, part: object = {}) =>
  create(by, taking(resourceId, day, part));

/** What an answer says is in the way; a code where it is another one. */
export async function takenBy(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  const { code, data } = body as { code?: string; data?: Collisions };
  return code === 'RESOURCE_TAKEN' && status === 409 ? (data?.pairs ?? []) : (code ?? String(status));
}

/** The bookings of a resource, as they are kept. */
export async function bookings({ server }: Pick<Office, 'server'>, resourceId: number) {
  const rows = await runSql(
    server.url,
    `select to_char(lower(during) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as start, to_char(upper(during) at time zone 'UTC', 'HH24:MI') as "end",
       is_hard as "isHard" from resource_booking where resource_id = ${resourceId} order by during, is_hard`,
  );
  return rows as unknown as { start: string; end: string; isHard: boolean }[];
}
