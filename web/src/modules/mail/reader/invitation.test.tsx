import { formatAggregateId } from '@kontor/contract/kernel';
import type { Invitation } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { link } from '../../../testing/find.ts';
import { openMail } from '../testing/open-mail.ts';

const REPLY: Invitation = {
  uid: 'montage',
  recurrence: '',
  sequence: 0,
  method: 'REPLY',
  title: 'Montage Werft 3',
  description: '',
  location: 'Halle 2',
  startDate: '2026-11-30T09:00:00.000Z',
  endDate: '2026-11-30T11:00:00.000Z',
  allDay: false,
  timeZone: 'Europe/Berlin',
  isZoneKnown: true,
  repeats: null,
  organiser: { address: 'info@nordwerk.example', name: '' },
  participants: [{ address: 'eva@werft.example', name: 'Eva', state: 'accepted', isOptional: false }],
  me: null,
  answer: null,
  isOutdated: false,
  isCancelled: false,
  isOrganiserSender: true,
  isUninvited: true,
};

test('an invitation that became an appointment leads to it, and an answer says that nobody invited who gives it', async () => {
  const made = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });
  const appointment = { moduleName: 'appointment', information: 'Montage', timestamp: 1, role: 'made' } as const;
  await openMail({
    invitation: REPLY,
    related: [{ ...appointment, aggregateId: made }],
  });
  await expect.element(page.getByText(/ist zu Ihrem Termin nicht eingeladen/).first()).toBeVisible();
  await expect.element(link('Im Kalender öffnen')).toHaveAttribute('href', expect.stringContaining('31'));
});
