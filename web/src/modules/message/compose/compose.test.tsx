import { activityQueries } from '@kontor/contract/activity';
import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { writingQueries } from '@kontor/contract/mail';
import { messageCommands } from '@kontor/contract/message';
import { recordQueries, type RecordResult } from '@kontor/contract/record';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt, type App } from '../../../testing/app.ts';
import { aRow } from '../../../testing/fake-lists.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button, checkbox, heading, option, rows } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { aMessage, aText, answerMessage, messageDetails, messageId } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { PEOPLE, answerPeople } from '../../presence/testing.ts';
import { newMessageHref, type Beginning } from './address.ts';

const { composeSend } = messageCommands;
const to = () => page.getByRole('combobox', { name: 'An' });
const editor = () => page.getByRole('textbox', { name: 'Ihre Nachricht' });
const [GROUP, PERSON] = sessionQueries.moduleUsers.example.result as [FilterUser, FilterUser];
const USERS: FilterUser[] = [
  { ...GROUP, groupId: 4, groupName: 'Service', userIds: [1, 2, 3] },
  ...PEOPLE.map(({ id, name }) => ({ ...PERSON, userId: id, userIds: [id], fullName: name })),
];
const SENT = messageDetails(
  aMessage(18, 'Wer kommt?', { lastBy: 1, unread: 0 }, { status: 2 }),
  [aText(0, 1, 'Wer kommt?')],
  { senderUserId: 1, aggregateId: messageId(18) },
);

async function open(beginning: Beginning = {}, given: Parameters<typeof renderAt>[1] = {}): Promise<App> {
  const app = await renderAt(newMessageHref('d1', beginning), {
    ...given,
    server: (server) => {
      answerPeople(server);
      server.answer(sessionQueries.moduleUsers, USERS);
      answerMessage(server, SENT);
      server.answer(composeSend, { aggregateId: messageId(18), leftOut: [], waitingId: null });
      given.server?.(server);
    },
  });
  await expect.element(heading('Neue Nachricht')).toBeVisible();
  return app;
}
const answerTemplates = (server: FakeServer, Content: string): void => {
  const line = { draftKey: '', byName: '', Time: '', receivers: '', version: 1, hasAttachments: false };
  const { result } = writingQueries.accounts.example;
  const templates = [{ ...line, ID: 7, Name: 'Lieferzeit', subject: 'Wann es kommt' }];
  server.answer(writingQueries.accounts, { ...result, templates });
  server.answer(writingQueries.fillTemplate, { ...writingQueries.fillTemplate.example.result, Content });
};
async function choose(name: string): Promise<void> {
  await to().fill(name.slice(0, 4));
  await option(new RegExp(name)).click();
}

