import type { messageCommands } from '@kontor/contract/message';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import type { ItemKinds } from '../activity/index.ts';
import { answer } from './answering.ts';
import { markRead, markUnread, mute } from './reading.ts';
import { composeMessage, createMessage } from './sending.ts';

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof messageCommands> => ({
  create: (ctx, { messageAppConfiguration }) => createMessage(ctx, messageAppConfiguration),
  composeSend: (ctx, params) => composeMessage(ctx, params),
  send: (ctx, params) => answer(ctx, itemKinds(), params),

  async markRead(ctx, params) {
    await markRead(ctx, params);
    return {};
  },
  async markUnread(ctx, params) {
    await markUnread(ctx, itemKinds(), params);
    return {};
  },
  async mute(ctx, params) {
    await mute(ctx, params);
    return {};
  },
});
