import { recordActivityCommands, recordActivityQueries } from '@kontor/contract/memo';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, field } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { communicationTypes } = recordActivityQueries;
const { saveCommunicationTypes } = recordActivityCommands;
type Kept = { id: number; communicationType: string };
const call = { id: 1, communicationType: 'Telefonat' };
const visit = { id: 2, communicationType: 'Ortstermin' };
const fair = { id: 9, communicationType: 'Messe' };
const offered = (kept: readonly Kept[]) => kept.map((type) => ({ ...type, isOffered: true }));

async function open() {
  const app = await renderAt('/settings/communicationTypes', {
    server: (server) => server.answer(communicationTypes, offered([call, visit])),
  });
  await expect.element(field('Name von Ortstermin')).toBeVisible();
  return app;
}
const nameOf = (name: string) => field(`Name von ${name}`);
const saves = (kept: readonly Kept[]) => () => ({ types: [...kept] });

async function add(name: string): Promise<void> {
  await field('Neue Gesprächsart').fill(name);
  await press('Enter');
  await expect.element(nameOf(name)).toBeVisible();
}

describe('the kinds of conversation', () => {
  test('are edited on while they are saved and read anew, with nothing lost or there twice', async () => {
    const app = await open();
    const { server } = app;
    await expectUsable(app);
    await add('Messe');
    const answer = server.hold(saveCommunicationTypes);
    server.answer(saveCommunicationTypes, saves([call, visit, fair]));
    await button('Speichern').click();
    await nameOf('Messe').fill('Messestand');
    server.answer(communicationTypes, offered([call, visit, fair]));
    const list = server.hold(communicationTypes);
    answer();
    await expect.element(page.getByText('Die Gesprächsarten sind gespeichert.')).toBeVisible();
    await nameOf('Messestand').fill('Messebesuch');
    list();
    await expect.poll(() => server.queriesOf(communicationTypes)).toHaveLength(2);
    await expect.element(nameOf('Messebesuch')).toHaveFocus();
    server.answer(saveCommunicationTypes, saves([call, visit, { ...fair, communicationType: 'Messebesuch' }]));
    await button('Speichern').click();
    await expect.poll(() => server.commandsOf(saveCommunicationTypes)).toHaveLength(2);
    expect(server.commandsOf(saveCommunicationTypes)).toEqual([
      { types: [call, visit, { id: null, communicationType: 'Messe' }], known: [call, visit] },
      { types: [call, visit, { ...fair, communicationType: 'Messebesuch' }], known: [call, visit, fair] },
    ]);
  });

  test('go out with the keys, and the focus stays on the page', async () => {
    await open();
    (button('Ortstermin nicht mehr anbieten').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(nameOf('Ortstermin')).not.toBeInTheDocument();
    await expect.element(field('Neue Gesprächsart')).toHaveFocus();
    await button('Ortstermin wieder anbieten').click();
    await expect.element(nameOf('Ortstermin')).toBeVisible();
    await expect.element(field('Neue Gesprächsart')).toHaveFocus();
  });

  test('keep who types in a new one where they are when the list comes anew', async () => {
    const { server } = await open();
    await add('Messe');
    server.answer(saveCommunicationTypes, () => {
      server.answer(communicationTypes, offered([call, visit, fair]));
      return { types: [call, visit, fair] };
    });
    await nameOf('Messe').click();
    await press('Enter');
    await expect.poll(() => server.queriesOf(communicationTypes)).toHaveLength(2);
    await expect.element(button('Speichern')).toBeDisabled();
    await expect.element(nameOf('Messe')).toHaveFocus();
  });

  test.each([
    ['Meine speichern', [{ types: [call, { ...visit, communicationType: 'Besuch' }] }], 'Besuch'],
    ['Die neue Liste nehmen', [], 'Termin'],
  ])('that somebody else has changed meanwhile are not written over: %s', async (choice, sent, name) => {
    const { server } = await open();
    await nameOf('Ortstermin').fill('Besuch');
    server.refuse(saveCommunicationTypes, 'COMMUNICATION_TYPES_CONFLICT');
    server.answer(communicationTypes, offered([call, { ...visit, communicationType: 'Termin' }]));
    await button('Speichern').click();
    await expect.element(page.getByText(/Jemand hat die Liste inzwischen geändert/)).toBeVisible();
    await expect.poll(() => server.queriesOf(communicationTypes)).toHaveLength(2);
    server.answer(saveCommunicationTypes, () => {
      server.answer(communicationTypes, offered([call, { ...visit, communicationType: 'Besuch' }]));
      return { types: [call, { ...visit, communicationType: 'Besuch' }] };
    });
    await button(choice).click();
    await expect.element(nameOf(name)).toBeVisible();
    await expect.poll(() => server.commandsOf(saveCommunicationTypes).slice(1)).toEqual(sent);
    await expect.element(button('Speichern')).toBeDisabled();
  });
});
