import type { LoginScreen, ProofScreen } from './accounts/sign-in-screens.ts';
import { Activity, Suspense, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ClientProvider, useClient, useKontor, useSession, useValue } from '../client/react.tsx';
import type { Client } from '../client/client.ts';
import { Boundary, Extra } from './failures/boundary.tsx';
import { BarList, Bars, NoticeStack } from './bars/bars.tsx';
import { loadDialogs } from './bars/load-dialogs.ts';
import {
  ShellProvider,
  ZoneProvider,
  useKeyName,
  useLanguage,
  useMedia,
  useSettings,
  useShell,
  useTexts,
  useWide,
} from './context.tsx';
import { SlotDoorsProvider, type SlotDoors } from './menu/slots.tsx';
import { BottomMenu, Drawer, DrawerSheet, Switcher, useMenu } from './menu/drawer.tsx';
import { GlobalKeys } from './keys/global-keys.tsx';
import { currentRoute, pathOf } from './routes.ts';
import { DARK, applyTheme } from './settings/theme.ts';
import { useAccountEntries } from './accounts/account-entries.ts';
import { Stage, warmBeside } from './tabs/stage.tsx';
import { texts } from './texts.ts';
import { zoneOf } from './zone.ts';
import { sumOf } from './accounts/unfinished.ts';
import { Requested } from '../ui/held-keys.tsx';
import { HotkeyContext } from '../ui/hotkeys.ts';
import { lazily } from '../ui/lazily.tsx';

const KeysDialog = lazily(() => loadDialogs().then((module) => module.KeysDialog));
const Palette = lazily(() => import('./palette/palette.tsx').then((module) => module.Palette));
const PeopleDrawer = lazily(() => import('./people/people.tsx').then((module) => module.PeopleDrawer));
const VersionMismatch = lazily(() =>
  import('./accounts/version-mismatch.tsx').then((module) => module.VersionMismatch),
);
const Adding = lazily(() => import('./accounts/adding.tsx').then((module) => module.Adding));
const Leaving = lazily(() => import('./forms/leaving.tsx').then((module) => module.Leaving));
const Proving = lazily(() => import('./accounts/proving.tsx').then((module) => module.Proving));
const LOGIN = '/login';
const MISMATCH = '/versionMismatch';
const PEOPLE = '/userOnline';
const WARM_AFTER_MS = 600;
/** Most accounts whose screens are kept as they were left. */
const MAX_KEPT = 3;
const NOWHERE = { path: '/', of: undefined };

/** The whole app: the sign-in while nobody is signed in or a link to a new password is open, else the shell of the account that is shown. */
export function App({ login: Login, proof }: { login: LoginScreen; proof: ProofScreen }) {
  useAppearance();
  const { navigator, arrival } = useShell();
  const { client, last } = useSession();
  const isLinkOpen = useValue(arrival) !== undefined;
  const { accounts, session, versionMismatch } = useKontor();
  const address = useValue(navigator.address);
  const path = pathOf(address);
  /** Where nobody was let in, and the key of the account that was there before. */
  const [target, setTarget] = useState<{ readonly path: string; readonly of: string | undefined }>(NOWHERE);
  if (client === undefined && path !== LOGIN && target.path !== address)
    setTarget({ path: address, of: last === undefined ? undefined : accounts.key(last) });
  // Where somebody else was, or the same person in another instance, is nothing to come back to.
  const returnPath = target.of === undefined || target.of === client?.key ? target.path : '/';
  useEffect(() => {
    if (client === undefined && path !== LOGIN) {
      navigator.go(LOGIN, { replace: true });
    } else if (client !== undefined && path === LOGIN && !isLinkOpen) navigator.go(returnPath, { replace: true });
  }, [client, path, navigator, returnPath, isLinkOpen]);
  // The client that the server of what is shown has refused begins with an update.
  useEffect(() => {
    const { client: first } = session.get();
    if (first !== undefined && versionMismatch.get().includes(first.account.url))
      navigator.go(MISMATCH, { replace: true });
  }, [session, versionMismatch, navigator]);
  const kept = useKept(client);
  const shown = isLinkOpen ? undefined : client;
  return (
    <>
      {shown === undefined ? <Login preset={last} /> : null}
      {kept.map((one) => (
        <Activity key={one.key} mode={one === shown ? 'visible' : 'hidden'}>
          <ClientProvider client={one}>
            <Permitted client={one}>
              <SignedIn
                client={one}
                address={one !== client ? navigator.addressOf(one.key) : path === LOGIN ? returnPath : address}
              />
              <Extra>
                <Proving proof={proof} />
              </Extra>
            </Permitted>
          </ClientProvider>
        </Activity>
      ))}
      {shown === undefined ? null : (
        <Boundary>
          <Suspense>
            <Adding login={Login} />
          </Suspense>
        </Boundary>
      )}
      <LeavingQuestions />
      <NoticeStack />
    </>
  );
}

