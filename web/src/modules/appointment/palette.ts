import { appointmentQueries } from '@kontor/contract/appointment';
import type { Client } from '../../client/client.ts';
import type { Command } from '../../shell/index.ts';

/** Saved groups of calendars, for the palette. */
export async function setCommands(
  client: Client,
  go: (address: string) => void,
  _typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const sets = await client.ask.run(appointmentQueries.sets, {}, signal).catch(() => []);
  return sets
    .filter(({ calendars }) => calendars.length > 0)
    .map(({ id, name, calendars }): Command => ({
      id: `calendars ${id}`,
      icon: 'calendar-blank',
      label: { de: `Kalender: ${name}`, en: `Calendars: ${name}` },
      words: 'kalender gruppe zeigen calendar group show',
      run: () => go(`/agenda?view=week&calendars=${calendars.join('-')}`),
    }));
}
