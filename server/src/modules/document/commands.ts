import { MAX_VERSIONS, PRIVATE_BOX, type documentCommands } from '@kontor/contract/document';
import { STATES } from '@kontor/contract/activity';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import {
  edits,
  editItems,
  moveItem,
  noteChange,
  noteOrigin,
  rewriteItem,
  setStatusFromOutside,
  viewersOf,
  type ItemKinds,
} from '../activity/index.ts';
import { recordKinds } from '../record/index.ts';
import { removableOf, requireFiling, requireSeeing, takeDocument, takeToChange } from './access.ts';
import { boxCommandHandlers } from './boxes.ts';
import { fileDocument, takeTarget, viewersAt } from './filing.ts';
import { differencesOf, storedExtras, wordsOf } from './rules.ts';
import { insertVersion, updateDocument, type DocumentRow } from './store/documents.ts';
import { nameOf, takeFile, takeFileOfItem, type TakenFile } from './taking.ts';

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof documentCommands> => ({
  async create(ctx, { fileName, size, type, data, ...filing }) {
    requireFiling(ctx);
    const { aggregateId } = await fileDocument(ctx, await takeFile(ctx, { fileName, size, type, data }), filing);
    return { aggregateId };
  },

  async createFromSharedFile(ctx, { fileName, size, type, content, box }) {
    requireFiling(ctx);
    const file = await takeFile(ctx, { fileName, size, type, data: content });
    const filing = { title: '', keywords: '', box, state: 'seen', idoLinkings: [] } as const;
    const { aggregateId } = await fileDocument(ctx, file, filing);
    return { aggregateId };
  },

  async createFromItem(ctx, { aggregateId: origin, storageKey, ...filing }) {
    requireFiling(ctx);
    const file = await takeFileOfItem(ctx, itemKinds(), origin, storageKey);
    const { documentId, aggregateId } = await fileDocument(ctx, file, filing);
    await noteOrigin(ctx, documentId, { originId: origin.entryId, storageKey });
    return { aggregateId };
  },

  async createVersion(ctx, { aggregateId, fileName, size, type, data }) {
    requireFiling(ctx);
    const document = await takeToChange(ctx, aggregateId);
    const { db, instance, person } = ctx;
    if (document.newest >= MAX_VERSIONS) return fail('DOCUMENT_TOO_MANY_VERSIONS');
    const file = await takeFile(ctx, { fileName, size, type, data });
    const { document_id: documentId } = document;
    const version = await insertVersion(db, instance.id, {
      ...file,
      document_id: documentId,
      created_by: person.id,
      created_at: ctx.now(),
    });
    const difference = { field: 'version', before: document.newest, after: version, isHtml: false };
    await noteChange(ctx, documentId, [difference]);
    const author = (await namesOf(db, instance.id, [person.id])).get(person.id) ?? '';
    await rewrite(ctx, { ...document, ts: new Date(ctx.now()), author }, file, version);
    const others = (await viewersOf(ctx, [documentId])).filter((id) => id !== person.id);
    await setStatusFromOutside(ctx, [
      { activityId: documentId, userIds: others, status: STATES.unseen, onlyFrom: [STATES.seen, STATES.ready] },
    ]);
    return { version };
  },

  async process(ctx, { aggregateId, aggregateVersion, postboxId, ...given }) {
    requireFiling(ctx);
    const document = await takeToChange(ctx, aggregateId);
    if (document.edit !== aggregateVersion) return fail('DOCUMENT_CONFLICT', { data: standing(ctx, document) });
    const { db, instance, person } = ctx;
    const edited = {
      ...given,
      filename: nameOf(given.filename),
      categories: await knownCategories(ctx, document, given.categories),
    };
    const title = edited.title || document.title;
    if (postboxId !== document.box_id) {
      // Nobody takes away from the others what is not theirs.
      if (postboxId === PRIVATE_BOX && document.created_by !== person.id) return fail('NOT_FOUND');
      const target = await takeTarget(ctx, person.id, postboxId);
      const viewers = viewersAt(target, document.created_by, STATES.unseen);
      await moveItem(ctx, 'document', document.document_id, { boxId: postboxId, channel: target.name, viewers });
    }
    const edit = await updateDocument(db, instance.id, document.document_id, edited);
    const { filename, buzzwords, categories } = edited;
    await noteChange(
      ctx,
      document.document_id,
      differencesOf(document, { title, filename, buzzwords, categories, box_id: postboxId }),
    );
    await rewrite(
      ctx,
      { ...document, title, buzzwords, categories, box_id: postboxId },
      { filename, size: document.size, content_type: document.content_type },
      document.newest,
    );
    return { aggregateVersion: edit };
  },

  async delete(ctx, { aggregateId }) {
    requireSeeing(ctx);
    const document = await takeDocument(ctx, aggregateId);
    const removable = await removableOf(ctx, ctx.person, [document.document_id]);
    if (!removable.has(document.document_id)) return fail('RIGHT_MISSING');
    await editItems(ctx, itemKinds(), ctx.person.id, [document.document_id], edits.trash(new Date(ctx.now())));
    return {};
  },

  ...boxCommandHandlers,
});

/** What stands in a document now, for who has edited an older one. */
const standing = ({ person }: CommandContext, document: DocumentRow) => ({
  aggregateVersion: document.edit,
  title: document.title,
  filename: document.filename,
  buzzwords: document.buzzwords,
  categories: person.rights.idoList ? document.categories : [],
  postboxId: document.box_id,
});

/** Those of the kinds of records that there are. Who sees no records leaves them as they are. Fails with NOT_FOUND for one that is none. */
async function knownCategories(
  { db, instance, person }: CommandContext,
  document: DocumentRow,
  requested: readonly number[],
): Promise<readonly number[]> {
  if (!person.rights.idoList) return document.categories;
  const known = new Set((await recordKinds(db, instance.id)).map(({ kindId }) => kindId));
  const categories = [...new Set(requested)];
  // One that was there and is no more goes without a word.
  if (categories.some((id) => !known.has(id) && !document.categories.includes(id))) return fail('NOT_FOUND');
  return categories.filter((id) => known.has(id));
}

/** Puts into a document's item what it says now. */
async function rewrite(
  ctx: CommandContext,
  document: DocumentRow,
  file: Pick<TakenFile, 'filename' | 'size' | 'content_type'>,
  version: number,
): Promise<void> {
  const kinds = new Map((await recordKinds(ctx.db, ctx.instance.id)).map(({ kindId, name }) => [kindId, name]));
  const category = document.categories.flatMap((id) => kinds.get(id) ?? []).join(', ');
  const { title, author, ts, buzzwords, box_id: boxId } = document;
  await rewriteItem(ctx, 'document', document.document_id, {
    ts,
    contact: author,
    information: title,
    extras: storedExtras(file, { version, boxId, category }),
    search: { title, senders: author, receivers: '', body: wordsOf(file.filename, buzzwords), hasFiles: true },
  });
}
