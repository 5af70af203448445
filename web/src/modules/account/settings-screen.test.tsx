import {
  accountEvents,
  administrationQueries,
  jobQueries,
  securityCommands,
  securityQueries,
  sessionQueries,
} from '@kontor/contract/account';
import { describe, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { PHONE, renderAt } from '../../testing/app.ts';
import { button, dialog, field, heading, link, textsOf } from '../../testing/find.ts';
import { focused, press, type } from '../../testing/keys.ts';
import { expectUsable } from '../../testing/usable.ts';

const { configuration } = sessionQueries;
const print = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
/** Opens the settings from the inbox, as people do. */
async function openFromMenu() {
  const app = await renderAt('/');
  await link('Einstellungen').click();
  await expect.element(heading('Einstellungen')).toBeVisible();
  return app;
}

describe('the list of the settings', () => {
  test('stands beside the page that was open last, by groups', async () => {
    const app = await renderAt('/settings/none', { settings: { settingsTab: 'lists' } });
    await expect.element(heading('Listen')).toBeVisible();
    await expect
      .poll(() => textsOf('.settings-list h2'))
      .toEqual([
        'Persönlich',
        'Aussehen',
        'Listen und Bedienung',
        'Mitteilungen und Gerät',
        'E-Mail',
        'Datensätze und Dokumente',
        'Telefonie',
        'Unternehmen',
        'System',
        'Hilfe und Auskunft',
      ]);
    expect(location.pathname).toBe('/settings/lists');
    await expectUsable(app);
  });

  test('is in English for whoever wants it so', async () => {
    await renderAt('/settings/lists', { settings: { language: 'en' } });
    await expect.element(heading('Lists')).toBeVisible();
    await expect
      .poll(() => textsOf('.settings-list h2'))
      .toEqual([
        'Personal',
        'Appearance',
        'Lists and controls',
        'Notifications and device',
        'Mail',
        'Records and documents',
        'Telephony',
        'Company',
        'System',
        'Help and about',
      ]);
    expect(document.documentElement.lang).toBe('en');
  });

  test('is walked through by keyboard', async () => {
    await renderAt('/settings/common');
    await expect.element(link('Über Kontor')).toBeInTheDocument();
    (link('Allgemein').element() as HTMLElement).focus();
    await press('ArrowDown');
    expect(focused()).toBe('Sicherheit');
    await press('End');
    expect(focused()).toBe('Über Kontor');
    await press('ArrowDown');
    expect(focused()).toBe('Allgemein');
    await press('ArrowUp', 'Home', 'ArrowDown', 'ArrowDown', 'Enter');
    await expect.element(heading('Mein Kalender')).toBeVisible();
    await expect.element(link('Mein Kalender')).toHaveAttribute('aria-current', 'page');
    // The whole list is one stop: the next is the page.
    expect(focused()).toBe('Mein Kalender');
    await press('Tab', 'Shift+Tab');
    expect(focused()).toBe('Mein Kalender');
  });

  test('is searched by titles, by what is set, and by what else pages are about, by keyboard alone', async () => {
    const app = await renderAt('/settings/common');
    await expect.element(link('Über Kontor')).toBeInTheDocument();
    await press('/');
    await type('side by side');
    await expect.poll(() => textsOf('.settings-list h2')).toEqual(['Aussehen']);
    await expectUsable(app);
    await press('ArrowDown');
    expect(focused()).toMatch(/^Darstellung/);
    await press('/');
    await field('Einstellung suchen').fill('2fa');
    await expect.poll(() => textsOf('.settings-list a')).toEqual(['Sicherheit']);
    await press('Enter');
    await expect.element(heading('Sicherheit')).toBeVisible();
    // Words that a page says of what is set on it.
    await field('Einstellung suchen').fill('an der Stelle der Liste');
    await expect.poll(() => textsOf('.settings-list a')).toEqual(['Darstellung']);
    await field('Einstellung suchen').fill('xyzxyz');
    await expect.element(page.getByText('Keine Einstellung passt dazu.')).toBeVisible();
    await field('Einstellung suchen').fill('');
    await expect.element(link('Allgemein')).toBeVisible();
  });

  test('leaves one step back, however many pages were looked at', async () => {
    await openFromMenu();
    await link('Sicherheit').click();
    await link('Darstellung').click();
    await expect.element(heading('Darstellung')).toBeVisible();
    history.back();
    await expect.element(heading('Eingang')).toBeVisible();
    await link('Einstellungen').click();
    await expect.element(heading('Darstellung')).toBeVisible();
  });

  test('gives way to the page where it is read at 200 and 400 %', async () => {
    const app = await renderAt('/settings/system', { size: { width: 720, height: 450 } });
    await link('Zustand des Systems').click();
    await expect.element(heading('Zustand des Systems')).toBeVisible();
    await expectUsable(app);
    await page.viewport(320, 256);
    await expect.element(link('Allgemein')).not.toBeInTheDocument();
    await expectUsable(app);
    await page.viewport(720, 450);
  });

  test('is printed on white, whatever light it is read in', async () => {
    await renderAt('/settings/common', { settings: { theme: 'dark' } });
    await expect.element(heading('Allgemein')).toBeVisible();
    const html = document.documentElement;
    expect([html.dataset['theme'], getComputedStyle(html).colorScheme]).toEqual(['dark', 'dark']);
    await print('print');
    expect([html.dataset['theme'], getComputedStyle(html).colorScheme]).toEqual(['dark', 'light']);
    await print('');
  });

  test('stays where it is, with what is being done, when a right is taken and given', async () => {
    const { server } = await renderAt('/settings/security');
    await button('Passwort ändern').click();
    const secret = field('Neues Passwort', dialog());
    await secret.click();
    const { result } = configuration.example;
    await expect.element(link('Postfächer')).toBeInTheDocument();
    let isFlashed = false;
    const watch = (): void => {
      isFlashed ||= document.querySelector('h1')?.checkVisibility() !== true;
      if (secret.query() !== null) requestAnimationFrame(watch);
    };
    watch();
    server.answer(configuration, { ...result, rights: { ...result.rights, mailList: false } });
    server.happen(accountEvents.sessionChanged, ['session']);
    await expect.element(link('Postfächer')).not.toBeInTheDocument();
    await type('ein neuer ');
    server.answer(configuration, result);
    server.happen(accountEvents.sessionChanged, ['session']);
    await expect.element(link('Postfächer')).toBeInTheDocument();
    await type('satz');
    await expect.element(secret).toHaveValue('ein neuer satz');
    expect(isFlashed).toBe(false);
  });
});

describe('the list of the settings on a phone', () => {
  test('is a screen of its own, that leads to the page and back', async () => {
    const app = await renderAt('/', { size: PHONE });
    await button('Menü').click();
    await link('Einstellungen', dialog()).click();
    await expect.element(heading('Einstellungen')).toBeVisible();
    await expectUsable(app);
    await link('Sicherheit').click();
    await expect.element(heading('Sicherheit')).toHaveFocus();
    await expect.element(link('Allgemein')).not.toBeInTheDocument();
    await button('Alle Einstellungen').click();
    await expect.element(link('Sicherheit')).toHaveFocus();
    // The list has left no step behind: the next one back is where the person came from.
    history.back();
    await expect.element(heading('Eingang')).toBeVisible();
  });

  test('is gone to from a page that was opened by its address', async () => {
    await renderAt('/settings/people', { size: PHONE });
    await expect.element(heading('Personen')).toBeVisible();
    await button('Alle Einstellungen').click();
    await expect.element(link('Personen')).toHaveFocus();
  });
});

/** This device, and so many others. The last to have come stands first. */
function devices(others: number) {
  const [own] = securityQueries.sessions.example.result;
  if (own === undefined) throw new Error('The example has no session');
  const other = (n: number) => ({ ...own, sessionId: own.sessionId.replace(/.$/, `${n}`), isCurrent: false });
  return [own, ...Array.from({ length: others }, (_, index) => other(others - index + 1))];
}
const ends = page.getByRole('listitem').getByRole('button', { name: /abmelden$/ });

describe('a page of the settings', () => {
  test('says in words what could not be loaded, and tries it again', async () => {
    const { server, isLive } = await renderAt('/settings/jobs', {
      server: (server) => server.refuse(jobQueries.failedJobs, 'RIGHT_MISSING'),
    });
    await expect.poll(isLive).toBe(true);
    await expect.element(heading('Dazu haben Sie kein Recht')).toBeVisible();
    const again = button('Erneut versuchen').element() as HTMLElement;
    server.answer(jobQueries.failedJobs, []);
    // At once: the count in the menu, which comes later, asks the same.
    again.click();
    await expect.element(heading('Nichts ist liegen geblieben')).toBeVisible();
  });

  test('says what of it could not be loaded, and has the rest', async () => {
    const app = await renderAt('/settings/audit', {
      server: (server) => server.refuse(administrationQueries.people, 'RIGHT_MISSING'),
    });
    const message = page.getByText('Die Personen konnten nicht geladen werden');
    await expect.poll(app.isLive).toBe(true);
    await expect.element(message).toBeVisible();
    await expectUsable(app);
    const again = button('Erneut versuchen').element() as HTMLElement;
    app.server.restore(administrationQueries.people);
    again.click();
    await expect.element(message).not.toBeInTheDocument();
    await field('Person').selectOptions('Ben Carstens');
  });

  test('leaves the focus alone when another device comes', async () => {
    const { server } = await renderAt('/settings/security', {
      server: (server) => server.answer(securityQueries.sessions, devices(1)),
    });
    await expect.poll(() => ends.elements().length).toBe(1);
    (button('Passwort ändern').element() as HTMLElement).focus();
    server.answer(securityQueries.sessions, devices(2));
    server.happen(accountEvents.sessionChanged, ['sessions']);
    await expect.poll(() => ends.elements().length).toBe(2);
    expect(focused()).toBe('Passwort ändern');
  });

  test('leads the focus on where a device goes away', async () => {
    const { server } = await renderAt('/settings/security', {
      server: (server) => server.answer(securityQueries.sessions, devices(2)),
    });
    await expect.poll(() => ends.elements().length).toBe(2);
    let there = 2;
    server.answer(securityCommands.endSession, () => {
      server.answer(securityQueries.sessions, devices((there -= 1)));
      return {};
    });
    for (const left of [1, 0]) {
      (ends.first().element() as HTMLElement).focus();
      await press('Enter');
      await expect.poll(() => ends.elements().length).toBe(left);
      await expect.poll(focused).toMatch(left > 0 ? /abmelden$/ : 'Geräte');
    }
  });

  test('leads the focus to what the devices stood under when all others are gone', async () => {
    const { server } = await renderAt('/settings/security', {
      server: (server) => server.answer(securityQueries.sessions, devices(2)),
    });
    const all = button('Alle anderen abmelden');
    await expect.element(all).toBeVisible();
    (all.element() as HTMLElement).focus();
    await press('Enter');
    server.answer(securityCommands.endOtherSessions, () => {
      server.answer(securityQueries.sessions, devices(0));
      return { count: 2 };
    });
    await button('Alle anderen abmelden', dialog()).click();
    await expect.poll(() => ends.elements().length).toBe(0);
    await expect.poll(focused).toBe('Geräte');
    await expect.poll(() => server.commandsOf(securityCommands.endOtherSessions)).toEqual([{}]);
  });

  test('says of what opens the list of instances whether it is open', async () => {
    await renderAt('/settings/common');
    const opener = () => document.querySelector<HTMLElement>('.drawer [aria-haspopup=menu]');
    await expect.poll(opener).not.toBeNull();
    const isOpen = () => opener()?.getAttribute('aria-expanded');
    await page.elementLocator(opener() ?? document.body).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(isOpen()).toBe('true');
    await press('Escape');
    await expect.poll(isOpen).toBe('false');
  });
});
