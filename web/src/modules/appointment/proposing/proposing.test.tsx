import {
  appointmentQueries,
  proposalCommands,
  type AppointmentDetail,
  type Proposal,
} from '@kontor/contract/appointment';
import { parseAggregateId } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import {
  FRIDAY,
  aParticipant,
  answerAppointment,
  appointmentAddress,
  appointmentDetails,
  appointmentId,
} from '../../../testing/appointments.ts';
import { button, dialog, field } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { proposeTime, acceptProposal, declineProposal } = proposalCommands;
const anna = aParticipant(1, 'Anna Berger');
const ben = aParticipant(2, 'Ben Krüger', { state: 'tentative' });
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const id = parseAggregateId(appointmentId(31));

const proposal: Proposal = {
  memberId: 2,
  userId: 2,
  name: 'Ben Krüger',
  address: '',
  startDate: `${FRIDAY}T16:00:00`,
  endDate: `${FRIDAY}T17:30:00`,
  allDay: false,
  zone: 'Europe/Berlin',
  comment: 'Vormittags bin ich auf der Werft',
  proposedAt: '2035-11-20T10:00:00.000Z',
  isDeclined: false,
  answer: '',
};

async function open(part: Partial<AppointmentDetail>) {
  const details = appointmentDetails(part);
  const app = await renderAt(appointmentAddress(details.aggregateId), {
    server: (server) => answerAppointment(server, details),
  });
  await expect.element(page.getByText('Anna Berger').first()).toBeVisible();
  return app;
}

const invited = {
  organiser: { userId: 2, name: 'Ben Krüger', address: '' },
  calendarId: 2,
  writepermission: false,
  participation: 'none',
  participants: [aParticipant(1, 'Anna Berger', { state: 'none' }), aParticipant(2, 'Ben Krüger')],
} as const satisfies Partial<AppointmentDetail>;

describe('who is invited', () => {
  test('proposes another time, and what is typed stays where it is refused', async () => {
    const app = await open(invited);
    await button('Andere Zeit vorschlagen …').click();
    await expectUsable(app);
    await field('Beginnt um', dialog()).fill('16:00');
    await field('Bemerkung dazu', dialog()).fill('Vorher bin ich auf der Werft');
    app.server.refuse(proposeTime, 'PROPOSAL_NOT_SENDABLE');
    await button('Vorschlagen', dialog()).click();
    await expect.element(dialog().getByText(/kein Postfach, das senden kann/)).toBeVisible();
    // What is typed is a part of the label's text.
    await expect.element(field(/^Bemerkung dazu/, dialog())).toHaveValue('Vorher bin ich auf der Werft');
    app.server.restore(proposeTime);
    await button('Vorschlagen', dialog()).click();
    await says('Der Vorschlag ist unterwegs.');
    expect(app.server.commandsOf(proposeTime).at(-1)).toMatchObject({
      aggregateId: id,
      startDate: `${FRIDAY}T16:00:00`,
      endDate: `${FRIDAY}T17:30:00`,
      allDay: false,
      comment: 'Vorher bin ich auf der Werft',
    });
  });

  test('sees what has become of their proposal', async () => {
    const own = { ...proposal, memberId: 1, userId: 1, name: 'Anna Berger' };
    await open({ ...invited, proposals: [{ ...own, isDeclined: true, answer: 'Da ist die Halle zu' }] });
    await says('Nicht angenommen.');
    await says('Da ist die Halle zu');
    await expect.element(button(/annehmen/)).not.toBeInTheDocument();
  });
});

describe('who decides', () => {
  const own = { participants: [anna, ben], proposals: [proposal] };

  test('takes a proposal, of which is said who is free then', async () => {
    const app = await open(own);
    app.server.answer(appointmentQueries.findTimes, []);
    await says(/Ben Krüger schlägt vor/);
    await says('Vormittags bin ich auf der Werft');
    await expectUsable(app);
    await button('Vorschlag von Ben Krüger annehmen').click();
    await expect
      .poll(() => app.server.commandsOf(acceptProposal))
      .toEqual([{ aggregateId: id, memberId: 2, proposedAt: proposal.proposedAt, accepted: false }]);
    await says('Der Termin ist verschoben.');
  });

  test('hears who is taken then, and moves it all the same', async () => {
    const app = await open(own);
    app.server.refuse(acceptProposal, 'APPOINTMENT_COLLIDES', {
      pairs: [{ calendarId: 2, name: 'Clara Voss', startDate: 'x', endDate: 'y', title: null }],
    });
    await button('Vorschlag von Ben Krüger annehmen').click();
    await says('Nicht verschoben: Dann ist Clara Voss schon belegt.');
    app.server.restore(acceptProposal);
    await button('Trotzdem verschieben').click();
    await expect.poll(() => app.server.commandsOf(acceptProposal).at(-1)).toMatchObject({ accepted: true });
  });

  test('leaves it where it is, with a word to that', async () => {
    const app = await open(own);
    app.server.answer(declineProposal, { isTold: false });
    await button('Mit Bemerkung').last().click();
    await field('Bemerkung dazu').fill('Da ist die Halle zu');
    await button('Vorschlag von Ben Krüger nicht annehmen').click();
    await expect
      .poll(() => app.server.commandsOf(declineProposal))
      .toEqual([{ aggregateId: id, memberId: 2, proposedAt: proposal.proposedAt, comment: 'Da ist die Halle zu' }]);
    await says(/erfährt es nicht/);
  });
});
