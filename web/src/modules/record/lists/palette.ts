import { recordQueries } from '@kontor/contract/record';
import type { Client } from '../../../client/client.ts';
import type { Command } from '../../../shell/index.ts';
import { addressOf } from './address.ts';
import { hrefOfQuery } from './saved.ts';
import { listTexts } from './list-texts.ts';

/** The lists of the kinds, and what is saved of them, for the palette. */
export async function kindCommands(
  client: Client,
  go: (address: string) => void,
  _typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const [kinds, queries] = await Promise.all([
    client.ask.run(recordQueries.instances, {}, signal).catch(() => []),
    client.ask.run(recordQueries.sharedQueries, {}, signal).catch(() => []),
  ]);
  const ofQueries = queries
    .filter(({ isFolder }) => !isFolder)
    .map((query): Command => ({
      id: `query ${query.id}`,
      icon: query.board === null ? 'bookmark-simple' : 'kanban',
      label: { de: listTexts.de.queryCommand(query.name), en: listTexts.en.queryCommand(query.name) },
      words: 'abfrage query board kanban liste list',
      run: () => go(hrefOfQuery(query)),
    }));
  const ofKinds = kinds.map(({ ID, Name }): Command => ({
    id: `records ${ID}`,
    icon: 'address-book',
    label: { de: listTexts.de.kindCommand(Name), en: listTexts.en.kindCommand(Name) },
    words: 'liste list tabelle table',
    run: () => go(addressOf({ instanceId: ID, queryId: '', text: '', conditions: [] })),
  }));
  return [...ofKinds, ...ofQueries];
}
