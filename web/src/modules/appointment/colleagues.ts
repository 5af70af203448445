import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import { useAsk } from '../../client/react.tsx';

const NOBODY: readonly FilterUser[] = [];

/** People who may take part, with their names by their numbers. */
export function useColleagues() {
  const { data, failure, retry } = useAsk(sessionQueries.moduleUsers, { module: 'appointment' });
  const users = data ?? NOBODY;
  const nameOf = (userId: number): string => users.find((user) => user.userId === userId)?.fullName ?? '';
  const pictureOf = (userId: number): string | null => users.find((user) => user.userId === userId)?.UserAvatar ?? null;
  return {
    users,
    nameOf,
    pictureOf,
    isThere: data !== undefined,
    failure: data === undefined ? failure : undefined,
    retry,
  };
}
