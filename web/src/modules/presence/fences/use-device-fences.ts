import { useEffect } from 'react';
import { useKontor } from '../../../client/react.tsx';
import type { PositionFault } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { useShell, useTexts } from '../../../shell/index.ts';
import { followDeviceFences } from './device-fences.ts';
import { fenceTexts } from './fence-texts.ts';

/** Has the system of a phone watch places, for all accounts, and says where it cannot, once each time that the app is opened. */
export function useDeviceFences(): void {
  const t = useTexts(fenceTexts);
  const kontor = useKontor();
  const { notices } = useShell();
  useEffect(() => {
    let isOver = false;
    let stop = (): void => undefined;
    let said: PositionFault | undefined;
    void loadDevice().then(
      (device) => {
        if (isOver) return;
        const onFault = (fault: PositionFault | undefined): void => {
          if (fault === said) return;
          said = fault;
          if (fault === undefined) return;
          const action = { label: t.openSettings, run: () => void device.fences.openSettings() };
          notices.show({ text: t.faults[fault], tone: 'fault', lasts: true, action });
        };
        stop = followDeviceFences({ device, kontor, onFault });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [kontor, notices, t]);
}
