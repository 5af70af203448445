import { messageContract, messageExtras } from '@kontor/contract/message';
import { cleanNote } from '../../platform/html/index.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemKindHooks, ItemKinds, ItemModule, ListReader } from '../activity/index.ts';
import { commandHandlers } from './commands.ts';
import { deliveryJobs } from './delivering.ts';
import { rowsFor } from './extras.ts';
import { queryHandlers } from './queries.ts';
import { sentAmong } from './store/messages.ts';
import { readFirstTexts } from './store/texts.ts';
import { messageSweep } from './sweep.ts';
import { tellingJobs } from './telling.ts';

export interface MessageParts {
  readonly itemKinds: () => ItemKinds;
  readonly list: ListReader;
}

const itemKind: ItemKindHooks = {
  module: 'message',
  extras: (stored) => messageExtras(stored),
  rowsFor,
  /** What was not sent yet is nobody else's. */
  mayShare: async ({ db, instance }, _userId, messageIds) => new Set(await sentAmong(db, instance.id, messageIds)),
  /** What everybody who sees a message may read: its first text. */
  async foundTexts({ db, instance }, messageIds) {
    const texts = await readFirstTexts(db, instance.id, messageIds);
    return new Map(
      [...texts].map(([id, content]) => [id, { people: [], attachments: [], body: cleanNote(content).text }]),
    );
  },
};

/** What people of the company ask each other, and what was answered. */
export const messageModule = ({ itemKinds, list }: MessageParts): ItemModule => ({
  ...bindContract(messageContract, { queries: queryHandlers(list), commands: commandHandlers(itemKinds) }),
  jobs: { ...deliveryJobs, ...messageSweep.jobs, ...tellingJobs },
  itemKinds: [itemKind],
});
