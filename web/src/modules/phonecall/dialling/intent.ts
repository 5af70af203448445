import { createValue } from '../../../client/value.ts';
import { useShell } from '../../../shell/index.ts';
import type { AboutNumber } from '../../../shell/numbers/phone-parts.ts';
import { dialHref } from '../addresses.ts';

/**
 * The address at which the person has just asked for a call, until its screen has begun it. An address alone calls nobody: it may come from elsewhere, and is
 * opened again when the page is loaded anew.
 */
export const dialIntent = createValue<string | undefined>(undefined);

/** Calls a number: opens the screen that does, which begins at once. */
export function useDial(): (about: AboutNumber) => void {
  const { tabs } = useShell();
  return (about) => {
    const address = dialHref(about);
    dialIntent.set(address);
    tabs.open(address, 'beside');
  };
}
