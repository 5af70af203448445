import {
  DIAL_POLL_MS,
  NO_NEXT_OUTGOING_CALL_FOUND,
  phonecallCommands,
  phonecallEvents,
  phonecallQueries,
  type RunningCall,
} from '@kontor/contract/phonecall';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { cameOf, doLocally, type DialTrouble } from './doing.ts';
import { isPolled, polled, refused, type Begun, type Dialling } from './rules.ts';
import { useHangUp } from './use-hang-up.ts';

interface About {
  readonly calledNumber: string;
  readonly idoLinkings: { readonly idoId: number; readonly idoInstanceId: number }[];
  readonly contactPersonId: number | null;
}

/** Makes a call, and looks for the call of the list that comes of it. `onFound` is called once with its aggregate id. */
export function useDialling(about: About, onFound: (aggregateId: string) => void) {
  const client = useClient();
  const sendOnce = useSendOnce();
  const [state, setState] = useState<Dialling>({ kind: 'ready' });
  const [trouble, setTrouble] = useState<DialTrouble>();
  const hanging = useHangUp(() => setState((now) => ('begun' in now ? { kind: 'ended', begun: now.begun } : now)));
  const isUnderWay = useRef(false);

  const start = async ({ confirmed = false, byDevice = false } = {}): Promise<void> => {
    // A second press calls nobody twice.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setTrouble(undefined);
    hanging.forget();
    setState({ kind: 'starting' });
    try {
      const { how, href, ...begun } = await sendOnce(phonecallCommands.start, { ...about, confirmed, byDevice });
      const made = how === 'openLink' ? { state: how, href, status: 0 } : await cameOf(client, begun.callId, 'state');
      if (made.state === 'failed' || made.state === 'unknown') {
        setState(refused(made.state === 'failed' ? 'PHONE_SYSTEM_AWAY' : 'PHONE_UNKNOWN', { status: made.status }));
        return;
      }
      const why = await doLocally(made.state, made.href);
      if (why !== undefined) setTrouble({ of: 'call', why, href: made.href });
      setState(begun.isTold ? { kind: 'dialling', begun, polls: 0 } : { kind: 'waiting', begun });
    } catch (error) {
      const { kind, code, problem } = asFailure(error);
      setState(refused(kind === 'offline' ? 'OFFLINE' : code, problem?.data));
    } finally {
      isUnderWay.current = false;
    }
  };

  const hangUp = ({ callId }: Begun): Promise<void> => {
    setTrouble(undefined);
    return hanging.hangUp(callId);
  };
  /** The person has opened the address that the page may not reach. */
  const opened = (): void => (trouble === undefined ? hanging.opened() : setTrouble(undefined));

  const found = useEffectEvent(onFound);
  const begun = state.kind === 'dialling' || state.kind === 'waiting' ? state.begun : undefined;
  const { calledNumber } = about;
  const look = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    if (begun === undefined) return;
    const { results } = await client.transport.query(
      phonecallQueries.nextOutgoingId,
      { calledNumber, timestamp: begun.timestamp },
      { once: true, signal },
    );
    if (signal.aborted || results.error === NO_NEXT_OUTGOING_CALL_FOUND || results.aggregateId === '') return;
    found(results.aggregateId);
  });
  const isDialling = state.kind === 'dialling';
  useEffect(() => {
    if (!isDialling) return undefined;
    const stop = new AbortController();
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      if (isPolled(turn, client.connection.get().realtime === 'live')) void look(stop.signal).catch(() => undefined);
      setState(polled);
    }, DIAL_POLL_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [isDialling, client]);
  const isWaited = begun !== undefined;
  useEffect(() => {
    if (!isWaited) return undefined;
    const stop = new AbortController();
    const stopEvents = client.onEvent(({ type, payload }) => {
      if (type !== phonecallEvents.ringing.type) return;
      const { call } = payload as { readonly call?: RunningCall };
      if (call?.direction === 'outgoing') void look(stop.signal).catch(() => undefined);
    });
    return () => {
      stopEvents();
      stop.abort();
    };
  }, [isWaited, client]);
  return { state, trouble: trouble ?? hanging.trouble, isHangingUp: hanging.isHangingUp, start, hangUp, opened };
}
