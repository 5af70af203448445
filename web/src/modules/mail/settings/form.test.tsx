import { mailCommands, mailQueries, sendingCommands, sendingQueries } from '@kontor/contract/mail';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, dialog, field } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';

const { testConnection } = mailQueries;
const { updateAccount } = mailCommands;
const { testSending } = sendingQueries;
const question = page.getByRole('dialog', { name: 'Nicht gespeicherte Änderungen' });
const server = () => field('Mailserver (IMAP)', dialog());
const save = () => button('Speichern', dialog());
const letIn = { fault: null, folders: 3, mails: 120, refreshToken: null };
const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const untrusted = {
  ...letIn,
  fault: { code: 'CERTIFICATE_NOT_TRUSTED' as const, address: 'imap:993', serverSaid: '', fingerprint: FINGERPRINT },
};

async function edit() {
  const app = await renderAt('/settings/mail');
  await button('Bearbeiten').first().click();
  await expect.element(server()).toBeVisible();
  return app;
}

describe('a mailbox that is read', () => {
  test('is saved once its server has let it in', async () => {
    const app = await edit();
    await server().fill('');
    await save().click();
    await expect.element(page.getByText('Bitte ausfüllen.')).toBeVisible();
    await expect.element(server()).toHaveFocus();
    expect(app.server.queriesOf(testConnection)).toEqual([]);
    await server().fill('post.nordwerk.example');
    await save().click();
    await expect.element(dialog().getByText('imap.nordwerk.example:993')).toBeVisible();
    expect(app.server.commandsOf(updateAccount)).toEqual([]);
    app.server.answer(testConnection, letIn);
    await button('Verbindung prüfen', dialog()).click();
    await expect.poll(() => app.server.queriesOf(testConnection)).toHaveLength(2);
    await save().click();
    await expect.poll(() => app.server.commandsOf(updateAccount)).toMatchObject([{ host: 'post.nordwerk.example' }]);
    expect(app.server.queriesOf(testConnection)).toHaveLength(2);
    await expect.element(page.getByText('Die Änderung ist gespeichert.')).toBeVisible();
  });

  test('is tried again with a certificate that the person trusts', async () => {
    const app = await edit();
    app.server.answer(testConnection, untrusted);
    await button('Verbindung prüfen', dialog()).click();
    await button('Diesem Zertifikat vertrauen').click();
    await expect
      .poll(() => app.server.queriesOf(testConnection).map((asked) => asked.trustedFingerprint))
      .toEqual([null, FINGERPRINT]);
    await expect.element(page.getByText('Diesem Zertifikat wird vertraut.')).toBeVisible();
  });

  test('is kept on the device when its form is closed, without a question, and begun anew on demand', async () => {
    await edit();
    await server().fill('post.nordwerk.example');
    await press('Escape');
    await expect.poll(() => dialog().elements()).toHaveLength(0);
    await button('Bearbeiten').first().click();
    await expect.element(server()).toHaveValue('post.nordwerk.example');
    await button('Verwerfen', dialog()).click();
    await expect.element(server()).toHaveValue('imap.nordwerk.example');
  });
});

describe('how a mailbox sends', () => {
  test('is tried, and asked about before it is lost', async () => {
    const app = await renderAt('/settings/mail');
    await button('Versand einrichten').first().click();
    app.server.refuse(testSending, 'MAIL_ADDRESS_INVALID');
    await button('Versand prüfen', dialog()).click();
    await expect.poll(() => dialog().getByRole('alert').elements()).toHaveLength(1);
    app.server.restore(testSending);
    await field('Benutzername', dialog()).fill('buero');
    await button('Versand prüfen', dialog()).click();
    await expect.poll(() => app.server.queriesOf(testSending).map((asked) => asked.userName)).toEqual(['', 'buero']);
    await press('Escape');
    await expect.element(question).toBeVisible();
    await button('Speichern', question).last().click();
    await expect
      .poll(() => app.server.commandsOf(sendingCommands.updateSending))
      .toMatchObject([{ sending: { userName: 'buero' } }]);
  });
});
