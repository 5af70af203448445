import { alarmEvents, alarmQueries, type Alarm } from '@kontor/contract/alarm';
import { useEffect, useMemo, useState } from 'react';
import { useAsk, useClient, useValue, type QueryResult } from '../../client/react.tsx';
import { loadDevice } from '../../device/index.ts';
import { useZone } from '../../shell/index.ts';
import type { Acts } from './acts.ts';
import { callingAt, heardOf, withActs, untilNext, type Calling } from './rules.ts';

/** How often the server is asked, should none of its news come. */
const EVERY_MS = 60_000;
const NOBODY: readonly Alarm[] = [];

/** The clock of this page in milliseconds since 1970, drawn anew when the next alarm rings, and every minute. */
function useClock(alarms: readonly Alarm[]): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          setNow(Date.now());
          wait();
        },
        untilNext(alarms, Date.now(), EVERY_MS),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [alarms]);
  useEffect(() => {
    // A page that slept has a clock that slept.
    const update = (): void => setNow(Date.now());
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  return now;
}

/** What the server has let ring since this page was opened: it counts, whatever the clock here says. */
function useHeard(): ReadonlySet<string> {
  const client = useClient();
  const [heard, setHeard] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type !== alarmEvents.alarmRang.type) return;
        const { alarms } = event.payload as unknown as Parameters<typeof namesOf>[0];
        setHeard((before) => new Set([...before, ...namesOf({ alarms })]));
      }),
    [client],
  );
  return heard;
}
const namesOf = ({ alarms }: { readonly alarms: readonly Parameters<typeof heardOf>[0][] }) => alarms.map(heardOf);

export interface Alarms extends Calling, Pick<QueryResult<unknown>, 'failure' | 'retry'> {
  /** All that are not confirmed; undefined until anything is known. */
  readonly all: readonly Alarm[] | undefined;
  /** False until the server has answered, or could not: what this device kept may be over. */
  readonly isSure: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The person's alarms as they are now, with what was done here, whether the server can be asked or not. */
export function useAlarms(acts: Acts): Alarms {
  const client = useClient();
  const zone = useZone();
  const { data, failure, isFetching, retry } = useAsk(alarmQueries.unconfirmed, {});
  const [isSure, setSure] = useState(false);
  if (!isSure && !isFetching && (data !== undefined || failure !== undefined)) setSure(true);
  const done = useValue(acts.all);
  const heard = useHeard();
  useEffect(() => acts.know(data ?? NOBODY), [acts, data]);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    void loadDevice().then(
      // Where the system rings by itself, what it does is planned less often.
      ({ alarms }) => {
        if (isOver || alarms.limits.pending > 0) return;
        timer = setInterval(() => client.ask.refresh(alarmQueries.unconfirmed, {}), EVERY_MS);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [client]);
  const all = useMemo(() => (data === undefined ? undefined : withActs(data, done)), [data, done]);
  const now = useClock(all ?? NOBODY);
  const calling = useMemo(() => {
    const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 });
    const midnight = day.toZonedDateTime(zone).epochMilliseconds / 1000;
    return callingAt(all ?? NOBODY, Math.floor(now / 1000), midnight, heard);
  }, [all, now, zone, heard]);
  return useMemo(() => ({ ...calling, all, isSure, now, failure, retry }), [calling, all, isSure, now, failure, retry]);
}
