import type { EntryRow } from '@kontor/contract/activity';
import { Suspense } from 'react';
import { lazily } from '../../../ui/lazily.tsx';

// Most items are linked with nothing.
const RecordsMark = lazily(() => import('./records-mark.tsx').then((module) => module.RecordsMark));

/** How many records an item is linked with, and what shows them; nothing for an item without any. */
export const Records = ({ row }: { row: EntryRow }) =>
  row.idoCount > 0 ? (
    <Suspense fallback={null}>
      <RecordsMark row={row} />
    </Suspense>
  ) : null;
