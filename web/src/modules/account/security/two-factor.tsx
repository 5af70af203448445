import { BACKUP_CODES, securityCommands } from '@kontor/contract/account';
import { Suspense, useState } from 'react';
import { useShell, useTexts } from '../../../shell/index.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Button } from '../../../ui/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Section } from '../section.tsx';
import { useTimes } from '../times.ts';
import { useTell } from '../use-tell.ts';
import { BackupCodes } from './backup-codes.tsx';
import type { SecurityState } from './state.ts';
import { texts } from './texts.ts';

const Setup = lazily(() => import('./two-factor-setup.tsx').then((module) => module.TwoFactorSetup));

/** So few codes left are told of. */
const FEW = 3;

export function TwoFactor({ state, onChanged }: { state: SecurityState; onChanged: () => void }) {
  const all = useTexts(texts);
  const t = all.twoFactor;
  const times = useTimes();
  const tell = useTell();
  const { notices } = useShell();
  const [open, setOpen] = useState<'setup' | 'stop' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { twoFactor } = state;
  const close = (): void => setOpen(undefined);
  return (
    <Section
      title={t.title}
      intro={t.intro}
      action={
        twoFactor === null ? (
          <Button kind="primary" icon="shield-check" onClick={() => setOpen('setup')}>
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
      {open === 'setup' ? (
        <Suspense>
          <Setup onClose={close} onEnabled={onChanged} />
        </Suspense>
      ) : null}
      {open === 'stop' ? (
        <Confirm
          title={t.stopTitle}
          action={t.stop}
          danger
          ask={['password', 'code']}
          run={async ({ password, code }) => {
            await tell(securityCommands.stopTwoFactor, { password, code });
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
          ask={['password']}
          run={async ({ password }) => {
            const { backupCodes } = await tell(securityCommands.renewBackupCodes, { password });
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
