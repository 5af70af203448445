import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { PushFailure, type Permission, type PushTrouble } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { useTexts } from '../../../shell/index.ts';
import { isPushed, switchPushOff, switchPushOn } from '../../../shell/background/push.ts';
import { Check } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { pushTexts } from './push-texts.ts';

/** What the device says to notifications of the app, and how it is asked: undefined until that is known. */
export function useNoticePermission(): {
  readonly may: Permission | undefined;
  readonly refresh: () => void;
  readonly ask: () => void;
} {
  const [may, setMay] = useState<Permission>();
  const take = useCallback(
    (how: 'permission' | 'ask') =>
      void loadDevice()
        .then(({ push }) => push[how]())
        .then(setMay, () => setMay('missing')),
    [],
  );
  useEffect(() => take('permission'), [take]);
  return useMemo(() => ({ may, refresh: () => take('permission'), ask: () => take('ask') }), [may, take]);
}

/** Whether this device is told of things, and while the app is not open, too. */
export function ThisDevice({
  may,
  isPaused,
  onMay,
  onAsk,
}: {
  may: Permission | undefined;
  /** Its server has given it up. */
  isPaused: boolean;
  onMay: () => void;
  /** The system is to ask the person. */
  onAsk: () => void;
}) {
  const t = useTexts(pushTexts);
  const client = useClient();
  const [isPhone, setPhone] = useState(false);
  // What there is to say of a browser and of the system of a phone differs.
  const say = isPhone ? t.phone : t;
  const [isOn, setOn] = useState<boolean>();
  const [isPossible, setPossible] = useState<boolean>();
  const [isTurning, setTurning] = useState(false);
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly wanted: boolean }>();
  useEffect(() => {
    let isOver = false;
    void loadDevice().then(({ push }) => {
      if (isOver) return;
      setPossible(push.isPossible);
      setPhone(push.service !== 'browser');
    });
    void isPushed(client).then(
      (is) => isOver || setOn(is),
      () => isOver || setOn(false),
    );
    return () => {
      isOver = true;
    };
  }, [client]);
  const turn = async (wanted: boolean): Promise<void> => {
    setTurning(true);
    setTrouble(undefined);
    setOn(wanted);
    try {
      await (wanted ? switchPushOn(client) : switchPushOff(client));
    } catch (error) {
      const reason: PushTrouble | undefined = error instanceof PushFailure ? error.trouble : undefined;
      setTrouble({ text: reason === undefined ? t.failed : say.trouble[reason], wanted });
      setOn(await isPushed(client).catch(() => false));
    }
    setTurning(false);
    onMay();
  };
  return (
    <>
      {may === undefined || may === 'granted' ? null : (
        <Callout
          icon={may === 'default' ? 'eye' : 'warning'}
          action={may === 'default' ? <Button onClick={onAsk}>{t.allow}</Button> : undefined}
        >
          {say.permission[may]}
        </Callout>
      )}
      {isPossible === undefined ? null : isPossible ? (
        <Check
          label={t.push}
          hint={isTurning ? t.turning : say.pushHint}
          checked={isOn ?? false}
          disabled={isOn === undefined || may === 'denied'}
          aria-busy={isTurning}
          onChange={(event) => {
            if (!isTurning) void turn(event.currentTarget.checked);
          }}
        />
      ) : may === undefined || may === 'missing' ? null : (
        <p className="quiet">{say.trouble.missing}</p>
      )}
      {isPaused && isOn === true ? (
        <Callout icon="pause" action={<Button onClick={() => void turn(true)}>{t.registerAnew}</Button>}>
          {t.pausedHere}
        </Callout>
      ) : null}
      {trouble === undefined ? null : (
        <Callout
          tone="fault"
          icon="warning"
          action={<Button onClick={() => void turn(trouble.wanted)}>{t.retry}</Button>}
        >
          {trouble.text}
        </Callout>
      )}
    </>
  );
}