describe('a new message', () => {
  test('goes to those who were chosen, and is opened', async () => {
    const app = await open();
    await expect.element(to()).toHaveFocus();
    await choose('Ben Krüger');
    await expectUsable(app);
    await editor().click();
    await type('Wer kommt?');
    await press('Control+Enter');
    await expect.element(page.getByRole('log', { name: 'Texte' })).toBeVisible();
    expect(app.server.commandsOf(composeSend)).toMatchObject([
      { addressee: [2], messageContent: '<p>Wer kommt?</p>', sendState: 3, status: 1, isOpen: false, origin: null },
    ]);
    expect(page.getByRole('tab', { name: 'Neue Nachricht' }).elements()).toEqual([]);
  });

  test('has a template of mails put in by `!`, without its signature', async () => {
    const content = '<p>Wir liefern am Freitag.</p><div data-kontor-signature="3"><p>Anna Berger</p></div>';
    const app = await open({ to: [2] }, { server: (server) => answerTemplates(server, content) });
    await editor().click();
    await type('!lief');
    const list = page.getByRole('listbox', { name: 'Vorlagen' });
    await expect.element(list.getByRole('option')).toHaveTextContent('LieferzeitWann es kommt');
    await expectUsable(app);
    await press('Enter');
    await expect.element(editor()).toHaveTextContent('Wir liefern am Freitag.');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(composeSend))
      .toMatchObject([{ messageContent: '<p>Wir liefern am Freitag.</p>' }]);
    expect(app.server.queriesOf(writingQueries.fillTemplate)).toMatchObject([{ templateId: 7 }]);
  });

  test('names who is in a group that it goes to, and a record', async () => {
    const [shipyard] = recordQueries.search.example.result as [RecordResult];
    const app = await open({}, { server: (server) => server.answer(recordQueries.search, [shipyard]) });
    await choose('Service');
    await editor().click();
    await type('@chr');
    await option(/Chris Okafor/).click();
    await type(' fragt wegen #werft');
    await option(new RegExp(shipyard.idoTitle)).click();
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(composeSend)[0]?.messageContent)
      .toMatch(new RegExp(`data-mention="3".*data-record="${shipyard.instanceId}-${shipyard.idoId}"`));
  });

  test('to a group says who reads what', async () => {
    const app = await open({ to: [2] });
    await choose('Service');
    await choose('Chris Okafor');
    await checkbox(/^Alle lesen alles/).click();
    expect(checkbox(/^Empfänger sehen einander/).elements()).toEqual([]);
    await editor().click();
    await type('Wann?');
    await button('Senden').click();
    await expect
      .poll(() => app.server.commandsOf(composeSend))
      .toMatchObject([{ addressee: [2, { groupId: 4 }, 3], isOpen: true }]);
  });

  test('goes to mail addresses that are typed or pasted, and says that they get a mail', async () => {
    const app = await open();
    await expect.element(to()).toHaveAttribute('placeholder', 'Name, Gruppe oder E-Mail-Adresse');
    await to().fill('paul@werft.example');
    await expect.element(option(/paul@werft\.example/)).toMatchTextContent(/per E-Mail/);
    await press('Enter');
    await expect.element(page.getByText(/paul@werft\.example bekommt eine E-Mail/)).toBeVisible();
    await to().fill('rita@reederei.example');
    await press(',');
    await expect.element(page.getByText(/rita@reederei\.example bekommen je eine E-Mail/)).toBeVisible();
    await expect.element(to()).toHaveValue('');
    // The same once more is no other one, and what is no address stays as it is typed.
    await to().fill('Paul@Werft.example');
    await press(',');
    await to().fill('paul@werft');
    await press('Enter');
    await expect.element(to()).toHaveValue('paul@werft');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '"Frank Vogt" <frank@kran.example>; tom@kran.example');
    await to().fill('');
    to()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    await expect.element(button('Frank Vogt nicht wählen')).toBeVisible();
    await choose('Ben Krüger');
    expect(checkbox(/^Alle lesen alles/).elements()).toEqual([]);
    await expectUsable(app);
    await editor().click();
    await type('Wer kommt?');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(composeSend))
      .toMatchObject([
        {
          addressee: [
            { address: 'paul@werft.example', name: '' },
            { address: 'rita@reederei.example', name: '' },
            { address: 'frank@kran.example', name: 'Frank Vogt' },
            { address: 'tom@kran.example', name: '' },
            2,
          ],
          isOpen: false,
        },
      ]);
  });

  test('says why it does not go to an address', async () => {
    const app = await open({ to: [2] });
    app.server.refuse(composeSend, 'MESSAGE_SENDER_MISSING');
    await to().fill('paul@werft.example');
    await editor().click();
    await type('Hallo');
    await press('Control+Enter');
    await expect.element(page.getByText(/nur schreiben, wenn Sie E-Mails senden dürfen/)).toBeVisible();
    expect(app.server.commandsOf(composeSend)).toMatchObject([
      { addressee: [2, { address: 'paul@werft.example', name: '' }] },
    ]);
  });

  test('to nobody, or without a word, says so', async () => {
    const app = await open();
    await expect.element(to()).toBeVisible();
    await button('Senden').click();
    await expect.element(page.getByText('Wählen Sie, wem Sie schreiben.')).toBeVisible();
    await expect.element(page.getByText('Schreiben Sie, was Sie fragen oder sagen möchten.')).toBeVisible();
    expect(app.server.commandsOf(composeSend)).toEqual([]);
  });

  test('that is refused says why, and is written on', async () => {
    const app = await open({ to: [2] });
    app.server.refuse(composeSend, 'MESSAGE_RECEIVERS_NONE');
    await editor().click();
    await type('Hallo');
    await press('Control+Enter');
    await expect.element(page.getByText(/^Niemand von denen/)).toBeVisible();
    await expect.element(editor()).toMatchTextContent(/Hallo/);
    app.server.answer(composeSend, { aggregateId: messageId(18), leftOut: [], waitingId: null });
    await button('Senden').click();
    await expect.element(page.getByRole('log', { name: 'Texte' })).toBeVisible();
  });

  test('to a group that has grown too large says so', async () => {
    const app = await open({ to: [2] });
    app.server.refuse(composeSend, 'MESSAGE_TOO_MANY_RECEIVERS');
    await editor().click();
    await type('Hallo');
    await press('Control+Enter');
    await expect.element(page.getByText(/^Das sind zu viele Personen für eine Nachricht/)).toBeVisible();
    await expect.element(editor()).toMatchTextContent(/Hallo/);
  });

  test('waits without a network', async () => {
    const app = await open({ to: [2] });
    await expect.poll(app.isLive).toBe(true);
    await editor().click();
    await type('Hallo');
    app.server.cut(true);
    await press('Control+Enter');
    await expect.element(page.getByText(/Wird gesendet, sobald/)).toBeVisible();
    app.server.cut(false);
    await expect.element(page.getByRole('log', { name: 'Texte' })).toBeVisible();
    expect(app.server.commandsOf(composeSend)).toHaveLength(1);
  });

  test('cannot be addressed where nobody is known, and says so', async () => {
    const app = await open({}, { server: (server) => server.refuse(sessionQueries.moduleUsers, 'NOT_FOUND') });
    await expect.element(page.getByText(/war nicht zu laden/)).toBeVisible();
    await expect.poll(app.isLive).toBe(true);
    app.server.answer(sessionQueries.moduleUsers, USERS);
    await button('Erneut versuchen').click();
    await expect.element(to()).toBeVisible();
  });

  test('asks before what was written is lost', async () => {
    await open({ to: [2] });
    await editor().click();
    await type('Hallo');
    await button('Schließen').first().click();
    await expect.element(page.getByRole('dialog')).toMatchTextContent(/Neue Nachricht/);
  });

  test('asks colleagues about an item', async () => {
    const app = await renderAt('/', {
      server: (server) => {
        answerPeople(server);
        answerMessage(server, SENT);
        server.list(activityQueries.inboxItems, [aRow(7, { information: 'Rechnung 60440' })]);
        server.answer(composeSend, { aggregateId: messageId(18), leftOut: [], waitingId: null });
      },
    });
    await rows().filter({ hasText: 'Rechnung 60440' }).hover();
    await press('j', 'x', 'I');
    await expect.element(page.getByText('Zu: Rechnung 60440')).toBeVisible();
    await choose('Ben Krüger');
    await editor().click();
    await type('Stimmt das?');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(composeSend)[0]?.origin)
      .toMatchObject({ module: 'email', entryId: 7 });
  });

  test('is written on a phone', async () => {
    const app = await open({ to: [2] }, { size: PHONE });
    await expect.element(editor()).toBeVisible();
    await expectUsable(app);
  });
});
