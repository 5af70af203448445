import { BACKUP_CODES, securityCommands } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import { Suspense, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button } from '../../../ui/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { BackupCodes } from './backup-codes.tsx';
import type { SecurityState } from './state.ts';
import { texts } from './texts.ts';

const Setup = lazily(() => import('./two-factor-setup.tsx').then((module) => module.TwoFactorSetup));

type TwoFactorKey = ResultOf<typeof securityCommands.startTwoFactor>;

/** So few codes left are told of. */
const FEW = 3;

export function TwoFactor({ state, onChanged }: { state: SecurityState; onChanged: () => void }) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  const times = useTimes();
  const sendOnce = useSendOnce();
  const { notices } = useShell();
  const problem = useProblem();
  const [open, setOpen] = useState<'stop' | 'renew'>();
  const [key, setKey] = useState<TwoFactorKey>();
  const [isBeginning, setBeginning] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const { twoFactor } = state;
  const close = (): void => setOpen(undefined);
  const begin = async (): Promise<void> => {
    if (isBeginning) return;
    setBeginning(true);
    try {
      setKey(await sendOnce(securityCommands.startTwoFactor, {}));
    } catch (error) {
      const text = problem(asFailure(error));
      if (text !== undefined) notices.show({ text, tone: 'fault' });
      onChanged();
    }
    setBeginning(false);
  };
  return (
    <Section
      title={t.title}
      intro={t.intro}
      action={
        twoFactor === null ? (
          <Button kind="primary" icon="shield-check" aria-disabled={isBeginning} onClick={() => void begin()}>
            {t.start}
          </Button>
        ) : undefined
      }
    >
      {twoFactor === null ? null : (
        <ul className="rows">
          <li className="wraps">
            <span className="mark" data-tone="good">
              {t.on}
            </span>
            <span className="what">
              {t.since(times.day(twoFactor.since))}
              <span className="quiet">
                {t.left(twoFactor.backupCodesLeft, BACKUP_CODES)} {twoFactor.backupCodesLeft <= FEW ? t.few : ''}
              </span>
            </span>
            <span className="ends">
              <Button onClick={() => setOpen('renew')}>{t.renew}</Button>
              <Button kind="danger" onClick={() => setOpen('stop')}>
                {t.stop}
              </Button>
            </span>
          </li>
        </ul>
      )}
      {key === undefined ? null : (
        <Suspense>
          <Setup secret={key} onClose={() => setKey(undefined)} onEnabled={onChanged} />
        </Suspense>
      )}
      {open === 'stop' ? (
        <Confirm
          title={t.stopTitle}
          action={t.stop}
          danger
          run={async () => {
            await sendOnce(securityCommands.stopTwoFactor, {});
            notices.show({ text: t.stopped });
            onChanged();
            close();
          }}
          onClose={close}
        >
          <p>{t.stopText}</p>
        </Confirm>
      ) : null}
      {open === 'renew' ? (
        <Confirm
          title={t.renewTitle}
          action={t.renew}
          run={async () => {
            const { backupCodes } = await sendOnce(securityCommands.renewBackupCodes, {});
            onChanged();
            close();
            setCodes(backupCodes);
          }}
          onClose={close}
        >
          <p>{t.renewText}</p>
        </Confirm>
      ) : null}
      {codes === undefined ? null : (
        <BackupCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            notices.show({ text: t.renewed });
          }}
        />
      )}
    </Section>
  );
}
