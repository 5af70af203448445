import type { ParamsOf } from '@kontor/contract/kernel';
import { MAX_SIGNS, type messageCommands } from '@kontor/contract/message';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { announceTo } from '../activity/index.ts';
import { MESSAGE_LIST, requireWriting, takeThread, type Seen, type ThreadParams } from './access.ts';
import { contentToSend, type Content } from './content.ts';
import { mayChange, previewOf } from './rules.ts';
import { renameMessage } from './sending.ts';
import { readRules } from './settings.ts';
import { emptyText, renewPreview, takeText, updateText, type EditableText, type TextOf } from './store/edits.ts';
import { readersOf } from './store/members.ts';
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

/** A text of the person's own, taken for this transaction. Fails with NOT_FOUND, RIGHT_MISSING and MESSAGE_TEXT_LATE. */
async function takeOwn(ctx: CommandContext, about: ThreadParams, no: number): Promise<Taken> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, about);
  if (!seen.standing.isMember) return fail('RIGHT_MISSING');
  const of = placeOf(seen, no);
  const text = (await takeText(db, instance.id, of)) ?? fail('NOT_FOUND');
  if (text.sent_by !== person.id) return fail('RIGHT_MISSING');
  const { editMinutes } = await readRules(db, instance.id);
  if (!mayChange(text.sent_at, ctx.now(), editMinutes)) return fail('MESSAGE_TEXT_LATE');
  return { seen, of, text };
}

/** Tells everybody who reads a text that it is another. What lists show of it is told with it. */
async function follow(ctx: CommandContext, { seen, of }: Omit<Taken, 'text'>, content: Content): Promise<void> {
  const { db, instance } = ctx;
  const isNewest = await renewPreview(db, instance.id, of, previewOf(content.words));
  const readers = await readersOf(db, instance.id, of.messageId, of.segmentId, MESSAGE_LIST);
  const userIds = readers.map(({ userId }) => userId);
  if (of.no === 0) await renameMessage(ctx, seen, content);
  else if (isNewest) await announceTo(ctx, of.messageId, userIds);
  tellChange(ctx, seen, userIds, await textOf(ctx, seen, of.no));
}

/** Changes what a text says. Fails as the contract says. */
export async function editText(
  ctx: CommandContext,
  { no, edit, messageContent, ...about }: ParamsOf<typeof messageCommands.edit>,
): Promise<{ edit: number }> {
  const content = contentToSend(messageContent);
  const { seen, of, text } = await takeOwn(ctx, about, no);
  if (text.edit !== edit || text.taken_back_at !== null)
    return fail('MESSAGE_TEXT_CONFLICT', { data: await textOf(ctx, seen, no) });
  if (text.content === content.html) return { edit };
  const next = await updateText(ctx.db, ctx.instance.id, of, { html: content.html, at: ctx.now() });
  await follow(ctx, { seen, of }, content);
  return { edit: next };
}

/** Takes a text back: that it was there stays, and nothing of what it said. Fails as the contract says. */
export async function takeBack(
  ctx: CommandContext,
  { no, ...about }: ParamsOf<typeof messageCommands.takeBack>,
): Promise<void> {
  const { seen, of, text } = await takeOwn(ctx, about, no);
  if (text.taken_back_at !== null) return;
  await emptyText(ctx.db, ctx.instance.id, of, ctx.now());
  await follow(ctx, { seen, of }, { html: '', words: '', mentions: [] });
}

/** Puts a sign to a text, or takes it away. Fails as the contract says. */
export async function react(
  ctx: CommandContext,
  { no, sign, isOn, ...about }: ParamsOf<typeof messageCommands.react>,
): Promise<void> {
  const { db, instance, person } = ctx;
  const seen = await takeThread(ctx, about);
  requireWriting(seen);
  const text = (await takeText(db, instance.id, placeOf(seen, no))) ?? fail('NOT_FOUND');
  if (text.taken_back_at !== null) return fail('NOT_FOUND');
  const { segmentId } = seen.thread;
  const of = { messageId: seen.message.message_id, segmentId, no };
  if (isOn && (await countReactions(db, instance.id, of, person.id)) >= MAX_SIGNS)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'sign', message: `At most ${MAX_SIGNS}` }] });
  if (!(await setReaction(db, instance.id, of, { userId: person.id, sign, isOn, at: ctx.now() }))) return;
  const readers = await readersOf(db, instance.id, of.messageId, segmentId, MESSAGE_LIST);
  tellChange(
    ctx,
    seen,
    readers.map(({ userId }) => userId),
    await textOf(ctx, seen, no),
  );
}
