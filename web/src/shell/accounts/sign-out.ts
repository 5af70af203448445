import { useCallback } from 'react';
import { useKontor } from '../../client/react.tsx';
import { useShell, useTexts } from '../context.tsx';
import { texts } from './instances-texts.ts';

/** Signs the account out that is shown, once what is not saved is seen to, and says so where its server can only be told later. */
export function useSignOut(): () => void {
  const kontor = useKontor();
  const { notices, unsaved } = useShell();
  const { endedLater } = useTexts(texts);
  return useCallback(() => {
    const account = kontor.session.get().client?.key;
    unsaved.leave(
      (entry) => entry.account === account,
      () =>
        void kontor.signOut(account).then((isDone) => {
          if (!isDone) notices.show({ text: endedLater });
        }),
    );
  }, [kontor, notices, unsaved, endedLater]);
}
