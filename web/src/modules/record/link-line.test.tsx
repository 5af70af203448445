import { activityCommands } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import { mailQueries } from '@kontor/contract/mail';
import { recordCommands, recordQueries, type Link, type RecordResult } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, field, heading, option, rows } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';
import { answerMails, mails } from '../../testing/mails.ts';

const { create, dismissSuggestion, link, linkMany, unlink } = recordCommands;
const [suggested] = recordQueries.links.example.result as [Link];
const linked: Link = { ...suggested, isSuggested: false, reason: 'hand', detail: 'Anna Berger', at: 1_795_219_200 };
const [shipyard] = recordQueries.search.example.result as [RecordResult];
const hall = { ...shipyard, idoId: 8, idoDisplayName: 'Umbau Halle 2', idoTitle: 'Umbau Halle 2' };
const [customers] = recordQueries.instances.example.result;
const SHIPYARD = { idoId: 7, idoInstanceId: 1 };

/** A mail of Paul Neumann’s, with its records. */
async function open(links: readonly Link[], given: Parameters<typeof renderAt>[1] = {}) {
  const app = await renderAt('/mails/all/all/main', {
    ...given,
    server: (server) => {
      answerMails(server, mails(3));
      server.answer(mailQueries.details, ({ aggregateId }) => ({
        ...mailQueries.details.example.result,
        aggregateId: formatAggregateId(aggregateId),
        subject: `Angebot ${aggregateId.entryId}`,
        mailModelAttachments: [],
        links: [...links],
      }));
      given.server?.(server);
    },
  });
  await rows().first().click();
  await expect.element(heading('Angebot 3')).toBeVisible();
  return app;
}
const line = page.getByRole('group', { name: 'Datensätze' });
/** One that is linked: it opens a menu. */
const chip = line.getByRole('button', { name: 'Werft Neumann, Kiel, Kunden', expanded: false });
const picker = page.getByRole('dialog', { name: 'Datensatz verknüpfen' });
const sought = () => picker.getByRole('combobox', { name: 'Datensatz suchen' });

