import { jobQueries } from '@kontor/contract/account';
import type { ReactNode } from 'react';
import { useAsk, useClient, useValue } from '../../client/react.tsx';

/** How much work of the instance was given up; nobody but an administrator asks. */
export function useFailedJobCount(): number {
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  return useAsk(jobQueries.failedJobs, isAdministrator ? {} : undefined).data?.length ?? 0;
}

export function FailedJobCount({ children }: { children: (count: number) => ReactNode }) {
  return children(useFailedJobCount());
}
