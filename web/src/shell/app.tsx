import { Suspense, lazy, useEffect, useMemo, useState, type ReactNode } from 'react';
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
import { VersionMismatch } from './pages.tsx';
import { currentRoute } from './routes.ts';
import { Stage } from './stage.tsx';
import { texts } from './texts.ts';

const loadKeys = () => import('./help.tsx');
const KeyList = lazy(() => loadKeys().then((module) => ({ default: module.KeyList })));
const LOGIN = '/login';
const WARM_AFTER_MS = 600;

/** The whole app: the sign-in while nobody is signed in, else the shell. `useUnfinished` counts what is not done. */
export function App({ login, useUnfinished }: { login: ReactNode; useUnfinished: () => number }) {
  useAppearance();
  const { navigator } = useShell();
  const { client } = useSession();
  const path = useValue(navigator.path);
  const [target, setTarget] = useState('/');
  if (client === undefined && path !== LOGIN && target !== path) setTarget(path);
  useEffect(() => {
    if (client === undefined && path !== LOGIN) {
      navigator.go(LOGIN, { replace: true });
    } else if (client !== undefined && path === LOGIN) navigator.go(target === LOGIN ? '/' : target, { replace: true });
  }, [client, path, navigator, target]);
  if (client === undefined) return login;
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
  useWarm();
  const { versionMismatch } = useKontor();
  const configuration = useValue(client.configuration);
  const mismatch = useValue(versionMismatch);
  const wide = useWide();
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  const zone = configuration?.settings.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isPage = path === '/versionMismatch';
  return (
    <ZoneProvider value={zone}>
      <GlobalKeys onHelp={() => setHelp(true)} />
      <Title path={path} useUnfinished={useUnfinished} />
      <a className="button skip" href="#content">
        {t.toContent}
      </a>
      <div className="shell">
        <Bars />
        {wide ? <Drawer path={path} /> : null}
        {isPage || (mismatch && configuration === undefined) ? <VersionMismatch /> : <Stage path={path} />}
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
      <NoticeStack />
    </ZoneProvider>
  );
}

/** Loads the rest of the app when the first screen stands. */
function useWarm(): void {
  const { modules } = useShell();
  useEffect(() => {
    const timer = setTimeout(() => {
      void loadKeys().catch(() => undefined);
      void loadChanges().catch(() => undefined);
      for (const module of modules) module.warm?.();
    }, WARM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [modules]);
}

function GlobalKeys({ onHelp }: { onHelp: () => void }) {
  const t = useTexts(texts);
  const { keys, notices, navigator } = useShell();
  useEffect(() => {
    const press = (event: KeyboardEvent) => void keys.press(event);
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
