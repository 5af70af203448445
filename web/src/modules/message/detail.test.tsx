import { activityCommands } from '@kontor/contract/activity';
import { MARKS } from '@kontor/contract/kernel';
import { messageKey, messageCommands, messageEvents, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, heading, textsOf } from '../../testing/find.ts';
import { press, type } from '../../testing/keys.ts';
import { aDraft, aReceiver, aText, messageDetails, messageId } from '../../testing/messages.ts';
import { expectUsable } from '../../testing/usable.ts';
import { ROW, TEXTS, TOLD, address, editor, happen, log, openMessage, said } from './testing.ts';

describe('a thread', () => {
  test('has its texts newest below, under days, and those of one person under one name', async () => {
    const app = await openMessage();
    await expect.element(heading('Ben Kurz')).toBeVisible();
    await expect.element(heading('Montag, 23. November')).toBeVisible();
    expect(said()).toEqual(['Wer macht den Stand?', 'Ich kann ab neun.', 'Gern.', 'Bringst du den Wagen mit?']);
    expect(textsOf('.message-who strong')).toEqual(['Ben Kurz', 'Sie', 'Ben Kurz']);
    await expect.element(log()).toMatchTextContent(/gelesen 10:05/);
    await expectUsable(app);
  });

  test('is told as read as far as it was to be seen', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS, { readNo: 1, unread: 2 }));
    await expect
      .poll(() => app.server.commandsOf(messageCommands.markRead))
      .toMatchObject([{ communicationPartnerUserId: 2, no: 3 }]);
    await expect.poll(() => app.server.commandsOf(activityCommands.setState).length).toBe(1);
  });

  test('has a line over what is new, which stays where it is', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS, { readNo: 1, unread: 2 }));
    const line = page.getByRole('separator').filter({ hasText: 'Neu' });
    await expect.element(line).toBeVisible();
    await expect.poll(() => app.server.commandsOf(messageCommands.markRead).length).toBe(1);
    happen(app, 4, 'Und die Schlüssel?');
    await expect.poll(() => said().at(-1)).toBe('Und die Schlüssel?');
    expect(line.element().nextElementSibling?.getAttribute('data-no')).toBe('2');
  });

  test('shows what is said in it at once, drops what it knows, and asks for what is missing', async () => {
    const app = await openMessage();
    await expect.poll(app.isLive).toBe(true);
    happen(app, 3, 'Bringst du den Wagen mit?');
    happen(app, 4, 'Hallo?');
    await expect.poll(() => said().length).toBe(5);
    expect(app.server.queriesOf(messageQueries.texts)).toEqual([]);
    app.server.answer(messageQueries.texts, [aText(5, 2, 'Fünf'), aText(6, 2, 'Sechs')]);
    happen(app, 7, 'Sieben');
    await expect.poll(() => said().slice(-3)).toEqual(['Fünf', 'Sechs', 'Sieben']);
    expect(app.server.queriesOf(messageQueries.texts)).toMatchObject([{ after: 4, communicationPartnerUserId: 2 }]);
  });

  test('has older texts when it is scrolled up', async () => {
    const many = Array.from({ length: 50 }, (_one, index) => aText(index + 50, 2, `Text ${index + 50}`));
    const app = await openMessage(messageDetails(ROW, many));
    const older = Array.from({ length: 50 }, (_one, index) => aText(index, 2, `Text ${index}`));
    app.server.answer(messageQueries.texts, older);
    document.querySelector('.message-log')?.scrollTo({ top: 0 });
    await expect.poll(() => said().length).toBe(100);
    expect(app.server.queriesOf(messageQueries.texts)).toMatchObject([{ before: 50 }]);
    expect(page.getByRole('button', { name: 'Ältere Texte laden' }).elements()).toEqual([]);
    await button('Zum neuesten Text').click();
    await expect.element(log().getByText('Text 99')).toBeInViewport();
  });

  test('is searched, and leads to what was found also where that is far', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_one, index) => aText(from + index, 2, `Text ${from + index}`));
    const app = await openMessage(messageDetails(ROW, many(950, 999)), {
      server: (server) => {
        server.answer(messageQueries.find, ({ searchTerm, before }) =>
          searchTerm === 'nichts'
            ? { found: [], before: null }
            : before === null
              ? { found: [{ no: 960, text: `Text ${MARKS.from}960${MARKS.to}` }], before: 500 }
              : { found: [{ no: 100, text: `Text ${MARKS.from}100${MARKS.to}` }], before: null },
        );
        server.answer(messageQueries.texts, ({ before, after }) =>
          before === null || before === undefined
            ? many(Number(after) + 1, Number(after) + 50)
            : many(before - 50, before - 1),
        );
      },
    });
    page.getByRole('article').last().element().focus();
    await press('/');
    const field = page.getByRole('searchbox', { name: 'In dieser Nachricht suchen' });
    await expect.element(field).toHaveFocus();
    await type('nichts');
    await expect.element(page.getByText('Nichts gefunden.')).toBeVisible();
    await field.fill('text');
    await button('Weiter zurück suchen').click();
    await expectUsable(app);
    await button('Text 100').click();
    await expect.element(page.getByText('Text 100', { exact: true }).last()).toBeInViewport();
    expect(said()[0]).toBe('Text 75');
    await button('Text 960').click();
    await expect.poll(() => said().at(-1)).toBe('Text 999');
    await press('Escape');
    await expect.element(field).not.toBeInTheDocument();
  });

  test('says that older texts could not be had, and asks again', async () => {
    const many = Array.from({ length: 50 }, (_one, index) => aText(index + 50, 2, `Text ${index + 50}`));
    const app = await openMessage(messageDetails(ROW, many));
    app.server.refuse(messageQueries.texts, 'NOT_FOUND');
    document.querySelector('.message-log')?.scrollTo({ top: 0 });
    await expect.element(page.getByText('Ältere Texte konnten nicht geladen werden.')).toBeVisible();
    app.server.answer(messageQueries.texts, [aText(49, 2, 'Text 49')]);
    await button('Erneut versuchen').click();
    await expect.poll(() => said()[0]).toBe('Text 49');
  });

  test('says when the partner has read', async () => {
    const sent = [aText(0, 1, 'Bist du da?')];
    const app = await openMessage(messageDetails(ROW, sent));
    await expect.element(log()).toMatchTextContent(/gesendet/);
    await expect.poll(app.isLive).toBe(true);
    app.server.happen(messageEvents.read, [], {
      aggregateId: messageId(17),
      readers: [{ userId: 2, partner: 2, no: 0, readAt: '2026-11-23T09:30:00.000Z' }],
    });
    await expect.element(log()).toMatchTextContent(/gelesen 10:30/);
  });

  test('that is gone says so', async () => {
    await renderAt(address(), { server: (server) => server.refuse(messageQueries.details, 'NOT_FOUND') });
    await expect.element(page.getByText('Diese Nachricht gibt es nicht mehr')).toBeVisible();
  });
});

