import { userEvent } from 'vitest/browser';

/** Signs that begin the name of a key stand twice. */
const asTyped = (text: string): string => text.replaceAll(/[[{]/g, '$&$&');

/** Types a text, sign by sign, where the focus is. */
export const type = async (text: string): Promise<void> => {
  if (text !== '') await userEvent.keyboard(asTyped(text));
};

// The page's own, also where a test has another clock.
const requestIdle = requestIdleCallback.bind(globalThis);
/** Once the page has nothing more to do: what a screen listens to is there somewhat after what it shows. */
const whenIdle = (): Promise<unknown> => new Promise((resolve) => void requestIdle(resolve));

/** Presses keys one after the other, each as `Enter`, `Control+Shift+a` or `?`. */
export async function press(...keys: readonly string[]): Promise<void> {
  await whenIdle();
  for (const key of keys) {
    const held = key.split(/\+(?=.)/);
    const last = held.pop() ?? key;
    const down = held.map((name) => `{${name}>}`).join('');
    const up = held
      .toReversed()
      .map((name) => `{/${name}}`)
      .join('');
    await userEvent.keyboard(`${down}${last.length === 1 ? asTyped(last) : `{${last}}`}${up}`);
  }
}

/** What the element that has the focus is called by, or says. */
export const focused = (): string => {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
};
