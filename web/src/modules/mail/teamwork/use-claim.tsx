import { teamworkCommands, type MailDetail } from '@kontor/contract/mail';
import { useState, type ReactNode } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useMinute, useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { saidOf } from '../settings/said-of.ts';
import { teamTexts } from './texts.ts';

/** Who has a mail, and since when, in seconds. */
type Holder = Pick<NonNullable<MailDetail['claim']>, 'name' | 'at'>;

interface Claiming {
  readonly isBusy: boolean;
  readonly claim: () => void;
  readonly release: () => void;
  /** The question whether it is taken from who has it, while that is asked. */
  readonly question: ReactNode;
}

/** Takes a mail on and gives it back. What another one has, meanwhile too, is taken over after asking once. */
export function useClaim({ aggregateId, claim: known }: Pick<MailDetail, 'aggregateId' | 'claim'>): Claiming {
  const t = useTexts(teamTexts);
  const client = useClient();
  const formats = useFormats();
  const now = useMinute();
  const { notices } = useShell();
  const [takeOverFrom, setTakeOverFrom] = useState<Holder>();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const failure = asFailure(error);
      const [holder] = (failure.problem?.data as { readonly claims?: readonly Holder[] } | undefined)?.claims ?? [];
      if (failure.code === 'MAIL_CLAIMED' && holder !== undefined) setTakeOverFrom(holder);
      else
        notices.show({
          text:
            failure.kind === 'offline' ? t.needsConnection : saidOf({ ...t.problems, other: t.failed }, failure.code),
          tone: 'fault',
          action: { label: t.retry, run: () => void attempt(work) },
        });
    } finally {
      setBusy(false);
    }
  };
  const take = (isTakenOver: boolean): void =>
    void attempt(() => client.sendNow(teamworkCommands.claim, { aggregateIds: [aggregateId], isTakenOver }));
  const cancel = (): void => setTakeOverFrom(undefined);
  return {
    isBusy,
    claim: () => (known === null || known.isMine ? take(false) : setTakeOverFrom(known)),
    release: () => void attempt(() => client.sendNow(teamworkCommands.release, { aggregateIds: [aggregateId] })),
    question:
      takeOverFrom === undefined ? null : (
        <Dialog title={t.takeTitle} closeLabel={t.close} onClose={cancel}>
          <p>{t.takeText(takeOverFrom.name, formats.short(takeOverFrom.at, now))}</p>
          <footer>
            <Button onClick={cancel}>{t.cancel}</Button>
            <Button
              kind="primary"
              autoFocus
              onClick={() => {
                cancel();
                take(true);
              }}
            >
              {t.claim}
            </Button>
          </footer>
        </Dialog>
      ),
  };
}