describe('an answer', () => {
  test('is shown at once, and sent with what it answers', async () => {
    const app = await openMessage();
    const release = app.server.hold(messageCommands.send);
    app.server.answer(messageCommands.send, { no: 4, waitingId: null });
    await press('r');
    await expect.element(page.getByRole('textbox', { name: 'Antwort an Ben Kurz' })).toHaveFocus();
    await type('Ja, gern.');
    await press('Control+Enter');
    await expect.poll(() => said().at(-1)).toBe('Ja, gern.');
    await expect.element(page.getByText('Wird gesendet')).toBeVisible();
    await expectUsable(app);
    release();
    await expect.poll(() => textsOf('.message-pending')).toEqual([]);
    expect(app.server.commandsOf(messageCommands.send)).toMatchObject([
      {
        communicationPartnerUserId: 2,
        authenticatedUserId: 1,
        messageContent: '<p>Ja, gern.</p>',
        replyTo: 3,
        done: false,
      },
    ]);
    await expect.element(editor()).toHaveTextContent('');
    expect(said().filter((words) => words === 'Ja, gern.')).toHaveLength(1);
  });

  test('is sent and the message is done by Ctrl+Shift+Enter', async () => {
    const app = await openMessage();
    await editor().click();
    await type('Erledigt.');
    await press('Control+Shift+Enter');
    await expect.poll(() => app.server.commandsOf(messageCommands.send)).toMatchObject([{ done: true, replyTo: null }]);
    await expect.element(page.getByRole('radio', { name: 'Erledigt' })).toBeChecked();
  });

  test('waits without a network, and goes once there is one', async () => {
    const app = await openMessage();
    await expect.poll(app.isLive).toBe(true);
    app.server.cut(true);
    await editor().click();
    await type('Bis gleich.');
    await press('Control+Enter');
    await expect.element(page.getByText('Wird gesendet, sobald es eine Verbindung gibt')).toBeVisible();
    app.server.answer(messageCommands.send, { no: 4, waitingId: null });
    app.server.cut(false);
    await expect.poll(() => app.server.commandsOf(messageCommands.send).length).toBe(1);
    await expect.poll(() => textsOf('.message-pending')).toEqual([]);
    expect(said().at(-1)).toBe('Bis gleich.');
  });

  test('that is refused is tried again, or discarded', async () => {
    const app = await openMessage();
    app.server.refuse(messageCommands.send, 'MESSAGE_RECEIVERS_NONE');
    await editor().click();
    await type('Hallo');
    await press('Control+Enter');
    await expect.element(page.getByText('Nicht gesendet.')).toBeVisible();
    app.server.answer(messageCommands.send, { no: 4, waitingId: null });
    await button('Erneut versuchen', log()).click();
    await expect.poll(() => app.server.commandsOf(messageCommands.send).length).toBe(2);
    await expect.poll(() => textsOf('.message-pending')).toEqual([]);
  });

  test('is nothing where nothing is written', async () => {
    const app = await openMessage();
    await editor().click();
    await press('Control+Enter');
    await type('Ja');
    await press('Control+Enter');
    await expect.poll(() => app.server.commandsOf(messageCommands.send).length).toBe(1);
  });

  test('is sent by Enter where the person has it so, and not while a name is chosen', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS), { settings: { messageEnter: 'send' } });
    app.server.answer(messageCommands.send, { no: 4, waitingId: null });
    await editor().click();
    await type('Frag @Be');
    await expect.element(page.getByRole('option', { name: /^Ben Kurz/ }).last()).toBeVisible();
    await press('Enter');
    await type('!');
    await press('Shift+Enter');
    await type('Bitte.');
    expect(app.server.commandsOf(messageCommands.send)).toEqual([]);
    await press('Enter');
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send)[0]?.messageContent)
      .toMatch(/data-mention="2".*!<br>Bitte\./s);
  });

  test('is kept on the device and by the server while it is written', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS), {
      server: (server) => server.answer(messageCommands.saveDraft, { draftId: 1, aggregateId: messageId(17) }),
    });
    await editor().click();
    await type('Noch nicht fertig');
    await expect.element(editor()).toMatchTextContent(/Noch nicht fertig/);
    // As long as the device takes to keep it.
    await expect
      .poll(async () => (await app.kontor.accountEntries.get()[0]?.client?.drafts())?.list().then((all) => all.length))
      .toBe(1);
    await expect
      .poll(() => app.server.commandsOf(messageCommands.saveDraft))
      .toMatchObject([{ communicationPartnerUserId: 2, messageContent: '<p>Noch nicht fertig</p>' }]);
    await app.reload();
    await expect.element(editor()).toMatchTextContent(/Noch nicht fertig/);
  });

  test('that was begun on another device goes on here, until it is sent there', async () => {
    const draft = aDraft('<p>Auf dem Handy begonnen</p>');
    const app = await openMessage(messageDetails(ROW, TEXTS, { draft }));
    await expect.element(editor()).toMatchTextContent(/Auf dem Handy begonnen/);
    await expect.poll(app.isLive).toBe(true);
    app.server.answer(messageQueries.details, messageDetails(ROW, [...TEXTS, aText(4, 1, 'Auf dem Handy begonnen')]));
    app.server.happen(messageEvents.changed, [messageKey({ entryId: 17 })], {
      aggregateId: messageId(17),
      partner: null,
      text: null,
    });
    await expect.poll(() => said().at(-1)).toBe('Auf dem Handy begonnen');
    await expect.element(editor()).toHaveTextContent('');
    expect(app.server.commandsOf(messageCommands.saveDraft)).toEqual([]);
  });
});

