import { documentContract, documentExtras } from '@kontor/contract/document';
import { bindContract } from '../../platform/operation/manifest.ts';
import { administratorIds } from '../account/index.ts';
import type { ItemModule, ItemKindHooks, ItemKinds } from '../activity/index.ts';
import { removableOf } from './access.ts';
import { documentBoxes } from './boxes.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { filesOf, findSeenVersion, readDocuments } from './store/documents.ts';

export { fileAt } from './filing.ts';
export { documentStored } from './stored.ts';
export type { TakenFile } from './taking.ts';

/** Files that the company keeps: filed, renewed, found, linked with records and attached to mails. */
export function documentModule(parts: QueryParts & { readonly itemKinds: () => ItemKinds }): ItemModule {
  const itemKind: ItemKindHooks = {
    module: 'document',
    extras: (stored) => documentExtras(stored),
    async extrasFor(ctx, rows) {
      const ids = rows.map(({ entryId }) => entryId);
      const removable = await removableOf(ctx, ctx.person, ids);
      const hidden = ctx.person.rights.idoList ? {} : { category: '' };
      return new Map(ids.map((id) => [id, { ...hidden, documentMayBeDeleted: removable.has(id) }]));
    },
    async mayRemove(ctx, userId, documentIds) {
      const isAdministrator = (await administratorIds(ctx.db, ctx.instance.id)).includes(userId);
      return removableOf(ctx, { id: userId, isAdministrator }, documentIds);
    },
    // The version that the key numbers, else the newest.
    async fileToTake({ db, instance, person }, documentId, storageKey) {
      if (!person.rights.documentList || !/^\d{0,6}$/.test(storageKey)) return undefined;
      const viewer = { instanceId: instance.id, userId: person.id };
      const file = await findSeenVersion(db, viewer, documentId, storageKey === '' ? null : Number(storageKey));
      if (file === undefined) return undefined;
      return { filename: file.filename, size: file.size, contentType: file.content_type, blobHash: file.blob_hash };
    },
    async foundTexts({ db, instance }, documentIds) {
      const documents = await readDocuments(db, instance.id, documentIds);
      return new Map(
        documents.map(({ document_id: id, filename, buzzwords }) => [
          id,
          { people: [], attachments: [filename], body: buzzwords },
        ]),
      );
    },
    async files({ db, instance }, documentIds) {
      return Map.groupBy(await filesOf(db, instance.id, documentIds), (file) => file.documentId);
    },
  };
  return {
    ...bindContract(documentContract, { queries: queryHandlers(parts), commands: commandHandlers(parts.itemKinds) }),
    jobs: documentBoxes.jobs,
    itemKinds: [itemKind],
  };
}
