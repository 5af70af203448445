import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ClientProvider, useClient, useKontor, useSession, useValue } from '../client/react.tsx';
import type { Client } from '../client/client.ts';
import { Dialog } from '../ui/overlays.tsx';
import { Boundary } from './boundary.tsx';
import { Bars, NoticeStack, loadChanges } from './bars.tsx';
import {
  ShellProvider,
  ZoneProvider,
  useKeys,
  useLanguage,
  useMedia,
  useSettings,
  useShell,
  useTexts,
  useWide,
} from './context.tsx';
import { BottomMenu, Drawer, DrawerSheet, useMenu } from './drawer.tsx';
import { currentRoute } from './routes.ts';
import { Stage } from './stage.tsx';
import { texts } from './texts.ts';
import { lazily } from '../ui/lazily.tsx';

const loadKeys = () => import('./help.tsx');
const KeyList = lazily(() => loadKeys().then((module) => module.KeyList));
const loadPalette = () => import('./lazy/palette.tsx');
const Palette = lazily(() => loadPalette().then((module) => module.Palette));
const VersionMismatch = lazily(() => import('./lazy/version-mismatch.tsx').then((module) => module.VersionMismatch));
const LOGIN = '/login';
const MISMATCH = '/versionMismatch';
const WARM_AFTER_MS = 600;

/** The whole app: the sign-in while nobody is signed in or a link to a new password is open, else the shell. `useUnfinished` counts what is not done. */
export function App({ login, useUnfinished }: { login: ReactNode; useUnfinished: () => number }) {
  useAppearance();
  const { navigator, linkToken } = useShell();
  const { client } = useSession();
  const isLinkOpen = useValue(linkToken) !== undefined;
  const { versionMismatch } = useKontor();
  const path = useValue(navigator.path);
  const [target, setTarget] = useState('/');
  if (client === undefined && path !== LOGIN && target !== path) setTarget(path);
  useEffect(() => {
    if (client === undefined && path !== LOGIN) {
      navigator.go(LOGIN, { replace: true });
    } else if (client !== undefined && path === LOGIN && !isLinkOpen)
      navigator.go(target === LOGIN ? '/' : target, { replace: true });
  }, [client, path, navigator, target, isLinkOpen]);
  // The client that a server has refused begins with an update.
  useEffect(() => {
    if (versionMismatch.get()) navigator.go(MISMATCH, { replace: true });
  }, [versionMismatch, navigator]);
  if (client === undefined || isLinkOpen) return login;
  return (
    <ClientProvider client={client} key={`${client.account.name}/${client.account.user}`}>
      <Permitted client={client}>
        <SignedIn client={client} path={path === LOGIN ? target : path} useUnfinished={useUnfinished} />
      </Permitted>
    </ClientProvider>
  );
}

/** Leaves out the modules that the person has no right to: their screens, menu entries and settings are not there. */
function Permitted({ client, children }: { client: Client; children: ReactNode }) {
  const shell = useShell();
  const rights = useValue(client.configuration)?.rights;
  const permitted = useMemo(
    () => ({
      ...shell,
      modules: shell.modules.filter(({ right }) => right === undefined || rights === undefined || rights[right]),
    }),
    [shell, rights],
  );
  return <ShellProvider value={permitted}>{children}</ShellProvider>;
}

/** Puts language and theme on the page. */
function useAppearance(): void {
  const language = useLanguage();
  const { theme } = useSettings();
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme === 'auto' ? (prefersDark ? 'dark' : 'light') : theme;
  }, [theme, prefersDark]);
}

function SignedIn({ client, path, useUnfinished }: { client: Client; path: string; useUnfinished: () => number }) {
  const t = useTexts(texts);
  useWarm(client);
  const configuration = useValue(client.configuration);
  const wide = useWide();
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const zone = configuration?.settings.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <ZoneProvider value={zone}>
      <GlobalKeys onHelp={() => setHelp(true)} onPalette={() => setPalette((shown) => !shown)} />
      <Title path={path} useUnfinished={useUnfinished} />
      <a className="button skip" href="#content">
        {t.toContent}
      </a>
      <div className="shell">
        <Bars />
        {wide ? <Drawer path={path} /> : null}
        {path === MISMATCH ? (
          <Boundary>
            <Suspense>
              <VersionMismatch />
            </Suspense>
          </Boundary>
        ) : (
          <Stage path={path} />
        )}
        {wide ? null : <BottomMenu path={path} onMenu={() => setSheet(true)} />}
      </div>
      {sheet && !wide ? <DrawerSheet path={path} onClose={() => setSheet(false)} /> : null}
      {help ? (
        <Dialog title={t.keysTitle} closeLabel={t.close} onClose={() => setHelp(false)}>
          <Boundary>
            <Suspense>
              <KeyList />
            </Suspense>
          </Boundary>
        </Dialog>
      ) : null}
      {palette ? (
        <Boundary>
          <Suspense>
            <Palette onClose={() => setPalette(false)} />
          </Suspense>
        </Boundary>
      ) : null}
      <NoticeStack />
    </ZoneProvider>
  );
}

/** Loads the rest of the app when the first screen stands, and what is to be read without a network. */
function useWarm(client: Client): void {
  const { modules, pwa } = useShell();
  useEffect(() => {
    let stopped = false;
    const stops: (() => void)[] = [];
    const timer = setTimeout(() => {
      for (const load of [loadKeys, loadPalette, loadChanges]) void load().catch(() => undefined);
      for (const module of modules) module.warm?.();
      void import('./lazy/updates.ts').then(
        ({ watchUpdates }) => {
          if (!stopped) stops.push(watchUpdates(pwa.update, () => client.beforeLeaving()));
        },
        () => undefined,
      );
      void import('./lazy/ahead.ts').then(
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
  }, [client, modules, pwa]);
}

function GlobalKeys({ onHelp, onPalette }: { onHelp: () => void; onPalette: () => void }) {
  const t = useTexts(texts);
  const { keys, notices, navigator } = useShell();
  const palette = useRef(onPalette);
  useEffect(() => {
    palette.current = onPalette;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In fields too: it is the way out of them.
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette.current();
      } else keys.press(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys]);
  useKeys({
    '?': onHelp,
    z: () => {
      if (!notices.undoLast()) notices.show({ text: t.nothingToUndo });
    },
    ...Object.fromEntries(useMenu().map((entry) => [entry.keys, () => navigator.go(entry.path)])),
  });
  return null;
}

/** Name of the page's tab, with the number of what is unfinished in front. */
function Title({ path, useUnfinished }: { path: string; useUnfinished: () => number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  // oxlint-disable-next-line react/hooks -- handed down once by main and the same for ever
  const count = useUnfinished();
  const client = useClient();
  const route = currentRoute(path);
  const entry = useMenu().find((candidate) => candidate.route === route);
  const title = [entry?.label[language], client.account.title, t.product].filter(
    (part) => part !== undefined && part !== '',
  );
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${[...new Set(title)].join(' · ')}`;
  });
  return null;
}
