import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PHONE, renderAt } from '../../../testing/app.ts';
import { button, dialog, field, heading } from '../../../testing/find.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { press } from '../../../testing/keys.ts';
import { expectUsable } from '../../../testing/usable.ts';

const TITLES: Readonly<Record<string, string>> = { werk: 'Nordwerk', hof: 'Hof Berger' };
const nameIn = ({ headers }: RequestInit): string => new Headers(headers).get('X-Instance') ?? '';

/** Two instances at one address: nobody is known here until one of them is named. `held` keeps one back until it ends. */
function answerTwo(server: FakeServer, held: Promise<void> = Promise.resolve()): void {
  server.at('/instance.json', async (_url, init) => {
    const name = nameIn(init);
    if (name === 'hof') await held;
    const title = TITLES[name];
    return title === undefined
      ? Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'INSTANCE_UNKNOWN' }, { status: 404 })
      : Response.json({ name, title, version: '1' });
  });
  server.at('/client.json', () => Response.json({ instanceDomains: [] }));
  server.at('/auth/sign-in-page', (_url, init) =>
    Response.json({
      title: TITLES[nameIn(init)] ?? 'Kontor',
      dataProtectionUrl: 'https://nordwerk.example/schutz',
      imprintUrl: null,
      passwordReset: true,
    }),
  );
}
const signIn = button('Anmelden');
const session = { success: true, authToken: '', accessToken: '', csrfToken: 'c' };

test('whether a code is asked for is asked of the instance that stands in the field, and of no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const requests: string[] = [];
  await renderAt('/', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server, promise);
      server.at('/auth/two-factor', ({ searchParams }) => {
        requests.push(`${searchParams.get('instance')} ${searchParams.get('username')}`);
        return Response.json({ twoFactorAuthenticationIsEnabled: true });
      });
    },
  });
  await field('Instanz').fill('werk');
  await field('Benutzername').click();
  await expect.element(heading('Nordwerk')).toBeVisible();
  await field('Instanz').fill('hof');
  // Nothing of the one before is left: no link for it can be asked for.
  await expect.element(heading('Kontor')).toBeVisible();
  await expect.element(button('Passwort vergessen?')).toBeDisabled();
  await field('Benutzername').fill('anna');
  await field('Passwort').click();
  expect(requests).toEqual([]);
  resolve();
  await expect.poll(() => requests).toEqual(['hof anna']);
});

test.each([
  ['on a desktop', {}],
  ['on a phone', { size: PHONE }],
])('what is missing is said, and the button stays where it is, %s', async (_where, size) => {
  const app = await renderAt('/', { ...size, isSignedIn: false, server: (server) => answerTwo(server) });
  await expect.element(signIn).toBeVisible();
  await expectUsable(app);
  const bounds = () => signIn.element().getBoundingClientRect().toJSON() as DOMRect;
  const untouched = bounds();
  await signIn.click();
  await expect.poll(() => page.getByText('Bitte ausfüllen.').elements().length).toBe(3);
  expect(bounds()).toEqual(untouched);
});

test('an instance that there is not is told of', async () => {
  await renderAt('/', { isSignedIn: false, server: (server) => answerTwo(server) });
  await field('Instanz').fill('nirgends');
  await field('Benutzername').fill('anna');
  await field('Passwort').fill('ein langer satz');
  await signIn.click();
  await expect.element(page.getByText(/nirgends|gibt es (hier )?nicht|kennt/)).toBeVisible();
});

test('what the instance has to say by law is linked to, safely', async () => {
  await renderAt('/', { isSignedIn: false, server: (server) => answerTwo(server) });
  await field('Instanz').fill('werk');
  await field('Benutzername').click();
  const link = page.getByRole('link', { name: 'Datenschutz' });
  await expect.element(link).toHaveAttribute('href', 'https://nordwerk.example/schutz');
  expect(link.element().getAttribute('rel')).toContain('noopener');
  expect(page.getByRole('link', { name: 'Impressum' }).elements()).toEqual([]);
});

test('what is wrong with a sign-in is said without saying what', async () => {
  await renderAt('/', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', () =>
        Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'LOGIN_FAILED' }, { status: 404 }),
      );
    },
  });
  await field('Instanz').fill('werk');
  await field('Benutzername').fill('anna');
  await field('Passwort').fill('falsch');
  await press('Enter');
  await expect.element(page.getByText(/stimm|falsch|nicht/).first()).toBeVisible();
  await expect.element(field('Benutzername')).toHaveValue('anna');
});

