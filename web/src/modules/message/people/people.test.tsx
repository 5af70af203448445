import { sessionQueries } from '@kontor/contract/account';
import { messageCommands, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE } from '../../../testing/app.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, dialog, option } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { aReceiver, aText } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { OPEN, TOLD, USERS, aUser, editor, log, openMessage } from '../testing.ts';

const { addPeople, leave } = messageCommands;
const answerUsers = (server: FakeServer): void =>
  server.answer(sessionQueries.moduleUsers, [...USERS, aUser(4, 'Dora Engel'), aUser(5, 'Emil Frost')]);
const who = () => page.getByRole('combobox', { name: 'Wer dazukommt' });
const choose = async (name: string): Promise<void> => {
  await type(name);
  await expect.element(option(new RegExp(name), dialog())).toBeVisible();
  await press('Enter');
};
const open = (details = OPEN, given: Parameters<typeof openMessage>[1] = {}) =>
  openMessage(details, {
    ...given,
    server: (server) => {
      answerUsers(server);
      given.server?.(server);
    },
  });

describe('people of an open message', () => {
  test('become more, by keys alone, and it is said who came and who could not', async () => {
    const app = await open();
    app.server.answer(addPeople, { added: [4], leftOut: [5] });
    (button('Personen hinzufügen').element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(who()).toHaveFocus();
    await expectUsable(app);
    await choose('Dora');
    await choose('Emil');
    await press('Tab', 'Space');
    await expect.element(dialog().getByRole('checkbox', { name: /^Sie sehen auch/ })).toBeChecked();
    app.server.answer(messageQueries.details, {
      ...OPEN,
      receiverCount: 3,
      receivers: [...OPEN.receivers, aReceiver(4, 'Dora Engel')],
    });
    await press('Enter');
    await expect.element(page.getByText('Hinzugefügt: Dora Engel.')).toBeVisible();
    await expect.element(page.getByText(/^Nicht hinzugefügt: Emil Frost\./)).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => app.server.commandsOf(addPeople)).toMatchObject([{ addressee: [4, 5], withHistory: true }]);
    await expect.element(page.getByRole('region', { name: 'Empfänger' }).getByText('Dora Engel')).toBeVisible();
  });

  test('are not offered where they are in it already, on whatever page they stand', async () => {
    const app = await open(
      { ...OPEN, receiverCount: 150 },
      {
        server: (server) =>
          server.answer(messageQueries.receivers, ({ page: at }) => ({
            count: 150,
            receivers: at === 2 ? [aReceiver(4, 'Dora Engel')] : OPEN.receivers,
          })),
      },
    );
    await button('Personen hinzufügen').click();
    await expect.element(who()).toHaveFocus();
    await expect.poll(() => app.server.queriesOf(messageQueries.receivers).map(({ page: at }) => at)).toContain(2);
    await type('Dora');
    await expect.element(dialog().getByText(/^Niemand, der Nachrichten sehen darf/)).toBeVisible();
    await who().fill('Emil');
    await expect.element(option(/Emil Frost/, dialog())).toBeVisible();
    await button('Hinzufügen', dialog()).click();
    await expect.element(dialog().getByText('Wählen Sie, wer dazukommt.')).toBeVisible();
    expect(app.server.commandsOf(addPeople)).toEqual([]);
  });

  test.each([
    [false, /^Niemand, der Nachrichten sehen darf/],
    [true, /^Dora Engel/],
  ])('have who began it offered once they have left it: %s', async (hasSenderLeft, offered) => {
    await open({ ...OPEN, senderUserId: 4, hasSenderLeft });
    await button('Personen hinzufügen').click();
    await expect.element(who()).toHaveFocus();
    await type('Dora');
    await expect.element(dialog().getByText(offered).first()).toBeVisible();
  });

  test.each([
    ['MESSAGE_TOO_MANY_RECEIVERS', { max: 199 }, /^Das sind zu viele: .* höchstens 199\sPersonen\.$/],
    ['MESSAGE_RECEIVERS_NONE', undefined, /^Niemand von denen, die Sie gewählt haben/],
    ['RIGHT_MISSING', undefined, /dürfen zu dieser Nachricht niemanden hinzufügen/],
    ['PARAMETERS_INVALID', undefined, /^Niemand wurde hinzugefügt\. Versuchen Sie/],
  ])('that are refused with %s stay chosen, and are tried again', async (code, data, words) => {
    const app = await open();
    app.server.refuse(addPeople, code, data);
    await button('Personen hinzufügen').click();
    await expect.element(who()).toHaveFocus();
    await choose('Dora');
    await press('Enter');
    await expect.element(dialog().getByText(words)).toBeVisible();
    app.server.answer(addPeople, { added: [], leftOut: [] });
    await button('Hinzufügen', dialog()).click();
    await expect.element(page.getByText('Alle, die Sie gewählt haben, sind schon dabei.')).toBeVisible();
    expect(app.server.commandsOf(addPeople).length).toBe(2);
  });

  test('need a connection, which is said', async () => {
    const app = await open();
    await expect.poll(app.isLive).toBe(true);
    await button('Personen hinzufügen').click();
    await expect.element(who()).toHaveFocus();
    await choose('Dora');
    app.server.cut(true);
    await press('Enter');
    await expect.element(dialog().getByText('Zum Hinzufügen braucht es eine Verbindung.')).toBeVisible();
    app.server.cut(false);
  });

  test('that could not be loaded are asked for again', async () => {
    const app = await open(OPEN, { server: (server) => server.refuse(sessionQueries.moduleUsers, 'NOT_FOUND') });
    await button('Personen hinzufügen').click();
    await expect.element(dialog().getByText('Wen Sie hinzufügen können, war nicht zu laden.')).toBeVisible();
    answerUsers(app.server);
    await button('Erneut versuchen', dialog()).click();
    await expect.element(who()).toBeVisible();
  });

  test('are added from behind the title on a phone', async () => {
    const app = await open(OPEN, { size: PHONE });
    app.server.answer(addPeople, { added: [4], leftOut: [] });
    await button(/^Empfänger/).click();
    await page.getByRole('menuitem', { name: 'Personen hinzufügen' }).click();
    await expect.element(who()).toHaveFocus();
    await expectUsable(app);
    await choose('Dora');
    await press('Enter');
    await expect.poll(() => app.server.commandsOf(addPeople)).toMatchObject([{ addressee: [4], withHistory: false }]);
  });

  test.each([
    ['a message that is not open', TOLD, {}],
    ['who may begin none', OPEN, { rights: { createMessage: false } }],
    ['who has left it', { ...OPEN, changeable: false, leftAt: '2026-11-23T09:30:00.000Z' }, {}],
  ])('are not added to or by %s', async (_whom, details, given) => {
    await open(details, given);
    await expect.element(page.getByRole('region', { name: 'Empfänger' })).toBeVisible();
    expect(button('Personen hinzufügen').elements()).toEqual([]);
  });
});

