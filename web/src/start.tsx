import './ui/tokens.css';
import './ui/base.css';
import './shell/shell.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import type { Environment } from './client/environment.ts';
import { createKontor, type Kontor } from './client/kontor.ts';
import { KontorProvider } from './client/react.tsx';
import type { Account } from './client/accounts.ts';
import { createValue, partOf } from './client/value.ts';
import { loadDevice } from './device/index.ts';
import { endedForReact } from './ui/lazily.tsx';
import { closeTopDialog } from './ui/close-top.ts';
import { Login, Proof } from './modules/account/index.tsx';
import { unfinishedOf } from './modules/activity/index.tsx';
import { modules } from './modules.ts';
import {
  App,
  ShellProvider,
  createKeys,
  createNavigator,
  createNotices,
  createPwa,
  createSettings,
  createUnsaved,
  kindOfScreens,
  pathOf,
  takeArrival,
  createUnfinished,
  DARK,
  WIDE,
  applyTheme,
  type MayGo,
  type Shell,
  type Tabs,
} from './shell/index.ts';

/** Set by the build. A browser is not locked: nothing of that is in its files. */
declare const KONTOR_BUILT_FOR: 'browser' | 'phone';

export interface RunningApp {
  readonly kontor: Kontor;
  readonly shell: Shell;
  /** Takes the app off the page. */
  readonly unmount: () => void;
}

/** Builds the app of the whole outside world and draws it. `onFailure`: what happens where that cannot be done. */
export async function startApp(
  env: Environment,
  root: HTMLElement,
  onFailure: (error: unknown) => void,
): Promise<RunningApp> {
  const arrival = takeArrival(window);
  const pwa = createPwa(window);
  const settings = createSettings(env.settings, env.now);
  window.addEventListener('storage', (event) => settings.reread(event.key));
  const kontor = createKontor(
    env,
    () => import('@kontor/contract/all').then((all) => all.ALL_COMMANDS),
    partOf(settings, ({ caching }) => caching),
  );
  const { accounts } = kontor;
  let tabs: Tabs | undefined;
  const first = accounts.active();
  // Before it is open: the first paint is to look as the person has it.
  if (first !== undefined && accounts.session(first) !== undefined) settings.enter(first);
  kontor.accountEntries.subscribe(() => {
    for (const { key, state } of kontor.accountEntries.get())
      if (state !== 'in') {
        settings.forget(key);
        tabs?.forget(key);
        if (state === 'ended') void loadDevice().then((device) => device.leave(key));
      }
  });
  const unsaved = createUnsaved(window);
  const wideEnough = matchMedia(WIDE);
  const isSplit = (): boolean => wideEnough.matches && settings.get().splitView;
  const mayGo: MayGo = (to, other, then) => {
    const account = kontor.session.get().client?.key;
    const isElsewhere = pathOf(to) !== navigator.path.get();
    // Beside a list what is edited stays in its tab.
    const isLost = (tabKey: string): boolean => other !== undefined || (isElsewhere && (tabKey === '' || !isSplit()));
    return unsaved.leave((entry) => entry.account === account && isLost(entry.tabKey), then);
  };
  const navigator = createNavigator(window, kontor.show, mayGo, closeTopDialog);
  const beside = import('./shell/tabs/open-tabs.ts').then(({ createTabs }) => {
    tabs = createTabs({ navigator, kindOf: kindOfScreens(modules), isSplit, storage: env.tab, unsaved });
    env.onHide(tabs.flush);
    tabs.enter(kontor.session.get().client?.key);
  });
  const notices = createNotices((ms, run) => void setTimeout(run, ms), env.now);
  kontor.session.subscribe(() => {
    notices.clear();
    settings.enter(kontor.session.get().client?.key);
    navigator.enter(kontor.session.get().client?.key);
    tabs?.enter(kontor.session.get().client?.key);
  });
  const shell: Shell = {
    navigator,
    settings,
    notices,
    keys: createKeys(env.now, settings.get, () => document.querySelector('dialog:modal') !== null),
    pwa,
    modules,
    beside: endedForReact(beside),
    get tabs() {
      if (tabs === undefined) throw new Error('Nothing is shown yet that has tabs');
      return tabs;
    },
    unsaved,
    openItem: createValue<string | undefined>(undefined),
    aside: createValue(0),
    arrival,
    unfinished: createUnfinished(kontor.accountEntries, unfinishedOf),
    adding: createValue<Account | 'new' | undefined>(undefined),
  };
  // Whoever has to sign in first is not kept waiting for it.
  const isReady = Promise.all([beside, ...shell.modules.map(async (module) => module.first?.())]);
  isReady.catch(() => undefined);
  const isPhone = typeof KONTOR_BUILT_FOR === 'undefined' || KONTOR_BUILT_FOR === 'phone';
  const phone = isPhone ? await import('./shell/background/phone-start.ts') : undefined;
  const endPhone = await phone?.startPhone(env, settings, arrival);
  await kontor.start();
  if (kontor.session.get().client !== undefined) await isReady;
  // Before the first paint: no other theme is to be seen first.
  applyTheme(document.documentElement, settings.get(), settings.colours.get(), matchMedia(DARK).matches);
  const drawn = createRoot(root, { onUncaughtError: onFailure });
  drawn.render(
    <StrictMode>
      <KontorProvider value={kontor}>
        <ShellProvider value={shell}>
          <Suspense>
            <App login={Login} proof={Proof} />
          </Suspense>
        </ShellProvider>
      </KontorProvider>
    </StrictMode>,
  );
  return {
    kontor,
    shell,
    unmount: () => {
      endPhone?.();
      drawn.unmount();
    },
  };
}
