import type { Alarm } from '@kontor/contract/alarm';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useClient, useKontor } from '../../client/react.tsx';
import { loadDevice } from '../../device/index.ts';
import { useFormats, useKeys, useLanguage, useShell, useTexts, useZone } from '../../shell/index.ts';
import { sayAlarm } from '../../service-worker/notices.ts';
import { watchActs, type Acts } from './acts.ts';
import { bell } from './bell-state.ts';
import { AlarmCard, type CardMode } from './card.tsx';
import { texts } from './texts.ts';
import { useAlarms } from './use-alarms.ts';
import { useArrivals } from './use-arrivals.ts';
import { useDoing } from './use-doing.ts';
import { useNotifying } from './use-notifying.ts';

/** Where alarms are heard for as long as their account is shown. */
export function AlarmHost() {
  const client = useClient();
  useDeviceAlarms();
  const [acts, setActs] = useState<Acts>();
  useEffect(() => {
    const watched = watchActs(client);
    // oxlint-disable-next-line react/set-state-in-effect -- it begins and ends with the effect
    setActs(watched);
    return () => watched.close();
  }, [client]);
  return acts === undefined ? null : <Host key={client.key} acts={acts} />;
}

/** Has the system of a phone ring, for all accounts. */
function useDeviceAlarms(): void {
  const kontor = useKontor();
  const { navigator, settings } = useShell();
  useEffect(() => {
    let isOver = false;
    let stop = (): void => undefined;
    void Promise.all([loadDevice(), import('./device-alarms.ts')]).then(
      ([device, { followDeviceAlarms }]) => {
        if (!isOver) stop = followDeviceAlarms({ device, kontor, shell: { navigator, settings } });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [kontor, navigator, settings]);
}

/** What rings is read out, once it is there. */
function useAnnouncement(news: readonly Alarm[], now: number): string {
  const t = useTexts(texts);
  const formats = useFormats();
  const reader = { language: useLanguage(), zone: useZone() };
  const [first] = news;
  if (first === undefined) return '';
  if (news.length > 1) return t.announceMany(formats.number(news.length));
  const { kind, when } = sayAlarm(reader, first, now);
  return t.announce(first.title === '' ? t.untitled : first.title, `${kind}, ${when}`);
}

function Host({ acts }: { acts: Acts }) {
  const alarms = useAlarms(acts);
  const doing = useDoing(acts);
  const [mode, setMode] = useState<CardMode>();
  const [news, setNews] = useState<readonly Alarm[]>([]);
  const [focusRequests, setFocusRequests] = useState(0);
  const before = useRef<HTMLElement>(undefined);
  const { rung, today } = alarms;
  if (mode === 'called' && rung.length === 0) setMode(undefined);

  const ask = useCallback((): void => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.closest('.alarm-card') === null)
      before.current = activeElement;
    setMode('listed');
    setFocusRequests((times) => times + 1);
  }, []);
  const close = useCallback(() => {
    setMode(undefined);
    setFocusRequests(0);
  }, []);
  useKeys({ B: ask });
  useNotifying(alarms, mode !== undefined, (added) => {
    setNews(added);
    setMode((shown) => shown ?? 'called');
  });
  useArrivals(alarms, doing, ask);

  const isOpen = mode !== undefined;
  const isBell = rung.length + today.length > 0;
  const sign = useMemo(
    () => (isBell ? { rung: rung.length, isOpen, toggle: isOpen ? close : ask } : undefined),
    [isBell, rung.length, isOpen, close, ask],
  );
  useEffect(() => bell.set(sign), [sign]);
  useEffect(() => () => bell.set(undefined), []);
  const announcement = useAnnouncement(news, alarms.now);
  return createPortal(
    <>
      <p className="alarm-read" role="status">
        {announcement}
      </p>
      {mode === undefined ? null : (
        <AlarmCard
          alarms={alarms}
          mode={mode}
          doing={doing}
          focusRequests={focusRequests}
          onClose={close}
          onBack={() => before.current?.focus()}
        />
      )}
    </>,
    document.body,
  );
}
