import { activityCommands } from '@kontor/contract/activity';
import { memoQueries, type MemoDetail } from '@kontor/contract/memo';
import type { Client } from '../../client/client.ts';
import { useLanguage, useTexts, useZone } from '../../shell/index.ts';
import { discardBy, writtenScreen } from '../activity/detail/index.ts';
import { useLinking } from '../record/index.tsx';
import { MemoChips } from './chips.tsx';
import { MEMOS, memoOf } from './fields.ts';
import { sayField } from './say-field.ts';
import { texts } from './texts.ts';

/** Asks for a memo that will probably be opened next. */
export const prepareMemo = (client: Client, aggregateId: string): void =>
  client.ask.prepare(memoQueries.details, { aggregateId });

/** One memo, written in its place. */
export const MemoDetailScreen = writtenScreen({
  modules: ['activity'],
  definition: memoQueries.details,
  edits: MEMOS,
  read: memoOf,
  useWords: () => useTexts(texts),
  useSaying(details: MemoDetail | undefined) {
    const t = useTexts(texts);
    const locale = { language: useLanguage(), zone: useZone() };
    return (field, value) => (details === undefined ? '' : sayField(field, value, details, t, locale));
  },
  useLinking,
  isBegun: ({ changeable }) => changeable,
  // It would stand in the record's history.
  discard: discardBy(activityCommands.deleteItems, (aggregateId) => ({ aggregateIds: [aggregateId] })),
  Chips: MemoChips,
});
