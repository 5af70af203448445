import type { documentQueries } from '@kontor/contract/document';
import { safeType } from '../../platform/files/kinds.ts';
import { BytesAnswer, type QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { previewOf, type PreviewParts } from '../../platform/preview/index.ts';
import { boxesOf, filterUsersAndGroups, namesFor } from '../account/index.ts';
import { entriesById, itemsOf, notSearched, relatedItems, type ListReader } from '../activity/index.ts';
import { linksOf, recordKinds } from '../record/index.ts';
import { mayChange, removableOf, requireSeeing, seenVersion } from './access.ts';
import { boxSettings } from './boxes.ts';
import { standardBox } from './filing.ts';
import { findWithEntry, versionsOf } from './store/documents.ts';
import { toDetail } from './views.ts';

export interface QueryParts {
  readonly list: ListReader;
  readonly previews: PreviewParts;
}

export const queryHandlers = ({ list, previews }: QueryParts): QueryHandlers<typeof documentQueries> => ({
  items: itemsOf(list, 'document'),

  async boxes(ctx) {
    requireSeeing(ctx);
    const { db, instance, person } = ctx;
    return {
      boxes: await boxesOf(db, instance.id, person.id, 'document'),
      users: await filterUsersAndGroups(db, instance.id),
    };
  },

  async standardBox(ctx) {
    requireSeeing(ctx);
    return { boxId: await standardBox(ctx, ctx.person.id) };
  },

  async details(ctx, { aggregateId }) {
    requireSeeing(ctx);
    const { module, entryId } = aggregateId;
    const { db, instance, person } = ctx;
    const entries = entriesById({ instanceId: instance.id, userId: person.id }, module === 'document' ? [entryId] : []);
    const document = await findWithEntry(db, instance.id, entries);
    if (document === undefined) return fail('NOT_FOUND');
    const versions = await versionsOf(db, instance.id, entryId);
    const { idoList } = person.rights;
    const whyNot = await notSearched(db, instance.id, [entryId]);
    return toDetail(document, {
      userId: person.id,
      versions,
      names: await namesFor(ctx, [...new Set([document.created_by, ...versions.map((row) => row.created_by)])]),
      kinds: idoList ? await recordKinds(db, instance.id) : [],
      links: idoList ? ((await linksOf(db, instance.id, [entryId])).get(entryId) ?? []) : [],
      related: (await relatedItems(ctx, [entryId])).get(entryId) ?? [],
      isLocked: whyNot(entryId, document.newest) === 'encrypted',
      mayBeDeleted: (await removableOf(ctx, person, [entryId])).has(entryId),
      changeable: await mayChange(ctx, aggregateId),
    });
  },

  async preview(ctx, { aggregateId, version }) {
    const file = await seenVersion(ctx, aggregateId, version);
    const { filename: name, content_type: type, size, blob_hash: hash } = file;
    return previewOf(ctx, previews, { name, type, size, hash });
  },

  async content(ctx, { aggregateId, version }) {
    const file = await seenVersion(ctx, aggregateId, version);
    return new BytesAnswer({
      type: safeType(file.content_type),
      fileName: file.filename,
      size: file.size,
      tag: file.blob_hash,
      read: (range) => ctx.blobs.stream(ctx.instance.id, file.blob_hash, range),
    });
  },

  boxSettings,
});
