import type { EntryRow } from '@kontor/contract/activity';
import { Suspense } from 'react';
import { lazily } from '../../../ui/lazily.tsx';

// Most lists have nothing that anybody has claimed or commented on.
const TeamMarks = lazily(() => import('./team-marks.tsx').then((module) => module.TeamMarks));

/** What colleagues have to do with an item; nothing for most, whose lists never load it. `count`: what `ThreadCount` says. */
export const Team = ({ row, count = 1 }: { row: EntryRow; count?: number | undefined }) =>
  row.extras['claimedBy'] || row.extras['comments'] || row.extras['substituteFor'] ? (
    <Suspense fallback={null}>
      <TeamMarks row={row} count={count} />
    </Suspense>
  ) : null;
