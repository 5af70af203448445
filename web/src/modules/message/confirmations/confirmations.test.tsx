import { messageQueries } from '@kontor/contract/message';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { button } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { answerMessage } from '../../../testing/messages.ts';
import { watchSavedFiles } from '../../../testing/saved-files.ts';
import { expectUsable } from '../../../testing/usable.ts';
import { OPEN, TOLD, address, openMessage } from '../testing.ts';

const { confirmations } = messageQueries;
const confirmation = { confirmedAt: null, counts: { confirmed: 1, of: 2 } };
const ASKED = { ...TOLD, confirmation };
const answerTable = (server: FakeServer): void =>
  server.answer(confirmations, () => new Response('Name;Bestätigt;Zeit\r\n'));
const column = () => page.getByRole('region', { name: 'Empfänger' });
const TABLE = 'Bestätigungen als Tabelle';

test('who has confirmed is saved as a table, by a key', async () => {
  const app = await openMessage(ASKED, { server: answerTable });
  const saved = watchSavedFiles();
  await expectUsable(app);
  (button(TABLE, column()).element() as HTMLElement).focus();
  await press('Enter');
  await expect.element(page.getByText('Die Tabelle der Bestätigungen ist gespeichert.')).toBeVisible();
  expect(saved).toEqual([expect.stringMatching(/^bestaetigungen-\d{4}-\d\d-\d\d\.csv$/)]);
  expect(app.server.queriesOf(confirmations)).toMatchObject([{ delimiter: ';' }]);
});

test('is in the menu of the message on a phone, and has commas in English', async () => {
  const app = await renderAt(address(), {
    size: PHONE,
    settings: { language: 'en' },
    server: (server) => {
      answerMessage(server, ASKED);
      answerTable(server);
    },
  });
  const saved = watchSavedFiles();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Confirmations as a table' }).click();
  await expect.poll(() => saved).toEqual([expect.stringMatching(/^confirmations-.*\.csv$/)]);
  expect(app.server.queriesOf(confirmations)).toMatchObject([{ delimiter: ',' }]);
});

test('that failed is said, and tried again', async () => {
  const app = await openMessage(ASKED, { server: (server) => server.refuse(confirmations, 'PARAMETERS_INVALID') });
  const saved = watchSavedFiles();
  await button(TABLE, column()).click();
  await expect.element(page.getByText('Die Tabelle konnte nicht gespeichert werden.')).toBeVisible();
  answerTable(app.server);
  await button('Erneut versuchen').click();
  await expect.poll(() => saved.length).toBe(1);
});

test('needs a connection, which is said', async () => {
  const app = await openMessage(ASKED, { server: answerTable });
  const saved = watchSavedFiles();
  await expect.poll(app.isLive).toBe(true);
  app.server.cut(true);
  await button(TABLE, column()).click();
  await expect.element(page.getByText(/Dafür braucht es eine Verbindung\.$/)).toBeVisible();
  app.server.cut(false);
  await button('Erneut versuchen').click();
  await expect.poll(() => saved.length).toBe(1);
});

test('is not offered again to who may not have it', async () => {
  await openMessage(ASKED, { server: (server) => server.refuse(confirmations, 'RIGHT_MISSING') });
  await button(TABLE, column()).click();
  await expect.element(page.getByText('Die Tabelle bekommt nur, wer die Nachricht gesendet hat.')).toBeVisible();
  expect(button('Erneut versuchen').elements()).toEqual([]);
});

test.each([
  ['asks nobody to confirm', TOLD],
  ['somebody else has sent', { ...OPEN, confirmation }],
])('is nothing of what %s', async (_which, details) => {
  await openMessage(details);
  await expect.element(column()).toBeVisible();
  expect(button(TABLE).elements()).toEqual([]);
});

test('how many have confirmed an open message is said to who sent it', async () => {
  await openMessage({ ...OPEN, senderUserId: 1, senderName: 'Anna Berger', confirmation });
  await expect.element(page.getByText('1 von 2 bestätigt')).toBeVisible();
  await expect.element(button(TABLE, column())).toBeVisible();
});
