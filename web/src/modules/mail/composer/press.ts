/** What a key does while a mail is written, wherever the focus is in it. */
export type Pressed =
  | { readonly kind: 'field'; readonly field: 'A' | 'C' | 'B' | 'S' }
  | { readonly kind: 'send'; readonly isDone: boolean }
  | { readonly kind: 'save' | 'discard' | 'wide' | 'leave' };

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** By the place of the key: with Alt it makes another letter on some systems. */
const FIELDS: Readonly<Record<string, 'A' | 'C' | 'B' | 'S'>> = { KeyA: 'A', KeyC: 'C', KeyB: 'B', KeyS: 'S' };

export function pressedOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Key): Pressed | undefined {
  const mod = ctrlKey || metaKey;
  if (altKey && !mod && !shiftKey) {
    const field = FIELDS[code];
    if (field !== undefined) return { kind: 'field', field };
    return key === 'Enter' ? { kind: 'wide' } : undefined;
  }
  if (altKey) return undefined;
  if (mod && key === 'Enter') return { kind: 'send', isDone: shiftKey };
  if (mod && !shiftKey && key.toLowerCase() === 's') return { kind: 'save' };
  if (mod && shiftKey && key.toLowerCase() === 'd') return { kind: 'discard' };
  return key === 'Escape' && !mod && !shiftKey ? { kind: 'leave' } : undefined;
}

/** What the keys do. */
interface PressActs {
  readonly field: (field: 'A' | 'C' | 'B' | 'S') => void;
  readonly send: (isDone: boolean) => void;
  readonly save: () => void;
  readonly discard: () => void;
  readonly wide: () => void;
  /** Returns false where the key is for something that is open. */
  readonly leave: () => boolean;
}

/** Does what a key is for, and keeps it from anything else. Returns false where it is for nothing of ours. */
export function doPressed(event: KeyboardEvent, acts: PressActs): boolean {
  const pressed = pressedOf(event);
  if (pressed === undefined) return false;
  switch (pressed.kind) {
    case 'field':
      acts.field(pressed.field);
      break;
    case 'send':
      acts.send(pressed.isDone);
      break;
    case 'leave':
      if (!acts.leave()) return false;
      break;
    default:
      acts[pressed.kind]();
  }
  event.preventDefault();
  return true;
}
