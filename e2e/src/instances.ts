import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TestClient } from '../../server/src/testing/client.ts';
import { INSTALLED, openBrowser, rows, signIn, openSession, type BrowserSession } from './browser.ts';
import { Front } from './front.ts';
import { openKontor, type Kontor } from './kontor.ts';

const PASSWORD = 'several several several';

export interface InstanceItem {
  readonly information: string;
  readonly status: number;
}

/** Two instances where the app is served, and one at another origin, which can be cut; Anna has mails in each, and a browser. */
export interface InstancesStage {
  readonly home: Kontor;
  readonly away: Kontor;
  readonly front: Front;
  readonly browser: Browser;
  readonly session: BrowserSession;
  close(): Promise<void>;
}

let letters = 0;

/** Puts new mails into a person's own box, as the owner of the server would. */
export async function deliver(
  server: Kontor,
  instance: string,
  user: string,
  subjects: readonly string[],
): Promise<void> {
  const files = subjects.map((subject) => {
    letters += 1;
    const date = new Date(Date.UTC(2026, 10, 1) + letters * 60_000).toUTCString();
    const head = [`From: Paul <paul@werft.example>`, 'To: anna@x.example', `Subject: ${subject}`, `Date: ${date}`];
    const file = join(server.folder, `${letters}.eml`);
    writeFileSync(
      file,
      `${[...head, `Message-ID: <${letters}@werft.example>`, 'Content-Type: text/plain; charset=utf-8'].join('\r\n')}\r\n\r\n${subject}\r\n`,
    );
    return file;
  });
  await server.cli(['import', instance, user, ...files, '--state', 'new']);
}

async function addPerson(server: Kontor, instance: string, user: string, name: string): Promise<void> {
  const named = ['--first-name', name, '--last-name', 'Berger'];
  await server.cli(['person', 'add', instance, user, ...named, '--password-file', '-'], PASSWORD);
}

export async function startInstances(): Promise<InstancesStage> {
  const front = await Front.start();
  const [home, browser] = await Promise.all([openKontor({ KONTOR_DEMO: 'false' }), openBrowser()]);
  const origins = { KONTOR_PUBLIC_URL: front.address, KONTOR_ORIGINS: home.address };
  const away = await openKontor({ KONTOR_DEMO: 'false', ...origins });
  front.target = away.port;
  await home.cli(['instance', 'create', 'werk', '--title', 'Nordwerk']);
  await home.cli(['instance', 'create', 'hof', '--title', 'Hof Berger']);
  await away.cli(['instance', 'create', 'laden', '--title', 'Laden am Markt']);
  await addPerson(home, 'werk', 'anna', 'Anna');
  await addPerson(home, 'werk', 'ben', 'Ben');
  await addPerson(home, 'hof', 'anna', 'Anna');
  await addPerson(away, 'laden', 'anna', 'Anna');
  await deliver(home, 'werk', 'anna', ['Werk eins', 'Werk zwei', 'Werk drei']);
  await deliver(home, 'hof', 'anna', ['Hof eins', 'Hof zwei']);
  await deliver(away, 'laden', 'anna', ['Laden eins', 'Laden zwei', 'Laden drei', 'Laden vier']);
  const session = await openSession(browser, home.address, INSTALLED);
  const close = async (): Promise<void> => {
    await front.close();
    await home.close();
    await away.close();
  };
  return { home, away, front, browser, session, close };
}

export async function itemsOf(server: string, instance: string): Promise<InstanceItem[]> {
  const client = await new TestClient(server, instance).signIn('anna', PASSWORD);
  return client.query<InstanceItem[]>('filter.items', { view: 'all' }, { limit: 100 });
}

/** What a person does with the instances on a page. */
export const switcherOf = (page: Page) => {
  const open = () => page.locator('.drawer-title:visible').click();
  const entry = (name: string) => page.getByRole('menu').getByRole('menuitemradio').filter({ hasText: name });
  const showing = (title: string) => page.locator('.drawer-title:visible', { hasText: title }).waitFor();
  const switchTo = async (title: string): Promise<void> => {
    await open();
    await entry(title).click();
    await showing(title);
  };
  const signInAgain = async (): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click();
  };
  const add = async (instance: string, user: string): Promise<void> => {
    await open();
    await page.getByRole('menuitem', { name: 'Instanz hinzufügen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Instanz').fill(instance);
    await dialog.getByLabel('Benutzername').fill(user);
    await signInAgain();
    await dialog.waitFor({ state: 'detached' });
  };
  /** Signs in to the first one, and adds the two others. */
  const addAll = async (awayAddress: string): Promise<void> => {
    await page.getByLabel('Instanz').fill('werk');
    await signIn(page, 'anna', PASSWORD);
    await rows(page).filter({ hasText: 'Werk eins' }).waitFor();
    await add('hof', 'anna');
    await rows(page).filter({ hasText: 'Hof zwei' }).waitFor();
    await add(awayAddress, 'anna');
    await rows(page).filter({ hasText: 'Laden vier' }).waitFor();
  };
  return { open, entry, showing, switchTo, add, addAll, signInAgain };
};
