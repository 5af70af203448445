import { guestCommands, invitationQueries, proposalCommands } from '@kontor/contract/appointment';
import { formatAggregateId, parseAggregateId } from '@kontor/contract/kernel';
import { invitationCommands, type Invitation } from '@kontor/contract/mail';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, dialog, field, link } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';
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

const { addGuest } = guestCommands;
const { ofInvitation } = invitationQueries;
const APPOINTMENT = formatAggregateId({ module: 'appointment', entryId: 31, userId: 1 });
const known = ofInvitation.example.result;
const appointment = { aggregateId: APPOINTMENT, writepermission: true };

test('an invitation that became an appointment leads to it', async () => {
  const item = { moduleName: 'appointment', information: 'Montage', timestamp: 1, role: 'made' } as const;
  await openMail({ invitation: REPLY, related: [{ ...item, aggregateId: APPOINTMENT }] });
  await expect.element(link('Im Kalender öffnen')).toHaveAttribute('href', expect.stringContaining('31'));
});

test('an answer of somebody who is not invited says so to who sees no more of the appointment', async () => {
  await openMail(
    { invitation: REPLY },
    { server: (server) => server.answer(ofInvitation, { ...known, appointment: null, proposal: null }) },
  );
  await expect.element(page.getByText(/ist zu Ihrem Termin nicht eingeladen/).first()).toBeVisible();
  await expect.element(button(/hinzufügen/)).not.toBeInTheDocument();
});

test('somebody who answers without being invited is added by a press, and asked for again where that fails', async () => {
  const guest = { address: 'eva@werft.example', name: 'Eva', state: 'accepted', comment: '' } as const;
  const { server } = await openMail(
    { invitation: REPLY },
    { server: (fake) => fake.answer(ofInvitation, { ...known, appointment, proposal: null, guest }) },
  );
  await expect.element(page.getByText('Eva ist zu Ihrem Termin nicht eingeladen.')).toBeVisible();
  server.refuse(addGuest, 'GUEST_REPLY_GONE');
  await button('Eva zum Termin hinzufügen').click();
  await expect.element(page.getByText(/Diese Antwort gibt es nicht mehr/)).toBeVisible();
  server.restore(addGuest);
  server.answer(ofInvitation, { ...known, appointment, proposal: null });
  await button('Eva zum Termin hinzufügen').click();
  await expect
    .poll(() => server.commandsOf(addGuest).at(-1))
    .toEqual({ aggregateId: parseAggregateId(APPOINTMENT), address: 'eva@werft.example' });
  await expect.element(page.getByText('Eva ist jetzt dabei.')).toBeVisible();
  await expect.element(button('Eva zum Termin hinzufügen')).not.toBeInTheDocument();
});

test('a proposal is taken by one press', async () => {
  const { server } = await openMail(
    { invitation: { ...REPLY, method: 'COUNTER', isUninvited: false } },
    { server: (fake) => fake.answer(ofInvitation, known) },
  );
  await expect.element(page.getByText(/Paul Neumann schlägt vor/)).toBeVisible();
  await button('Vorschlag von Paul Neumann annehmen').click();
  await expect.poll(() => server.commandsOf(proposalCommands.acceptProposal)).toHaveLength(1);
});

test('another time is proposed to who invites, and what is typed stays where that is refused', async () => {
  const { server } = await openMail(
    { invitation: { ...REPLY, method: 'REQUEST', isUninvited: false, me: 'info@nordwerk.example' } },
    { server: (fake) => fake.answer(ofInvitation, { ...known, appointment: null, proposal: null }) },
  );
  await button('Andere Zeit vorschlagen …').click();
  await field('Bemerkung dazu', dialog()).fill('Vormittags nie');
  await field('Beginnt um', dialog()).fill('15:00');
  server.refuse(invitationCommands.proposeTime, 'MAIL_SENDER_MISSING');
  await button('Vorschlagen', dialog()).click();
  await expect.element(dialog().getByText(/noch kein Versand eingerichtet/)).toBeVisible();
  server.restore(invitationCommands.proposeTime);
  await button('Vorschlagen', dialog()).click();
  await expect
    .poll(() => server.commandsOf(invitationCommands.proposeTime).at(-1))
    .toMatchObject({
      startDate: '2026-11-30T14:00:00Z',
      endDate: '2026-11-30T16:00:00Z',
      comment: 'Vormittags nie',
    });
});

test('what else is in the calendar at that time stands beneath an invitation, and is opened from there', async () => {
  const one = { kind: 'busy', aggregateId: APPOINTMENT, title: 'Abnahme Halle 2' } as const;
  const app = await openMail(
    { invitation: { ...REPLY, method: 'REQUEST', isUninvited: false, me: 'info@nordwerk.example' } },
    {
      server: (fake) =>
        fake.answer(ofInvitation, {
          ...known,
          appointment: null,
          proposal: null,
          nearby: [
            { ...one, start: '2026-11-30T09:30:00.000Z', end: '2026-11-30T10:30:00.000Z', collides: true },
            {
              ...one,
              title: 'Zahnarzt',
              start: '2026-11-30T14:00:00.000Z',
              end: '2026-11-30T15:00:00.000Z',
              collides: false,
            },
          ],
        }),
    },
  );
  await expect.element(page.getByText('Zur selben Zeit:')).toBeVisible();
  await expect.element(link('Abnahme Halle 2')).toHaveAttribute('href', expect.stringContaining('31'));
  await expect.element(page.getByText(/10:30/).first()).toBeVisible();
  await expect.element(link('Zahnarzt')).toBeVisible();
  await expectUsable(app);
  await expect
    .poll(() => app.server.queriesOf(ofInvitation).at(-1))
    .toMatchObject({ time: { calendarId: 1, from: '2026-11-30T09:00:00Z', to: '2026-11-30T11:00:00Z' } });
});

test('an invitation to a time at which there is nothing says so', async () => {
  await openMail(
    { invitation: { ...REPLY, method: 'REQUEST', isUninvited: false, me: 'info@nordwerk.example' } },
    { server: (fake) => fake.answer(ofInvitation, { ...known, appointment: null, proposal: null }) },
  );
  await expect.element(page.getByText('Zu dieser Zeit ist in Ihrem Kalender nichts.')).toBeVisible();
});
