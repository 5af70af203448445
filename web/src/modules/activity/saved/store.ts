import { savedQueries, type SavedFilter } from '@kontor/contract/activity';
import { ofClient, watchOptimistic } from '../../../client/optimistic-query.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { withCommands } from './rules.ts';

export interface SavedState {
  /** Undefined until anything is known. */
  readonly filters: readonly SavedFilter[] | undefined;
  /** The server has said so since the page was opened; before, it is what an earlier page was told. */
  readonly isFresh: boolean;
}

/** The saved filters that a person sees. */
export const savedOf = ofClient((client) => {
  const gone = new Map<string, SavedFilter>();
  return watchOptimistic(
    client,
    savedQueries.saved,
    {},
    {
      isOf: ({ name }) => name.startsWith('filter.'),
      apply: (answer = [], commands) => {
        const user = client.user.get();
        const fullName = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
        return [...withCommands(answer, commands, { userId: user?.id ?? 0, fullName }, gone)];
      },
    },
  );
});

/** All saved filters that the person sees, kept current. */
export function useSaved(): SavedState {
  const { data: filters, isFresh } = useValue(savedOf(useClient()));
  return { filters, isFresh };
}
