import { Suspense } from 'react';
import type { EntryRow } from '@kontor/contract/activity';
import { lazily } from '../../../ui/lazily.tsx';

const Said = lazily(() => import('../actions/snooze-said.tsx').then((module) => module.SnoozeSaid));

/** Until when a row is put off, or why it is back while it is New; nothing for all others. */
export function SnoozeMark({ row }: { row: EntryRow }) {
  const isBack = row.status === 1 && typeof row.extras['wokenAt'] === 'number';
  if (row.snoozedUntil === null && !isBack) return null;
  return (
    <Suspense fallback={null}>
      <Said row={row} />
    </Suspense>
  );
}
