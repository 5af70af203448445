import { MAX_MAIL_CHARACTERS } from '../../../platform/icalendar/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import type { IcalEvent } from '../icalendar/model.ts';
import { readCalendarText } from '../icalendar/reading.ts';

/** What an organiser or a participant has sent by mail: an invitation, a change of one, its end, or an answer. */
export interface CalendarPart {
  readonly mailId: number;
  readonly calendar: string;
  /** Whom the mail is from, as its checks have confirmed. */
  readonly sender: string;
  /** They are no stranger. */
  readonly isKnown: boolean;
  /** People of ours who are invited, at addresses that are theirs alone. */
  readonly invited: readonly { readonly userId: number; readonly invitedAs: string }[];
}

/** The VEVENTs of an uid in a calendar, the appointment or the series first. */
export function eventsOf(ctx: ChangeContext, calendar: string, uid?: string): readonly IcalEvent[] {
  try {
    const { appointments } = readCalendarText(calendar, timeZoneOf(ctx.instance), MAX_MAIL_CHARACTERS);
    return appointments
      .filter((one) => uid === undefined || one.uid === uid)
      .flatMap(({ master, changed }) => [...(master === null ? [] : [master]), ...changed]);
  } catch {
    // A calendar that cannot be read is a file like others.
    return [];
  }
}
