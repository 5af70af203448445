import {
  administrationQueries,
  groupCommands,
  groupEvents,
  groupQueries,
  type Group,
  type PersonInfo,
} from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading, link, menu, option } from '../../../testing/find.ts';
import { focused, press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { groups } = groupQueries;
const { createGroup, changeGroup, deleteGroup, restoreGroup } = groupCommands;
const [service] = groups.example.result as [Group];
const [example] = administrationQueries.people.example.result as [PersonInfo];
const people = ['Anna Berger', 'Ben Krüger', 'Chris Okafor'].map((name, index): PersonInfo => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { ...example, id: index + 1, userName: firstName.toLowerCase(), firstName, lastName };
});
const group = (name: string, userIds: number[], groupId = 4): Group => ({ ...service, groupId, name, userIds });

async function open(all: Group[], size = {}) {
  const app = await renderAt('/settings/groups', {
    ...size,
    server: (server) => {
      server.answer(groups, all);
      server.answer(administrationQueries.people, people);
    },
  });
  await expect.element(button('Neue Gruppe')).toBeVisible();
  return app;
}
const row = (name: RegExp) => page.getByRole('button', { name });
const name = () => field('Name');
const members = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

describe('the groups of an instance', () => {
  test('are none at first', async () => {
    const app = await open([]);
    await expect.element(page.getByText('Noch keine Gruppen')).toBeVisible();
    await expectUsable(app);
  });

  test('are found by their names and members, and follow what others change', async () => {
    const app = await open([group('Service', [2, 3])]);
    await expect.element(row(/Service.*2 Mitglieder: Ben Krüger, Chris Okafor/)).toBeVisible();
    app.server.answer(groups, [group('Büro', [1], 5), group('Service', [2, 3]), group('Vertrieb', [1], 6)]);
    app.server.happen(groupEvents.groupsChanged, ['groups', ...groups.refreshOn({})]);
    await members('3 Gruppen');
    await expectUsable(app);
    await page.getByRole('searchbox', { name: 'Gruppe oder Mitglied suchen' }).fill('okafor');
    await expect.element(page.getByText('1 von 3 Gruppen')).toBeVisible();
  });

  test('go away by their button, and come back by Undo', async () => {
    const { server } = await open([group('Service', [2, 3])]);
    server.answer(deleteGroup, () => {
      server.answer(groups, []);
      return {};
    });
    server.answer(restoreGroup, () => {
      server.answer(groups, [group('Service', [2, 3])]);
      return group('Service', [2, 3]);
    });
    await button('Service löschen').click();
    await expect.element(page.getByText('Service ist gelöscht.')).toBeVisible();
    await expect.element(row(/Service.*Mitglieder/)).not.toBeInTheDocument();
    await press('z');
    await expect.element(row(/Service.*2 Mitglieder/)).toBeVisible();
    await expect.poll(() => server.commandsOf(restoreGroup)).toEqual([{ groupId: 4 }]);
  });
});

describe('a group', () => {
  test('is made with the keys alone', async () => {
    const app = await open([]);
    (button('Neue Gruppe').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(name()).toHaveFocus();
    await press('Enter');
    await expect.element(page.getByText('Geben Sie der Gruppe einen Namen.')).toBeVisible();
    await type('Service');
    await press('Tab');
    await type('xyz');
    await expect.element(page.getByText('So heißt niemand, der noch nicht dabei ist.')).toBeVisible();
    await press('Backspace', 'Backspace', 'Backspace');
    await type('kru');
    await expect.element(option(/Ben Krüger/)).toBeVisible();
    await expectUsable(app);
    await press('Enter');
    await members('1 Mitglied');
    await type('chris');
    await press('Enter');
    await members('2 Mitglieder');
    // The last one out again, by the empty field, and back in.
    await press('Backspace');
    await members('1 Mitglied');
    await type('oka');
    await press('Enter');
    await members('2 Mitglieder');
    app.server.answer(createGroup, ({ name, userIds }) => {
      app.server.answer(groups, [group(name, userIds)]);
      return group(name, userIds);
    });
    for (let n = 0; n < 8 && focused() !== 'Anlegen'; n += 1) await press('Tab');
    await press('Enter');
    await expect.element(page.getByText('Service ist gespeichert.')).toBeVisible();
    await expect.element(row(/Service.*2 Mitglieder: Ben Krüger, Chris Okafor/)).toBeVisible();
    await expect.poll(focused).toContain('Service');
    await expect.poll(() => app.server.commandsOf(createGroup)).toEqual([{ name: 'Service', userIds: [2, 3] }]);
  });

  test('has a name that no other has', async () => {
    const { server } = await open([group('Service', [2])]);
    server.refuse(createGroup, 'NAME_TAKEN');
    await button('Neue Gruppe').click();
    await name().fill('sErViCe');
    await button('Anlegen').click();
    await expect.element(page.getByText('So heißt schon eine andere Gruppe.')).toBeVisible();
    await button('Alle Gruppen').click();
    await button('Verwerfen', dialog()).click();
    await expect.element(heading('Gruppen')).toBeVisible();
  });

  test('is asked about before it is left unsaved', async () => {
    await open([group('Service', [2])]);
    await row(/Service.*1 Mitglied/).click();
    await name().fill('Service Nord');
    await link(/^E-Mails/, menu()).click();
    await dialog().getByRole('button', { name: 'Bleiben' }).last().click();
    await expect.element(name()).toHaveValue('Service Nord');
  });

  test('that somebody else has changed meanwhile is shown as it is by now', async () => {
    const app = await open([group('Service', [2, 3])]);
    await row(/Service.*2 Mitglieder/).click();
    await name().fill('Service Nord');
    const theirs = { ...group('Service', [1, 2, 3]), aggregateVersion: 2 };
    app.server.answer(groups, [theirs]);
    app.server.refuse(changeGroup, 'VERSION_CONFLICT', theirs);
    await button('Speichern').click();
    await expect.element(page.getByText('Diese Gruppe wurde inzwischen geändert.')).toBeVisible();
    await expectUsable(app);
    await button('Meine Änderungen verwerfen').click();
    await members('3 Mitglieder');
    app.server.restore(changeGroup);
    await button('Anna Berger herausnehmen').click();
    await button('Speichern').click();
    await expect
      .poll(() => app.server.commandsOf(changeGroup).at(-1))
      .toEqual({
        groupId: 4,
        name: 'Service',
        userIds: [2, 3],
        aggregateVersion: 2,
      });
  });

  test('is made on a phone, too', async () => {
    const app = await open([group('Unterwegs', [1, 2, 3])], { size: PHONE });
    await expectUsable(app);
    await button('Neue Gruppe').click();
    await name().fill('Nord');
    await page.getByRole('combobox', { name: 'Mitglied hinzufügen' }).fill('ben');
    await option(/Ben Krüger/).click();
    await expectUsable(app);
    await button('Anlegen').click();
    await expect.poll(() => app.server.commandsOf(createGroup)).toEqual([{ name: 'Nord', userIds: [2] }]);
  });
});
