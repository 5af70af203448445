import { recordQueries } from '@kontor/contract/record';
import type { Client } from '../../../client/client.ts';
import type { Command } from '../../../shell/index.ts';
import { recordHref } from '../address.ts';
import { showDeleted } from '../asking.ts';
import { deletedTexts } from '../deleted/texts.ts';
import { addressOf } from './address.ts';
import { hrefOfQuery } from './saved.ts';
import { listTexts } from './list-texts.ts';

/** Most records that are offered at a time. */
const MOST = 5;

/** Records that are found by what was typed, the lists of the kinds, and what is saved of them, for the palette. Of records nothing is kept. */
export async function kindCommands(
  client: Client,
  go: (address: string) => void,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Command[]> {
  const [found, kinds, queries] = await Promise.all([
    client.transport
      .query(recordQueries.search, { query: typed.trim() }, { once: true, signal })
      .then(({ results }) => results.slice(0, MOST))
      .catch(() => []),
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
  const records = found.map(({ idoId, idoDisplayName, instanceId, instanceTitle }, index): Command => ({
    // The palette remembers what was chosen, in the open: never which.
    id: `record ${index}`,
    icon: 'address-book',
    label: { de: `${instanceTitle}: ${idoDisplayName}`, en: `${instanceTitle}: ${idoDisplayName}` },
    // Numbers and addresses find it, too, which are not in its name.
    words: typed,
    run: () => go(recordHref({ idoId, idoInstanceId: instanceId })),
  }));
  const gone: Command = {
    id: 'records deleted',
    icon: 'trash',
    label: { de: deletedTexts.de.title, en: deletedTexts.en.title },
    words: 'papierkorb zurückholen bin restore',
    run: () => showDeleted(),
  };
  const imported: Command = {
    id: 'record.import',
    icon: 'upload-simple',
    label: { de: 'Datensätze importieren', en: 'Import records' },
    words: 'csv excel datei file',
    run: () => void import('../importing/address.ts').then(({ transferHref }) => go(transferHref())),
  };
  const mayWrite = client.configuration.get()?.rights.createIdo === true;
  return [...records, ...ofKinds, ...ofQueries, ...(mayWrite ? [imported, gone] : [])];
}
