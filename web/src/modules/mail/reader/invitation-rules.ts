import type { Invitation } from '@kontor/contract/mail';

/** What has to be known of an appointment before it is answered, or instead of that. */
export type Remark =
  | 'cancelled'
  | 'outdated'
  | 'notForYou'
  | 'notOrganiser'
  | 'zone'
  | 'counter'
  | 'counterDeclined'
  | 'published';

/** Whether an appointment can be answered here, and what is said of it. */
export function remarksOf(
  event: Pick<
    Invitation,
    'method' | 'me' | 'isOutdated' | 'isCancelled' | 'isOrganiserSender' | 'isZoneKnown' | 'allDay'
  >,
): { readonly isAnswerable: boolean; readonly remarks: readonly Remark[] } {
  const isOver = event.isCancelled || event.method === 'CANCEL';
  const isRequest = event.method === 'REQUEST';
  const remarks: Remark[] = [];
  if (isOver) remarks.push('cancelled');
  else if (event.isOutdated) remarks.push('outdated');
  else if (isRequest && event.me === null) remarks.push('notForYou');
  if (event.method === 'COUNTER') remarks.push('counter');
  if (event.method === 'DECLINECOUNTER') remarks.push('counterDeclined');
  if (event.method === 'PUBLISH') remarks.push('published');
  if (!event.isOrganiserSender) remarks.push('notOrganiser');
  if (!event.isZoneKnown && !event.allDay) remarks.push('zone');
  return { isAnswerable: isRequest && !isOver && !event.isOutdated && event.me !== null, remarks };
}
