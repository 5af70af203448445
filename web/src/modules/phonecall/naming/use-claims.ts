import { phonecallCommands, type Candidate } from '@kontor/contract/phonecall';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { namingTexts } from './texts.ts';

/** Says whose a number is, or whose it is not: each with a way back. `onSaid` is called once the server has it, and once it was taken back. */
export function useClaims(number: string, onSaid: () => void) {
  const t = useTexts(namingTexts);
  const say = useProblem();
  const { notices } = useShell();
  const sendOnce = useSendOnce();
  const { attempt, offerUndo } = useAttempt(say, onSaid);
  const claim = (owner: Pick<Candidate, 'ownerKind' | 'ownerId' | 'name'>, isRight: boolean): void =>
    void attempt(async () => {
      const { ownerKind, ownerId, name } = owner;
      const { claimId } = await sendOnce(phonecallCommands.claim, { number, ownerKind, ownerId, isRight });
      offerUndo(isRight ? t.claimed(name) : t.denied(name), () => sendOnce(phonecallCommands.revokeClaim, { claimId }));
    });
  return {
    claim,
    /** Puts a name for the number into the phone book. Rejects with a `Failure`. */
    name: async (name: string): Promise<void> => {
      await sendOnce(phonecallCommands.createEntry, { name, number });
      notices.show({ text: t.claimed(name) });
      onSaid();
    },
  };
}
