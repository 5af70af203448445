import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { PushFailure, type Device, type Permission, type PushTrouble } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { useTexts } from '../../../shell/index.ts';
import { isPushed, switchPushOff, switchPushOn, type Reachable } from '../../../shell/background/push.ts';
import { Check } from '../../../ui/fields.tsx';
import { Button, Callout } from '../../../ui/parts.tsx';
import { pushTexts } from './push-texts.ts';
import { PushServiceChoice, usePushServices } from './services.tsx';

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
  reachable,
  onMay,
  onAsk,
}: {
  may: Permission | undefined;
  /** Its server has given it up. */
  isPaused: boolean;
  /** By which services of phones the server can push; undefined until that is known. */
  reachable: Reachable | undefined;
  onMay: () => void;
  /** The system is to ask the person. */
  onAsk: () => void;
}) {
  const t = useTexts(pushTexts);
  const client = useClient();
  const [isOn, setOn] = useState<boolean>();
  const [device, setDevice] = useState<Device>();
  const services = usePushServices(device, reachable);
  const [isTurning, setTurning] = useState(false);
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly again: () => void }>();
  useEffect(() => {
    let isOver = false;
    void loadDevice().then((loaded) => isOver || setDevice(loaded));
    void isPushed(client).then(
      (is) => isOver || setOn(is),
      () => isOver || setOn(false),
    );
    return () => {
      isOver = true;
    };
  }, [client]);
  const say = device === undefined || device.platform === 'web' ? t : t.phone;
  const turn = async (wanted: boolean, service = services.chosen): Promise<void> => {
    setTurning(true);
    setTrouble(undefined);
    setOn(wanted);
    try {
      await (wanted ? switchPushOn(client, service) : switchPushOff(client));
    } catch (error) {
      const reason: PushTrouble | undefined = error instanceof PushFailure ? error.trouble : undefined;
      setTrouble({
        text: reason === undefined ? t.failed : say.trouble[reason],
        again: () => void turn(wanted, service),
      });
      setOn(await isPushed(client).catch(() => false));
    }
    services.refresh();
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
      {device === undefined ? null : device.push.isPossible ? (
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
      <PushServiceChoice
        services={services}
        onChange={(service) => {
          if (isTurning) return;
          services.choose(service);
          if (isOn === true) void turn(true, service);
        }}
      />
      {isPaused && isOn === true ? (
        <Callout icon="pause" action={<Button onClick={() => void turn(true)}>{t.registerAnew}</Button>}>
          {t.pausedHere}
        </Callout>
      ) : null}
      {trouble === undefined ? null : (
        <Callout tone="fault" icon="warning" action={<Button onClick={trouble.again}>{t.retry}</Button>}>
          {trouble.text}
        </Callout>
      )}
    </>
  );
}
