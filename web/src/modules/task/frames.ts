import type { EntryRow } from '@kontor/contract/activity';
import type { Frames } from '../activity/index.tsx';
import { nearDatesIn } from '../../shell/dates/near-dates.ts';
import { dueOf } from './row/due.ts';
import { texts } from './texts.ts';

/** Groups of tasks by when they are due. Those without a date come up among what is over, and stand behind it. */
export const taskFrames: Frames = {
  order: ['overdue', 'undated', 'today', 'tomorrow', 'thisWeek', 'later'],
  names: { de: texts.de.frames, en: texts.en.frames },
  at(now, zone) {
    const { dayOf } = nearDatesIn('de', zone);
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
    const [first, second] = [today.toString(), today.add({ days: 1 }).toString()];
    const sunday = today.add({ days: 7 - today.dayOfWeek }).toString();
    return (row: EntryRow): string => {
      const due = dueOf(row);
      if (due === undefined) return 'undated';
      const day = dayOf(due);
      if (day < first) return 'overdue';
      if (day === first) return 'today';
      if (day === second) return 'tomorrow';
      return day <= sunday ? 'thisWeek' : 'later';
    };
  },
};
