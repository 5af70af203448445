import type { ParamsOf } from '@kontor/contract/kernel';
import { MAX_MESSAGE_TEXT, type messageCommands } from '@kontor/contract/message';
import { escapeHtml } from '../../platform/html/index.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { takeUploads } from '../../platform/uploads/index.ts';
import { findThread, readThreadOf } from './access.ts';
import { contentOf } from './content.ts';
import { namesIn } from './guests.ts';
import type { Letters } from './letters.ts';
import { composeMessage } from './sending.ts';
import { NO_UPLOAD, readFiles } from './store/files.ts';
import { readTexts } from './store/texts.ts';

/** Sends a text on to others as a message of its own, under what the person says to it. Fails as the contract says. */
export async function forward(
  ctx: CommandContext,
  letters: Letters,
  { no, addressee, message, ...about }: ParamsOf<typeof messageCommands.forward>,
) {
  const { db, instance } = ctx;
  const seen = await findThread(ctx, about);
  const range = { before: no + 1, after: no - 1, limit: 1 };
  const [text] = await readTexts(db, instance.id, readThreadOf(seen), range);
  if (text === undefined || text.taken_back_at !== null) return fail('NOT_FOUND');
  const name = (await namesIn(db, instance.id, [text.sent_by])).get(text.sent_by) ?? '';
  const quoted = `<blockquote><p><strong>${escapeHtml(name)}</strong></p>${text.content}</blockquote>`;
  const messageContent = `${contentOf(message).html}${quoted}`;
  if (messageContent.length > MAX_MESSAGE_TEXT)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'message', message: 'Too long' }] });
  const of = { messageId: seen.message.message_id, segmentId: seen.thread.segmentId };
  const files = await readFiles(db, instance.id, of, [no]);
  // Each is named by one more text; one that was taken back meanwhile is gone.
  if (
    !(await takeUploads(
      ctx,
      // What came with a mail was never uploaded.
      files.flatMap(({ attachment_id: id }) => (id === NO_UPLOAD ? [] : id)),
    ))
  )
    return fail('NOT_FOUND');
  const params = {
    aggregateId: null,
    addressee,
    messageContent,
    sendState: 3,
    status: 1,
    isOpen: false,
    seeEachOther: false,
    confirm: false,
    idoLinkings: [],
    files: [],
    sendAt: null,
    undoSeconds: 0,
    origin: about.aggregateId,
  } satisfies ParamsOf<typeof messageCommands.composeSend>;
  const { aggregateId, leftOut } = await composeMessage(ctx, letters, params, files);
  return { aggregateId, leftOut };
}
