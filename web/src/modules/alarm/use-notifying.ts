import type { Alarm } from '@kontor/contract/alarm';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { loadDevice } from '../../device/index.ts';
import { useSettings, useShell } from '../../shell/index.ts';
import { readerOf } from '../../shell/background/notify.ts';
import { isQuiet } from '../../shell/background/quiet.ts';
import { mayNotify, notifyBySystem, systemNotifications } from '../../shell/background/system-notifications.ts';
import { isLocked } from '../../shell/lock/locked.ts';
import { isSeen } from '../../service-worker/accounts.ts';
import { alarmNotice, manyAlarms, tagWithin } from '../../service-worker/notices.ts';
import type { WorkerMessage } from '../../service-worker/scope.ts';
import { readMemory, writeMemory } from './memory.ts';
import { nameOf, outlived, tagOf, withNotified, notYetNotified } from './rules.ts';
import type { Alarms } from './use-alarms.ts';

/** More at once than this are told of by their number. */
const MAX_SINGLE = 3;
/** The system of a phone rings at most so much later than the page, in milliseconds. */
const LATER_MS = 5000;
/** The page that somebody works in goes first, in milliseconds: that which shows the card already before all. */
const BEFORE_MS = { open: 0, focused: 80, shown: 400 } as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One page after the other, so that each knows what those before it have told. */
const alone = <T>(account: string, run: () => T): Promise<T> =>
  navigator.locks === undefined
    ? Promise.resolve(run())
    : navigator.locks.request(`kontor-alarms ${account}`, () => run()).then((result) => result as T);

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const useShown = (): boolean => useSyncExternalStore(subscribeVisible, () => document.visibilityState === 'visible');
/** Whether somebody may see the page: not while it is locked. */
const useVisible = (): boolean => {
  const isShown = useShown();
  return !useValue(isLocked) && isShown;
};

/** What an account has told nobody yet, noted as told by the page, or by the system. */
function takeNews(
  client: ReturnType<typeof useClient>,
  { rung, all }: Pick<Alarms, 'rung' | 'all'>,
  by: 'page' | 'system',
): Promise<readonly Alarm[]> {
  const { settings: storage } = client.env;
  return alone(client.key, () => {
    const memory = readMemory(storage, client.key);
    const news = notYetNotified(rung, memory[by]);
    if (news.length === 0) return news;
    const system = withNotified(memory.system, all ?? [], news);
    writeMemory(storage, client.key, {
      page: by === 'page' ? withNotified(memory.page, all ?? [], news) : memory.page,
      system,
    });
    return news;
  });
}

/**
 * Tells of what rings, once on this device: by the page that is looked at, or by the system where none is. `onNews` hears of what this
 * page is to show. `isOpen`: it shows some already.
 */
export function useNotifying(alarms: Alarms, isOpen: boolean, onNews: (news: readonly Alarm[]) => void): void {
  const client = useClient();
  const { settings, navigator: appNavigator } = useShell();
  const { quietHours } = useSettings();
  const isVisible = useVisible();
  const { rung, all, isSure, now } = alarms;
  const latest = useRef({ isOpen, onNews });
  useEffect(() => {
    latest.current = { isOpen, onNews };
  });

  useEffect(() => {
    if (!isSure || !isVisible || rung.length === 0) return undefined;
    let isOver = false;
    const show = async (): Promise<void> => {
      await pause(latest.current.isOpen ? BEFORE_MS.open : document.hasFocus() ? BEFORE_MS.focused : BEFORE_MS.shown);
      if (isOver || document.visibilityState !== 'visible' || isLocked.get()) return;
      const news = await takeNews(client, { rung, all }, 'page');
      if (news.length > 0) latest.current.onNews(news);
    };
    void show();
    return () => {
      isOver = true;
    };
  }, [client, rung, all, isSure, isVisible]);

  // Quiet hours end without a word: the clock of the page looks again.
  useEffect(() => {
    if (!isSure || isVisible || rung.length === 0 || !mayNotify()) return;
    const reader = readerOf(client, settings.get());
    const say = async (): Promise<void> => {
      if (isQuiet(quietHours, reader.zone, now) || (await isSeen(client.key))) return;
      const news = await takeNews(client, { rung, all }, 'system');
      const notices =
        news.length > MAX_SINGLE
          ? [manyAlarms(reader, news.length)]
          : news.map((alarm) => alarmNotice(reader, alarm, now));
      for (const notice of notices) await notifyBySystem(notice, (address) => appNavigator.go(address));
    };
    void say().catch(() => undefined);
  }, [client, settings, appNavigator, quietHours, rung, all, isSure, now, isVisible]);

  useEffect(() => {
    if (all === undefined) return;
    const close = async (): Promise<void> => {
      const shown = await systemNotifications(client.key);
      // Who looks at the page has it there.
      const over = isVisible ? shown.tags.filter((tag) => tag.startsWith('alarm')) : outlived(shown.tags, rung);
      if (over.length > 0) shown.close(over);
    };
    void close().catch(() => undefined);
  }, [client, all, rung, isVisible]);

  // The system of a phone rings by itself, though somebody looks at the page: it may do so a moment after the page has.
  useEffect(() => {
    if (!isVisible || rung.length === 0) return undefined;
    const dismiss = async (): Promise<void> => {
      const device = await loadDevice();
      if (device.alarms.limits.pending === 0) return;
      await (await import('./device-alarms.ts')).dismissShown(device, client, rung);
    };
    const again = (): void => void dismiss().catch(() => undefined);
    again();
    const timer = setTimeout(again, LATER_MS);
    return () => clearTimeout(timer);
  }, [client, rung, isVisible]);

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const hear = ({ data }: MessageEvent<WorkerMessage>): void => {
      if (data?.kind !== 'kontor.closed' || data.account !== client.key) return;
      const tag = tagWithin(client.key, data.tag);
      const closed = rung.filter((alarm) => tagOf(nameOf(alarm)) === tag);
      if (closed.length > 0) void takeNews(client, { rung: closed, all }, 'system');
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [client, rung, all]);
}
