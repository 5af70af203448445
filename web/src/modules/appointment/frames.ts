import type { EntryRow } from '@kontor/contract/activity';
import type { Frames } from '../activity/index.tsx';
import { momentOf } from './row/moment.ts';
import { texts } from './texts.ts';

/** Groups of appointments by the day on which they begin. */
export const appointmentFrames: Frames = {
  order: ['over', 'today', 'tomorrow', 'thisWeek', 'later'],
  names: { de: texts.de.frames, en: texts.en.frames },
  at(now, zone) {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
    const [first, second] = [today.toString(), today.add({ days: 1 }).toString()];
    const sunday = today.add({ days: 7 - today.dayOfWeek }).toString();
    const dayOf = (moment: string): string =>
      moment.length === 10 ? moment : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
    return (row: EntryRow): string => {
      const day = dayOf(momentOf(row));
      if (day < first) return 'over';
      if (day === first) return 'today';
      if (day === second) return 'tomorrow';
      return day <= sunday ? 'thisWeek' : 'later';
    };
  },
};
