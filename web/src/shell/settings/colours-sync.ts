import { DEFAULT_SCHEME, readScheme, themeQueries } from '@kontor/contract/settings';
import { queryKey } from '../../client/ask.ts';
import type { Client } from '../../client/client.ts';
import type { SettingsStore } from './settings.ts';
import { styleOf } from './scheme.ts';

const { colourSchemes } = themeQueries;

/** Colours that a name stands for; undefined for those that are always there, and for a scheme that is gone. */
export function styleNamed(
  name: string,
  schemes: readonly { readonly name: string; readonly scheme: string }[],
): string | undefined {
  const found = name === DEFAULT_SCHEME ? undefined : schemes.find((scheme) => scheme.name === name);
  const read = found === undefined ? undefined : readScheme(found.scheme);
  return read === undefined ? undefined : styleOf(read.value);
}

/** Keeps the colours as the chosen scheme says, for as long as the account is shown. Most people never ask for another. */
export function followColours(client: Client, settings: SettingsStore): () => void {
  const { ask, key: account } = client;
  const key = queryKey(colourSchemes, {});
  let isAsking = false;
  let stopAsking: (() => void) | undefined;

  function paint(): void {
    const { colourScheme } = settings.get();
    if (colourScheme === DEFAULT_SCHEME) {
      settings.revise(account, (own) => ({ ...own, colours: undefined }));
      return;
    }
    if (!isAsking) {
      // Noted first: whoever watches is told at once.
      isAsking = true;
      stopAsking = ask.cache.watch(
        key,
        (signal) => ask.run(colourSchemes, {}, signal),
        paint,
        ask.keeping(colourSchemes, {}),
      );
    }
    const { data } = ask.cache.peek(key);
    // Until it is known it stays as it was last.
    if (data === undefined) return;
    const colours = styleNamed(colourScheme, data as Parameters<typeof styleNamed>[1]);
    settings.revise(account, (own) => ({ ...own, colours }));
  }
  const stop = settings.subscribe(paint);
  paint();
  return () => {
    stop();
    stopAsking?.();
  };
}
