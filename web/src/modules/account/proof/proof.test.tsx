import { administrationCommands, securityCommands, securityQueries, type ProofWays } from '@kontor/contract/account';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { PHONE } from '../../../testing/app.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const { changePassword, removePasskey, startTwoFactor } = securityCommands;
const { security } = securityQueries;
const { result: example } = security.example;
const PASSWORD: ProofWays = { password: true, code: false, passkey: false };
const NEW = 'noch ein satz am abend';
const SAVED = 'Ihr neues Passwort gilt; Ihre anderen Geräte sind abgemeldet.';

const refusal = (code: string, status: number, headers = {}) =>
  Response.json({ type: 'about:blank', title: code, status, code }, { status, headers });

/** The page about signing in, of a server that wants a proof before `changePassword`; `given` is what it was proven with. */
async function open(ways = PASSWORD, more: Parameters<typeof renderAt>[1] = {}) {
  const given: unknown[] = [];
  const app = await renderAt('/settings/security', {
    ...more,
    server: (server) => {
      server.answer(security, { ...example, twoFactor: null });
      for (const command of [changePassword, removePasskey, startTwoFactor])
        server.refuse(command, 'PROOF_NEEDED', ways);
    },
  });
  const { server } = app;
  /** What the server says to the next proof; nothing: it is good. */
  const answer = (response?: () => Response): void =>
    server.at('/auth/proof', (_url, { body }) => {
      given.push(JSON.parse(body as string));
      if (response !== undefined) return response();
      for (const command of [changePassword, removePasskey, startTwoFactor]) server.restore(command);
      return Response.json({ success: true });
    });
  answer();
  await expect.element(heading('Geräte')).toBeVisible();
  return { ...app, given, answer };
}
const question = () => page.getByRole('dialog', { name: 'Sind Sie es?' });
const form = () => page.getByRole('dialog', { name: 'Passwort ändern' });

/** Fills the form that changes the password, and sends it. */
async function change(): Promise<void> {
  await button('Passwort ändern').click();
  await field('Neues Passwort', form()).fill(NEW);
  await press('Enter');
  await expect.element(question()).toBeVisible();
}

