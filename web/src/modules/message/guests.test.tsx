import { messageCommands, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, heading, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { aMessage, aReceiver, aText, messageDetails } from '../../testing/messages.ts';
import { expectUsable } from '../../testing/usable.ts';
import { TOLD, editor, log, openMessage, said } from './testing.ts';

const PAUL = -7;
const guest = { address: 'paul@werft.example', isReached: true };
const ROW = aMessage(
  17,
  'Was kostet der Kran?',
  { partner: PAUL, lastBy: PAUL, unread: 1 },
  { contact: 'Paul Neumann', status: 1 },
);
/** What Anna has asked somebody outside of the company, with the answer that has come. */
const ASKED = messageDetails(
  ROW,
  [
    aText(0, 1, 'Was kostet der Kran?', { receiverData: null }),
    aText(1, 2, '46,90 EUR.', { sendBy: PAUL, sendByName: 'Paul Neumann' }),
  ],
  {
    senderUserId: 1,
    senderName: 'Anna Berger',
    communicationPartnerUserId: PAUL,
    addressee: [{ address: guest.address, name: 'Paul Neumann' }],
    receivers: [aReceiver(PAUL, 'Paul Neumann', { guest, lastNo: 1, unread: 1 })],
    receiverCount: 1,
    guestCount: 1,
  },
);

describe('a thread with a mail address', () => {
  test('says what came by mail, and is answered', async () => {
    const app = await openMessage(ASKED);
    await expect.element(heading('Paul Neumann')).toBeVisible();
    await expect.element(page.getByText('Per E-Mail an paul@werft.example')).toBeVisible();
    expect(said()).toEqual(['Was kostet der Kran?', '46,90 EUR.']);
    expect(textsOf('.message-who .message-by-mail').map((words) => words.trim())).toEqual(['per E-Mail']);
    await expectUsable(app);
    await editor().click();
    await type('Danke.');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send))
      .toMatchObject([{ communicationPartnerUserId: PAUL, messageContent: '<p>Danke.</p>' }]);
  });

  test('says why a text does not go out as a mail', async () => {
    await openMessage(ASKED, { server: (server) => server.refuse(messageCommands.send, 'MESSAGE_SENDER_MISSING') });
    await editor().click();
    await type('Danke.');
    await press('Control+Enter');
    await expect.element(page.getByText(/Dafür müssen Sie E-Mails senden dürfen/)).toBeVisible();
  });

  test('lets nobody change what went out as a mail', async () => {
    await openMessage(ASKED);
    await log().getByText('Was kostet der Kran?').hover();
    await button('Weitere Aktionen zum Text von Sie').click();
    await expect.element(page.getByRole('menuitem', { name: 'Text kopieren' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Bearbeiten' }).elements()).toEqual([]);
    expect(page.getByRole('menuitem', { name: 'Zurücknehmen' }).elements()).toEqual([]);
  });

  test('says that a mail has not arrived', async () => {
    const receivers = [aReceiver(PAUL, 'Paul Neumann', { guest: { ...guest, isReached: false } })];
    await openMessage({ ...ASKED, receivers });
    await expect.element(page.getByText('Die letzte E-Mail an paul@werft.example ist nicht angekommen.')).toBeVisible();
  });

  test('is one of several, and chosen like them', async () => {
    const app = await openMessage({
      ...TOLD,
      receivers: [
        aReceiver(2, 'Ben Kurz', { status: 2 }),
        aReceiver(PAUL, 'Paul Neumann', { guest, unread: 0 }),
        aReceiver(-8, 'rita@reederei.example', { guest: { address: 'rita@reederei.example', isReached: false } }),
      ],
      receiverCount: 3,
      guestCount: 2,
    });
    const receivers = page.getByRole('region', { name: 'Empfänger' });
    await expect.element(receivers.getByRole('button', { name: /Paul Neumann.*per E-Mail/ })).toBeVisible();
    await expect
      .element(receivers.getByRole('button', { name: /rita@reederei\.example.*nicht zugestellt/ }))
      .toBeVisible();
    // Ben has read it, and of the others nobody knows.
    expect(button('Erinnern').elements()).toEqual([]);
    await receivers.getByRole('button', { name: /Paul Neumann/ }).click();
    await expect
      .poll(() => app.server.queriesOf(messageQueries.details).at(-1))
      .toMatchObject({ communicationPartnerUserId: PAUL });
  });
});
