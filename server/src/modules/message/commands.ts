import type { messageCommands } from '@kontor/contract/message';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import type { ItemKinds } from '../activity/index.ts';
import { answer } from './answering.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { editText, react, takeBack } from './editing.ts';
import { forward } from './forwarding.ts';
import { markRead, markUnread, mute } from './reading.ts';
import { confirm, remind } from './receivers.ts';
import { composeMessage, createMessage } from './sending.ts';
import { saveRules } from './settings.ts';

export const commandHandlers = (itemKinds: () => ItemKinds): CommandHandlers<typeof messageCommands> => ({
  async create(ctx, { messageAppConfiguration }) {
    const { aggregateId } = await createMessage(ctx, messageAppConfiguration);
    return { aggregateId };
  },
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
  edit: editText,
  saveDraft,
  remind,
  forward,

  async takeBack(ctx, params) {
    await takeBack(ctx, params);
    return {};
  },
  async react(ctx, params) {
    await react(ctx, params);
    return {};
  },
  async confirm(ctx, params) {
    await confirm(ctx, params);
    return {};
  },
  async discardDraft(ctx, params) {
    await discardDraft(ctx, params);
    return {};
  },
  async saveRules(ctx, params) {
    await saveRules(ctx, params);
    return {};
  },
  async mute(ctx, params) {
    await mute(ctx, params);
    return {};
  },
});
