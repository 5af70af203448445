import {
  appPasswordCommands,
  appPasswordQueries,
  securityCommands,
  securityQueries,
  type SecurityChange,
  type SessionInfo,
} from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, checkbox, dialog, field, heading } from '../../../testing/find.ts';
import { press, type } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { confirmTwoFactor, renewBackupCodes, stopTwoFactor } = securityCommands;
const { renamePasskey, removePasskey, changePassword, endSession } = securityCommands;
const { security, sessions } = securityQueries;
const { result: example } = security.example;
const [own] = sessions.example.result as [SessionInfo];

async function open(part: Partial<typeof example> = {}) {
  const app = await renderAt('/settings/security', {
    server: (server) => server.answer(security, { ...example, ...part }),
  });
  await expect.element(heading('Geräte')).toBeVisible();
  return app;
}
const codes = confirmTwoFactor.example.result.backupCodes;

describe('two-factor authentication', () => {
  test('is set up by the code of the app, and codes that are kept', async () => {
    const app = await open({ twoFactor: null });
    await expectUsable(app);
    await button('Einrichten').click();
    await expect.element(dialog().getByRole('img', { name: /QR-Code/ })).toBeVisible();
    await expectUsable(app);
    // The button that goes on has the focus.
    await press('Enter');
    app.server.refuse(confirmTwoFactor, 'CODE_WRONG');
    await field('Code aus der App', dialog()).fill('000000');
    await press('Enter');
    await expect.element(dialog().getByText('Der Code stimmt nicht.')).toBeVisible();
    app.server.answer(confirmTwoFactor, () => {
      app.server.answer(security, example);
      return { backupCodes: [...codes] };
    });
    await field('Code aus der App', dialog()).fill('492039');
    await press('Enter');
    await expect.element(dialog().getByText('Ersatzcodes aufbewahren')).toBeVisible();
    for (const code of codes) await expect.element(dialog().getByText(code)).toBeVisible();
    await expectUsable(app);
    await checkbox('Ich habe die Codes aufbewahrt', dialog()).click();
    await button('Fertig', dialog()).click();
    await expect.element(page.getByText(/Noch 10 von 10 Ersatzcodes\./)).toBeVisible();
    await expect
      .poll(() => app.server.commandsOf(confirmTwoFactor).map(({ code }) => code))
      .toEqual(['000000', '492039']);
  });

  test('shows codes that no key takes away, however often it is pressed', async () => {
    const app = await open();
    await button('Neue Ersatzcodes').click();
    await button('Neue Ersatzcodes', dialog()).click();
    await expect.element(dialog().getByText(codes[0] ?? '')).toBeVisible();
    await press('Escape', 'Escape', 'Escape');
    await expect.element(dialog().getByText(/Diese Codes werden nur dieses eine Mal gezeigt/)).toBeVisible();
    await expect.element(dialog().getByText(codes[0] ?? '')).toBeVisible();
    await expectUsable(app);
    await button('Ohne Codes schließen', dialog()).click();
    await expect.element(page.getByText('Die neuen Ersatzcodes gelten.')).toBeVisible();
    await expect.poll(() => app.server.commandsOf(renewBackupCodes)).toEqual([{}]);
  });

  test('says when few codes are left, and is turned off', async () => {
    const { server } = await open({ twoFactor: { since: '2026-10-02T07:31:00.000Z', backupCodesLeft: 2 } });
    await expect.element(page.getByText(/Noch 2 von 10 Ersatzcodes\. Erstellen Sie bald neue\./)).toBeVisible();
    await button('Ausschalten').click();
    server.answer(stopTwoFactor, () => {
      server.answer(security, { ...example, twoFactor: null });
      return {};
    });
    await button('Ausschalten', dialog()).click();
    await expect.element(page.getByText('Die Zwei-Faktor-Anmeldung ist ausgeschaltet.')).toBeVisible();
    await expect.element(button('Einrichten')).toBeVisible();
    await expect.poll(() => server.commandsOf(stopTwoFactor)).toEqual([{}]);
  });
});

describe('a passkey', () => {
  test('is renamed in its place, by keys', async () => {
    const { server } = await open();
    await button('Notebook umbenennen').click();
    await type('Mein Notebook');
    server.answer(renamePasskey, () => {
      const passkeys = example.passkeys.map((one) => ({ ...one, name: 'Mein Notebook' }));
      server.answer(security, { ...example, passkeys });
      return {};
    });
    await press('Enter');
    await expect.element(page.getByText('Mein Notebook', { exact: true })).toBeVisible();
    await expect.element(button('Mein Notebook umbenennen')).toHaveFocus();
    await expect.poll(() => server.commandsOf(renamePasskey)).toEqual([{ passkeyId: 3, name: 'Mein Notebook' }]);
  });

  test('is removed', async () => {
    const { server } = await open();
    await button('Notebook entfernen').click();
    server.answer(removePasskey, () => {
      server.answer(security, { ...example, passkeys: [] });
      return {};
    });
    await button('Entfernen', dialog()).click();
    await expect.element(page.getByText('Der Passkey ist entfernt.')).toBeVisible();
    await expect.element(button('Notebook entfernen')).not.toBeInTheDocument();
  });

  test('that is to be made has the name of this browser, and another one where that is taken', async () => {
    const app = await open({ passkeys: [] });
    await button('Passkey hinzufügen').click();
    const name = () => (field('Name', dialog()).element() as HTMLInputElement).value;
    await expect.element(field('Name', dialog())).toHaveFocus();
    const first = name();
    expect(first).not.toBe('');
    await expectUsable(app);
    await press('Escape');
    const passkeys = example.passkeys.map((one) => ({ ...one, name: first }));
    app.server.answer(security, { ...example, passkeys });
    const again = await app.reload();
    await expect.element(page.getByText(first, { exact: true })).toBeVisible();
    await button('Passkey hinzufügen').click();
    await expect.element(field('Name', dialog())).toHaveValue(`${first} 2`);
    expect(again.server.commandsOf(renamePasskey)).toEqual([]);
  });
});

