// The drawer of colleagues, which may stand beside the page.
import '../../../shell/people/people.css';
import { administrationCommands, administrationQueries, type PersonInfo } from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field, heading, link, menu } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { focused } from '../../../testing/keys.ts';

const { people } = administrationQueries;
const { invite, savePerson, setUnlocked } = administrationCommands;
const [ben] = people.example.result as [PersonInfo];
const anna: PersonInfo = {
  ...ben,
  id: 1,
  userName: 'anna',
  firstName: 'Anna',
  lastName: 'Berger',
  isAdministrator: true,
};
const row = (name: RegExp) => page.getByRole('button', { name });

async function open(size?: typeof PHONE) {
  const app = await renderAt('/settings/people', {
    server: (server) => server.answer(people, [anna, ben]),
    ...(size === undefined ? {} : { size }),
  });
  await expect.element(row(/Ben Carstens/)).toBeVisible();
  return app;
}
async function openBen() {
  const app = await open();
  await row(/Ben Carstens/).click();
  await expect.element(heading('Ben Carstens')).toBeVisible();
  return app;
}

describe('the people of an instance', () => {
  test('stand in a list, and are found by name', async () => {
    const app = await open();
    await expect.element(page.getByText('2 Personen', { exact: true })).toBeVisible();
    await expect.element(row(/Anna Berger.*Sie.*Verwaltung/)).toBeVisible();
    const edges = (name: RegExp) => row(name).element().getBoundingClientRect();
    expect(edges(/Ben Carstens/).top).toBeGreaterThanOrEqual(edges(/Anna Berger.*Sie/).bottom);
    await expectUsable(app);
    await page.getByRole('searchbox', { name: 'Name oder Adresse suchen' }).fill('carst');
    await expect.element(page.getByText('1 von 2 Personen')).toBeVisible();
    await expect.element(row(/Anna Berger.*Sie/)).not.toBeInTheDocument();
  });

  test('can be used on a phone', async () => {
    await expectUsable(await open(PHONE));
  });

  test('are nobody’s business who administers nothing', async () => {
    await renderAt('/settings/people', { isAdministrator: false });
    await expect.element(link('Allgemein')).toBeVisible();
    await expect.poll(() => location.pathname).toBe('/settings/common');
    const settings = page.getByRole('navigation', { name: 'Einstellungen' });
    const name = /Personen|Instanz|Protokoll|Gruppen|Menüeinträge/;
    expect(link(name, settings).elements()).toEqual([]);
  });
});

describe('somebody who is invited', () => {
  test('needs a name that nobody has yet', async () => {
    const app = await open();
    await button('Person einladen').click();
    await field('Vorname').fill('Cora');
    await button('Einladen').click();
    await expect.element(page.getByText('Bitte ausfüllen.')).toBeVisible();
    expect(app.server.commandsOf(invite)).toEqual([]);
    app.server.refuse(invite, 'USER_NAME_TAKEN');
    await field('Benutzername').fill('Anna');
    await button('Einladen').click();
    await expect.element(page.getByText('Diesen Benutzernamen gibt es schon.')).toBeVisible();
    await expectUsable(app);
  });

  test('is given a link by hand where no mail can be sent', async () => {
    const app = await open();
    const made = {
      userId: 3,
      mailed: false,
      link: 'https://kontor.example/#reset=abc',
      expiresAt: '2026-11-28T08:00:00.000Z',
    };
    app.server.answer(invite, made);
    await button('Person einladen').click();
    await field('Benutzername').fill('cora');
    await button('Einladen').click();
    await expect.element(field('Link', dialog())).toHaveValue(made.link);
    await expectUsable(app);
    await button('Fertig').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(invite))
      .toMatchObject([{ userName: 'cora', isAdministrator: false }]);
  });

  test('is marked in the list until they have come', async () => {
    const invited = { ...ben, hasPassword: false, lastUsedAt: null, linkUntil: '2099-11-28T08:00:00.000Z' };
    await renderAt('/settings/people', { server: (server) => server.answer(people, [anna, invited]) });
    await expect.element(row(/Ben Carstens.*Eingeladen/)).toBeVisible();
  });
});

describe('a person', () => {
  test('is given and taken rights, and comes back to the list as it was', async () => {
    const app = await open();
    await page.getByRole('searchbox', { name: 'Name oder Adresse suchen' }).fill('carst');
    await row(/Ben Carstens/).click();
    const mails = checkbox('E-Mails', page.getByRole('group', { name: 'Sehen' }));
    await expect.element(mails).toBeChecked();
    await expectUsable(app);
    await mails.click();
    await button('Speichern').click();
    await expect.element(page.getByText('Gespeichert. Die Rechte gelten sofort.')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(savePerson)).toMatchObject([{ userId: 2, rights: ['createMail'] }]);
    await button('Alle Personen').click();
    await expect.poll(focused).toContain('Ben Carstens');
    await expect.element(page.getByRole('searchbox', { name: 'Name oder Adresse suchen' })).toHaveValue('carst');
  });

  test('is locked after a question, and unlocked', async () => {
    const { server } = await openBen();
    server.answer(setUnlocked, ({ isUnlocked }) => {
      server.answer(people, [anna, { ...ben, isUnlocked }]);
      return {};
    });
    await button('Sperren').click();
    await button('Sperren', dialog()).click();
    await expect.element(page.getByText('Die Person ist gesperrt.')).toBeVisible();
    await button('Freischalten').click();
    await expect.element(page.getByText('Die Person ist freigeschaltet.')).toBeVisible();
    await expect
      .poll(() => server.commandsOf(setUnlocked))
      .toEqual([
        { userId: 2, isUnlocked: false },
        { userId: 2, isUnlocked: true },
      ]);
  });

  test('stays an administrator where there is no other', async () => {
    const { server } = await open();
    server.refuse(savePerson, 'LAST_ADMINISTRATOR');
    await row(/Anna Berger.*Verwaltung/).click();
    await checkbox(/^Verwaltet diese Instanz/).click();
    await button('Speichern').click();
    await expect.element(page.getByText('Das ist die letzte Person, die diese Instanz verwalten kann.')).toBeVisible();
  });

  test('is asked about before it is left unsaved', async () => {
    await openBen();
    await field('Vorname').fill('Benno');
    await link(/^E-Mails/, menu()).click();
    await dialog().getByRole('button', { name: 'Bleiben' }).last().click();
    await expect.element(field('Vorname')).toHaveValue('Benno');
  });
});
