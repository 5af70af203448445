import type { ParamsOf, ResultOf } from '@kontor/contract/kernel';
import { MAX_SIGNS, isGuestId, type messageCommands, type messageQueries } from '@kontor/contract/message';
import type { CommandContext, QueryContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { releaseUploads } from '../../platform/uploads/index.ts';
import { announceTo } from '../activity/index.ts';
import { MESSAGE_LIST, findThread, requireWriting, takeThread, type Seen, type ThreadParams } from './access.ts';
import { NO_CONTENT, contentToSend, type Content } from './content.ts';
import { linkNamed } from './linking.ts';
import { isShown, mayChange, previewOf, wordsOf } from './rules.ts';
import { renewText } from './searching.ts';
import { renameMessage } from './sending.ts';
import { readRules } from './settings.ts';
import { noteChanged } from './store/changes.ts';
import {
  emptyText,
  readEdits,
  renewPreview,
  takeText,
  updateText,
  type EditableText,
  type TextOf,
} from './store/edits.ts';
import { deleteFiles, readFiles } from './store/files.ts';
import { readersOf } from './store/members.ts';
import { changeMentions } from './store/mentions.ts';
import { countReactions, setReaction } from './store/reactions.ts';
import { tellChange } from './telling.ts';
import { textOf } from './texts.ts';

interface Taken {
  readonly seen: Seen;
  readonly of: TextOf;
  readonly text: EditableText;
}

/** The place of a text: the first one of all threads stands in segment 0. */
const placeOf = ({ message, thread }: Seen, no: number): TextOf => ({
  messageId: message.message_id,
  segmentId: no === 0 ? 0 : thread.segmentId,
  no,
});

/** A text of the person's own, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING, MESSAGE_TEXT_MAILED and MESSAGE_TEXT_LATE. */
async function takeOwn(ctx: CommandContext, about: ThreadParams, no: number): Promise<Taken> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, about);
  if (!seen.standing.isMember) return fail('RIGHT_MISSING');
  const of = placeOf(seen, no);
  const text = isShown(seen.thread, no) ? await takeText(db, instance.id, of) : undefined;
  if (text === undefined) return fail('NOT_FOUND');
  if (text.sent_by !== person.id) return fail('RIGHT_MISSING');
  // A mail cannot be called back.
  if (isGuestId(of.segmentId) || (no === 0 && seen.message.guests > 0)) return fail('MESSAGE_TEXT_MAILED');
  const { editMinutes } = await readRules(db, instance.id);
  if (!mayChange(text.sent_at, ctx.now(), editMinutes)) return fail('MESSAGE_TEXT_LATE');
  return { seen, of, text };
}

/** Tells everybody who reads a text that it is another. What lists show of it is told with it. */
async function follow(ctx: CommandContext, { seen, of }: Omit<Taken, 'text'>, content: Content): Promise<void> {
  const { db, instance } = ctx;
  const files = await readFiles(db, instance.id, of, [of.no]);
  await renewPreview(db, instance.id, of, previewOf(wordsOf(content.words, files)));
  const readers = await readersOf(db, instance.id, of.messageId, of.segmentId, MESSAGE_LIST);
  const userIds = readers.map(({ userId }) => userId);
  await noteChanged(db, instance.id, of);
  if (of.no === 0) await renameMessage(ctx, seen, content, files);
  // Of an older one lists show nothing. That the message has another version says to devices that what they keep of it is old.
  else await announceTo(ctx, of.messageId, userIds);
  await renewText(ctx, { ...of, begunBy: seen.message.begun_by }, of.no);
  tellChange(ctx, seen, userIds, await textOf(ctx, seen, of.no));
}

/** Changes what a text says. Fails as the contract says. */
export async function editText(
  ctx: CommandContext,
  { no, edit, messageContent, ...about }: ParamsOf<typeof messageCommands.edit>,
): Promise<{ edit: number }> {
  const { seen, of, text } = await takeOwn(ctx, about, no);
  const content = contentToSend(messageContent, await readFiles(ctx.db, ctx.instance.id, of, [no]));
  if (text.edit !== edit || text.taken_back_at !== null)
    return fail('MESSAGE_TEXT_CONFLICT', { data: await textOf(ctx, seen, no) });
  if (text.content === content.html) return { edit };
  const { db, instance, person } = ctx;
  const next = await updateText(db, instance.id, of, { html: content.html, at: ctx.now() });
  await changeMentions(db, instance.id, of, { by: person.id, userIds: content.mentions });
  await linkNamed(ctx, of.messageId, content.records);
  await follow(ctx, { seen, of }, content);
  return { edit: next };
}

/** What a text said before it was edited. Fails as the contract says. */
export async function listEdits(
  ctx: QueryContext,
  { no, ...about }: ParamsOf<typeof messageQueries.edits>,
): Promise<ResultOf<typeof messageQueries.edits>> {
  const seen = await findThread(ctx, about);
  const edits = isShown(seen.thread, no) ? await readEdits(ctx.db, ctx.instance.id, placeOf(seen, no)) : [];
  return edits.map(({ edit, at, content }) => ({ edit, at: new Date(at).toISOString(), message: content }));
}

/** Takes a text back with its files: that it was there stays, and nothing of what it said. Fails as the contract says. */
export async function takeBack(
  ctx: CommandContext,
  { no, ...about }: ParamsOf<typeof messageCommands.takeBack>,
): Promise<void> {
  const { seen, of, text } = await takeOwn(ctx, about, no);
  if (text.taken_back_at !== null) return;
  await emptyText(ctx.db, ctx.instance.id, of, ctx.now());
  await releaseUploads(ctx, await deleteFiles(ctx.db, ctx.instance.id, of));
  await changeMentions(ctx.db, ctx.instance.id, of, { by: ctx.person.id, userIds: [] });
  await follow(ctx, { seen, of }, NO_CONTENT);
}

/** Puts a sign to a text, or takes it away. Fails as the contract says. */
export async function react(
  ctx: CommandContext,
  { no, sign, isOn, ...about }: ParamsOf<typeof messageCommands.react>,
): Promise<void> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, about);
  requireWriting(seen);
  const text = isShown(seen.thread, no) ? await takeText(db, instance.id, placeOf(seen, no)) : undefined;
  if (text === undefined || text.taken_back_at !== null) return fail('NOT_FOUND');
  const { segmentId } = seen.thread;
  const of = { messageId: seen.message.message_id, segmentId, no };
  if (isOn && (await countReactions(db, instance.id, of, person.id)) >= MAX_SIGNS)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'sign', message: `At most ${MAX_SIGNS}` }] });
  if (!(await setReaction(db, instance.id, of, { userId: person.id, sign, isOn, at: ctx.now() }))) return;
  await noteChanged(db, instance.id, of);
  const readers = await readersOf(db, instance.id, of.messageId, segmentId, MESSAGE_LIST);
  tellChange(
    ctx,
    seen,
    readers.map(({ userId }) => userId),
    await textOf(ctx, seen, no),
  );
}
