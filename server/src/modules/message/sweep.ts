import { deleteItems, sweepOf } from '../activity/index.ts';
import { unwrittenMessages } from './store/messages.ts';

/** Takes away what was begun and never written in. */
export const messageSweep = sweepOf({
  job: 'message.sweep',
  find: unwrittenMessages,
  idOf: (messageId) => messageId,
  remove: (ctx, messageIds) => deleteItems(ctx, 'message', messageIds),
});
