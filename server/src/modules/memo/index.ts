import { memoContract, memoExtras } from '@kontor/contract/memo';
import { cleanNote } from '../../platform/html/index.ts';
import { bindContract } from '../../platform/operation/manifest.ts';
import type { ItemModule, ItemKindHooks, ItemKinds } from '../activity/index.ts';
import { holdAlarms } from '../alarm/index.ts';
import { commandHandlers, recordActivityCommandHandlers } from './commands.ts';
import { queryHandlers, recordActivityQueryHandlers, timeQueryHandlers } from './queries.ts';
import { readMemos, writtenBy } from './store.ts';

export { makeMemo } from './making.ts';
export { memoPersons } from './persons.ts';

/** What people write down about records: what was said, with whom, and for how long. */
export function memoModule({ itemKinds }: { readonly itemKinds: () => ItemKinds }): ItemModule {
  const itemKind: ItemKindHooks = {
    module: 'activity',
    extras: (stored) => memoExtras(stored),
    mayRemove: async ({ db, instance }, userId, memoIds) => new Set(await writtenBy(db, instance.id, userId, memoIds)),
    async foundTexts({ db, instance }, memoIds) {
      const memos = await readMemos(db, instance.id, memoIds);
      return new Map(
        memos.map(({ memo_id: id, content }) => [id, { people: [], attachments: [], body: cleanNote(content).text }]),
      );
    },
    onChanged: holdAlarms,
  };
  return {
    ...bindContract(memoContract, {
      queries: { ...queryHandlers, ...recordActivityQueryHandlers, ...timeQueryHandlers },
      commands: { ...commandHandlers(itemKinds), ...recordActivityCommandHandlers(itemKinds) },
    }),
    jobs: {},
    itemKinds: [itemKind],
  };
}
