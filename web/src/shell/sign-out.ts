import { useCallback } from 'react';
import { useKontor } from '../client/react.tsx';
import { useShell, useTexts } from './context.tsx';
import { texts } from './lazy/instances-texts.ts';

/** Signs the account out that is shown, and says so where its server can only be told later. */
export function useSignOut(): () => void {
  const kontor = useKontor();
  const { notices } = useShell();
  const { endedLater } = useTexts(texts);
  return useCallback(
    () =>
      void kontor.signOut().then((isDone) => {
        if (!isDone) notices.show({ text: endedLater });
      }),
    [kontor, notices, endedLater],
  );
}
