import { isCodeAnswer } from '../../client/sign-in-elsewhere.ts';
import type { Value } from '../../client/value.ts';
import type { Device, Stop } from '../../device/device.ts';

type Listener = (origin: string, address: string) => void;

const waiting: Parameters<Listener>[] = [];
const listeners = new Set<Listener>();

/** Hears of links that lead to somewhere in the app, with those that came before anybody did. */
export function onOpenedLink(listener: Listener): Stop {
  listeners.add(listener);
  for (const link of waiting.splice(0)) listener(...link);
  return () => listeners.delete(listener);
}

/**
 * Hears, from the start on, by which links the app of a phone is opened. The answer of an instance's page to a sign-in that began here is not
 * gone to: nobody may be signed in yet. Any app can open such a link, so that nothing else of what stands behind `#` is taken. Returns the
 * function that ends it.
 */
export function followOpenedLinks({ links }: Pick<Device, 'links'>, arrival: Value<string | undefined>): Stop {
  return links.onOpened((origin, address) => {
    const sign = address.indexOf('#');
    const path = sign < 0 ? address : address.slice(0, sign);
    if (path === '/login') {
      if (isCodeAnswer(address.slice(sign + 1))) arrival.set(address.slice(sign));
      return;
    }
    if (listeners.size === 0) waiting.push([origin, address]);
    for (const listener of listeners) listener(origin, address);
  });
}
