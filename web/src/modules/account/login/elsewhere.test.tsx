import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderAt } from '../../../testing/app.ts';
import { button, field, heading } from '../../../testing/find.ts';
import { expectUsable } from '../../../testing/usable.ts';

/** What a client of another origin sends somebody here with. */
const REQUEST = {
  redirect: 'https://evil.example',
  instance: 'demo',
  state: 'x'.repeat(43),
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
};
const address = (given: Readonly<Record<string, string>>): string => `/login#${new URLSearchParams(given).toString()}`;
const refusal = (code: string, status: number): Response =>
  Response.json({ type: 'about:blank', title: 'no', status, code }, { status });

describe('a sign-in for a client of another origin', () => {
  test('is asked for by name, and nothing happens by itself', async () => {
    const app = await renderAt(address({ ...REQUEST, redirect: 'https://kontor.example' }), {
      isSignedIn: false,
      server: (server) => server.at('/auth/code/check', () => Response.json({ success: true })),
    });
    await expect.element(heading('Anmelden bei Demo')).toBeVisible();
    await expect.element(page.getByText(/in Kontor unter kontor\.example/)).toBeVisible();
    await expect.element(button('Mit Passkey anmelden')).toHaveFocus();
    await expectUsable(app);
  });

  test('is refused to a client that the instance does not know, which is not gone back to', async () => {
    const app = await renderAt(address(REQUEST), {
      isSignedIn: false,
      server: (server) => server.at('/auth/code/check', () => refusal('ORIGIN_REFUSED', 403)),
    });
    await expect.element(page.getByText(/Kontor unter evil\.example darf hier niemanden anmelden\./)).toBeVisible();
    expect(button('Mit Passkey anmelden').elements()).toEqual([]);
    await expectUsable(app);
    await button('Hier anmelden').click();
    await expect.element(field('Benutzername')).toBeVisible();
    expect([location.pathname, location.hash]).toEqual(['/login', '']);
  });

  test('is none where the address lacks something', async () => {
    const { code_challenge: _, ...rest } = REQUEST;
    await renderAt(address(rest), { isSignedIn: false });
    await expect.element(page.getByText(/Der Adresse fehlt etwas\./)).toBeVisible();
  });
});

describe('an answer of an instance elsewhere', () => {
  const ANSWER = { state: 'x'.repeat(43), iss: 'https://laden.example', code: 'abc' };
  /** This tab has begun a sign-in there. */
  const begun = JSON.stringify({
    state: ANSWER.state,
    verifier: 'v'.repeat(43),
    url: ANSWER.iss,
    info: { name: 'laden', title: 'Laden am Markt', version: '1' },
  });

  test('that nobody here has asked for signs nobody in, and is off the address at once', async () => {
    let requests = 0;
    const app = await renderAt(address(ANSWER), {
      server: (server) =>
        server.at('/auth/exchange', () => {
          requests += 1;
          return refusal('NOT_FOUND', 404);
        }),
    });
    await expect.element(heading('Diese Anmeldung gehört nicht hierher')).toBeVisible();
    expect([location.pathname, location.hash]).toEqual(['/login', '']);
    await expectUsable(app);
    await button('Zurück zu Kontor').click();
    await expect.element(heading('Eingang')).toBeVisible();
    expect(requests).toBe(0);
  });

  test.each([
    ['was called off', { error: 'access_denied' }, 'Sie haben die Anmeldung mit dem Passkey abgebrochen.'],
    ['comes too late', { code: 'abc' }, /^Die Anmeldung hat zu lange gedauert/],
  ])('that %s says so, with a way to try again', async (_what, how, said) => {
    const app = await renderAt('/', {
      server: (server) => server.at('/auth/exchange', () => refusal('NOT_FOUND', 404)),
    });
    await expect.element(heading('Eingang')).toBeVisible();
    app.env.tab.setItem('kontor.passkeyElsewhere', begun);
    location.hash = new URLSearchParams({ state: ANSWER.state, iss: ANSWER.iss, ...how }).toString();
    await expect.element(heading('Nicht bei Laden am Markt angemeldet')).toBeVisible();
    await expect.element(page.getByText(said).first()).toBeVisible();
    await expect.element(button('Noch einmal mit Passkey')).toHaveFocus();
    expect(app.env.tab.getItem('kontor.passkeyElsewhere')).toBeNull();
    await expectUsable(app);
  });
});
