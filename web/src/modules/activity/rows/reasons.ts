import type { EntryRow } from '@kontor/contract/activity';
import { ITEM_KIND_NAMES } from '@kontor/contract/kernel';

/** Groups by reason, in their order: what is due, what is meant for the person, then by kind what is left, mails last. */
export const REASONS: readonly string[] = [
  'due',
  'forMe',
  ...ITEM_KIND_NAMES.filter((name) => name !== 'email'),
  'email',
];

/**
 * Returns the first group that takes a row. `tomorrow` is when that begins, in seconds; `userId` is the person's own.
 * Due is what ends today or is over, and what has come back; meant for the person is what somebody has shared with them,
 * where they are named, and what they take care of.
 */
export function reasonsAt(tomorrow: number, zone: string, userId: number | undefined): (row: EntryRow) => string {
  const day = Temporal.Instant.fromEpochMilliseconds(tomorrow * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
  return ({ status, moduleName, extras: { due, wokenAt, sharedWithMe, isMentioned, claimedById } }) => {
    // A day, or a moment.
    const isDue =
      typeof due === 'string' && (due.length === day.length ? due < day : Date.parse(due) < tomorrow * 1000);
    if (isDue || (status === 1 && typeof wokenAt === 'number')) return 'due';
    const isForMe = sharedWithMe === true || isMentioned === true || (userId !== undefined && claimedById === userId);
    return isForMe ? 'forMe' : moduleName;
  };
}
