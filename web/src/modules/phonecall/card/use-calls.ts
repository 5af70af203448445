import { phonecallEvents, phonecallQueries, type RunningCall } from '@kontor/contract/phonecall';
import { useCallback, useEffect, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { FOLDED_MS, shownAt, withCall, withRunning, type CardCall } from './rules.ts';

/** Calls that concern the person and are going on, or were just now: as they are told of, and as the server has them when it is asked. */
export function useCalls() {
  const client = useClient();
  const userId = useValue(client.user)?.id ?? 0;
  const [calls, setCalls] = useState<readonly CardCall[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const { data: running, requestedAt } = useAsk(phonecallQueries.running, {});
  const [taken, setTaken] = useState(0);
  if (running !== undefined && requestedAt !== taken) {
    setTaken(requestedAt);
    setCalls(withRunning(calls, running, { userId, now: client.env.now() }));
  }
  useEffect(
    () =>
      client.onEvent(({ type, payload }) => {
        if (type !== phonecallEvents.ringing.type) return;
        const { call } = payload as { readonly call?: RunningCall };
        if (call !== undefined) setCalls((known) => withCall(known, call, { userId, now: client.env.now() }));
      }),
    [client, userId],
  );
  const now = useSecond(calls.length > 0);
  const close = useCallback((aggregateId: string) => setGone((known) => new Set([...known, aggregateId])), []);
  const shown = shownAt(calls, Math.max(now, ...calls.map(({ since }) => since)), { gone, written });
  // What is folded away is forgotten.
  if (
    calls.length > 0 &&
    shown.length === 0 &&
    calls.every(({ since, call }) => call.endedAt !== null && now - since > 2 * FOLDED_MS)
  )
    setCalls([]);
  /** Whether something is written at a call that is not saved. */
  const setWrittenAt = useCallback(
    (aggregateId: string, isWritten: boolean) =>
      setWritten((known) => {
        if (known.has(aggregateId) === isWritten) return known;
        const others = [...known].filter((one) => one !== aggregateId);
        return new Set(isWritten ? [...others, aggregateId] : others);
      }),
    [],
  );
  return { calls: shown, now, written, setWrittenAt, close };
}

const SECOND_MS = 1000;

/** Milliseconds since 1970, anew each second for as long as it is wanted. */
function useSecond(isWanted: boolean): number {
  const { env } = useClient();
  const [now, setNow] = useState(() => env.now());
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => setNow(env.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [env, isWanted]);
  return now;
}