describe('the records of a mail', () => {
  test('are suggested with the reason, linked by one click, and let go with a way back', async () => {
    const app = await open([suggested]);
    await expect.element(line.getByText('Adresse von Paul Neumann')).toBeVisible();
    await expectUsable(app);
    await button('Mit Werft Neumann, Kiel verknüpfen').click();
    await expect.element(line.getByText('Adresse von Paul Neumann')).not.toBeInTheDocument();
    await expect.poll(() => app.server.commandsOf(link)).toMatchObject([SHIPYARD]);
    await chip.click();
    await expect.element(page.getByRole('menu').getByText(/^Verknüpft von .+, /)).toBeVisible();
    await page.getByRole('menuitem', { name: 'Verknüpfung entfernen' }).click();
    await expect.element(page.getByText(/^Die Verknüpfung mit Werft Neumann.* ist entfernt\.$/)).toBeVisible();
    await expect.element(chip).not.toBeInTheDocument();
    await expect.poll(() => app.server.commandsOf(unlink)).toMatchObject([SHIPYARD]);
    await button('Rückgängig').click();
    await expect.element(chip).toBeVisible();
    await expect.poll(() => app.server.commandsOf(link)).toHaveLength(2);
  });

  test('say which rule has linked them', async () => {
    await open([{ ...linked, reason: 'rule', detail: 'Lieferungen zur Werft' }]);
    await chip.click();
    const why = page.getByRole('menu').getByText(/^Verknüpft von der Regel „Lieferungen zur Werft“, /);
    await expect.element(why).toBeVisible();
  });

  test('are suggested no more once somebody has said so', async () => {
    const { server } = await open([suggested]);
    await button('Werft Neumann, Kiel nicht mehr vorschlagen').click();
    await expect.element(page.getByText(/wird hier niemandem mehr vorgeschlagen/)).toBeVisible();
    await expect.element(line.getByText('Adresse von Paul Neumann')).not.toBeInTheDocument();
    await expect.poll(() => server.commandsOf(dismissSuggestion)).toMatchObject([SHIPYARD]);
  });

  test('are not linked where the server refuses it, which is said and tried again', async () => {
    const { server } = await open([suggested]);
    server.refuse(link, 'RECORD_TOO_MANY_LINKS');
    await button('Mit Werft Neumann, Kiel verknüpfen').click();
    await expect.element(button('Erneut versuchen')).toBeVisible();
    await expect.element(line.getByText('Adresse von Paul Neumann')).toBeVisible();
    server.restore(link);
    await button('Erneut versuchen').click();
    await expect.element(line.getByText('Adresse von Paul Neumann')).not.toBeInTheDocument();
    await expect.poll(() => server.commandsOf(link)).toHaveLength(2);
  });

  test.each(['refused', 'linked'])('are %s in their turn, behind what was done before', async (how) => {
    let release = (): void => undefined;
    const { server } = await open([suggested], { server: ({ hold }) => (release = hold(activityCommands.setState)) });
    if (how === 'refused') server.refuse(link, 'RECORD_TOO_MANY_LINKS');
    // That it was opened.
    await expect.poll(() => server.commandsOf(activityCommands.setState)).toHaveLength(1);
    await button('Mit Werft Neumann, Kiel verknüpfen').click();
    await expect.element(line.getByText('Adresse von Paul Neumann')).not.toBeInTheDocument();
    expect(server.commandsOf(link)).toEqual([]);
    release();
    await expect.poll(() => server.commandsOf(link)).toHaveLength(1);
    if (how === 'linked') await expect.element(chip).toBeVisible();
    else {
      await expect.element(button('Erneut versuchen')).toBeVisible();
      await expect.element(page.getByText(/^Der Server hat eine Änderung abgelehnt/)).not.toBeInTheDocument();
      await expect.element(line.getByText('Adresse von Paul Neumann')).toBeVisible();
    }
  });

  test('are pushed sideways on a phone', async () => {
    const app = await open([linked, { ...linked, idoId: 8, displayName: 'Umbau Halle 2' }], { size: PHONE });
    await expect.element(chip).toBeVisible();
    await expectUsable(app);
  });

  test('are in English for whoever wants it so', async () => {
    await open([suggested], { settings: { language: 'en' } });
    const records = page.getByRole('group', { name: 'Records' });
    await expect.element(records.getByText('Address of Paul Neumann')).toBeVisible();
    await expect.element(button('Link with Werft Neumann, Kiel', records)).toBeVisible();
  });

  test('are nobody’s business who may see none', async () => {
    await open([linked], { rights: { idoList: false } });
    expect(line.elements()).toEqual([]);
    await press('d');
    expect(dialog().elements()).toEqual([]);
    await press('Control+k');
    await page.getByRole('combobox').fill('Datensatz');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(page.getByText('Mit Datensatz verknüpfen').elements()).toEqual([]);
  });
});