/** The question before something is left that is not saved. */
function LeavingQuestions() {
  const question = useValue(useShell().unsaved.asking);
  return question === undefined ? null : (
    <Boundary>
      <Requested>
        <Leaving question={question} />
      </Requested>
    </Boundary>
  );
}

interface Kept {
  /** In the order in which they came: an element that is moved about would load its frames anew. */
  readonly shells: readonly Client[];
  /** The one that was shown last is the first. */
  readonly recent: readonly Client[];
}

/** The clients whose screens are kept as they were left: the one that is shown and those that were before it. */
function useKept(client: Client | undefined): readonly Client[] {
  const { accountEntries } = useAccountEntries();
  const [kept, setKept] = useState<Kept>({ shells: [], recent: [] });
  const isThere = (one: Client): boolean => accountEntries.some((accountEntry) => accountEntry.client === one);
  if ((client !== undefined && kept.recent[0] !== client) || !kept.recent.every(isThere)) {
    const others = kept.recent.filter((one) => one !== client && isThere(one));
    const recent = [...(client === undefined ? [] : [client]), ...others].slice(0, MAX_KEPT);
    setKept({
      recent,
      shells: [
        ...kept.shells.filter((one) => recent.includes(one)),
        ...recent.filter((one) => !kept.shells.includes(one)),
      ],
    });
  }
  return kept.shells;
}

/** Leaves out the modules that the person has no right to: their screens, menu entries and settings are not there. */
function Permitted({ client, children }: { client: Client; children: ReactNode }) {
  const shell = useShell();
  use(shell.beside);
  const rights = useValue(client.configuration)?.rights;
  // The rights come anew with every answer about the session: screens must not be drawn for it as if they had other modules.
  const names = shell.modules
    .filter(({ right }) => right === undefined || rights === undefined || rights[right])
    .map(({ name }) => name)
    .join(' ');
  const permitted = useMemo(() => {
    const own = new Set(names.split(' '));
    return { ...shell, modules: shell.modules.filter(({ name }) => own.has(name)) };
  }, [shell, names]);
  return <ShellProvider value={permitted}>{children}</ShellProvider>;
}

/** Puts language and looks on the page. */
function useAppearance(): void {
  const language = useLanguage();
  const settings = useSettings();
  const colours = useValue(useShell().settings.colours);
  const prefersDark = useMedia(DARK);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyTheme(document.documentElement, settings, colours, prefersDark);
  }, [settings, colours, prefersDark]);
}

