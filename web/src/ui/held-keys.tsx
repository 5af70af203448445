import { Suspense, useLayoutEffect, type ReactNode } from 'react';

/** How long the focus is waited for once the code is there, in steps of a frame; where a server is asked for what has it then, longer. */
const MAX_FRAMES = 30;
const MAX_OPENING_FRAMES = 600;
const FRAME_MS = 16;

const TEXT = 'textarea, input:is(:not([type]), [type=text], [type=search], [type=url], [type=tel], [type=password])';
const WRITTEN_IN = 'input, textarea, select, [contenteditable=true]';
/** What the browser does by itself, and what is to work whatever is still loading. */
const NOT_HELD = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Tab', 'Escape'];

const held: KeyboardEvent[] = [];
const now = { loading: 0, isGiving: false, frames: MAX_FRAMES };

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function hold(event: KeyboardEvent): void {
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  if (!event.isTrusted || event.isComposing || isCommand || NOT_HELD.includes(event.key)) return;
  // Where somebody writes they go on writing, until the focus is taken from there.
  if (held.length === 0 && isIn(event.target, WRITTEN_IN)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/** Does what a key would have done where the focus is now. */
function give({ key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(again)) return;
  if (target.matches(TEXT)) {
    const field = target as HTMLInputElement | HTMLTextAreaElement;
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    if (key.length === 1) field.setRangeText(key, start, end, 'end');
    else if (key === 'Backspace') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
    else {
      if (key === 'Enter') field.form?.requestSubmit();
      return;
    }
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } else if (isIn(target, '[contenteditable=true]')) {
    // Enter and the like are the editor's own.
    if (key.length === 1) document.execCommand('insertText', false, key);
  } else if ((key === 'Enter' || key === ' ') && target.matches('button, a')) (target as HTMLElement).click();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function giveAll(): Promise<void> {
  if (now.isGiving) return;
  now.isGiving = true;
  for (let frame = 0; frame < now.frames && now.loading === 0; frame += 1) {
    if (isIn(document.activeElement, `${WRITTEN_IN}, dialog, [role=menu]`)) break;
    await pause(FRAME_MS);
  }
  // What a key does may ask for more code: what comes after it waits for that.
  while (now.loading === 0) {
    const event = held.shift();
    if (event === undefined) break;
    give(event);
    await pause(0);
  }
  now.isGiving = false;
  if (now.loading > 0 || held.length > 0) return;
  now.frames = MAX_FRAMES;
  removeEventListener('keydown', hold, { capture: true });
}

function holdKeys(): () => void {
  now.loading += 1;
  addEventListener('keydown', hold, { capture: true });
  return () => {
    now.loading -= 1;
    if (now.loading === 0) void giveAll();
  };
}

function HeldKeys() {
  useLayoutEffect(holdKeys, []);
  return null;
}

/**
 * Holds what is typed until something has the focus that somebody asked for and a server makes first. `opening` says whether it comes; else
 * what was typed for it is let go, as the page behind would take it for commands.
 */
export async function holdUntilOpen(opening: Promise<boolean>): Promise<void> {
  const release = holdKeys();
  const comes = await opening;
  if (comes) now.frames = MAX_OPENING_FRAMES;
  else held.length = 0;
  release();
}

/** Holds what is typed until something was begun that is to be typed in: its code may have to be loaded first. Lets go of what was typed where it fails. */
export async function holdWhile(begin: () => void | Promise<void>): Promise<void> {
  const release = holdKeys();
  try {
    await begin();
  } catch (error) {
    held.length = 0;
    throw error;
  } finally {
    release();
  }
}

/**
 * Around code that is loaded because somebody asked for what it shows. What they type until it is there is held, and given to what then has
 * the focus: nothing is lost, and no key does to the page behind what was meant for what comes. `meanwhile` is shown as long.
 */
export const Requested = ({ meanwhile, children }: { meanwhile?: ReactNode; children: ReactNode }) => (
  <Suspense
    fallback={
      <>
        <HeldKeys />
        {meanwhile}
      </>
    }
  >
    {children}
  </Suspense>
);
