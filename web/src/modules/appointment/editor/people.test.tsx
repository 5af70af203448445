import { appointmentCommands, appointmentQueries, type AppointmentDetail } from '@kontor/contract/appointment';
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
import { button, dialog, field, option, radio } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { save, answer, sendAgain } = appointmentCommands;
const anna = aParticipant(1, 'Anna Berger');
const ben = aParticipant(2, 'Ben Krüger', { state: 'tentative', comment: 'Eher ab zwei' });
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible();
const saveNow = () => button(/^Speichern/).click();

async function open(part: Partial<AppointmentDetail>) {
  const details = appointmentDetails(part);
  const app = await renderAt(appointmentAddress(details.aggregateId), {
    server: (server) => answerAppointment(server, details),
  });
  await expect.element(page.getByText('Anna Berger').first()).toBeVisible();
  return app;
}

const outside = (part: object) =>
  aParticipant(null, 'Paul Neumann', { memberId: 4, address: 'paul@werft.example', ...part });

describe('who takes part from outside', () => {
  test('shows that their mail is sent', async () => {
    await open({ participants: [anna, outside({ mailState: 'sent' })] });
    await says('Mail gesendet');
    await expect.element(button(/noch einmal senden/)).not.toBeInTheDocument();
  });

  test('shows why it did not reach them, and has it sent again', async () => {
    const mailFault = { reason: 'refused', answer: '550 Unbekannt' };
    const app = await open({ participants: [anna, outside({ mailState: 'failed', mailFault })] });
    await says('Die Mail wurde abgelehnt.');
    await says('550 Unbekannt');
    await expectUsable(app);
    await button('Einladung an Paul Neumann noch einmal senden').click();
    await expect
      .poll(() => app.server.commandsOf(sendAgain))
      .toEqual([{ aggregateId: parseAggregateId(appointmentId(31)), memberId: 4 }]);
  });
});

describe('who takes part', () => {
  test('has said something, and has three flags that are set by the keys alone', async () => {
    const app = await open({ participants: [anna, ben] });
    await says('vielleicht');
    await says('Eher ab zwei');
    await expectUsable(app);
    const flag = button('Ben Krüger darf schreiben');
    await expect.element(flag).toHaveAttribute('aria-pressed', 'false');
    (flag.element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(flag).toHaveAttribute('aria-pressed', 'true');
    await button('Ben Krüger wird erinnert').click();
    await button('Ben Krüger ist dabei').click();
    await saveNow();
    await expect
      .poll(() => app.server.commandsOf(save)[0]?.participants)
      .toMatchObject([{ userId: 1 }, { userId: 2, write: true, alert: false, accept: false }]);
  });

  test('is taken out, and hears of it: they are sent as no longer active', async () => {
    const { server } = await open({ participants: [anna, ben] });
    await button('Ben Krüger herausnehmen').click();
    await says(/1\u00a0Person/);
    await saveNow();
    await expect
      .poll(() => server.commandsOf(save)[0]?.participants)
      .toMatchObject([
        { userId: 1, active: true },
        { userId: 2, active: false },
      ]);
  });

  test('is added by name, by group and by address in one field', async () => {
    const { server } = await open({ needsConfirmation: true });
    const add = page.getByRole('combobox', { name: 'Person, Gruppe, Raum, Gerät oder Adresse' });
    await add.fill('niemand');
    await says('So heißt niemand und nichts, und eine Adresse ist es auch nicht.');
    await add.fill('mont');
    await option(/Gruppe, 2/).click();
    await says(/3\u00a0Personen/);
    await says('provisorisch');
    await type('hauke@reederei-norderney.de');
    await press('Enter');
    await says('Einladung geht raus');
    await expect.element(button('hauke@reederei-norderney.de darf schreiben')).toBeDisabled();
    await saveNow();
    await expect
      .poll(() => server.commandsOf(save)[0]?.participants.map(({ userId, address }) => userId ?? address))
      .toEqual([1, 2, 3, 'hauke@reederei-norderney.de']);
  });
});

describe('an invitation', () => {
  const invited = {
    organiser: { userId: 2, name: 'Ben Krüger', address: '' },
    participants: [
      aParticipant(1, 'Anna Berger', { state: 'none' }),
      aParticipant(2, 'Ben Krüger', { state: 'accepted' }),
    ],
    participation: 'none' as const,
    writepermission: false,
  };

  test('is answered with a comment', async () => {
    const app = await open(invited);
    await says('lädt ein');
    await button('Mit Bemerkung').click();
    await type('Komme später');
    await expectUsable(app);
    await button('Zusagen').click();
    await expect
      .poll(() => app.server.commandsOf(answer))
      .toMatchObject([{ state: 'accepted', comment: 'Komme später', scope: 'one' }]);
    await expect.element(button('Zusagen')).toHaveAttribute('aria-pressed', 'true');
  });

  test('to a series is answered for those that are meant', async () => {
    const app = await open({
      ...invited,
      aggregateId: appointmentId(31, `${FRIDAY}T13:30:00`),
      repeats: true,
    });
    await button('Absagen').click();
    await button('Alle der Serie', dialog()).click();
    await expect.poll(() => app.server.commandsOf(answer)).toMatchObject([{ state: 'declined', scope: 'all' }]);
  });

  test('is none to who invites', async () => {
    await open({ participants: [anna, ben] });
    expect(button('Zusagen').elements()).toEqual([]);
  });
});

describe('the type', () => {
  const [montage] = appointmentQueries.types.example.result;
  const types = montage === undefined ? [] : [montage, { ...montage, id: 4, title: 'Kunde' }];

  test('sets what it gives, says how much that is, and is taken back with it', async () => {
    const app = await open({ types });
    app.server.answer(appointmentQueries.changeType, ({ fields }) => ({
      title: fields.title ?? '',
      description: fields.description ?? '',
      access: 'private' as const,
      alert: { unit: 'hours' as const, value: 1 },
      timeMode: 'fixedTime' as const,
      participants: [1, 2],
      recordButton: true,
      repeats: false,
      changed: ['access', 'alert', 'participants'],
    }));
    await radio('Montage').click();
    await says(/3\u00a0Vorgaben gesetzt/);
    await says('Ben Krüger');
    await expect.element(radio('Privat')).toHaveAttribute('aria-checked', 'true');
    await expectUsable(app);
    await button('Zurück').click();
    await expect.element(radio('Öffentlich')).toHaveAttribute('aria-checked', 'true');
    await expect.element(radio('Ohne Typ')).toHaveAttribute('aria-checked', 'true');
    await radio('Montage').click();
    await saveNow();
    await expect
      .poll(() => app.server.commandsOf(save)[0])
      .toMatchObject({ appointmentType: 3, access: 'private', alert: { unit: 'hours', value: 1 } });
  });

  test('that could not be had changes nothing', async () => {
    const { server } = await open({ types });
    server.refuse(appointmentQueries.changeType, 'TYPE_GONE');
    await radio('Kunde').click();
    await says('Die Vorgaben des Typs waren nicht zu bekommen.');
    await expect.element(radio('Ohne Typ')).toHaveAttribute('aria-checked', 'true');
    await expect.element(field('Titel')).toHaveValue('Montageplanung Norderney');
  });
});
