import type { Alarm } from '@kontor/contract/alarm';
import { useMemo } from 'react';
import { useClient } from '../../client/react.tsx';
import { detailHref, useLanguage, useShell, useTexts, useZone } from '../../shell/index.ts';
import { sayWhen } from '../../service-worker/notices.ts';
import { confirm, delay, ringAgain, type Acts, type Until } from './acts.ts';
import { isConfirmedByOpening } from './rules.ts';
import { texts } from './texts.ts';

/** What can be done about an alarm; each says so, with a way to take it back. */
export interface Doing {
  readonly ok: (alarm: Alarm) => void;
  readonly okAll: (alarms: readonly Alarm[]) => void;
  readonly delay: (alarm: Alarm, until: Until) => void;
  readonly open: (alarm: Alarm) => void;
}

export function useDoing(acts: Acts): Doing {
  const client = useClient();
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useZone();
  const { notices, navigator: appNavigator } = useShell();
  return useMemo(() => {
    const titleOf = ({ title }: Alarm): string => (title === '' ? t.untitled : title);
    /** It is said once the device has it. */
    const say = (alarms: readonly Alarm[], enqueued: Promise<unknown>, text: string): void =>
      void notices.done(
        () => {
          for (const alarm of alarms) ringAgain(client, acts, alarm);
        },
        enqueued.then(() => ({ text, undo: t.undo })),
      );
    const ok = (alarm: Alarm): void => say([alarm], confirm(client, alarm), t.confirmed(titleOf(alarm)));
    return {
      ok,
      okAll: (alarms) =>
        say(alarms, Promise.all(alarms.map((alarm) => confirm(client, alarm))), t.confirmedAll(alarms.length)),
      delay: (alarm, until) => {
        const now = Date.now();
        const at = 'at' in until ? until.at : now / 1000 + until.minutes * 60;
        say([alarm], delay(client, alarm, until), t.putOff(titleOf(alarm), sayWhen({ language, zone }, at, now)));
      },
      open: (alarm) => {
        appNavigator.go(detailHref({ module: alarm.moduleName, aggregateId: alarm.aggregateId }, 'inbox'));
        if (isConfirmedByOpening(alarm.type)) ok(alarm);
      },
    };
  }, [client, acts, notices, appNavigator, t, language, zone]);
}
