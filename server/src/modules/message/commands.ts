import type { messageCommands } from '@kontor/contract/message';
import { atOnce } from '../../platform/operation/at-once.ts';
import type { OnNews } from '../../platform/operation/change.ts';
import type { CommandHandlers } from '../../platform/operation/manifest.ts';
import type { ItemKinds } from '../activity/index.ts';
import { answer } from './answering.ts';
import { attend } from './attending.ts';
import { discardDraft, saveDraft } from './drafts.ts';
import { editText, react, takeBack } from './editing.ts';
import { forward } from './forwarding.ts';
import { addPeople, leave } from './joining.ts';
import type { Letters } from './letters.ts';
import type { Hiding } from './marks.ts';
import { markRead, markUnread, mute } from './reading.ts';
import { confirm, remind } from './receivers.ts';
import { composeMessage, createMessage } from './sending.ts';
import { saveRules } from './settings.ts';
import { unsend } from './waiting.ts';

export interface CommandParts {
  readonly itemKinds: () => ItemKinds;
  /** Takes what was pushed from devices. */
  readonly endNews: OnNews;
  readonly hiding: Hiding;
  readonly letters: Letters;
}

export const commandHandlers = ({
  itemKinds,
  endNews,
  hiding,
  letters,
}: CommandParts): CommandHandlers<typeof messageCommands> => ({
  async create(ctx, { messageAppConfiguration }) {
    const { aggregateId } = await createMessage(ctx, messageAppConfiguration);
    return { aggregateId };
  },
  composeSend: (ctx, params) => composeMessage(ctx, letters, params),
  send: atOnce((ctx, params) => answer(ctx, { itemKinds: itemKinds(), endNews, letters }, params)),

  async markRead(ctx, params) {
    await markRead(ctx, endNews, params);
    return {};
  },
  async markUnread(ctx, params) {
    await markUnread(ctx, itemKinds(), params);
    return {};
  },
  unsend,
  addPeople: (ctx, params) => addPeople(ctx, letters, params),
  async leave(ctx, params) {
    await leave(ctx, endNews, params);
    return {};
  },
  edit: editText,
  saveDraft,
  remind: (ctx, params) => remind(ctx, params, hiding),
  forward: (ctx, params) => forward(ctx, letters, params),

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
  async attend(ctx, params) {
    await attend(ctx, params);
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
