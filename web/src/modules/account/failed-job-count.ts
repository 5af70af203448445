import { sessionQueries } from '@kontor/contract/account';
import { useAsk, useClient, useValue } from '../../client/react.tsx';

/** How much work of the instance was given up; nobody but an administrator asks. */
export function useFailedJobCount(): number {
  const isAdministrator = useValue(useClient().configuration)?.isAdministrator === true;
  return useAsk(sessionQueries.failedJobs, isAdministrator ? {} : undefined).data?.length ?? 0;
}