describe('a record that is looked for', () => {
  test('is found and linked by keys alone, and let go by one', async () => {
    const app = await open([]);
    app.server.answer(recordQueries.search, ({ query }) => (query === 'P-88' ? [hall] : [shipyard, hall]));
    await press('d');
    await expect.element(sought()).toHaveFocus();
    await type('we');
    await expect.element(option(/Werft Neumann/, picker)).toBeVisible();
    await expectUsable(app);
    await sought().fill('P-88');
    await expect.element(option(/Werft Neumann/, picker)).not.toBeInTheDocument();
    await expect.element(option(/Umbau Halle 2/, picker)).toBeVisible();
    await press('Enter');
    const other = line.getByRole('button', { name: /^Umbau Halle 2/ });
    await expect.element(other).toBeVisible();
    await expect.poll(() => app.server.commandsOf(link)).toMatchObject([{ idoId: 8 }]);
    await press('z');
    await expect.element(other).not.toBeInTheDocument();
    await expect.poll(() => app.server.commandsOf(unlink)).toMatchObject([{ idoId: 8 }]);
  });

  test('is not found without a connection, which is said, and found once there is one', async () => {
    const app = await open([]);
    await press('d');
    await expect.element(sought()).toHaveFocus();
    app.server.cut(true);
    await type('werft');
    await expect.element(picker.getByText('Zum Suchen braucht es eine Verbindung.')).toBeVisible();
    await expectUsable(app);
    app.server.cut(false);
    await button('Erneut versuchen', picker).click();
    await expect.element(option(/Kiel/, picker)).toBeVisible();
    await press('Escape');
    await expect.element(picker).not.toBeInTheDocument();
  });

  test('is made where there is none, filled with who has written, and is linked', async () => {
    const app = await open([]);
    const person = ['firstName', 'lastName', 'email'].map((key) => ({
      ...(customers?.fields.leftColumn[0] ?? expect.fail('The example has no field')),
      key,
      label: { firstName: 'Vorname', lastName: 'Nachname', email: 'E-Mail' }[key] ?? key,
      isRequired: false,
    }));
    const contacts = {
      ...(customers ?? expect.fail('The example has no kind')),
      ID: 2,
      Name: 'Kontakte',
      IsTheInstanceWhereAuthenticatedUserCreatedTheLastIdo: false,
      fields: { leftColumn: person, rightColumn: [], contactPerson: [] },
    };
    app.server.answer(recordQueries.instances, [contacts, customers ?? contacts]);
    await button('Datensatz verknüpfen', line).click();
    await option(/„Paul Neumann“ anlegen …/, picker).click();
    const form = page.getByRole('dialog', { name: 'Neuer Datensatz' });
    await field('Art', form).selectOptions('Kontakte');
    await expect.element(field(/Nachname/, form)).toHaveValue('Neumann');
    await expect.element(field(/E-Mail/, form)).toHaveValue('paul.neumann@werft.example');
    await expectUsable(app);
    await button('Anlegen und verknüpfen', form).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(() => app.server.commandsOf(link)).toMatchObject([{ idoId: 7, idoInstanceId: 2 }]);
    await expect
      .poll(() => app.server.commandsOf(create))
      .toEqual([
        {
          idoInstanceId: 2,
          jsonPayload: {
            values: { firstName: 'Paul', lastName: 'Neumann', email: 'paul.neumann@werft.example' },
          },
        },
      ]);
    await expect.element(line.getByRole('button', { name: /Paul Neumann/ })).toBeVisible();
  });

  test('is not offered to be made to who may make none', async () => {
    await open([], { rights: { createIdo: false } });
    await press('d');
    await expect.element(sought()).toHaveFocus();
    await type('Neu');
    await expect.element(option(/Werft Neumann/, picker)).toBeVisible();
    expect(picker.getByText(/anlegen/).elements()).toEqual([]);
  });

  test('is linked with several mails at once', async () => {
    const { server } = await open([]);
    server.answer(linkMany, ({ aggregateIds }) => ({
      missing: [],
      linked: aggregateIds.map(formatAggregateId),
    }));
    await press('Escape', 'x', 'J', 'd');
    const many = page.getByRole('dialog', { name: /^2\sEinträge mit einem Datensatz verknüpfen$/ });
    await expect.element(many).toBeVisible();
    await type('werft');
    await option(/Werft Neumann/, many).click();
    await expect.element(page.getByText(/^2\sEinträge sind mit Werft Neumann.* verknüpft\.$/)).toBeVisible();
    await expect
      .poll(() => server.commandsOf(linkMany))
      .toMatchObject([{ ...SHIPYARD, aggregateIds: [{ entryId: 3 }, { entryId: 2 }] }]);
  });
});
