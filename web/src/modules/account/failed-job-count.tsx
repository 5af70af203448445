import { jobQueries } from '@kontor/contract/account';
import type { ReactNode } from 'react';
import { useAsk } from '../../client/react.tsx';

/** How much work of the instance was given up, for administrators. */
export function FailedJobCount({ children }: { children: (count: number) => ReactNode }) {
  return children(useAsk(jobQueries.failedJobs, {}).data?.length ?? 0);
}
