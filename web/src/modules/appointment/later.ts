// What the manifest loads once the first screen stands, in one file: each further one would have its name in what every page loads.
import type { Ahead } from '../../client/ahead-port.ts';
import type { Client } from '../../client/client.ts';
import { lazily } from '../../ui/lazily.tsx';
import { loadSources } from '../activity/index.tsx';
import { appointmentList } from './list.tsx';

export { begin, ofPeople, ofRecords } from './address.ts';
export { appointmentList };
export { setCommands } from './palette.ts';
export { RemovalDialog } from './removal.tsx';
export { settingsTabs } from './settings-tab.ts';

const loadDetail = () => import('./detail.tsx');
export const AppointmentScreen = lazily(() => loadDetail().then((module) => module.AppointmentScreen));
export const InvitationPart = lazily(() =>
  import('./proposing/invitation-part.tsx').then((module) => module.InvitationPart),
);
export const Calendar = lazily(() => import('./calendar/index.ts').then((module) => module.Calendar));

/** Asks for an appointment that will probably be opened next. */
export const prepareAppointment = (client: Client, aggregateId: string): Promise<void> =>
  loadDetail().then(({ prepare }) => prepare(client, aggregateId));

/** Its lists, calendars of some weeks, and the person's own appointments in them. */
export async function calendarAhead(): Promise<(client: Client) => Ahead> {
  const { sourcesAhead } = await loadSources();
  return (client) => ({
    lists: sourcesAhead(client, appointmentList),
    async fetch(deps) {
      const [{ fetchCalendars }] = await Promise.all([import('./calendar/index.ts'), loadDetail()]);
      await fetchCalendars(client, deps);
    },
  });
}
