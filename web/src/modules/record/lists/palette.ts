import { recordQueries } from '@kontor/contract/record';
import type { Client } from '../../../client/client.ts';
import type { Command } from '../../../shell/index.ts';
import { addressOf } from './address.ts';
import { listTexts } from './list-texts.ts';

/** The lists of the kinds, for the palette. */
export async function kindCommands(
  client: Client,
  go: (address: string) => void,
  _typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const kinds = await client.ask.run(recordQueries.instances, {}, signal).catch(() => []);
  return kinds.map(({ ID, Name }) => ({
    id: `records ${ID}`,
    icon: 'address-book',
    label: { de: listTexts.de.kindCommand(Name), en: listTexts.en.kindCommand(Name) },
    words: 'liste list tabelle table',
    run: () => go(addressOf({ instanceId: ID, queryId: '', text: '', conditions: [] })),
  }));
}
