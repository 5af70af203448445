import { useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import {
  PushFailure,
  canPush,
  isPushed,
  switchPushOff,
  switchPushOn,
  type PushTrouble,
} from '../../../shell/background/push.ts';
import { Check } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { pushTexts } from './push-texts.ts';

export type Permission = NotificationPermission | 'missing';
/** What the browser says to notifications of this website. */
export const permissionNow = (): Permission =>
  typeof Notification === 'undefined' ? 'missing' : Notification.permission;

/** Whether this device is told of things, and while the app is not open, too. */
export function ThisDevice({
  may,
  isPaused,
  onMay,
}: {
  may: Permission;
  /** Its server has given it up. */
  isPaused: boolean;
  onMay: () => void;
}) {
  const t = useTexts(pushTexts);
  const client = useClient();
  const [isOn, setOn] = useState<boolean>();
  const [isTurning, setTurning] = useState(false);
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly wanted: boolean }>();
  useEffect(() => {
    let isOver = false;
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
      setTrouble({ text: reason === undefined ? t.failed : t.trouble[reason], wanted });
      setOn(await isPushed(client).catch(() => false));
    }
    setTurning(false);
    onMay();
  };
  return (
    <>
      {may === 'granted' ? null : (
        <Callout
          icon={may === 'default' ? 'eye' : 'warning'}
          action={
            may === 'default' ? (
              <Button onClick={() => void Notification.requestPermission().then(onMay)}>{t.allow}</Button>
            ) : undefined
          }
        >
          {t.permission[may]}
        </Callout>
      )}
      {canPush() ? (
        <Check
          label={t.push}
          hint={isTurning ? t.turning : t.pushHint}
          checked={isOn ?? false}
          disabled={isOn === undefined || may === 'denied'}
          aria-busy={isTurning}
          onChange={(event) => {
            if (!isTurning) void turn(event.currentTarget.checked);
          }}
        />
      ) : may === 'missing' ? null : (
        <p className="quiet">{t.trouble.missing}</p>
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
