import { listKey } from '@kontor/contract/activity';
import { itemKey, parseAggregateId } from '@kontor/contract/kernel';
import { phonecallCommands } from '@kontor/contract/phonecall';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useClient } from '../../client/react.tsx';
import { phoneParts, type AboutNumber } from '../../shell/numbers/phone-parts.ts';
import { keptEdits } from '../activity/written/index.ts';
import { useCalledBack } from './called-back/use-called-back.ts';
import { CallCards } from './card/cards.tsx';
import { NumberMenu } from './numbers/number-menu.tsx';

const KeptCalls = keptEdits('phonecall', () => import('./detail/fields.ts').then((module) => module.CALLS));
const SENT: ReadonlySet<string> = new Set([phonecallCommands.create.name, phonecallCommands.note.name]);

/** What of telephoning stands over every screen, for as long as its account is shown: calls that ring, and what can be done with a number. */
export function CallHost() {
  return <Host key={useClient().key} />;
}

function Host() {
  const client = useClient();
  useCalledBack();
  const [offered, setOffered] = useState<{ readonly about: AboutNumber; readonly anchor: DOMRect }>();
  useEffect(() => {
    phoneParts.set({ offer: (about, anchor) => setOffered({ about, anchor }) });
    return () => phoneParts.set(undefined);
  }, []);
  useEffect(
    () =>
      client.onApplied(({ name, params }) => {
        if (!SENT.has(name)) return;
        const id = parseAggregateId((params as { aggregateId?: string }).aggregateId ?? '');
        // Events of this page's own commands reload nothing.
        client.ask.touch([listKey('phonecall'), listKey(), ...(id === undefined ? [] : [itemKey(id)])]);
      }),
    [client],
  );
  return (
    <>
      <KeptCalls />
      {createPortal(
        <>
          <CallCards />
          {offered === undefined ? null : <NumberMenu {...offered} onClose={() => setOffered(undefined)} />}
        </>,
        document.body,
      )}
    </>
  );
}
