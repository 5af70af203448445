import { userEvent } from 'vitest/browser';

/** Signs that begin the name of a key stand twice. */
const asTyped = (text: string): string => text.replaceAll(/[[{]/g, '$&$&');

/** Types a text, sign by sign, where the focus is. */
export const type = async (text: string): Promise<void> => {
  if (text !== '') await userEvent.keyboard(asTyped(text));
};

/** Once the page has nothing more to do: on a busy machine a screen listens to keys somewhat after it is seen. */
export const whenIdle = (): Promise<unknown> => new Promise((resolve) => void requestIdleCallback(resolve));

/** Presses keys one after the other, each as `Enter`, `Control+Shift+a` or `?`. */
export async function press(...keys: readonly string[]): Promise<void> {
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
