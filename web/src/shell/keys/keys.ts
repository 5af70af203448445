import type { Language } from '../language.ts';

/** Actions by their usual key: `j`, `Enter`, `#`, `Ctrl+k`, or two after each other as `g i`. The person may have chosen another one. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** What a person has chosen. */
export interface KeyChoice {
  /** Other keys by the usual ones; empty for none. */
  readonly keys: Readonly<Record<string, string>>;
  /** Whether letters, digits and signs do anything by themselves. */
  readonly singleKeys: boolean;
}

const SEQUENCE_MS = 1000;
/** Opens from fields and dialogs, too: it is the way out of them. */
const PALETTE = 'Ctrl+k';

/** The part of a key press that is looked at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly target: EventTarget | null;
  getModifierState?(name: string): boolean;
  preventDefault(): void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target !== null &&
  'closest' in target &&
  (target as Element).closest('input, textarea, select, [contenteditable=true], dialog, [role=menu]') !== null;

/** Elements that do something of their own when these keys are pressed. */
const ownsKey = (target: EventTarget | null, key: string): boolean =>
  (key === 'Enter' || key === ' ') &&
  target !== null &&
  'closest' in target &&
  (target as Element).closest('button, a, summary') !== null;

/** A key press in words: `e`, `J`, `Shift+Enter`, `Ctrl+Shift+k`. Capital letters and signs are what they are, without Shift. */
export function pressOf(event: Omit<KeyPress, 'target' | 'preventDefault'>): string {
  // With AltGr keyboards make signs, of which browsers say that Ctrl and Alt were pressed.
  const isSign = event.getModifierState?.('AltGraph') === true;
  const ctrl = !isSign && (event.ctrlKey || event.metaKey);
  const alt = !isSign && event.altKey;
  const isNamed = event.key.length > 1;
  const parts = [
    ...(ctrl ? ['Ctrl'] : []),
    ...(alt ? ['Alt'] : []),
    ...(event.shiftKey && (isNamed || ctrl || alt) ? ['Shift'] : []),
    !isNamed && (ctrl || alt) ? event.key.toLowerCase() : event.key,
  ];
  return parts.join('+');
}

/** Whether it is made of letters, digits and signs alone, which people press without meaning to (WCAG 2.1.4). */
export const isSingle = (key: string): boolean => key.split(' ').every((press) => press.length === 1);

/** The key that does what is usually done by `key`; empty where none does. */
export function chosenKey({ keys, singleKeys }: KeyChoice, key: string): string {
  const chosen = keys[key] ?? key;
  return !singleKeys && isSingle(chosen) ? '' : chosen;
}

type Names = Readonly<Record<string, string>>;
type Keyboard = 'pc' | 'mac';
/** What kind of keyboard this device has: a Mac's keys bear signs, and its command key does what Ctrl does elsewhere. */
const KEYBOARD: Keyboard = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? 'mac' : 'pc';

const ARROWS: Names = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
/** What stands on the keys of a keyboard, by what the browser calls them. */
const NAMES: Readonly<Record<Language, Names>> = {
  en: { ...ARROWS, Escape: 'Esc', PageUp: 'Page↑', PageDown: 'Page↓' },
  de: {
    ...ARROWS,
    Escape: 'Esc',
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Enter: 'Eingabe',
    Space: 'Leertaste',
    Backspace: 'Rück',
    Delete: 'Entf',
    Insert: 'Einfg',
    Home: 'Pos1',
    End: 'Ende',
    PageUp: 'Bild↑',
    PageDown: 'Bild↓',
  },
};
const OF_MAC: Names = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩', Backspace: '⌫', Delete: '⌦', Tab: '⇥' };

const namesOf = (language: Language, keyboard: Keyboard): Names =>
  keyboard === 'mac' ? { ...NAMES[language], ...OF_MAC } : NAMES[language];

function nameOfPress(press: string, names: Names): string {
  const isCapital = press.length === 1 && press !== press.toLowerCase();
  const parts = isCapital ? ['Shift', press] : press.length === 1 ? [press] : press.split('+');
  return parts.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ');
}

/** A key as it is called wherever it is shown or written about, its parts with a blank between. */
export const nameOfKey = (key: string, language: Language, keyboard = KEYBOARD): string =>
  key
    .split(' ')
    .map((press) => nameOfPress(press, namesOf(language, keyboard)))
    .join(' ');

/** Several keys that are shown together, as `Ctrl B I U` or `Shift 7, 8`: what is no key's name stands as it is. */
export const nameOfKeys = (keys: string, language: Language, keyboard = KEYBOARD): string =>
  keys
    .split(' ')
    .map((part) => namesOf(language, keyboard)[part] ?? part)
    .join(' ');

export type Keys = ReturnType<typeof createKeys>;

/** All keys of what is shown; what was added last is asked first. */
export function createKeys(
  now: () => number,
  choice: () => KeyChoice = () => ({ keys: {}, singleKeys: true }),
  /** Whether a dialog lies over everything: where the focus is lost, its keys would go to what is behind it. */
  isCovered: () => boolean = () => false,
) {
  const maps: { readonly current: KeyMap }[] = [];
  let first = '';
  let firstAt = 0;

  /** The newest action whose usual key is such a one. */
  function find(
    is: (defaultValue: string) => boolean,
  ): { readonly default: string; readonly run: () => void } | undefined {
    for (let index = maps.length - 1; index >= 0; index -= 1)
      for (const [defaultValue, run] of Object.entries(maps[index]?.current ?? {}))
        if (is(defaultValue)) return { default: defaultValue, run };
    return undefined;
  }

  return {
    add(map: { readonly current: KeyMap }): () => void {
      maps.push(map);
      return () => void maps.splice(maps.indexOf(map), 1);
    },
    /** Whether something is done by a key now, which is named by its usual one. */
    has: (key: string): boolean => find((defaultValue) => defaultValue === key) !== undefined,
    /** Does what is usually done by a key, as if it had been pressed. */
    run: (key: string): void => find((defaultValue) => defaultValue === key)?.run(),
    /** Does what a key stands for. True where it stood for anything. */
    press(event: KeyPress): boolean {
      if (['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'].includes(event.key)) return false;
      const chosen = choice();
      const press = pressOf(event);
      const stands = (wanted: string) => find((defaultValue) => chosenKey(chosen, defaultValue) === wanted);
      const isSecond = first !== '' && now() - firstAt < SEQUENCE_MS;
      const found = isSecond ? stands(`${first} ${press}`) : stands(press);
      const isOpen = found?.default === PALETTE && !isSingle(press);
      if (!isOpen && (isTyping(event.target) || ownsKey(event.target, event.key) || isCovered())) return false;
      const starts =
        !isSecond &&
        found === undefined &&
        find((defaultValue) => chosenKey(chosen, defaultValue).startsWith(`${press} `)) !== undefined;
      first = starts ? press : '';
      firstAt = now();
      if (found === undefined) return starts;
      event.preventDefault();
      found.run();
      return true;
    },
  };
}