describe('keys', () => {
  test('lead from text to text, answer one, and have the thread unread from one on', async () => {
    const app = await openMessage();
    page
      .getByRole('article', { name: /^Ben Kurz/ })
      .last()
      .element()
      .focus();
    await press('k', 'k');
    await expect.element(page.getByRole('article', { name: /^Sie/ })).toHaveFocus();
    await press('j');
    await press('u');
    await expect.poll(() => app.server.commandsOf(messageCommands.markUnread)).toMatchObject([{ no: 2, readNo: 3 }]);
    await press('r');
    await expect.element(page.getByRole('textbox', { name: 'Antwort an Ben Kurz' })).toHaveFocus();
    await press('Escape');
    await expect.element(page.getByRole('textbox', { name: 'Ihre Antwort' })).toHaveFocus();
  });
});

describe('what went to several', () => {
  test('has a column of them, of whom one is chosen', async () => {
    const app = await openMessage(TOLD);
    const receivers = page.getByRole('region', { name: 'Empfänger' });
    await expect.element(receivers).toMatchTextContent(/1 gelesen, 0 erledigt/);
    await expect.element(receivers.getByRole('button', { name: /Ben Kurz/ })).toMatchTextContent(/hat geantwortet/);
    await expect.element(page.getByText('Wählen Sie, wem Sie antworten')).toBeVisible();
    expect(editor().elements()).toEqual([]);
    await expectUsable(app);
    app.server.answer(messageQueries.details, ({ communicationPartnerUserId }) => ({
      ...TOLD,
      communicationPartnerUserId,
      changeable: true,
      texts: [...TOLD.texts, aText(1, 2, 'Ich.')],
      lastNo: 1,
      readNo: 0,
    }));
    await receivers.getByRole('button', { name: /Ben Kurz/ }).click();
    await expect.poll(() => said()).toEqual(['Wer macht den Stand?', 'Ich.']);
    await expect.element(editor()).toBeVisible();
    expect(location.pathname).toBe(address('/2'));
  });

  test('says nothing of reading where nobody is told', async () => {
    await openMessage(TOLD, {
      server: (server) => server.answer(messageQueries.rules, { editMinutes: 60, readMarks: false }),
    });
    const receivers = page.getByRole('region', { name: 'Empfänger' });
    await expect.element(receivers.getByRole('button', { name: /Cem Aydin/ })).toMatchTextContent(/noch offen/);
    await expect.element(receivers).not.toMatchTextContent(/\bgelesen/);
    expect(receivers.getByRole('option', { name: 'Noch nicht gelesen' }).elements()).toEqual([]);
  });

  test('has more of them by pages', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_one, index) => aReceiver(from + index, `Person ${from + index}`));
    const app = await openMessage(
      { ...TOLD, receiverCount: 130, receivers: many(10, 20) },
      {
        server: (server) =>
          server.answer(messageQueries.receivers, ({ page: at }) => ({
            count: 130,
            receivers: at === 1 ? many(10, 100) : many(110, 30),
          })),
      },
    );
    const receivers = page.getByRole('region', { name: 'Empfänger' });
    await button('und 110 weitere Personen', receivers).click();
    await button('und 30 weitere Personen', receivers).click();
    await expect.element(receivers.getByRole('button', { name: /Person 139/ })).toBeInTheDocument();
    await receivers.getByRole('searchbox').fill('Person 12');
    await expect.element(receivers.getByRole('button', { name: /Person 12\b/ })).toBeVisible();
    await expectUsable(app);
  });

  test('has those reminded who have not read it', async () => {
    const app = await openMessage(TOLD, { server: (server) => server.answer(messageCommands.remind, { count: 1 }) });
    await button('Erinnern').click();
    await expect.element(page.getByText('1 Person wurde erinnert.')).toBeVisible();
    app.server.answer(messageCommands.remind, { count: 0 });
    await button('Erinnern').click();
    await expect.element(page.getByText('Heute wurde schon erinnert.')).toBeVisible();
  });

  test('is opened by a link with one of them', async () => {
    const app = await openMessage({ ...TOLD, communicationPartnerUserId: 3, changeable: true }, {}, '/3');
    await expect.element(heading('Cem Aydin')).toBeVisible();
    expect(app.server.queriesOf(messageQueries.details)[0]).toMatchObject({ communicationPartnerUserId: 3 });
  });

  test('has them behind the title on a phone', async () => {
    const app = await openMessage(TOLD, { size: PHONE });
    await expectUsable(app);
    await button(/^Empfänger/).click();
    await expect.element(page.getByRole('menuitemradio', { name: /Cem Aydin/ })).toBeVisible();
  });
});