describe('an open message', () => {
  test('is left after a question, and says so in the place of the editor', async () => {
    const app = await open();
    app.server.refuse(leave, 'PARAMETERS_INVALID');
    await button('Weitere Aktionen').click();
    await page.getByRole('menuitem', { name: 'Nachricht verlassen' }).click();
    await expect.element(dialog().getByText(/Wer noch dabei ist, kann Sie wieder hinzufügen/)).toBeVisible();
    await button('Verlassen', dialog()).click();
    await expect.element(dialog().getByText('Sie sind noch dabei. Versuchen Sie es noch einmal.')).toBeVisible();
    app.server.answer(leave, {});
    app.server.answer(messageQueries.details, { ...OPEN, changeable: false, leftAt: '2026-11-23T09:30:00.000Z' });
    await button('Verlassen', dialog()).click();
    await expect
      .element(page.getByText(/^Sie haben diese Nachricht verlassen \(.*23\. November 2026.*10:30\)/))
      .toBeVisible();
    expect(editor().elements()).toEqual([]);
    expect(app.server.commandsOf(leave).length).toBe(2);
    await button('Weitere Aktionen').click();
    await expect.element(page.getByRole('menuitem', { name: 'In dieser Nachricht suchen' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: /verlassen|stumm/i }).elements()).toEqual([]);
    await press('Escape');
    await expectUsable(app);
  });

  test('is not to be left where it is not open', async () => {
    await open(TOLD);
    await button('Weitere Aktionen').click();
    await expect.element(page.getByRole('menuitem', { name: 'Eine Stunde stumm' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Nachricht verlassen' }).elements()).toEqual([]);
  });

  test('says at its beginning that there were texts before who came later', async () => {
    const later = { ...OPEN, texts: [aText(4, 2, 'Willkommen.')], hasMore: false, joinedNo: 4, lastNo: 4, readNo: 4 };
    await open(later);
    await expect.element(log()).toMatchTextContent(/^Sie sind später dazugekommen\. .*Willkommen\./);
  });

  test('says so too where nothing was said since', async () => {
    await open({ ...OPEN, texts: [], hasMore: false, joinedNo: 4, lastNo: 3, readNo: 3 });
    await expect.element(log()).toMatchTextContent(/^Sie sind später dazugekommen\./);
    expect(log().element().textContent).not.toContain('noch nichts gesagt');
  });
});