function SignedIn({ client, address }: { client: Client; address: string }) {
  const path = pathOf(address);
  const t = useTexts(texts);
  useWarm(client);
  useFollowing(client);
  const { navigator, settings } = useShell();
  const { timeZone, peopleOpen, peoplePlace } = useSettings();
  const configuration = useValue(client.configuration);
  const wide = useWide();
  const [list, setList] = useState<string>();
  // An item that is open leaves the menu where its list is.
  const menuPath = list === undefined ? path : pathOf(list);
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  // Where there is no drawer for them, people have a screen.
  const hasDrawer = wide && peoplePlace === 'drawer';
  const arePeopleShown = hasDrawer ? peopleOpen : path === PEOPLE;
  const togglePeople = useCallback(
    () => (hasDrawer ? settings.change({ peopleOpen: !peopleOpen }) : navigator.go(PEOPLE)),
    [hasDrawer, settings, peopleOpen, navigator],
  );
  const doors = useMemo(
    (): SlotDoors => ({ find: () => setPalette(true), people: togglePeople, arePeopleShown }),
    [togglePeople, arePeopleShown],
  );
  const zone = zoneOf(timeZone, configuration?.settings.timeZone);
  return (
    <ZoneProvider value={zone}>
      <HotkeyContext value={useKeyName()}>
        <SlotDoorsProvider value={doors}>
          <GlobalKeys
            onPeople={togglePeople}
            onHelp={() => setHelp(true)}
            onPalette={() => setPalette((shown) => !shown)}
          />
          <Title path={menuPath} />
          <a className="button skip" href="#content">
            {t.toContent}
          </a>
          <div className="shell">
            <Bars />
            {wide ? <Drawer path={menuPath} /> : null}
            {path === MISMATCH ? (
              <Boundary>
                <Suspense>
                  <VersionMismatch />
                </Suspense>
              </Boundary>
            ) : (
              <Stage address={address} onList={setList} />
            )}
            {hasDrawer && peopleOpen ? (
              <Boundary>
                <Requested>
                  <PeopleDrawer onClose={togglePeople} />
                </Requested>
              </Boundary>
            ) : null}
            {wide ? null : <BottomMenu path={menuPath} onMenu={() => setSheet(true)} />}
          </div>
          {sheet && !wide ? <DrawerSheet path={menuPath} onClose={() => setSheet(false)} /> : null}
          {help ? (
            <Boundary>
              <Requested>
                <KeysDialog onClose={() => setHelp(false)} />
              </Requested>
            </Boundary>
          ) : null}
          {palette ? (
            <Boundary>
              <Requested>
                <Palette onClose={() => setPalette(false)} />
              </Requested>
            </Boundary>
          ) : null}
        </SlotDoorsProvider>
      </HotkeyContext>
    </ZoneProvider>
  );
}

/** Follows what is not this page's alone, for as long as an account is shown. */
function useFollowing(client: Client): void {
  const kontor = useKontor();
  const { navigator, notices, settings, unfinished } = useShell();
  useEffect(() => {
    let isOver = false;
    let stop = (): void => undefined;
    void import('./background/following.ts').then(
      ({ follow }) => {
        if (!isOver) stop = follow(client, kontor, { navigator, notices, settings, unfinished });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [client, kontor, navigator, notices, settings, unfinished]);
}

/** Loads the rest of the app when the first screen stands, and what is to be read without a network. */
function useWarm(client: Client): void {
  const { modules, navigator, pwa, settings } = useShell();
  const kontor = useKontor();
  useEffect(() => {
    let stopped = false;
    const stops: (() => void)[] = [];
    const timer = setTimeout(() => {
      for (const part of [BarList, Palette, KeysDialog, Switcher, Leaving, PeopleDrawer]) void part.load();
      void warmBeside();
      for (const module of modules) module.warm?.();
      void import('./settings/settings-tabs.ts')
        .then(({ loadSettingsTabs }) => loadSettingsTabs(modules))
        .catch(() => undefined);
      void import('./background/updates.ts').then(
        ({ watchUpdates }) => {
          if (!stopped) stops.push(watchUpdates(pwa.update, kontor.beforeLeaving));
        },
        () => undefined,
      );
      void import('./background/foreground.ts').then(
        ({ watchForeground }) => {
          const isIn = (): boolean =>
            kontor.accountEntries
              .get()
              .some((accountEntry) => accountEntry.client === client && accountEntry.state === 'in');
          if (!stopped) stops.push(watchForeground(client, modules, settings, isIn));
        },
        () => undefined,
      );
      void import('./background/notify.ts').then(
        ({ watchNews }) => {
          if (!stopped) stops.push(watchNews(client, { navigator, settings }));
        },
        () => undefined,
      );
      void import('./background/ahead.ts').then(
        ({ keepAhead }) => {
          if (!stopped) stops.push(keepAhead(client, modules));
        },
        () => undefined,
      );
    }, WARM_AFTER_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, kontor, modules, navigator, pwa, settings]);
}

/** Name of the page's tab, with the number of what is unfinished in all accounts in front. */
function Title({ path }: { path: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const count = sumOf(useValue(useShell().unfinished));
  const client = useClient();
  const route = currentRoute(path);
  const entry = useMenu().find((candidate) => candidate.route === route);
  const title = [entry?.label[language], client.account.title, t.product].filter(
    (part) => part !== undefined && part !== '',
  );
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${[...new Set(title)].join(' · ')}`;
  });
  // Nothing of an account stands over the sign-in.
  useEffect(
    () => () => {
      document.title = t.product;
    },
    [t],
  );
  return null;
}
