import {
  DIAL_POLL_MS,
  NO_NEXT_OUTGOING_CALL_FOUND,
  phonecallCommands,
  phonecallEvents,
  phonecallQueries,
  type AttemptState,
  type RunningCall,
} from '@kontor/contract/phonecall';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { isLocalAddress, isPhoneLink, isPolled, polled, refused, type Begun, type Dialling } from './rules.ts';

interface About {
  readonly calledNumber: string;
  readonly idoLinkings: { readonly idoId: number; readonly idoInstanceId: number }[];
  readonly contactPersonId: number | null;
}

/** How often it is looked what came of what a telephone system was asked for, in milliseconds, and how many times at most. */
const ASK_MS = 300;
const MAX_ASKS = 100;

interface CameOf {
  readonly state: Exclude<AttemptState, 'calling'>;
  readonly href: string;
  readonly status: number;
}

/** Waits for what came of a call that the server makes, or of its end. */
async function cameOf({ transport }: Client, callId: number, what: 'state' | 'end'): Promise<CameOf> {
  for (let tries = 0; tries < MAX_ASKS; tries += 1) {
    const { results } = await transport.query(phonecallQueries.attempt, { callId }, { once: true });
    const { href, status } = results;
    const state = results[what];
    if (state !== 'calling' && state !== null) return { state, href, status };
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  return { state: 'unknown', href: '', status: 0 };
}

/** How the client itself does what the server has told it to. */
async function doLocally(how: AttemptState | 'openLink', href: string): Promise<boolean> {
  if (how === 'openLink') {
    if (!isPhoneLink(href)) return false;
    window.location.assign(href);
    return true;
  }
  if (how !== 'localGet') return true;
  if (!isLocalAddress(href)) return false;
  // What a program of the person's own machine answers cannot be read, nor need it be.
  return fetch(href, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(
    () => true,
    () => false,
  );
}

/** Makes a call, and looks for the call of the list that comes of it. `onFound` is called once with its aggregate id. */
export function useDialling(about: About, onFound: (aggregateId: string) => void) {
  const client = useClient();
  const sendOnce = useSendOnce();
  const [state, setState] = useState<Dialling>({ kind: 'ready' });
  const [trouble, setTrouble] = useState<'hangUp' | 'local'>();
  const [isHangingUp, setHangingUp] = useState(false);
  const isUnderWay = useRef(false);

  const start = async ({ confirmed = false, byDevice = false } = {}): Promise<void> => {
    // A second press calls nobody twice.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setTrouble(undefined);
    setState({ kind: 'starting' });
    try {
      const { how, href, ...begun } = await sendOnce(phonecallCommands.start, { ...about, confirmed, byDevice });
      const made = how === 'openLink' ? { state: how, href, status: 0 } : await cameOf(client, begun.callId, 'state');
      if (made.state === 'failed' || made.state === 'unknown') {
        setState(refused(made.state === 'failed' ? 'PHONE_SYSTEM_AWAY' : 'PHONE_UNKNOWN', { status: made.status }));
        return;
      }
      if (!(await doLocally(made.state, made.href))) setTrouble('local');
      setState(begun.isTold ? { kind: 'dialling', begun, polls: 0 } : { kind: 'waiting', begun });
    } catch (error) {
      const { kind, code, problem } = asFailure(error);
      setState(refused(kind === 'offline' ? 'OFFLINE' : code, problem?.data));
    } finally {
      isUnderWay.current = false;
    }
  };

  const hangUp = async (begun: Begun): Promise<void> => {
    setTrouble(undefined);
    setHangingUp(true);
    try {
      await sendOnce(phonecallCommands.hangUp, { callId: begun.callId });
      const ended = await cameOf(client, begun.callId, 'end');
      if (ended.state === 'failed' || ended.state === 'unknown') setTrouble('hangUp');
      else if (await doLocally(ended.state, ended.href)) setState({ kind: 'ended', begun });
      else setTrouble('local');
    } catch {
      setTrouble('hangUp');
    } finally {
      setHangingUp(false);
    }
  };

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
  return { state, trouble, isHangingUp, start, hangUp };
}
