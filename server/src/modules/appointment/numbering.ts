import type { Db } from '../../platform/db/database.ts';
import type { ChangeContext } from '../../platform/operation/context.ts';
import type { AppointmentRow } from './store/appointments.ts';
import { putChanges, type ChangedObject } from './store/changes.ts';
import type { PersonRow } from './store/persons.ts';

/** What each transaction has changed by now. */
const pending = new WeakMap<Db, Map<string, ChangedObject>>();

/**
 * Notes that an appointment is another one in the calendars of all who take part, or did. It is numbered as the last thing before the commit: who asks for what has
 * changed since a number misses nothing.
 */
export function numberChange(
  ctx: ChangeContext,
  { uid, calendar_id: calendarId }: Pick<AppointmentRow, 'uid' | 'calendar_id'>,
  persons: readonly Pick<PersonRow, 'user_id'>[],
): void {
  const changed = pending.get(ctx.db) ?? new Map<string, ChangedObject>();
  pending.set(ctx.db, changed);
  for (const id of [calendarId, ...persons.flatMap(({ user_id: userId }) => userId ?? [])])
    changed.set(`${id} ${uid}`, { calendarId: id, uid });
  ctx.lastly('calendar changes', (db) => putChanges(db, ctx.instance.id, [...changed.values()], new Date(ctx.now())));
}