describe('a message', () => {
  test('is muted, and not any more', async () => {
    const app = await openMessage();
    // As the device has it until the server has answered.
    const release = app.server.hold(messageCommands.mute);
    await button('Weitere Aktionen').click();
    await page.getByRole('menuitem', { name: 'Eine Stunde stumm' }).click();
    await expect.element(page.getByRole('img', { name: /^Stumm: / })).toBeVisible();
    await button('Weitere Aktionen').click();
    await page.getByRole('menuitem', { name: 'Nicht mehr stumm' }).click();
    release();
    await expect.poll(() => app.server.commandsOf(messageCommands.mute).at(-1)).toMatchObject({ until: null });
  });

  test('is asked for anew where something of it is changed', async () => {
    const app = await openMessage();
    await expect.poll(app.isLive).toBe(true);
    app.server.answer(messageQueries.details, messageDetails(ROW, [...TEXTS, aText(4, 2, 'Noch da?')]));
    app.server.happen(messageEvents.read, [messageKey({ entryId: 17 })], { aggregateId: messageId(17), readers: [] });
    await expect.poll(() => said().at(-1)).toBe('Noch da?');
  });

  test('is read and answered on a phone', async () => {
    const app = await openMessage(messageDetails(ROW, TEXTS), { size: PHONE });
    await expectUsable(app);
    await editor().click();
    await type('Ja.');
    await button('Senden').click();
    await expect
      .poll(() => app.server.commandsOf(messageCommands.send))
      .toMatchObject([{ messageContent: '<p>Ja.</p>' }]);
  });
});
