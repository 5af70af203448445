import { sessionQueries } from '@kontor/contract/account';
import { messageCommands, messageQueries } from '@kontor/contract/message';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, heading, option } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { aReceiver, aText, messageDetails, messageId } from '../../../testing/messages.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { ROW, TEXTS, TOLD, USERS, editor, openMessage, said } from '../testing.ts';

describe('a text of one’s own', () => {
  const RULES = { editMinutes: null };
  const mine = () => page.getByRole('article', { name: /^Sie/ });
  const opened = (given: Parameters<typeof openMessage>[1] = {}) =>
    openMessage(messageDetails(ROW, TEXTS), {
      ...given,
      server: (server) => {
        server.answer(messageQueries.rules, RULES);
        given.server?.(server);
      },
    });

  test('is edited in its place, shown at once, and says so', async () => {
    const app = await opened();
    const release = app.server.hold(messageCommands.edit);
    app.server.answer(messageCommands.edit, { edit: 1 });
    await editor().click();
    await press('ArrowUp');
    const field = page.getByRole('textbox', { name: 'Text ändern' });
    await expect.element(field).toHaveTextContent('Ich kann ab neun.');
    await expectUsable(app);
    await field.fill('Ich kann ab zehn.');
    await press('Control+Enter');
    await expect.poll(() => said()[1]).toBe('Ich kann ab zehn.');
    await expect.element(button('bearbeitet')).toBeVisible();
    release();
    await expect
      .poll(() => app.server.commandsOf(messageCommands.edit))
      .toMatchObject([{ no: 1, edit: 0, messageContent: '<p>Ich kann ab zehn.</p>' }]);
    expect(said()[1]).toBe('Ich kann ab zehn.');
  });

  test('that was edited elsewhere says so, and is edited again with what was written', async () => {
    const app = await opened();
    app.server.refuse(messageCommands.edit, 'MESSAGE_TEXT_CONFLICT');
    mine().element().focus();
    await press('Shift+E');
    const field = page.getByRole('textbox', { name: 'Text ändern' });
    await expect.element(field).toHaveTextContent('Ich kann ab neun.');
    await field.fill('Ich kann ab zehn.');
    await button('Speichern').click();
    await expect.element(page.getByText(/wurde inzwischen anderswo geändert/)).toBeVisible();
    app.server.answer(messageCommands.edit, { edit: 2 });
    await button('Noch einmal bearbeiten').click();
    await expect.element(field).toHaveTextContent('Ich kann ab zehn.');
    await press('Escape');
    await expect.poll(() => said()[1]).toBe('Ich kann ab neun.');
  });

  test('is taken back after a question', async () => {
    const app = await opened();
    mine().element().focus();
    await press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Zurücknehmen' }).click();
    await button('Zurücknehmen').click();
    await expect.element(mine()).toMatchTextContent(/Dieser Text wurde zurückgenommen/);
    await expect.poll(() => app.server.commandsOf(messageCommands.takeBack)).toMatchObject([{ no: 1 }]);
  });

  test('is not changed any more once its time is over', async () => {
    await opened({ server: (server) => server.answer(messageQueries.rules, { editMinutes: 60 }) });
    mine().element().focus();
    await press('Shift+F10');
    await expect.element(page.getByRole('menuitem', { name: 'Text kopieren' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Zurücknehmen' }).elements()).toEqual([]);
    expect(page.getByRole('menuitem', { name: 'Bearbeiten' }).elements()).toEqual([]);
  });

  test('has its earlier versions', async () => {
    const edited = aText(1, 1, 'Ich kann ab zehn.', { edit: 1, editedAt: '2026-11-23T09:30:00.000Z' });
    const app = await openMessage(messageDetails(ROW, [aText(0, 2, 'Wer?'), edited]));
    app.server.refuse(messageQueries.edits, 'NOT_FOUND');
    await button('bearbeitet').click();
    const dialog = page.getByRole('dialog', { name: 'Frühere Fassungen' });
    await expect.element(dialog).toMatchTextContent(/konnten nicht geladen werden/);
    app.server.answer(messageQueries.edits, [
      { edit: 0, at: '2026-11-23T09:30:00.000Z', message: '<p>Ich kann ab neun.</p>' },
    ]);
    await button('Erneut versuchen', dialog).click();
    await expect.element(dialog).toMatchTextContent(/Jetzt.*ab zehn.*bis.*ab neun/s);
    await expectUsable(app);
  });
});

describe('a sign', () => {
  const MARKED = [aText(0, 2, 'Wer?', { reactions: [{ sign: '🙏', userIds: [2] }] })];

  test('is put to a text by its name, and taken away', async () => {
    const app = await openMessage(messageDetails(ROW, MARKED));
    page.getByRole('article').first().element().focus();
    await press('+');
    await expect.element(page.getByRole('searchbox', { name: 'Zeichen suchen' })).toHaveFocus();
    await expectUsable(app);
    await type('Erled');
    await press('Enter');
    const own = button('Erledigt: Sie');
    await expect.element(own).toHaveAttribute('aria-pressed', 'true');
    await own.click();
    await expect.element(own).not.toBeInTheDocument();
    await expect
      .poll(() => app.server.commandsOf(messageCommands.react))
      .toMatchObject([
        { no: 0, sign: '✅', isOn: true },
        { no: 0, sign: '✅', isOn: false },
      ]);
  });

  test('of another is said as well by a press', async () => {
    const app = await openMessage(messageDetails(ROW, MARKED));
    await button('Danke: Ben Kurz').click();
    await expect.element(button('Danke: Ben Kurz, Sie')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(messageCommands.react)).toMatchObject([{ sign: '🙏', isOn: true }]);
  });
});

test('a text is sent on with what is said to it', async () => {
  const app = await openMessage(messageDetails(ROW, TEXTS), {
    server: (server) => {
      server.answer(sessionQueries.moduleUsers, USERS);
      server.answer(messageCommands.forward, { aggregateId: messageId(18), leftOut: [] });
    },
  });
  page.getByRole('article').first().element().focus();
  await press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Weiterleiten' }).click();
  await expect.element(heading('Nachricht weiterleiten')).toBeVisible();
  await expect.element(page.getByText('Wer macht den Stand?').last()).toBeVisible();
  await page.getByRole('combobox', { name: 'An' }).fill('Cem');
  await option(/Cem Aydin/).click();
  await expectUsable(app);
  await button('Senden').last().click();
  await expect
    .poll(() => app.server.commandsOf(messageCommands.forward))
    .toMatchObject([{ communicationPartnerUserId: 2, no: 0, addressee: [3], message: '' }]);
  await expect.poll(() => location.pathname).toContain(encodeURIComponent(messageId(18)));
});

describe('a message that asks for it', () => {
  test('is confirmed by a press', async () => {
    const confirmation = { confirmedAt: null, counts: null };
    const app = await openMessage(messageDetails(ROW, TEXTS, { confirmation }));
    await expectUsable(app);
    await button('Empfang bestätigen').click();
    await expect.element(page.getByText('Empfang bestätigt')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(messageCommands.confirm).length).toBe(1);
  });

  test('tells who sent it how many have, and who has not', async () => {
    const app = await openMessage(
      { ...TOLD, confirmation: { confirmedAt: null, counts: { confirmed: 1, of: 2 } } },
      {
        server: (server) =>
          server.answer(messageQueries.receivers, { count: 1, receivers: [aReceiver(3, 'Cem Aydin')] }),
      },
    );
    const receivers = page.getByRole('region', { name: 'Empfänger' });
    await expect.element(receivers).toMatchTextContent(/1 von 2 bestätigt/);
    await receivers.getByRole('combobox', { name: 'Wer fehlt noch?' }).selectOptions('unconfirmed');
    await expect.poll(() => receivers.getByRole('listitem').elements().length).toBe(1);
    expect(app.server.queriesOf(messageQueries.receivers)).toMatchObject([{ only: 'unconfirmed', page: 1 }]);
  });
});
