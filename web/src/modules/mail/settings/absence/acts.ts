import { absenceCommands } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useClient } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { saidOf } from '../said-of.ts';
import { actTexts } from './act-texts.ts';
import type { Absence } from './draft.ts';
import { phaseOf } from './when.ts';

/** Ends an absence now, or calls off one that is to come; what was so can be undone. */
export function useEnding(): { readonly isBusy: boolean; readonly end: (absence: Absence) => Promise<void> } {
  const t = useTexts(actTexts);
  const client = useClient();
  const { notices } = useShell();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      notices.show({ text: saidOf(t.problems, asFailure(error).code), tone: 'fault' });
      return false;
    } finally {
      setBusy(false);
      client.ask.touch(['mailAbsences']);
    }
  };
  const end = async (absence: Absence): Promise<void> => {
    const { userId, accountId, startsAt, endsAt, subject, content, innerContent, answers, substituteId } = absence;
    const isComing = phaseOf(absence, client.env.now()) === 'coming';
    if (isBusy || !(await attempt(() => client.sendNow(absenceCommands.endAbsence, { userId, accountId })))) return;
    // Over what is over, or was called off, one is planned without knowing its version.
    const again = { userId, accountId, startsAt, endsAt, subject, content, innerContent, answers, substituteId };
    notices.done(
      () => void attempt(() => client.sendNow(absenceCommands.saveAbsence, again)),
      Promise.resolve({ text: isComing ? t.calledOff : t.ended, undo: t.undo }),
    );
  };
  return { isBusy, end };
}
