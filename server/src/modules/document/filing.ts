import { PRIVATE_BOX, titleOf } from '@kontor/contract/document';
import { STATES, type State } from '@kontor/contract/activity';
import { formatAggregateId } from '@kontor/contract/kernel';
import type { ChangeContext, CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { boxesOf, holdBox, namesOf, requireRight } from '../account/index.ts';
import { insertItem, type Viewer } from '../activity/index.ts';
import { linkItems } from '../record/index.ts';
import { standardBoxOf, storedExtras, wordsOf } from './rules.ts';
import { lastBoxOf, readBoxes } from './store/boxes.ts';
import { insertDocument } from './store/documents.ts';
import type { TakenFile } from './taking.ts';

/** Where a document is filed, and how. */
export interface Filing {
  readonly title: string;
  readonly keywords: string;
  /** Null for the standard one. */
  readonly box: number | null;
  readonly state: State;
  readonly idoLinkings: readonly { readonly idoId: number; readonly idoInstanceId: number }[];
}

/** A place for documents. */
export interface FilingTarget {
  readonly boxId: number;
  readonly name: string;
  /** Who sees what lies there. */
  readonly memberIds: readonly number[];
}

/** The box that a person files into by default. */
export async function standardBox(
  { db, instance }: Pick<ChangeContext, 'db' | 'instance'>,
  userId: number,
): Promise<number> {
  const boxes = await boxesOf(db, instance.id, userId, 'document');
  return standardBoxOf(await lastBoxOf(db, instance.id, userId), boxes);
}

/** The target that is meant, whose people stay as they are until this transaction ends. Fails with NOT_FOUND where they do not belong to it. */
export async function takeTarget(ctx: ChangeContext, userId: number, boxId: number): Promise<FilingTarget> {
  if (boxId === PRIVATE_BOX) return { boxId, name: '', memberIds: [userId] };
  const members = await holdBox(ctx.db, ctx.instance.id, boxId, 'share');
  const [box] = members.has(userId) ? await readBoxes(ctx.db, ctx.instance.id, boxId) : [];
  return box === undefined ? fail('NOT_FOUND') : { boxId, name: box.name, memberIds: [...members] };
}

/** Who sees a document of a place: who has filed it, and all who belong there. It is New to the others, where nothing else is said. */
export const viewersAt = (
  { boxId, memberIds }: FilingTarget,
  authorId: number,
  status: Viewer['status'],
  forOthers: Viewer['status'] = STATES.unseen,
): Viewer[] => {
  const userIds = [...new Set([authorId, ...memberIds])];
  return userIds.map((userId) => ({
    userId,
    boxId,
    status: userId === authorId ? status : forOthers,
    mine: userIds.length === 1,
  }));
};

/**
 * Files a document by somebody, now or at a time that was (milliseconds since 1970). Returns its id. Fails with NOT_FOUND for a box that
 * is not theirs.
 */
export async function fileAt(
  ctx: ChangeContext,
  authorId: number,
  file: TakenFile,
  filing: Omit<Filing, 'idoLinkings'>,
  { at = ctx.now(), forOthers }: { readonly at?: number; readonly forOthers?: Viewer['status'] } = {},
): Promise<number> {
  const { db, instance } = ctx;
  const target = await takeTarget(ctx, authorId, filing.box ?? (await standardBox(ctx, authorId)));
  const author = (await namesOf(db, instance.id, [authorId])).get(authorId) ?? '';
  const title = filing.title || titleOf(file.filename);
  const documentId = await insertItem(ctx, {
    module: 'document',
    ts: new Date(at),
    boxId: target.boxId,
    direction: 'bidirectional',
    contact: author,
    information: title,
    channel: target.name,
    extras: storedExtras(file, { version: 1, boxId: target.boxId, category: '' }),
    viewers: viewersAt(target, authorId, STATES[filing.state], forOthers),
    search: {
      title,
      senders: author,
      receivers: '',
      body: wordsOf(file.filename, filing.keywords),
      hasFiles: true,
    },
  });
  await insertDocument(db, instance.id, {
    ...file,
    document_id: documentId,
    buzzwords: filing.keywords,
    created_by: authorId,
    created_at: at,
  });
  return documentId;
}

/** Files a document for the person who asks, and links it. Fails as `fileAt` does, and with NOT_FOUND where a record is not there. */
export async function fileDocument(ctx: CommandContext, file: TakenFile, filing: Filing) {
  if (filing.idoLinkings.length > 0) requireRight(ctx, 'idoList');
  const documentId = await fileAt(ctx, ctx.person.id, file, filing);
  const by = { reason: 'hand', detail: '', userId: ctx.person.id } as const;
  for (const recordId of new Set(filing.idoLinkings.map(({ idoId }) => idoId)))
    await linkItems(ctx, [documentId], recordId, by);
  return {
    documentId,
    aggregateId: formatAggregateId({ module: 'document', entryId: documentId, userId: ctx.person.id }),
  };
}
