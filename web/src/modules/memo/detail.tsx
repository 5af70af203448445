import { activityCommands } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { memoQueries, type MemoDetail } from '@kontor/contract/memo';
import type { Client } from '../../client/client.ts';
import { useLanguage, useTexts, useZone } from '../../shell/index.ts';
import { writtenScreen } from '../activity/detail/index.ts';
import { useLinking } from '../record/index.tsx';
import { MemoChips } from './chips.tsx';
import { MEMOS, memoOf } from './fields.ts';
import { sayField } from './say-field.ts';
import { texts } from './texts.ts';

/** Asks for a memo that will probably be opened next. */
export const prepareMemo = (client: Client, aggregateId: string): void =>
  client.ask.prepare(memoQueries.details, { aggregateId });

/** It would stand in the record's history. */
function discard(client: Client, aggregateId: string): void {
  const id = parseAggregateId(aggregateId);
  if (id === undefined) return;
  const key = itemKey(id);
  const patches = [[key, { trashed: true }]] as const;
  void client.tell(activityCommands.deleteItems, { aggregateIds: [aggregateId] }, { patches, keys: [key] });
}

/** One memo, written in its place. */
export const MemoDetailScreen = writtenScreen({
  modules: ['activity'],
  definition: memoQueries.details,
  edits: MEMOS,
  read: memoOf,
  useWords: () => useTexts(texts),
  useSaying(details: MemoDetail | undefined) {
    const t = useTexts(texts);
    const place = { language: useLanguage(), zone: useZone() };
    return (field, value) => (details === undefined ? '' : sayField(field, value, details, t, place));
  },
  useLinking,
  isBegun: ({ changeable }) => changeable,
  discard,
  Chips: MemoChips,
});
