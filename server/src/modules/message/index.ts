import { messageContract, messageExtras } from '@kontor/contract/message';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemKindHooks, ItemModule } from '../activity/index.ts';
import { messageTopics } from './attending.ts';
import { commandHandlers, type CommandParts } from './commands.ts';
import { deliveryJobs } from './delivering.ts';
import { rowsFor } from './extras.ts';
import { dispatchingJobs } from './dispatching.ts';
import { readMarks } from './marks.ts';
import { queryHandlers, type QueryParts } from './queries.ts';
import { endRinging, endedBy } from './ringing.ts';
import { foundTexts } from './searching.ts';
import { firstFiles } from './store/files.ts';
import { sharedAmong } from './store/messages.ts';
import { messageSweep } from './sweep.ts';
import { tellingJobs } from './telling.ts';

export { takeArrived } from './guest-answers.ts';
export { makeMessage, type StandingToMake, type TextToMake } from './making.ts';
export { messageStored } from './stored.ts';

export interface MessageParts extends QueryParts, CommandParts {}

const itemKindOf = ({ endNews, hiding }: MessageParts): ItemKindHooks => ({
  module: 'message',
  topics: messageTopics,
  extras: (stored) => messageExtras(stored),
  rowsFor: async (ctx, rows) => rowsFor(ctx, rows, await readMarks(ctx, hiding)),
  /** What was not sent yet is nobody else's. */
  mayShare: async ({ db, instance }, userId, messageIds) =>
    new Set(await sharedAmong(db, instance.id, userId, messageIds)),
  foundTexts,
  async files({ db, instance }, messageIds) {
    return Map.groupBy(await firstFiles(db, instance.id, messageIds), (file) => file.messageId);
  },
  onChanged: (ctx, changes) => endRinging(ctx, endNews, endedBy(changes)),
});

/** What people of the company ask each other, and what was answered. */
export const messageModule = (parts: MessageParts): ItemModule => ({
  ...bindContract(messageContract, { queries: queryHandlers(parts), commands: commandHandlers(parts) }),
  jobs: {
    ...dispatchingJobs(() => ({ ...parts, itemKinds: parts.itemKinds() })),
    ...deliveryJobs,
    ...messageSweep.jobs,
    ...tellingJobs(parts.hiding),
  },
  itemKinds: [itemKindOf(parts)],
});
