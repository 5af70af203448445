/** Actions by key: `j`, `Enter`, `#`, or two keys after each other as `g i`. */
export type KeyMap = Readonly<Record<string, () => void>>;

const SEQUENCE_MS = 1000;

/** The part of a key press that is looked at. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly target: EventTarget | null;
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

export type Keys = ReturnType<typeof createKeys>;

/** All keys of what is shown; what was added last is asked first. */
export function createKeys(now: () => number) {
  const maps: { readonly current: KeyMap }[] = [];
  let first = '';
  let firstAt = 0;

  function find(key: string): (() => void) | undefined {
    for (let index = maps.length - 1; index >= 0; index -= 1) {
      const action = maps[index]?.current[key];
      if (action !== undefined) return action;
    }
    return undefined;
  }

  return {
    add(map: { readonly current: KeyMap }): () => void {
      maps.push(map);
      return () => void maps.splice(maps.indexOf(map), 1);
    },
    /** Whether a key stands for anything now. */
    has: (key: string): boolean => find(key) !== undefined,
    /** Does what a key stands for, as if it had been pressed. */
    run: (key: string): void => find(key)?.(),
    /** Does what a key stands for. True where it stood for anything. */
    press(event: KeyPress): boolean {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || ownsKey(event.target, key))
        return false;
      const isSecond = first !== '' && now() - firstAt < SEQUENCE_MS;
      const action = isSecond ? find(`${first} ${key}`) : find(event.shiftKey && key.length > 1 ? `Shift+${key}` : key);
      const starts =
        !isSecond &&
        action === undefined &&
        maps.some((map) => Object.keys(map.current).some((name) => name.startsWith(`${key} `)));
      first = starts ? key : '';
      firstAt = now();
      if (action === undefined) return starts;
      event.preventDefault();
      action();
      return true;
    },
  };
}
