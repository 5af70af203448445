import type { EntryRow } from '@kontor/contract/activity';
import { appointmentExtras, type AppointmentExtras } from '@kontor/contract/appointment';

/** What the list entry of an appointment says of it. What an older version did not store is as by default. */
export const extrasOf = ({ extras }: EntryRow): AppointmentExtras => appointmentExtras(extras);

/** When the appointment of a row begins: an ISO instant, or its day where it has no hours. */
export function momentOf(row: EntryRow): string {
  const { timeMode, startDate } = extrasOf(row);
  return timeMode === 'fixedTime' || startDate === ''
    ? new Date(row.timestamp * 1000).toISOString()
    : startDate.slice(0, 10);
}
