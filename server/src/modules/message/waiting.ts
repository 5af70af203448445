import type { ParamsOf } from '@kontor/contract/kernel';
import { MAX_WAITING, type Addressee, type WaitingText, type messageCommands } from '@kontor/contract/message';
import type { ChangeContext, CommandContext, InstanceContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { findUploads } from '../../platform/uploads/index.ts';
import { announceTo } from '../activity/index.ts';
import { takeThread, type Seen } from './access.ts';
import { contentOf, draftOf } from './content.ts';
import { DISPATCH_JOB, MAX_WAITING_MS } from './rules.ts';
import { toDraftFile } from './files.ts';
import { putDraft, readDraft } from './store/drafts.ts';
import { putDraftFiles, readDraftFiles, type FileRow } from './store/files.ts';
import { countWaiting, deleteWaiting, insertWaiting, readWaiting, type WaitingRow } from './store/waiting.ts';
import { tellDraft } from './telling.ts';

interface Later {
  readonly sendAt: string | null;
  readonly undoSeconds: number;
}

/** When something is to be sent, in milliseconds; null for at once. Fails with PARAMETERS_INVALID for what is more than a year ahead. */
export function sendTimeOf({ sendAt, undoSeconds }: Later, now: number): number | null {
  const at = Math.max(sendAt === null ? now : Date.parse(sendAt), now + undoSeconds * 1000);
  if (at > now + MAX_WAITING_MS)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'sendAt', message: 'At most a year from now' }] });
  return at > now ? at : null;
}

/** Keeps what the person has said until it is sent. `files` were taken for it. Returns its number. Fails with PARAMETERS_INVALID. */
export async function keepWaiting(
  ctx: CommandContext,
  {
    files,
    ...row
  }: Omit<WaitingRow, 'waiting_id' | 'user_id' | 'attachment_ids'> & {
    readonly files: readonly FileRow[];
  },
): Promise<number> {
  const { db, instance, person } = ctx;
  if ((await countWaiting(db, instance.id, person.id)) >= MAX_WAITING)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'sendAt', message: `At most ${MAX_WAITING} can wait` }] });
  const attachmentIds = files.map((file) => file.attachment_id);
  const waitingId = await insertWaiting(db, instance.id, { ...row, user_id: person.id, attachment_ids: attachmentIds });
  // Whose clock says when it begins is the database's: so long from now, as the person counts.
  await ctx.enqueue(
    DISPATCH_JOB,
    { waitingId },
    { key: `${DISPATCH_JOB}:${instance.id}:${waitingId}`, afterMs: row.send_at - ctx.now() },
  );
  tellDraft(ctx, row.message_id, person.id);
  await announceTo(ctx, row.message_id, [person.id]);
  return waitingId;
}

const saidIn = ({ given }: WaitingRow) => ('compose' in given ? given.compose : given.answer);

/** The files of what waits, as far as they are there. */
async function filesOf(
  ctx: Pick<InstanceContext, 'db' | 'instance'>,
  { user_id: userId, attachment_ids: ids }: WaitingRow,
): Promise<readonly FileRow[]> {
  const found = await findUploads(ctx, userId, { attachmentIds: ids, uploadIds: [] });
  return ids.flatMap((id): FileRow[] => {
    const upload = found.find(({ attachmentId }) => attachmentId === id);
    if (upload === undefined) return [];
    const { name: filename, size, type, blobHash } = upload;
    return [{ filename, size, content_type: type, blob_hash: blobHash, attachment_id: id }];
  });
}

/** What the person has waiting in a thread, and whom the message is to go to, where it waits itself. */
export async function listWaiting(
  ctx: Pick<CommandContext, 'db' | 'instance' | 'person'>,
  { message, thread }: Seen,
): Promise<{ readonly texts: readonly WaitingText[]; readonly addressee: readonly Addressee[] }> {
  const rows = await readWaiting(ctx.db, ctx.instance.id, ctx.person.id, message.message_id);
  const own = rows.filter((row) => row.segment_id === thread.segmentId);
  const texts = await Promise.all(
    own.map(async (row) => ({
      waitingId: row.waiting_id,
      sendAt: new Date(row.send_at).toISOString(),
      messageContent: contentOf(saidIn(row).messageContent).html,
      files: (await filesOf(ctx, row)).map(toDraftFile),
      replyTo: 'answer' in row.given ? row.given.answer.replyTo : null,
    })),
  );
  return { texts, addressee: own.flatMap(({ given }) => ('compose' in given ? given.compose.addressee : [])) };
}

/** Whether a message that was not sent yet is to be. */
export const isWaiting = async ({ db, instance, person }: CommandContext, messageId: number): Promise<boolean> =>
  (await readWaiting(db, instance.id, person.id, messageId)).some(({ given }) => 'compose' in given);

/** Makes a draft of what waited, before what was written in its thread since. Returns its number. */
export async function backToDraft(ctx: ChangeContext, row: WaitingRow): Promise<number> {
  const { db, instance } = ctx;
  const of = { messageId: row.message_id, segmentId: row.segment_id, userId: row.user_id };
  await deleteWaiting(db, instance.id, row.waiting_id);
  const since = await readDraft(db, instance.id, of);
  const addressee = since?.addressee ?? [];
  const draft = draftOf('compose' in row.given ? row.given.compose : { ...row.given.answer, addressee });
  const content = `${draft.content}${since?.content ?? ''}`;
  const draftId = await putDraft(db, instance.id, of, { ...draft, content, at: ctx.now() });
  const had = since === undefined ? [] : await readDraftFiles(db, instance.id, [since.draft_id]);
  // Both keep their uploads.
  await putDraftFiles(db, instance.id, draftId, [...(await filesOf(ctx, row)), ...had]);
  tellDraft(ctx, row.message_id, row.user_id);
  await announceTo(ctx, row.message_id, [row.user_id]);
  return draftId;
}

/** Takes back what waits to be sent. Fails as the contract says. */
export async function unsend(
  ctx: CommandContext,
  { aggregateId, waitingId }: ParamsOf<typeof messageCommands.unsend>,
): Promise<{ draftId: number }> {
  const { message } = await takeThread(ctx, { aggregateId, communicationPartnerUserId: null });
  const rows = await readWaiting(ctx.db, ctx.instance.id, ctx.person.id, message.message_id);
  const newest = rows.toSorted((a, b) => a.waiting_id - b.waiting_id).at(-1);
  const row = waitingId === null ? newest : rows.find((one) => one.waiting_id === waitingId);
  return row === undefined ? fail('MESSAGE_SENT') : { draftId: await backToDraft(ctx, row) };
}
