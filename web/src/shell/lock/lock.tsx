import './lock.css';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Environment } from '../../client/environment.ts';
import { createValue, type Value } from '../../client/value.ts';
import { useValue } from '../../client/react.tsx';
import type { DeviceLock, LockAnswer } from '../../device/device.ts';
import { loadDevice } from '../../device/index.ts';
import { Button, Icon } from '../../ui/parts.tsx';
import { languageOf } from '../language.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { lockIn, locksAgain, type LockMinutes } from './rules.ts';
import { isLocked } from './locked.ts';
import { lockTexts } from './lock-texts.ts';

const KEY = 'kontor.lock';

type LockEnvironment = Pick<Environment, 'settings' | 'now' | 'onHide' | 'onWake'>;

/** After how many minutes in the background the app is locked on this device; undefined where it is not. */
export const readLock = ({ settings }: Pick<Environment, 'settings'>): LockMinutes | undefined =>
  lockIn(settings.getItem(KEY));

/** Notes what was chosen, and has the system hide what the app shows, or not. */
export async function writeLock(
  { settings }: Pick<Environment, 'settings'>,
  minutes: LockMinutes | undefined,
): Promise<void> {
  await (await loadDevice()).lock.hide(minutes !== undefined);
  if (minutes === undefined) settings.removeItem(KEY);
  else settings.setItem(KEY, String(minutes));
}

/** What the cover shows: nothing was asked yet, the device asks, or how it was answered. */
type CoverState = 'waiting' | 'asking' | Exclude<LockAnswer, 'open'>;

function Cover({ state, language, ask }: { state: Value<CoverState>; language: 'de' | 'en'; ask: () => void }) {
  const t = lockTexts[language];
  const shown = useValue(state);
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    const own = dialog.current;
    if (own === null) return undefined;
    own.showModal();
    // What opens meanwhile opens behind it.
    const watch = new MutationObserver((changes) => {
      if (changes.every(({ target }) => target === own || !(target as Element).hasAttribute('open'))) return;
      own.close();
      own.showModal();
      setOpened((times) => times + 1);
    });
    watch.observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] });
    return () => watch.disconnect();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="lock"
      lang={language}
      aria-labelledby="lock-title"
      data-opened={opened}
      onCancel={(event) => event.preventDefault()}
      // Keys are the cover's own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Icon name="lock-simple" />
      <h1 id="lock-title">{t.title}</h1>
      <p role="status">
        {shown === 'asking' ? t.asking : shown === 'refused' ? t.refused : shown === 'unset' ? t.unset : t.text}
      </p>
      <p className="quiet">{t.kept}</p>
      <Button kind="primary" onClick={ask} disabled={shown === 'asking'}>
        {t.unlock}
      </Button>
    </dialog>
  );
}

/** Puts the cover over all that the page shows. Nothing under it ends: what is being written stays. */
function putCover(
  language: 'de' | 'en',
  ask: () => void,
): { readonly state: Value<CoverState> & { set(to: CoverState): void }; readonly end: () => void } {
  const state = createValue<CoverState>('waiting');
  const before = document.activeElement;
  const holder = document.body.appendChild(document.createElement('div'));
  holder.className = 'lock-holder';
  document.body.dataset['locked'] = '';
  const root = createRoot(holder);
  root.render(<Cover state={state} language={language} ask={ask} />);
  return {
    state,
    end: () => {
      root.unmount();
      holder.remove();
      delete document.body.dataset['locked'];
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

/**
 * Locks the app at its start, and whenever it was away for as long as was chosen, until the person has proved by the device that it is theirs. All
 * goes on under the cover, reminders and pushes too. Returns the function that ends it.
 */
export function beginLock(env: LockEnvironment, settings: Pick<SettingsStore, 'get'>): () => void {
  let cover: ReturnType<typeof putCover> | undefined;
  let hiddenAt: number | undefined;
  let isAsking = false;
  const device = loadDevice().then(({ lock }) => lock);
  const notify = (work: (lock: DeviceLock) => Promise<unknown>): void => void device.then(work).catch(() => undefined);
  const language = (): 'de' | 'en' => {
    const chosen = settings.get().language;
    return chosen === 'auto' ? languageOf(navigator.language) : chosen;
  };

  function open(): void {
    cover?.end();
    cover = undefined;
    hiddenAt = undefined;
    isLocked.set(false);
    notify((lock) => lock.setLocked(false));
  }
  async function ask(): Promise<void> {
    if (isAsking || cover === undefined) return;
    isAsking = true;
    cover.state.set('asking');
    const t = lockTexts[language()];
    const answer = await device.then((lock) => lock.ask('Kontor', t.reason)).catch(() => 'refused' as const);
    isAsking = false;
    if (answer === 'open') open();
    else cover?.state.set(answer);
  }
  function close(): void {
    if (cover !== undefined) return;
    cover = putCover(language(), () => void ask());
    isLocked.set(true);
    notify((lock) => lock.setLocked(true));
  }
  const hide = (): void => {
    // The device's question puts the page aside itself.
    if (isAsking || readLock(env) === undefined) return;
    if (cover === undefined) hiddenAt = env.now();
    close();
  };
  const wake = (): void => {
    const minutes = readLock(env);
    if (document.visibilityState !== 'visible' || cover === undefined || isAsking) return;
    const wasOpen = hiddenAt !== undefined;
    if (minutes === undefined || (wasOpen && !locksAgain(minutes, hiddenAt ?? 0, env.now()))) return open();
    hiddenAt = undefined;
    if (wasOpen) void ask();
  };
  const stops = [env.onHide(hide), env.onWake(wake)];
  if (readLock(env) !== undefined) {
    notify((lock) => lock.hide(true));
    close();
    if (document.visibilityState === 'visible') void ask();
    // Begun by the system, it asks when somebody looks.
    else hiddenAt = Number.POSITIVE_INFINITY;
  }
  return () => {
    for (const stop of stops) stop();
    if (cover !== undefined) open();
  };
}
