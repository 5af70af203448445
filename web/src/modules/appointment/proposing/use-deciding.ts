import { invitationKey, proposalCommands, type Collisions, type Proposal } from '@kontor/contract/appointment';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { keysAfter } from '../editor/keys.ts';
import { problemWords } from '../problem-words.ts';
import { proposingTexts } from './texts.ts';

/** Where a proposal was made. */
export interface Proposed {
  readonly aggregateId: string;
  readonly calendarId: number;
  /** Of the mail that has brought it; undefined where the appointment is looked at. */
  readonly uid?: string;
}

/** Takes a proposal, or leaves the appointment where it is. What is refused is said, with a way to try again. */
export function useDeciding({ aggregateId, calendarId, uid }: Proposed) {
  const t = useTexts(proposingTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const [isBusy, setBusy] = useState(false);
  const after = (): void =>
    client.ask.touch([...keysAfter(aggregateId, calendarId), ...(uid === undefined ? [] : [invitationKey(uid)])]);
  const nameOf = ({ name, address }: Proposal): string => name || address || t.somebody;
  const attempt = async (work: () => Promise<void>, again: () => void): Promise<void> => {
    setBusy(true);
    try {
      await work();
      after();
    } catch (error) {
      const failure = asFailure(error);
      const text = problemWords(failure, language);
      if (failure.code === 'PROPOSAL_GONE') after();
      notices.show({ text, tone: 'fault', action: { label: t.retry, run: again } });
    }
    setBusy(false);
  };
  const accept = (proposal: Proposal, accepted = false): Promise<void> =>
    attempt(
      async () => {
        const { memberId, proposedAt } = proposal;
        try {
          await sendOnce(proposalCommands.acceptProposal, { aggregateId, memberId, proposedAt, accepted });
          notices.show({ text: t.accepted });
        } catch (error) {
          const { code, problem } = asFailure(error);
          if (code !== 'APPOINTMENT_COLLIDES') throw error;
          const names = new Set((problem?.data as Collisions | undefined)?.pairs.map(({ name }) => name));
          const run = (): void => void accept(proposal, true);
          notices.show({
            text: t.collides([...names].join(', ')),
            tone: 'fault',
            action: { label: t.anyway, run },
          });
        }
      },
      () => void accept(proposal, accepted),
    );
  const decline = (proposal: Proposal, comment = ''): Promise<void> =>
    attempt(
      async () => {
        const { memberId, proposedAt } = proposal;
        const params = { aggregateId, memberId, proposedAt, comment };
        const { isTold } = await sendOnce(proposalCommands.declineProposal, params);
        notices.show({ text: (isTold ? t.declinedNow : t.declinedUntold)(nameOf(proposal)) });
      },
      () => void decline(proposal, comment),
    );
  return { isBusy, accept, decline, nameOf };
}

export type Deciding = ReturnType<typeof useDeciding>;
