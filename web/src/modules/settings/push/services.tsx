import { useCallback, useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import type { Device, PushService } from '../../../device/device.ts';
import { reachableOf, type Reachable } from '../../../shell/background/push.ts';
import { useTexts } from '../../../shell/index.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { pushTexts } from './push-texts.ts';

interface PushServices {
  readonly all: readonly PushService[];
  /** The one that brings the pushes, or is to. */
  readonly chosen: string | undefined;
  readonly choose: (service: string) => void;
  /** Asks the device again which one it is. */
  readonly refresh: () => void;
}

/** What can bring pushes to this device from the account's server; nothing where there is no choice, as in browsers. */
export function usePushServices(device: Device | undefined, reachable: Reachable | undefined): PushServices {
  const client = useClient();
  const [found, setFound] = useState<{ readonly all: readonly PushService[]; readonly current: string | undefined }>();
  const [chosen, setChosen] = useState<string>();
  const ask = useCallback(() => {
    if (device === undefined) return;
    void Promise.all([device.push.services(), device.push.service(client.key)]).then(
      ([services, current]) => {
        setFound({ all: services, current });
      },
      () => setFound(undefined),
    );
  }, [client, device]);
  useEffect(ask, [ask]);
  const refresh = useCallback(() => {
    setChosen(undefined);
    ask();
  }, [ask]);
  return useMemo(() => {
    const all = found === undefined || reachable === undefined ? [] : reachableOf(found.all, reachable);
    return { all, chosen: chosen ?? found?.current ?? all[0]?.id, choose: setChosen, refresh };
  }, [found, reachable, chosen, refresh]);
}

/** By what this device is told of things. */
export function PushServiceChoice({
  services: { all, chosen },
  onChange,
}: {
  services: PushServices;
  onChange: (service: string) => void;
}) {
  const t = useTexts(pushTexts);
  const isThere = all.some(({ id }) => id === chosen);
  const [first] = all;
  if (first === undefined) return null;
  if (all.length === 1 && isThere) return <p className="quiet">{t.serviceOnly(first.name)}</p>;
  return (
    <SelectField
      label={t.service}
      hint={t.serviceHint}
      value={isThere ? (chosen ?? '') : ''}
      options={[
        ...(isThere ? [] : [['', t.serviceChoose] as const]),
        ...all.map(({ id, name }) => [id, name] as const),
      ]}
      onChange={onChange}
    />
  );
}
