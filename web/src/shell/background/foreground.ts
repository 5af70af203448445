import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { appCommands } from '@kontor/contract/settings';
import type { Client } from '../../client/client.ts';
import type { Manifest } from '../manifest.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { warmUp } from './warm-up.ts';

/** Whoever only flips through their windows has not come to stay, in milliseconds. */
const STAYS_MS = 1000;

/** A browser as people call it, with its version; those that call themselves by several names by the most telling one. */
export function browserOf(userAgent: string): string {
  for (const [name, pattern] of [
    ['Edge', /Edg\w*\/(\d+)/],
    ['Opera', /OPR\/(\d+)/],
    ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
    ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
    ['Safari', /Version\/(\d+).*Safari/],
  ] as const) {
    const [, version] = pattern.exec(userAgent) ?? [];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}

/**
 * Tells the server whether the app is looked at, and has at hand what will probably be looked at now. What cannot be told at once is not
 * told: it would not be true any more. Returns the function that stops it; `stays` says then whether the account is still signed in.
 */
export function watchForeground(
  client: Client,
  modules: readonly Manifest[],
  settings: SettingsStore,
  stays: () => boolean,
): () => void {
  const about = { platform: 'web', browser: browserOf(navigator.userAgent), version: CLIENT_VERSION };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warming = new AbortController();
  let isReported = false;

  const warm = async (): Promise<void> => {
    warming = new AbortController();
    const { signal } = warming;
    const parts = await Promise.all(modules.flatMap(({ fresh }) => fresh?.() ?? []));
    await warmUp(
      client,
      parts.map((part) => part(client, settings.get())),
      signal,
    );
  };
  const reportLeft = (): void => void client.transport.report(appCommands.movedToBackground, about);
  const reportArrival = async (): Promise<void> => {
    isReported = true;
    const hasArrived = await client.transport.report(appCommands.movedToForeground, about);
    // Who has left meanwhile said so beside it, and which of the two came last nobody knows.
    if (!isReported) return hasArrived ? reportLeft() : undefined;
    isReported = hasArrived;
    // Without a network there is nothing to ask; that it is back comes here, too.
    if (hasArrived) await warm();
    else if (client.env.online()) come();
  };
  const come = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      if (document.visibilityState === 'visible' && !isReported) void reportArrival().catch(() => undefined);
    }, STAYS_MS);
  };
  const leave = (): void => {
    clearTimeout(timer);
    warming.abort();
    if (!isReported) return;
    isReported = false;
    reportLeft();
  };
  const stops = [client.env.onWake(come), client.env.onHide(leave)];
  come();
  return () => {
    for (const stop of stops) stop();
    if (stays()) leave();
    clearTimeout(timer);
    warming.abort();
  };
}