describe('the password', () => {
  test('is changed for one that is long enough and has no name in it', async () => {
    const app = await open();
    await button('Passwort ändern').click();
    const next = () => field('Neues Passwort', dialog());
    await next().fill('zu kurz');
    await expect.element(dialog().getByText('Noch 5 Zeichen.')).toBeVisible();
    await next().fill('anna geheim geheim');
    await expect.element(dialog().getByText(/Bitte ohne Ihren Namen/)).toBeVisible();
    await press('Enter');
    expect(app.server.commandsOf(changePassword)).toEqual([]);
    await next().fill('noch ein satz am abend');
    await expectUsable(app);
    await press('Enter');
    await expect.element(page.getByText('Ihr neues Passwort gilt; Ihre anderen Geräte sind abgemeldet.')).toBeVisible();
    // The focus is back where it was.
    await expect.element(button('Passwort ändern')).toHaveFocus();
    await expect
      .poll(() => app.server.commandsOf(changePassword))
      .toEqual([{ newPassword: 'noch ein satz am abend', endOtherSessions: true }]);
  });
});

test('what was done lately to the sign-in is seen, also what the client does not know by name', async () => {
  const first = example.changes?.[0] ?? expect.fail('the contract shows no change');
  const one: SecurityChange = { ...first, name: '', at: '2026-10-04T09:00:00.000Z' };
  const app = await open({
    changes: [
      { ...one, change: 'ofTomorrow' },
      { ...one, change: 'locked', isOwn: false },
      { ...one, change: 'password', isOwn: false, program: '', system: '', address: '' },
      ...(example.changes ?? []),
    ],
  });
  await expect.element(heading('Letzte Änderungen')).toBeVisible();
  const part = page.getByRole('list').last();
  await expect.element(part.getByText('Anmeldung geändert')).toBeVisible();
  await expect.element(part.getByText('Zu viele falsche Versuche, sich als Sie anzumelden')).toBeVisible();
  await expect.element(part.getByText(/2026.* · nicht in einer Sitzung von Ihnen$/)).toBeVisible();
  await expect
    .element(part.getByText(/3\. Oktober 2026.* · Firefox 145 auf Windows · Eigenes Netz \(192\.168\.2\.17\)/))
    .toBeVisible();
  await expect.element(part.getByText('(Notebook)')).toBeVisible();
  await expectUsable(app);
});

test('a device is signed out by its button, which names it', async () => {
  const other = { ...own, sessionId: '8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a002', isCurrent: false };
  const app = await renderAt('/settings/security', { server: (server) => server.answer(sessions, [own, other]) });
  await expect.element(page.getByText('Dieses Gerät').first()).toBeVisible();
  app.server.answer(endSession, () => {
    app.server.answer(sessions, [own]);
    return {};
  });
  await button('Firefox 145 auf Windows abmelden').click();
  await expect.element(page.getByText('Firefox 145 auf Windows ist abgemeldet.')).toBeVisible();
  await expect.element(button('Firefox 145 auf Windows abmelden')).not.toBeInTheDocument();
  await expect.poll(() => app.server.commandsOf(endSession)).toEqual([{ sessionId: other.sessionId }]);
});

test('an app password is made for a program, shown once with what it is told beside it, and removed', async () => {
  const { createAppPassword, removeAppPassword } = appPasswordCommands;
  const [telephone] = appPasswordQueries.appPasswords.example.result;
  const app = await renderAt('/settings/security', {
    server: (server) => server.answer(appPasswordQueries.appPasswords, []),
  });
  await expect.element(page.getByText('Noch kein App-Passwort.')).toBeVisible();
  await button('App-Passwort erstellen').click();
  await press('Enter');
  await expect.element(dialog().getByText('Bitte ausfüllen.')).toBeVisible();
  app.server.answer(createAppPassword, () => {
    app.server.answer(appPasswordQueries.appPasswords, telephone === undefined ? [] : [telephone]);
    return { ...createAppPassword.example.result };
  });
  await field('Wofür', dialog()).fill('Telefon');
  await press('Enter');
  const { password, userName } = createAppPassword.example.result;
  await expect.element(dialog().getByText(password)).toBeVisible();
  await expect.element(dialog().getByText(userName, { exact: true })).toBeVisible();
  await expect.element(dialog().getByText(/\/dav\/$/)).toBeVisible();
  await expectUsable(app);
  await button('Fertig', dialog()).click();
  await expect.element(page.getByText(password)).not.toBeInTheDocument();
  app.server.answer(removeAppPassword, () => {
    app.server.answer(appPasswordQueries.appPasswords, []);
    return {};
  });
  await button('Telefon entfernen').click();
  await button('Entfernen', dialog()).click();
  await expect.element(page.getByText('Noch kein App-Passwort.')).toBeVisible();
  await expect.element(button('App-Passwort erstellen')).toHaveFocus();
  await expect.poll(() => app.server.commandsOf(createAppPassword)).toEqual([{ name: 'Telefon', scope: 'calendar' }]);
  await expect.poll(() => app.server.commandsOf(removeAppPassword)).toEqual([{ appPasswordId: 4 }]);
});
