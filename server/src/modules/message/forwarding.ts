import type { ParamsOf } from '@kontor/contract/kernel';
import { MAX_MESSAGE_TEXT, type messageCommands } from '@kontor/contract/message';
import { escapeHtml } from '../../platform/html/index.ts';
import type { CommandContext } from '../../platform/operation/context.ts';
import { fail } from '../../platform/operation/problem.ts';
import { namesOf } from '../account/index.ts';
import { findThread } from './access.ts';
import { contentOf } from './content.ts';
import { composeMessage } from './sending.ts';
import { readTexts } from './store/texts.ts';

/** Sends a text on to others as a message of its own, under what the person says to it. Fails as the contract says. */
export async function forward(
  ctx: CommandContext,
  { no, addressee, message, ...about }: ParamsOf<typeof messageCommands.forward>,
) {
  const { db, instance } = ctx;
  const seen = await findThread(ctx, about);
  const range = { before: no + 1, after: no - 1, limit: 1 };
  const [text] = await readTexts(db, instance.id, seen.message.message_id, seen.thread.segmentId, range);
  if (text === undefined || text.taken_back_at !== null) return fail('NOT_FOUND');
  const name = (await namesOf(db, instance.id, [text.sent_by])).get(text.sent_by) ?? '';
  const quoted = `<blockquote><p><strong>${escapeHtml(name)}</strong></p>${text.content}</blockquote>`;
  const messageContent = `${contentOf(message).html}${quoted}`;
  if (messageContent.length > MAX_MESSAGE_TEXT)
    return fail('PARAMETERS_INVALID', { errors: [{ path: 'message', message: 'Too long' }] });
  return composeMessage(ctx, {
    aggregateId: null,
    addressee,
    messageContent,
    sendState: 3,
    status: 1,
    isOpen: false,
    seeEachOther: false,
    confirm: false,
    idoLinkings: [],
    origin: about.aggregateId,
  });
}
