import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { replaceDevice } from '../../../device/index.ts';
import { createFakePhone } from '../../../device/testing/fake-device.ts';
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

  test('is asked for by the name of an app, to which the page leads back', async () => {
    const request = { ...REQUEST, redirect: 'https://localhost', app: 'de.kontor.app' };
    const app = await renderAt(address(request), {
      isSignedIn: false,
      server: (server) => server.at('/auth/code/check', () => Response.json({ success: true })),
    });
    await expect.element(page.getByText('Sie wollen diese Instanz in der App „de.kontor.app“ auf')).toBeVisible();
    await button('Abbrechen und zurück').click();
    const link = page.getByRole('link', { name: 'App öffnen' });
    await expect.element(link).toBeVisible();
    const { host, hash } = new URL(link.element().getAttribute('href') ?? '');
    expect([host, hash]).toEqual([location.host, expect.stringContaining('error=access_denied')]);
    await expectUsable(app);
  });

  test('is refused to an app that the instance does not know', async () => {
    await renderAt(address({ ...REQUEST, redirect: 'https://localhost', app: 'org.other.app' }), {
      isSignedIn: false,
      server: (server) => server.at('/auth/code/check', () => refusal('ORIGIN_REFUSED', 403)),
    });
    await expect.element(page.getByText(/^Die App darf hier niemanden anmelden\./)).toBeVisible();
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

  test('comes to the app of a phone by a link, though nobody is signed in, and nothing else does', async () => {
    const phone = createFakePhone();
    onTestFinished(replaceDevice(phone.device));
    const codes: unknown[] = [];
    const app = await renderAt('/login', {
      isSignedIn: false,
      server: (server) =>
        server.at('/auth/exchange', (request) => {
          codes.push(request);
          return refusal('NOT_FOUND', 404);
        }),
    });
    await expect.element(field('Benutzername')).toBeVisible();
    app.env.tab.setItem('kontor.passkeyElsewhere', begun);
    phone.open(ANSWER.iss, '/login#reset=made-up');
    phone.open(ANSWER.iss, '/login');
    await expect.element(field('Benutzername')).toBeVisible();
    phone.open(ANSWER.iss, address(ANSWER));
    await expect.element(heading('Nicht bei Laden am Markt angemeldet')).toBeVisible();
    expect(codes).toHaveLength(1);
    // Once more: the phone's browser shows the instance's page, which is told of the app.
    app.server.at('/auth/code/check', () => Response.json({ success: true }));
    await button('Noch einmal mit Passkey').click();
    const browsed = (): string => phone.done.find((what) => what.startsWith('browse ')) ?? '';
    await expect.poll(browsed).toMatch(/^browse https:\/\/laden\.example\/login#redirect=.*&app=de\.kontor\.app&/);
    await expect.element(button('Wird geöffnet …')).toBeVisible();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText('Sie haben die Anmeldung mit dem Passkey abgebrochen.')).toBeVisible();
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
