import { useEffect, useRef, useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useKontor } from '../../../client/react.tsx';
import { isTwoFactorOn, type SignInCredentials } from '../../../client/sign-in.ts';
import { type FoundInstance } from '../../../client/auth-request.ts';
import { faultOf, waitUntil, type SignInFault, type SignInOutcome } from './rules.ts';

/**
 * The tries to sign in: whether a code is asked for, what came of the last one, and how long nobody need try. `isBound`: one that is
 * under way when the form goes away is called off.
 */
export function useSignIn(isBound: boolean, onOutcome: (outcome: SignInOutcome) => void) {
  const kontor = useKontor();
  const { env } = kontor;
  const [twoFactor, setTwoFactor] = useState(false);
  const [fault, setFault] = useState<SignInFault>();
  const [until, setUntil] = useState(0);
  const [busy, setBusy] = useState<'password' | 'passkey'>();
  const lastCheck = useRef<{ readonly who: string; readonly answer: Promise<boolean | undefined> }>(undefined);
  const mounted = useRef(true);
  const trying = useRef<AbortController>(undefined);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      if (isBound) trying.current?.abort();
    };
  }, [isBound]);

  /** The check step. What cannot be asked is left to the sign-in itself, which says it in words. */
  const check = async (instance: FoundInstance, userName: string): Promise<boolean> => {
    const who = JSON.stringify([instance.url, instance.info.name, userName.trim().toLowerCase()]);
    if (lastCheck.current?.who !== who)
      lastCheck.current = { who, answer: isTwoFactorOn(env, instance, userName).catch(() => undefined) };
    const mine = lastCheck.current;
    const isOn = await mine.answer;
    // Only what was asked last is about what stands in the fields.
    if (lastCheck.current === mine) {
      if (isOn === undefined) lastCheck.current = undefined;
      setTwoFactor(isOn ?? false);
    }
    return isOn ?? false;
  };

  /** Another instance is being typed: what was asked of the one before says nothing. */
  const forget = (): void => {
    lastCheck.current = undefined;
    setTwoFactor(false);
  };

  /** What was wrong is about what was tried: once something else is typed or chosen it goes, unless it has to be acknowledged. */
  const forgetFault = (): void => setFault((before) => (before?.ok === true ? before : undefined));

  const run = async (
    way: 'password' | 'passkey',
    given: SignInCredentials,
    instance: FoundInstance,
    isTwoFactor: boolean,
  ) => {
    const isGone = (): boolean => isBound && !mounted.current;
    if (isGone()) return;
    setBusy(way);
    setFault(undefined);
    const mine = (trying.current = new AbortController());
    try {
      await kontor.signIn(instance, given, mine.signal);
      if (isGone()) return;
      onOutcome('successful-add-account');
    } catch (error) {
      const failure = asFailure(error);
      if (!mounted.current) return;
      setFault(faultOf(failure, { passkey: way === 'passkey', twoFactor: isTwoFactor }));
      setUntil(waitUntil(failure, env.now()));
      // Two-factor authentication may have been enabled since it was asked about.
      lastCheck.current = undefined;
      if ('username' in given) void check(instance, given.username);
      onOutcome('failed-check-again');
    } finally {
      if (mounted.current) setBusy(undefined);
    }
  };

  return { twoFactor, fault, until, busy, check, forget, forgetFault, run, setFault, setBusy, now: env.now };
}

/** Milliseconds since 1970, every half second for as long as something is waited for. */
export function useClockUntil(until: number): number {
  const { env } = useKontor();
  const [now, setNow] = useState(() => env.now());
  useEffect(() => {
    if (until === 0) return undefined;
    const tick = (): void => {
      setNow(env.now());
      if (env.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    const first = setTimeout(tick, 0);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
    };
  }, [env, until]);
  return now;
}
