import { sessionQueries } from '@kontor/contract/account';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import type { Mentionable } from './mentions.ts';

/** Who can be named in a comment: all who may see mails at all, oneself too. */
export function useMentionable(isWanted: boolean): readonly Mentionable[] {
  const { data } = useAsk(sessionQueries.moduleUsers, isWanted ? { module: 'email' } : undefined);
  return useMemo(
    () =>
      (data ?? []).flatMap(({ userId, fullName, active }) =>
        userId > 0 && active ? [{ userId, name: fullName }] : [],
      ),
    [data],
  );
}
