import { listKey } from '@kontor/contract/activity';
import { calendarKey } from '@kontor/contract/appointment';
import { itemKeyOf } from '@kontor/contract/kernel';

/** What is read anew after an appointment of a calendar has become another. */
export const keysAfter = (aggregateId: string, calendarId: number): readonly string[] => [
  itemKeyOf(aggregateId),
  calendarKey(calendarId),
  listKey('appointment'),
  listKey(),
];
