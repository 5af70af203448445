import { documentCommands } from '@kontor/contract/document';
import { listKey } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import type { Client } from '../../client/client.ts';

/** What is said of all files that are filed together. */
export interface FilingFields {
  /** Of one file alone; empty for its name. */
  readonly title: string;
  readonly keywords: string;
  /** Null for the standard one. */
  readonly box: number | null;
  readonly records: readonly { readonly idoId: number; readonly idoInstanceId: number }[];
}

interface FileToFile {
  readonly uploadId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Another app has handed it over. */
  readonly isShared?: boolean;
}

/** How filing ends: with the document, or with the server's reason. */
export type Filed = { readonly aggregateId: string } | { readonly refused: string };

export interface Telling {
  readonly processId: string;
  readonly ended: Promise<Filed>;
}

/** Gives a file to the queue, as a document of its own or as a newer version of one: it is sent once its upload is there. */
export async function enqueueFile(
  client: Client,
  file: FileToFile,
  about: FilingFields | { readonly version: string },
): Promise<Telling> {
  const { uploadId } = file;
  const named = { fileName: file.name, size: file.size, type: file.type };
  const said = { ...named, data: { uploadId } };
  const needs = [uploadId];
  if ('version' in about) {
    const aggregateId = about.version;
    const id = parseAggregateId(aggregateId);
    const keys = id === undefined ? [] : [itemKey(id)];
    const params = { aggregateId, ...said };
    const processId = await client.enqueue(documentCommands.createVersion, params, { patches: [], keys, needs });
    return { processId, ended: endOf(client, processId, uploadId, [...keys, listKey('document')], aggregateId) };
  }
  const { title, keywords, box, records } = about;
  const idoLinkings = records.map(({ idoId, idoInstanceId }) => ({ idoId, idoInstanceId }));
  const waits = { patches: [], keys: [], needs };
  // What another app has shared has a command of its own, which knows no more than a box.
  const isPlain = title === '' && keywords === '' && records.length === 0;
  const processId =
    file.isShared === true && isPlain
      ? await client.enqueue(documentCommands.createFromSharedFile, { ...named, content: { uploadId }, box }, waits)
      : await client.enqueue(documentCommands.create, { ...said, title, keywords, box, idoLinkings }, waits);
  return { processId, ended: endOf(client, processId, uploadId, [listKey('document'), listKey()], '') };
}

/** Ends with the command, whoever shows it meanwhile. */
function endOf(
  client: Client,
  processId: string,
  uploadId: string,
  touched: readonly string[],
  known: string,
): Promise<Filed> {
  return new Promise((resolve) => {
    const end = (how: Filed): void => {
      stopApplied();
      stopWaiting();
      resolve(how);
    };
    const stopApplied = client.onApplied((command, answer) => {
      if (command.processId !== processId) return;
      // Events of this page's own commands reload nothing.
      client.ask.touch(touched);
      void client.uploads().then((uploads) => uploads.release([uploadId]));
      end({ aggregateId: (answer as { aggregateId?: string } | undefined)?.aggregateId ?? known });
    });
    const stopWaiting = client.waiting.subscribe(() => {
      const refused = client.waiting.get().find((one) => one.processId === processId && one.state === 'refused');
      if (refused === undefined) return;
      void client.queue.discard([processId]);
      end({ refused: refused.refusal?.code ?? '' });
    });
  });
}