describe('the question who somebody is', () => {
  test('comes by itself, and what was begun goes on behind the right answer', async () => {
    const { server, given, answer, ...app } = await open();
    await change();
    await expect.element(field('Ihr Passwort', question())).toHaveFocus();
    await expectUsable({ server, ...app });
    await press('Enter');
    await expect.element(question().getByText('Bitte ausfüllen.')).toBeVisible();
    answer(() => refusal('PROOF_WRONG', 422));
    await field('Ihr Passwort', question()).fill('ein falsches');
    await press('Enter');
    await expect.element(question().getByText('Das Passwort stimmt nicht.')).toBeVisible();
    answer();
    await field('Ihr Passwort', question()).fill('ein langer satz');
    // What was wrong goes as soon as one types.
    await expect.element(question().getByText('Das Passwort stimmt nicht.')).not.toBeInTheDocument();
    await press('Enter');
    await expect.element(page.getByText(SAVED)).toBeVisible();
    await expect.element(question()).not.toBeInTheDocument();
    expect(given).toEqual([
      { password: 'ein falsches', code: '' },
      { password: 'ein langer satz', code: '' },
    ]);
    const sent = { newPassword: NEW, endOtherSessions: true };
    expect(server.commandsOf(changePassword)).toEqual([sent, sent]);
  });

  test('leaves what was typed as it was where it is called off, and comes again with the next try', async () => {
    const { server } = await open();
    await change();
    await button('Abbrechen', question()).click();
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(field('Neues Passwort', form())).toHaveValue(NEW);
    expect(form().element().querySelector('[role=alert], .callout')).toBeNull();
    await button('Passwort ändern', form()).click();
    await expect.element(question()).toBeVisible();
    await press('Escape');
    await expect.element(field('Neues Passwort', form())).toHaveValue(NEW);
    expect(server.commandsOf(changePassword)).toHaveLength(2);
  });

  test('wants the code too where there is a second factor, and says so when one is wrong', async () => {
    const { given, answer } = await open({ ...PASSWORD, code: true });
    await change();
    await field('Ihr Passwort', question()).fill('ein langer satz');
    await press('Enter');
    await expect.element(question().getByText('Bitte ausfüllen.')).toBeVisible();
    await expect.element(field('Code', question())).toHaveFocus();
    answer(() => refusal('PROOF_WRONG', 422));
    await field('Code', question()).fill('492 039');
    await press('Enter');
    await expect.element(question().getByText(/Passwort oder Code stimmt nicht/)).toBeVisible();
    answer(() => refusal('TOO_MANY_REQUESTS', 429, { 'Retry-After': '840' }));
    await press('Enter');
    await expect.element(question().getByText(/Versuchen Sie es in 14.Minuten wieder/)).toBeVisible();
    answer();
    await press('Enter');
    await expect.element(page.getByText(SAVED)).toBeVisible();
    expect(given).toContainEqual({ password: 'ein langer satz', code: '492 039' });
  });

  test('takes a passkey instead', async () => {
    const app = await open({ password: true, code: true, passkey: true }, { size: PHONE });
    const credential = Object.assign(Object.create(PublicKeyCredential.prototype) as PublicKeyCredential, {
      toJSON: () => ({ id: 'mine' }),
    });
    const get = vi.spyOn(navigator.credentials, 'get').mockResolvedValue(credential);
    onTestFinished(() => get.mockRestore());
    app.server.at('/auth/generate-proof-options', () =>
      Response.json({ authToken: 'handle', options: { challenge: 'AAAA', allowCredentials: [] } }),
    );
    await change();
    await expectUsable(app);
    await button('Mit Passkey bestätigen', question()).click();
    await expect.element(page.getByText(SAVED)).toBeVisible();
    expect(app.given).toEqual([{ asseResp: { id: 'mine' }, authToken: 'handle' }]);
  });

  test('is no wrong answer where the person does not go on with the passkey, or there is no network', async () => {
    const { server } = await open({ password: true, code: false, passkey: true });
    const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    onTestFinished(() => get.mockRestore());
    server.at('/auth/generate-proof-options', () =>
      Response.json({ authToken: 'handle', options: { challenge: 'AAAA', allowCredentials: [] } }),
    );
    await change();
    await button('Mit Passkey bestätigen', question()).click();
    await expect.element(button('Mit Passkey bestätigen', question())).toBeEnabled();
    await expect.poll(() => get.mock.calls.length).toBe(1);
    expect(question().element().querySelector('.callout')).toBeNull();
    server.cut(true);
    await field('Ihr Passwort', question()).fill('ein langer satz');
    await press('Enter');
    await expect.element(question().getByText(/Der Server antwortet nicht/)).toBeVisible();
    server.cut(false);
    await press('Enter');
    await expect.element(page.getByText(SAVED)).toBeVisible();
  });
});

test('a second factor is begun and a passkey is removed behind it', async () => {
  const { server } = await open();
  await button('Einrichten').click();
  await button('Abbrechen', question()).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('Einrichten').click();
  await field('Ihr Passwort', question()).fill('ein langer satz');
  await press('Enter');
  await expect.element(dialog().getByRole('img', { name: /QR-Code/ })).toBeVisible();
  await press('Escape');
  server.refuse(removePasskey, 'PROOF_NEEDED', PASSWORD);
  await button('Notebook entfernen').click();
  await button('Entfernen', dialog()).click();
  await field('Ihr Passwort', question()).fill('ein langer satz');
  await press('Enter');
  await expect.element(page.getByText('Der Passkey ist entfernt.')).toBeVisible();
});

test('what an administrator changes of how others sign in asks, too', () => {
  const { invite, sendLink, savePerson, resetFactors, endSessionsOf } = administrationCommands;
  expect([invite, sendLink, savePerson, resetFactors].map(({ proof }) => proof)).toEqual([true, true, true, true]);
  expect(endSessionsOf.proof).toBe(false);
});
