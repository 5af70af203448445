import { absenceCommands } from '@kontor/contract/mail';
import { useState } from 'react';
import { useClient } from '../../../../client/react.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { useAttempt } from '../../../../shell/forms/use-attempt.ts';
import { saidOf } from '../said-of.ts';
import { actTexts } from './act-texts.ts';
import type { Absence } from './draft.ts';
import { phaseOf } from './when.ts';

/** Ends an absence now, or calls off one that is to come; what was so can be undone. */
export function useEnding(): { readonly isBusy: boolean; readonly end: (absence: Absence) => Promise<void> } {
  const t = useTexts(actTexts);
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const { attempt, offerUndo } = useAttempt(
    ({ code }) => saidOf(t.problems, code),
    () => {
      setBusy(false);
      client.ask.touch(['mailAbsences']);
    },
  );
  const end = async (absence: Absence): Promise<void> => {
    const { userId, accountId, startsAt, endsAt, subject, content, innerContent, answers, substituteId } = absence;
    const isComing = phaseOf(absence, client.env.now()) === 'coming';
    if (isBusy) return;
    setBusy(true);
    if (!(await attempt(() => client.sendNow(absenceCommands.endAbsence, { userId, accountId })))) return;
    // Over what is over, or was called off, one is planned without knowing its version.
    const again = { userId, accountId, startsAt, endsAt, subject, content, innerContent, answers, substituteId };
    offerUndo(isComing ? t.calledOff : t.ended, () => {
      setBusy(true);
      return client.sendNow(absenceCommands.saveAbsence, again);
    });
  };
  return { isBusy, end };
}
