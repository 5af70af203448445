import { sendingCommands, sendingQueries, type Outgoing } from '@kontor/contract/mail';
import { useEffect } from 'react';
import { useAsk, useClient, type QueryResult } from '../../../client/react.tsx';

/** Mails on their way out; undefined asks for nothing. What this device sends is no news to it, and is asked for once the server has it. */
export function useOutbox(scope: 'own' | 'all' | undefined): QueryResult<readonly Outgoing[]> {
  const client = useClient();
  useEffect(
    () =>
      client.onApplied(({ name }) => {
        if (name === sendingCommands.send.name) client.ask.touch(sendingQueries.outbox.refreshOn({ scope: 'own' }));
      }),
    [client],
  );
  return useAsk(sendingQueries.outbox, scope === undefined ? undefined : { scope });
}
