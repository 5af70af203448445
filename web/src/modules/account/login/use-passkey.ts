import { useCallback, useEffect, useRef } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useKontor } from '../../../client/react.tsx';
import { type PasskeyAnswer, askPasskey, canOfferPasskeys, offerPasskeys } from '../../../client/passkeys.ts';
import type { FoundInstance } from '../../../client/auth-request.ts';

/**
 * Passkeys of an instance: offered in the field of the user name for as long as the form is shown, and asked for by the button. The
 * browser carries out one ceremony at a time, so the button ends the offer.
 */
export function usePasskey(
  instance: FoundInstance | undefined,
  onAnswer: (instance: FoundInstance, answer: PasskeyAnswer) => void,
) {
  const kontor = useKontor();
  const { env } = kontor;
  const offer = useRef<AbortController>(undefined);
  const answered = useRef(onAnswer);
  useEffect(() => {
    answered.current = onAnswer;
  });

  const begin = useCallback(async () => {
    if (instance === undefined || !instance.own || !(await canOfferPasskeys())) return;
    offer.current?.abort();
    const mine = new AbortController();
    offer.current = mine;
    const answer = await offerPasskeys(env, instance, mine.signal);
    if (answer !== undefined && !mine.signal.aborted) answered.current(instance, answer);
  }, [env, instance]);

  useEffect(() => {
    // Not at once: a form that is drawn twice would ask for two challenges.
    const timer = setTimeout(() => void begin(), 300);
    return () => {
      clearTimeout(timer);
      offer.current?.abort();
    };
  }, [begin]);

  /**
   * Asks for a passkey now; returns a `Failure` where there is none. Those of an instance elsewhere are asked for by its own page: the
   * window goes there, and `onReturn` is called where the person steps back from it.
   */
  return async (found: FoundInstance, onReturn: () => void): Promise<Failure | undefined> => {
    offer.current?.abort();
    try {
      if (!found.own) {
        const { goElsewhere } = await import('./elsewhere.ts');
        return await goElsewhere(kontor, found, onReturn);
      }
      answered.current(found, await askPasskey(env, found, { offer: false, signal: new AbortController().signal }));
      return undefined;
    } catch (error) {
      void begin();
      return asFailure(error);
    }
  };
}
