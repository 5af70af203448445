import { sessionQueries, type FilterUser } from '@kontor/contract/account';
import type { MessageDetail } from '@kontor/contract/message';
import { useAsk, useClient, useValue } from '../../client/react.tsx';
import { useLanguage } from '../../shell/index.ts';
import { availableOf } from '../sharing/index.tsx';
import { chosenOf } from './compose/rules.ts';
import { headOf, type Head } from './rules.ts';

const NOBODY: readonly FilterUser[] = [];

/** Whom a thread is with. A message that is still to be sent has no receivers yet: it says whom it is to go to. */
export function useHead(details: MessageDetail, partner: number | null): Head {
  const ownId = useValue(useClient().user)?.id;
  const language = useLanguage();
  const { addressee, receiverCount } = details;
  const isToCome = receiverCount === 0 && addressee.length > 0;
  const { data } = useAsk(sessionQueries.moduleUsers, isToCome ? { module: 'message' } : undefined);
  const [first, ...more] = isToCome ? chosenOf(availableOf(data ?? NOBODY, ownId), addressee) : [];
  if (first === undefined) return headOf(details, partner, ownId);
  const names = [first, ...more].map(({ displayName }) => displayName);
  return {
    name: new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
    userId: first.kind === 'user' && more.length === 0 ? first.userId : undefined,
  };
}
