import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useValue } from '../client/react.tsx';
import { createFormats, type Formats } from './formats.ts';
import type { Navigator } from './history.ts';
import { chosenKey, nameOfKey, type KeyMap, type Keys } from './keys/keys.ts';
import { languageOf, type Language, type Texts } from './language.ts';
import type { Manifest } from './manifest.ts';
import type { Notices } from './bars/notices.ts';
import type { Pwa } from './background/pwa.ts';
import type { Account } from '../client/accounts.ts';
import type { Value } from '../client/value.ts';
import type { Settings, SettingsStore } from './settings/settings.ts';
import type { Tabs } from './tabs/open-tabs.ts';
import type { Unfinished } from './accounts/unfinished.ts';
import type { UnsavedStore } from './forms/unsaved.ts';

/** What the shell gives to every screen. */
export interface Shell {
  readonly navigator: Navigator;
  readonly settings: SettingsStore;
  readonly notices: Notices;
  readonly keys: Keys;
  readonly pwa: Pwa;
  readonly modules: readonly Manifest[];
  /** Key of the item that the reader shows. Watched, not passed down: a list that is hidden must not be drawn for it. */
  readonly openItem: Value<string | undefined>;
  /** What is open beside the lists. Its code comes with the first list: below the account's screens it is there. */
  readonly tabs: Tabs;
  /** Ends when that is so. */
  readonly beside: Promise<unknown>;
  /** What is edited and would be lost. */
  readonly unsaved: UnsavedStore;
  /** Room in pixels that the list which is shown wants beside itself. */
  readonly aside: Value<number>;
  /** What the address that the page was opened by had from its `#` on: a link to a new password, or a sign-in for or from elsewhere. */
  readonly arrival: Value<string | undefined>;
  /** Numbers of unfinished items by account. */
  readonly unfinished: Value<Unfinished>;
  /** Who is to be signed in beside those that are: an account of this device, or one that is new. Undefined where nobody is. */
  readonly adding: Value<Account | 'new' | undefined>;
}

const ShellContext = createContext<Shell | undefined>(undefined);
export const ShellProvider = ShellContext.Provider;

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (shell === undefined) throw new Error('Outside of the shell');
  return shell;
}

export const useSettings = (): Settings => useValue(useShell().settings);
export const useGo = (): Navigator['go'] => useShell().navigator.go;

export function useLanguage(): Language {
  const { language } = useSettings();
  return language === 'auto' ? languageOf(navigator.language) : language;
}

/** A module's texts in the person's language. */
export const useTexts = <T,>(texts: Texts<T>): T => texts[useLanguage()];

const ZoneContext = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);
export const ZoneProvider = ZoneContext.Provider;
/** IANA zone that dates are shown in. */
export const useZone = (): string => use(ZoneContext);

const formats = new Map<string, Formats>();

/** Formats are dear to make, a millisecond for a row's worth: one set a language and zone, for all who want it. */
export function useFormats(): Formats {
  const language = useLanguage();
  const zone = useZone();
  const key = `${language} ${zone}`;
  let made = formats.get(key);
  if (made === undefined) formats.set(key, (made = createFormats(language, zone)));
  return made;
}

/** Keys for as long as the component is shown. */
export function useKeys(map: KeyMap): void {
  const { keys } = useShell();
  const current = useRef(map);
  useLayoutEffect(() => {
    current.current = map;
  });
  useEffect(() => keys.add(current), [keys]);
}

/** What a key is called now, by its usual one: empty where it does nothing. */
export function useKeyName(): (key: string) => string {
  const { keys, singleKeys } = useSettings();
  const language = useLanguage();
  return useCallback((key) => nameOfKey(chosenKey({ keys, singleKeys }, key), language), [keys, singleKeys, language]);
}

/** Asks for room beside the list, for as long as it is shown. */
export function useAside(width: number): void {
  const { aside } = useShell();
  useLayoutEffect(() => {
    aside.set(width);
    return () => aside.set(0);
  }, [aside, width]);
}

const minuteListeners = new Set<() => void>();
const tellMinute = (): void => minuteListeners.forEach((listener) => listener());
let minuteTimer: ReturnType<typeof setInterval> | undefined;

/** One clock for all rows. */
function subscribeMinute(listener: () => void): () => void {
  minuteListeners.add(listener);
  if (minuteTimer === undefined) {
    minuteTimer = setInterval(tellMinute, 10_000);
    document.addEventListener('visibilitychange', tellMinute);
  }
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    clearInterval(minuteTimer);
    minuteTimer = undefined;
    document.removeEventListener('visibilitychange', tellMinute);
  };
}

/** Milliseconds since 1970, to the minute; draws anew when the minute changes. */
export const useMinute = (): number =>
  useSyncExternalStore(subscribeMinute, () => Math.floor(Date.now() / 60_000) * 60_000);

/** True while a media query holds. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}

/** True above the width at which the menu and, if the person wants it so, list and reader stand side by side. */
export const WIDE = '(min-width: 1024px)';
export const useWide = (): boolean => useMedia(WIDE);

/** True where a list and what is open of it stand side by side. */
export function useSplit(): boolean {
  const { splitView } = useSettings();
  return useWide() && splitView;
}
