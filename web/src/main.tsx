import './ui/tokens.css';
import './ui/base.css';
import './shell/shell.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { browserEnvironment } from './client/environment.ts';
import { createKontor } from './client/kontor.ts';
import { KontorProvider } from './client/react.tsx';
import type { Account } from './client/accounts.ts';
import { createValue, partOf } from './client/value.ts';
import { guardMarkup } from './ui/trusted.ts';
import { Login, account } from './modules/account/index.tsx';
import { activity, unfinishedOf } from './modules/activity/index.tsx';
import { mail } from './modules/mail/index.tsx';
import { settings as settingsModule } from './modules/settings/index.tsx';
import {
  App,
  ShellProvider,
  createKeys,
  createNavigator,
  createNotices,
  createPwa,
  createSettings,
  takeArrival,
  createUnfinished,
  DARK,
  showLook,
  type Shell,
} from './shell/index.ts';

async function main(): Promise<void> {
  guardMarkup();
  const arrival = takeArrival(window);
  const env = browserEnvironment();
  const pwa = createPwa(window);
  const settings = createSettings(env.settings, env.now);
  window.addEventListener('storage', (event) => settings.reread(event.key));
  const kontor = createKontor(
    env,
    () => import('@kontor/contract/all').then((all) => all.ALL_COMMANDS),
    partOf(settings, ({ caching }) => caching),
  );
  const { accounts } = kontor;
  const first = accounts.active();
  // Before it is open: the first paint is to look as the person has it.
  if (first !== undefined && accounts.session(first) !== undefined) settings.enter(first);
  kontor.seats.subscribe(() => {
    for (const { key, state } of kontor.seats.get()) if (state !== 'in') settings.forget(key);
  });
  const navigator = createNavigator(window, kontor.show);
  const notices = createNotices((ms, run) => void setTimeout(run, ms));
  kontor.session.subscribe(() => {
    notices.clear();
    settings.enter(kontor.session.get().client?.key);
    navigator.enter(kontor.session.get().client?.key);
  });
  const shell: Shell = {
    navigator,
    settings,
    notices,
    keys: createKeys(env.now),
    pwa,
    modules: [account, activity, mail, settingsModule],
    openItem: createValue<string | undefined>(undefined),
    aside: createValue(0),
    arrival,
    unfinished: createUnfinished(kontor.seats, unfinishedOf, (count) => window.navigator.setAppBadge?.(count)),
    adding: createValue<Account | 'new' | undefined>(undefined),
  };
  // Whoever has to sign in first is not kept waiting for it.
  const isReady = Promise.all(shell.modules.map(async (module) => module.first?.()));
  await kontor.start();
  if (kontor.session.get().client !== undefined) await isReady;
  // Before the first paint: no other theme is to be seen first.
  showLook(document.documentElement, settings.get(), settings.colours.get(), matchMedia(DARK).matches);
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root, { onUncaughtError: tellOfFailure }).render(
    <StrictMode>
      <KontorProvider value={kontor}>
        <ShellProvider value={shell}>
          <Suspense>
            <App login={Login} />
          </Suspense>
        </ShellProvider>
      </KontorProvider>
    </StrictMode>,
  );
}

/** What a person sees where a part of the app could not be loaded; nothing of the app can be relied on here. */
function tellOfFailure(error: unknown): void {
  reportError(error);
  const isGerman = navigator.language.startsWith('de');
  const text = document.createElement('p');
  text.textContent = isGerman ? 'Kontor konnte nicht geladen werden.' : 'Kontor could not be loaded.';
  const button = document.createElement('button');
  button.textContent = isGerman ? 'Erneut laden' : 'Load again';
  button.addEventListener('click', () => location.reload());
  document.getElementById('root')?.replaceChildren(text, button);
}

main().catch(tellOfFailure);
