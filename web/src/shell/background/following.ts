import type { Client } from '../../client/client.ts';
import type { Kontor } from '../../client/kontor.ts';
import type { Shell } from '../context.tsx';
import { followColours } from '../settings/colours-sync.ts';
import { followSettings } from '../settings/settings-sync.ts';
import { followMenu } from '../menu/menu-follow.ts';
import { followAppIcon } from './app-icon.ts';
import { followBadge } from './badge.ts';
import { followPhone } from './phone.ts';

/** Brings the person's settings here and to their other devices, what the instance has put into the menu, and the device what it shows of the app. */
export function follow(
  client: Client,
  kontor: Kontor,
  { navigator, notices, settings, unfinished }: Pick<Shell, 'navigator' | 'notices' | 'settings' | 'unfinished'>,
): () => void {
  const stops = [
    followSettings(client, settings),
    followColours(client, settings),
    followMenu(client, { notices, settings }),
    followAppIcon(settings),
    followBadge(unfinished),
    followPhone(kontor, { navigator, notices, settings }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