const WRONG = 'Benutzername oder Passwort falsch';
const refusal = (code: string, status: number) =>
  Response.json({ type: 'about:blank', title: 'no', status, code }, { status });

test.each([
  ['types another password', () => field('Passwort').fill('noch eines')],
  ['types another name', () => field('Benutzername').fill('ben')],
  ['names another instance', () => field('Instanz').fill('hof')],
  ['tries it with a passkey', () => button('Mit Passkey anmelden').click()],
])('what was wrong goes as soon as one %s', async (_what, act) => {
  await renderAt('/', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', () => refusal('LOGIN_FAILED', 404));
    },
  });
  await field('Instanz').fill('werk');
  await field('Benutzername').fill('anna');
  await field('Passwort').fill('falsch');
  await press('Enter');
  const wrong = page.getByText(new RegExp(WRONG));
  await expect.element(wrong).toBeVisible();
  await expect.poll(() => document.querySelectorAll('[role=alert] .notice').length).toBe(1);
  await act();
  await expect.element(wrong).not.toBeInTheDocument();
  await expect.poll(() => document.querySelectorAll('[role=alert] .notice').length).toBe(0);
});

test('that a person is not unlocked stays until it is acknowledged', async () => {
  await renderAt('/', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', () => refusal('USER_NOT_UNLOCKED', 403));
    },
  });
  await field('Instanz').fill('werk');
  await field('Benutzername').fill('anna');
  await field('Passwort').fill('ein langer satz');
  await press('Enter');
  await expect.element(button('OK')).toBeVisible();
  await field('Passwort').fill('x');
  await expect.element(button('OK')).toBeVisible();
  await button('OK').click();
  await expect.element(button('OK')).not.toBeInTheDocument();
});

async function signInTo(instance: string): Promise<void> {
  await field('Instanz').fill(instance);
  await field('Benutzername').fill('Anna');
  await field('Passwort').fill('ein langer satz');
  await press('Enter');
  await expect.element(heading('Eingang')).toBeVisible();
  expect(location.pathname).toBe('/');
}

test('who signs in begins at the inbox', async () => {
  const sent: unknown[] = [];
  await renderAt('/', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', (_url, { body }) => {
        sent.push(JSON.parse(body as string));
        return Response.json(session);
      });
    },
  });
  await signInTo('werk');
  expect(sent).toMatchObject([{ instance: 'werk', username: 'anna', password: 'ein langer satz' }]);
});

test('who has to sign in first comes to where they were going', async () => {
  await renderAt('/mails/all/all/main?dir=in', {
    isSignedIn: false,
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', () => Response.json(session));
    },
  });
  await field('Instanz').fill('werk');
  await field('Benutzername').fill('anna');
  await field('Passwort').fill('ein langer satz');
  await press('Enter');
  await expect.element(heading('E-Mails')).toBeVisible();
  expect(location.pathname + location.search).toBe('/mails/all/all/main?dir=in');
});

test('who signs in to another instance by the same name begins at its inbox', async () => {
  await renderAt('/settings/common', {
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', () => Response.json(session));
    },
  });
  await button('Abmelden').click();
  await signInTo('hof');
});

test('adds nobody once its dialog was closed, however late the answer comes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended: string[] = [];
  let logins = 0;
  const app = await renderAt('/settings/common', {
    server: (server) => {
      answerTwo(server);
      server.at('/auth/login', async () => {
        logins += 1;
        await promise;
        return Response.json(session);
      });
      server.at('/auth/logout', (_url, init) => {
        ended.push(nameIn(init));
        return Response.json({ success: true });
      });
    },
  });
  await button('Instanz hinzufügen').click();
  await field('Instanz', dialog()).fill('hof');
  await field('Benutzername', dialog()).fill('anna');
  await field('Passwort', dialog()).fill('ein langer satz');
  await button('Anmelden', dialog()).click();
  await expect.element(dialog().getByText('Anmeldung läuft').first()).toBeVisible();
  // Before that there is nothing to end.
  await expect.poll(() => logins).toBe(1);
  await press('Escape');
  await expect.element(dialog()).not.toBeInTheDocument();
  resolve();
  // The session that it has begun is ended.
  await expect.poll(() => ended).toEqual(['hof']);
  expect(app.env.settings.getItem('kontor.instances')).not.toContain('hof');
  await expect.element(heading('Allgemein')).toBeVisible();
});
