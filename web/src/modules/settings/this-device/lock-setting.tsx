import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import type { Device, LockState } from '../../../device/device.ts';
import { readLock, writeLock } from '../../../shell/lock/lock.tsx';
import { lockTexts } from '../../../shell/lock/lock-texts.ts';
import { LOCK_MINUTES, type LockMinutes } from '../../../shell/lock/rules.ts';
import { useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Callout } from '../../../ui/parts.tsx';
import { lockSettingTexts } from './lock-setting-texts.ts';

/** Chooses whether, and how soon, the app is locked on this device: who does proves first that they can open it again. */
export function LockSetting({ device: { lock } }: { device: Pick<Device, 'lock'> }) {
  const t = useTexts(lockSettingTexts);
  const { reason } = useTexts(lockTexts);
  const { env } = useClient();
  const [state, setState] = useState<LockState>('missing');
  const [minutes, setMinutes] = useState(() => readLock(env));
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const look = (): void =>
      void lock.state().then(
        (found) => isOver || setState(found),
        () => undefined,
      );
    look();
    const stop = env.onWake(look);
    return () => {
      isOver = true;
      stop();
    };
  }, [lock, env]);

  async function choose(next: LockMinutes | undefined): Promise<void> {
    setFault(undefined);
    const isSwitched = (next === undefined) !== (minutes === undefined);
    const answer = isSwitched ? await lock.ask('Kontor', reason) : 'open';
    if (answer !== 'open') return setFault(answer === 'unset' ? t.unset : t.refused);
    await writeLock(env, next);
    setMinutes(next);
  }
  if (state === 'missing') return null;
  return (
    <section className="settings-section">
      <h2>{t.title}</h2>
      <p className="quiet">{t.hint}</p>
      {state === 'unset' ? (
        <Callout icon="warning">{minutes === undefined ? t.unset : t.unsetLocked}</Callout>
      ) : (
        <SelectField
          label={t.label}
          hint={minutes === undefined ? undefined : t.hidden}
          fault={fault}
          value={minutes === undefined ? 'off' : `${minutes}`}
          options={[['off', t.off], ...LOCK_MINUTES.map((one) => [`${one}`, t.after(one)] as const)]}
          onChange={(value) =>
            void choose(LOCK_MINUTES.find((one) => `${one}` === value)).catch(() => setFault(t.failed))
          }
        />
      )}
    </section>
  );
}
