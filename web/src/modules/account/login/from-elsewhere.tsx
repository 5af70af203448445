import { useEffect, useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useKontor, useSession } from '../../../client/react.tsx';
import { isShell } from '../../../client/passkeys.ts';
import { takeBack } from '../../../client/sign-in-elsewhere.ts';
import type { FoundInstance } from '../../../client/auth-request.ts';
import { useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button } from '../../../ui/parts.tsx';
import { useProblem } from '../use-problem.ts';
import { elsewhereTexts } from './elsewhere-texts.ts';
import { goElsewhere } from './elsewhere.ts';
import { Frame } from './frame.tsx';
import { texts } from './texts.ts';

/** `strange`: what came back is no answer to anything that this window has asked for. */
type State =
  | { readonly kind: 'strange' }
  | { readonly kind: 'entering' | 'cancelled' | 'leaving'; readonly instance: FoundInstance }
  | { readonly kind: 'failed'; readonly instance: FoundInstance; readonly failure: Failure };

/**
 * Back from the page of an instance elsewhere: signs in with what it has handed over. `onDone` with the instance where the person goes on
 * without.
 */
export function FromElsewhere({ answer, onDone }: { answer: string; onDone: (instance?: FoundInstance) => void }) {
  const t = useTexts(elsewhereTexts);
  const kontor = useKontor();
  const [state, setState] = useState<State>();
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const enter = async (): Promise<void> => {
      // What was kept for it is gone with this, so it is looked at once.
      const back = takeBack(kontor.env, answer);
      if (back === undefined) return setState({ kind: 'strange' });
      const { instance, handed } = back;
      if (handed === undefined) return setState({ kind: 'cancelled', instance });
      setState({ kind: 'entering', instance });
      try {
        await kontor.signIn(instance, { handed });
        done.current();
      } catch (error) {
        setState({ kind: 'failed', instance, failure: asFailure(error) });
      }
    };
    const timer = setTimeout(() => void enter(), 0);
    return () => clearTimeout(timer);
  }, [kontor, answer]);

  if (state?.kind === 'strange')
    return (
      <Frame title={t.strangeTitle}>
        <p>{t.strange}</p>
        <Leave onClick={() => onDone()} />
      </Frame>
    );
  if (state === undefined || state.kind === 'entering')
    return (
      <Frame title={state === undefined ? t.checking : t.entering(state.instance.info.title)}>
        <SkeletonBlock width="100%" height={120} />
      </Frame>
    );
  return <NotEntered state={state} onState={setState} onLeave={() => onDone(state.instance)} />;
}

function NotEntered({
  state,
  onState,
  onLeave,
}: {
  state: Exclude<State, { kind: 'strange' }>;
  onState: (state: State) => void;
  onLeave: () => void;
}) {
  const t = useTexts(elsewhereTexts);
  const kontor = useKontor();
  const problem = useProblem();
  const { instance } = state;
  const isLeaving = state.kind === 'leaving';
  const sentence = (failure: Failure): string | undefined => {
    if (failure.status === 404) return t.late;
    if (failure.status !== 403) return problem(failure);
    return failure.code === 'USER_NOT_UNLOCKED' ? t.locked : isShell ? t.refusedApp : t.refused(kontor.env.origin);
  };
  const again = async (): Promise<void> => {
    if (isLeaving) return;
    onState({ kind: 'leaving', instance });
    const failure = await goElsewhere(kontor, instance, () => onState({ kind: 'cancelled', instance }));
    if (failure !== undefined) onState({ kind: 'failed', instance, failure });
  };
  return (
    <Frame title={t.notEntered(instance.info.title)}>
      <p role="alert">{state.kind === 'failed' ? sentence(state.failure) : t.cancelled}</p>
      <Button kind="primary" icon="fingerprint" autoFocus aria-disabled={isLeaving} onClick={() => void again()}>
        {isLeaving ? t.leaving : t.again}
      </Button>
      <Leave onClick={onLeave} />
    </Frame>
  );
}

function Leave({ onClick }: { onClick: () => void }) {
  const t = useTexts(texts);
  const { client } = useSession();
  return (
    <Button kind="plain" icon="arrow-left" onClick={onClick}>
      {client === undefined ? t.back : t.link.leave}
    </Button>
  );
}
