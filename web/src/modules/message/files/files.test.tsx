import { SEND_STATES, messageCommands, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionQueries } from '@kontor/contract/account';
import { renderAt } from '../../../testing/app.ts';
import { button, heading } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { aDraft, aMessage, aText, answerMessage, messageDetails, messageId } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { ROW, TEXTS, USERS, address, editor, log, openMessage, said } from '../testing.ts';

const PLAN = { part: 0, name: 'Plan.pdf', type: 'application/pdf', size: 20_480, fileType: 'pdf' };
const PHOTO = { part: 1, name: 'Kran.png', type: 'image/png', size: 1200, fileType: 'image' };

/** Puts files where the focus is, as a paste does. */
function paste(...files: File[]): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
}

describe('files', () => {
  test('of a text are seen and saved', async () => {
    const app = await openMessage(messageDetails(ROW, [aText(0, 2, 'Hier', { files: [PLAN, PHOTO] })]), {
      server: (server) => server.refuse(messageQueries.filePreview, 'PREVIEW_NOT_AVAILABLE'),
    });
    await expect.element(log().getByRole('button', { name: /Plan\.pdf/ })).toBeVisible();
    await expect.element(log().getByRole('button', { name: /Kran\.png/ })).toBeVisible();
    await expectUsable(app);
    await log()
      .getByRole('button', { name: /Plan\.pdf/ })
      .click();
    await expect.element(page.getByRole('dialog', { name: 'Plan.pdf' })).toBeVisible();
  });

  test('that are pasted go along, may go alone, and are taken out', async () => {
    let uploads = 0;
    const app = await openMessage(messageDetails(ROW, TEXTS), {
      server: (server) => {
        server.answer(messageCommands.send, { no: 4, waitingId: null });
        server.answer(messageQueries.texts, [aText(4, 1, '', { message: '', files: [PLAN] })]);
        server.at('/upload', () => {
          uploads += 1;
          return Response.json({ attachmentId: uploads, size: 1, type: 'text/plain', isComplete: true });
        });
      },
    });
    await editor().click();
    paste(new File(['a'], 'a.txt', { type: 'text/plain' }), new File(['b'], 'b.txt', { type: 'text/plain' }));
    const files = page.getByRole('list', { name: 'Dateien' });
    await expect.element(files).toMatchTextContent(/a\.txt.*b\.txt/);
    await expectUsable(app);
    await button('b.txt entfernen').click();
    await expect.element(files).not.toMatchTextContent(/b\.txt/);
    await expect.element(editor()).toHaveTextContent('');
    await button('Senden').click();
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send))
      .toMatchObject([{ messageContent: '', files: [{ uploadId: expect.any(String) }] }]);
    // The server says what they are called, without its thread being opened anew.
    await expect.element(log().getByRole('button', { name: /Plan\.pdf/ })).toBeVisible();
    expect(app.server.queriesOf(messageQueries.texts).at(-1)).toMatchObject({ after: 3 });
  });
});

describe('what is sent later', () => {
  const WAITING = {
    waitingId: 5,
    sendAt: '2030-11-25T07:00:00.000Z',
    messageContent: '<p>Guten Morgen</p>',
    files: [],
    replyTo: null,
  };

  test('is given a moment, and says nothing in the list before', async () => {
    const app = await openMessage();
    app.server.answer(messageCommands.send, { no: -1, waitingId: 5 });
    await editor().click();
    await type('Guten Morgen');
    await button('Später senden').click();
    await expectUsable(app);
    await button(/^Morgen früh/).click();
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send))
      .toMatchObject([
        { messageContent: '<p>Guten Morgen</p>', sendAt: expect.stringMatching(/T\d\d:00:00Z$/), undoSeconds: 0 },
      ]);
    await expect.element(editor()).toHaveTextContent('');
  });

  test('stands in the thread, and comes back into the editor', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS, { waiting: [WAITING] }));
    await expect.poll(app.isLive).toBe(true);
    await expect.element(log()).toMatchTextContent(/Guten Morgen.*Wird gesendet: .*\d\d:\d\d/s);
    await expectUsable(app);
    app.server.refuse(messageCommands.unsend, 'MESSAGE_SENT');
    await button('Zurückholen').click();
    await expect.element(page.getByText('Zu spät: Die Nachricht ist schon gesendet.')).toBeVisible();
    app.server.answer(messageCommands.unsend, { draftId: 1 });
    await button('Zurückholen').click();
    await expect.poll(() => app.server.commandsOf(messageCommands.unsend).at(-1)).toMatchObject({ waitingId: 5 });
  });

  test('can be taken back for as long as the person has it so', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS), { settings: { messageUndoSeconds: '10' } });
    app.server.answer(messageCommands.send, { no: -1, waitingId: 5 });
    await editor().click();
    await type('Halt');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send))
      .toMatchObject([{ sendAt: null, undoSeconds: 10 }]);
  });

  test('is not written in before, where it is the message itself', async () => {
    const toCome = { addressee: [2, 3], receivers: [], receiverCount: 0 };
    const details = messageDetails(ROW, [], {
      ...toCome,
      sendState: SEND_STATES.waiting,
      senderUserId: 1,
      waiting: [WAITING],
    });
    const app = await openMessage(details, {
      server: (server) => server.answer(sessionQueries.moduleUsers, USERS),
    });
    await expect.element(heading('Ben Kurz und Cem Aydin')).toBeVisible();
    await expect.element(page.getByText('Noch nicht gesendet: Bis dahin sehen nur Sie sie.')).toBeVisible();
    expect(editor().elements()).toEqual([]);
    expect(said()).toEqual(['Guten Morgen']);
    await expectUsable(app);
  });
});

describe('a message that was begun', () => {
  const BEGUN = messageDetails(aMessage(17, '', { inactive: true }), [], {
    sendState: SEND_STATES.draft,
    senderUserId: 1,
    addressee: [2],
    draft: aDraft('<p>Halb fertig</p>', { files: [{ attachmentId: 9, ...PLAN }], confirm: true }),
  });
  const open = () =>
    renderAt(address(), {
      server: (server) => {
        answerMessage(server, BEGUN);
        server.answer(sessionQueries.moduleUsers, USERS);
        server.answer(messageCommands.composeSend, { aggregateId: messageId(17), leftOut: [], waitingId: null });
      },
    });

  test('is written on and sent', async () => {
    const app = await open();
    const text = page.getByRole('textbox', { name: 'Ihre Nachricht' });
    await expect.element(text).toHaveTextContent('Halb fertig');
    await expect.element(page.getByText('Plan.pdf')).toBeVisible();
    await expectUsable(app);
    await text.click();
    await press('Control+End');
    await type(' jetzt');
    await press('Control+Enter');
    await expect
      .poll(() => app.server.commandsOf(messageCommands.composeSend))
      .toMatchObject([
        {
          aggregateId: expect.anything(),
          addressee: [2],
          messageContent: '<p>Halb fertig jetzt</p>',
          files: [{ attachmentId: 9 }],
          confirm: true,
        },
      ]);
  });

  test('is left without a question while nothing was changed in it', async () => {
    await open();
    await expect.element(page.getByRole('textbox', { name: 'Ihre Nachricht' })).toHaveTextContent('Halb fertig');
    await button('Schließen').first().click();
    await expect.poll(() => location.pathname).not.toContain('/message/');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  test('is thrown away', async () => {
    const app = await open();
    await button('Verwerfen').click();
    await expect.poll(() => app.server.commandsOf(messageCommands.discardDraft).length).toBe(1);
  });
});
