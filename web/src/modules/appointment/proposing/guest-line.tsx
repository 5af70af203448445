import { guestCommands, invitationKey, type invitationQueries } from '@kontor/contract/appointment';
import type { ResultOf } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { keysAfter } from '../editor/keys.ts';
import { problemWords } from '../problem-words.ts';
import { invitationTexts } from './invitation-texts.ts';
import type { Proposed } from './use-deciding.ts';

type Guest = NonNullable<ResultOf<typeof invitationQueries.ofInvitation>['guest']>;

/** Somebody who answers without being invited, and is added by a press. */
export function GuestLine({
  guest: { name: said, address },
  of: { aggregateId, calendarId, uid = '' },
}: {
  guest: Guest;
  of: Proposed;
}) {
  const t = useTexts(invitationTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const [isBusy, setBusy] = useState(false);
  const name = said || address;
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      await sendOnce(guestCommands.addGuest, { aggregateId, address });
      notices.show({ text: t.added(name) });
      client.ask.touch([...keysAfter(aggregateId, calendarId), invitationKey(uid)]);
    } catch (error) {
      const text = problemWords(asFailure(error), language);
      notices.show({ text, tone: 'fault', action: { label: t.retry, run: () => void add() } });
    }
    setBusy(false);
  };
  return (
    <div className="proposing-acts">
      <span title={address}>{t.guest(name)}</span>
      <Button aria-label={t.addOf(name)} disabled={isBusy} onClick={() => void add()}>
        {t.add}
      </Button>
    </div>
  );
}
