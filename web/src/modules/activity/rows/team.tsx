import type { EntryRow } from '@kontor/contract/activity';
import { Suspense } from 'react';
import { lazily } from '../../../ui/lazily.tsx';

// Most lists have nothing that anybody has claimed or commented on.
const TeamMarks = lazily(() => import('./team-marks.tsx').then((module) => module.TeamMarks));

/** Marks of what colleagues do with an item; most items have none, and never load them. `count`: that of `ThreadCount`. */
export const Team = ({ row, count = 1 }: { row: EntryRow; count?: number | undefined }) =>
  row.extras['claimedBy'] || row.extras['comments'] || row.extras['substituteFor'] ? (
    <Suspense fallback={null}>
      <TeamMarks row={row} count={count} />
    </Suspense>
  ) : null;
