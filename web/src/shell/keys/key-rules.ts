import { isSingle } from './keys.ts';

/** Why a key cannot be chosen. `browser`: it never comes to the page; `editing`: people write by it; `moving`: they move about by it. */
type KeyFault = 'browser' | 'editing' | 'moving' | 'digits';

const of = (texts: string): ReadonlySet<string> => new Set(texts.split(' '));

/** What browsers keep to themselves, or do where the page does something, too. */
const BROWSER = of(
  'Ctrl+w Ctrl+t Ctrl+n Ctrl+q Ctrl+r Ctrl+l Ctrl+p Ctrl+f Ctrl+g Ctrl+d Ctrl+h Ctrl+j Ctrl+o Ctrl+s Ctrl+u Ctrl++ Ctrl+- Ctrl+0 ' +
    'Ctrl+Shift+w Ctrl+Shift+t Ctrl+Shift+n Ctrl+Shift+i Ctrl+Shift+j Ctrl+Shift+c Ctrl+Shift+r Ctrl+Shift+p Ctrl+Shift+Delete ' +
    'Ctrl+Tab Ctrl+Shift+Tab Ctrl+PageUp Ctrl+PageDown Ctrl+F4 Ctrl+F5 Alt+F4 Alt+ArrowLeft Alt+ArrowRight Alt+Home Alt+d ' +
    'F1 F3 F5 F6 F7 F10 F11 F12 Shift+F10 ContextMenu',
);
const EDITING = of('Ctrl+a Ctrl+c Ctrl+v Ctrl+x Ctrl+y Ctrl+z Ctrl+Shift+z Ctrl+Shift+v Backspace Delete Insert');
const MOVING = of(
  'Tab Shift+Tab Enter Escape ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft ' +
    'Shift+ArrowRight Home End PageUp PageDown Shift+Home Shift+End Shift+Enter Dead Process Unidentified CapsLock',
);

/** Why nobody can have this key; undefined where they can. */
export function keyFault(key: string): KeyFault | undefined {
  for (const press of key.split(' ')) {
    if (BROWSER.has(press) || /^Ctrl\+[1-9]$/.test(press)) return 'browser';
    if (EDITING.has(press)) return 'editing';
    if (MOVING.has(press) || press === '') return 'moving';
  }
  return /^g [1-9]$/.test(key) ? 'digits' : undefined;
}

/** What stands in the way of a key. */
interface KeyConflict {
  /** Usual keys of those that have it, or begin with it. */
  readonly with: readonly string[];
  /** It is theirs, so that they could have the other one in its place; not where one is the beginning of another. */
  readonly canSwap: boolean;
}

/** Keys that people have chosen, by the usual ones. */
export type ChosenKeys = Readonly<Record<string, string>>;
const keyOf = (chosen: ChosenKeys, defaultValue: string): string => chosen[defaultValue] ?? defaultValue;

/** Whether another action has this key. `all`: usual keys of all actions. */
export function conflictOf(
  chosen: ChosenKeys,
  all: readonly string[],
  defaultValue: string,
  key: string,
): KeyConflict | undefined {
  const others = all.filter((one) => one !== defaultValue && keyOf(chosen, one) !== '');
  const same = others.filter((one) => keyOf(chosen, one) === key);
  if (same.length > 0) return { with: same, canSwap: true };
  const begun = others.filter((one) => {
    const other = keyOf(chosen, one);
    return other.startsWith(`${key} `) || key.startsWith(`${other} `);
  });
  return begun.length > 0 ? { with: begun, canSwap: false } : undefined;
}

/** Gives an action a key; where that is its usual one nothing is kept. */
export function withKey(chosen: ChosenKeys, defaultValue: string, key: string): ChosenKeys {
  const { [defaultValue]: _, ...rest } = chosen;
  return key === defaultValue ? rest : { ...rest, [defaultValue]: key };
}

/** Gives an action the key of others, which get the one that it had. */
export function swapped(chosen: ChosenKeys, defaultValue: string, key: string, others: readonly string[]): ChosenKeys {
  const own = keyOf(chosen, defaultValue);
  // One alone can have it.
  return others.reduce(
    (now, other, index) => withKey(now, other, index === 0 ? own : ''),
    withKey(chosen, defaultValue, key),
  );
}

/** Whether a press may be the first of two. */
export const mayGoOn = (press: string): boolean => isSingle(press);
