import {
  jobQueries,
  menuQueries,
  sessionQueries,
  type InstanceInfo,
  type Rights,
  type SignInPage,
} from '@kontor/contract/account';
import { savedQueries } from '@kontor/contract/activity';
import { alarmQueries } from '@kontor/contract/alarm';
import { phonecallQueries } from '@kontor/contract/phonecall';
import { recordQueries } from '@kontor/contract/record';
import type { Settings } from '@kontor/contract/settings';
import { expect, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createAccounts } from '../client/accounts.ts';
import { browserEnvironment, type Environment } from '../client/environment.ts';
import { textStorage } from '../client/testing/rows.ts';
import { startApp, type RunningApp } from '../start.tsx';
import { answerSettings } from './fake-settings.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { beginPage } from './page-life.ts';

export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

interface Options {
  /** What this device and person have set already; all else is as usual, in German. */
  readonly settings?: Partial<Settings>;
  /** Rights other than all. */
  readonly rights?: Partial<Rights>;
  readonly isAdministrator?: boolean;
  /** False for the sign-in. */
  readonly isSignedIn?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** Says what the server answers, before anything is asked. */
  readonly server?: (server: FakeServer) => void;
}

export interface App extends RunningApp {
  readonly server: FakeServer;
  readonly env: Environment;
  /** Loads the page anew: what the device keeps is all that is left. */
  readonly reload: () => Promise<App>;
  /** Whether the real-time channel is up and no request or command is on its way, so that nothing happens by itself any more. */
  readonly isLive: () => boolean;
}

/** How long a page that does not settle is waited for, in milliseconds: one whose answers a test keeps back, or that has no network. */
const MAX_SETTLING_MS = 2000;

let count = 0;
let size: { readonly width: number; readonly height: number } = DESKTOP;

/** What the sign-in asks before anybody is known. */
function answerSignIn(server: FakeServer): void {
  const found = { name: 'demo', title: 'Demo', version: '1' } satisfies InstanceInfo;
  const links = { dataProtectionUrl: null, imprintUrl: null, passwordReset: false };
  server.at('/instance.json', () => Response.json(found));
  server.at('/auth/sign-in-page', () => Response.json({ title: 'Demo', ...links } satisfies SignInPage));
  server.at('/auth/two-factor', () => Response.json({ twoFactorAuthenticationIsEnabled: false }));
  // Nobody has a passkey on this device.
  server.at('/auth/generate-authentication-options', () => new Promise(() => undefined));
  server.at('/auth/logout', () => Response.json({ success: true }));
}

/** What is asked on every page: the examples would put something over all of them. */
function answerAsUsual(server: FakeServer, { settings = {}, rights, isAdministrator = true }: Options): void {
  const { result } = sessionQueries.configuration.example;
  server.answer(sessionQueries.configuration, { ...result, isAdministrator, rights: { ...result.rights, ...rights } });
  answerSettings(server, settings);
  answerSignIn(server);
  server.answer(alarmQueries.unconfirmed, []);
  server.answer(menuQueries.mainMenuItems, []);
  server.answer(jobQueries.failedJobs, []);
  server.answer(savedQueries.saved, []);
  server.answer(recordQueries.favourites, []);
  server.answer(phonecallQueries.running, []);
  server.answer(phonecallQueries.lineFaults, []);
}

/** A device on which anna is signed in, in an instance that no other test has. Nothing is kept beyond the test. */
function deviceOf(server: FakeServer, { settings = {}, isSignedIn = true }: Options) {
  const own = browserEnvironment();
  const env = {
    ...own,
    fetch: server.fetch,
    online: server.isOnline,
    random: () => 0.5,
    settings: textStorage(),
    tab: textStorage(),
  };
  env.settings.setItem('kontor.settings', JSON.stringify({ caching: false, ...settings, chosen: [] }));
  count += 1;
  const accounts = createAccounts(env.settings, env.tab, env.origin);
  const account = { name: `demo${count}`, title: 'Demo', url: env.origin, user: 'anna', kind: 'cookie' } as const;
  if (isSignedIn) {
    accounts.enter(account, `session${count}`);
    accounts.activate(accounts.key(account));
  }
  return env;
}

/** What a failed test saw stands beside its failure. */
function tellOfPage(): void {
  const shown = document.querySelector<HTMLElement>('dialog:modal') ?? document.body;
  // oxlint-disable-next-line no-console -- it is for whoever reads why a test failed
  console.log(`The page showed, at ${location.pathname}:\n${shown.innerText.replaceAll(/\n+/g, ' | ')}`);
}

/** Starts the app on a device and draws it, as a page that is loaded. */
async function load(env: Environment) {
  const endPage = beginPage();
  const root = document.body.appendChild(document.createElement('div'));
  root.id = 'root';
  const failures: unknown[] = [];
  const app = await startApp(env, root, (error) => failures.push(error));
  const leave = (): void => {
    app.unmount();
    for (const { client } of app.kontor.accountEntries.get()) client?.close();
    endPage();
    root.remove();
  };
  return { app, failures, leave };
}

/** Opens the whole app at an address, with all of it real but for the network and what the device keeps. It ends with the test. */
export async function renderAt(address: string, given: Options = {}): Promise<App> {
  const wanted = given.size ?? DESKTOP;
  if (wanted !== size) await page.viewport(wanted.width, wanted.height);
  size = wanted;
  const server = createFakeServer();
  answerAsUsual(server, given);
  given.server?.(server);
  const env = deviceOf(server, given);
  history.replaceState(null, '', address);
  let loaded = await load(env);
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') tellOfPage();
    loaded.leave();
    server.close();
    expect(server.faults, 'What does not fit the contract').toEqual([]);
    expect(loaded.failures).toEqual([]);
  });
  const reload = async (): Promise<App> => {
    loaded.leave();
    loaded = await load(env);
    return opened();
  };
  const opened = async (): Promise<App> => {
    const { app } = loaded;
    const isLive = (): boolean => {
      const client = app.kontor.accountEntries.get()[0]?.client;
      return client?.connection.get().realtime === 'live' && !client.loading.get() && client.queue.isResting();
    };
    // Once the channel is up, all that is shown is asked for a last time: what a test does next is not to meet that.
    if (given.isSignedIn !== false)
      await vi.waitUntil(isLive, { timeout: MAX_SETTLING_MS, interval: 5 }).catch(() => undefined);
    return { ...app, server, env, reload, isLive };
  };
  return opened();
}
