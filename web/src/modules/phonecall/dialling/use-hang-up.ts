import { phonecallCommands } from '@kontor/contract/phonecall';
import { useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { cameOf, doLocally, type DialTrouble } from './doing.ts';

/** Ends calls that the person began from here. `onEnded` is called once one is ended. */
export function useHangUp(onEnded: () => void) {
  const client = useClient();
  const sendOnce = useSendOnce();
  const [trouble, setTrouble] = useState<DialTrouble>();
  const [isHangingUp, setHangingUp] = useState(false);
  const fail = (why: DialTrouble['why'], href = ''): void => setTrouble({ of: 'hangUp', why, href });

  const hangUp = async (callId: number): Promise<void> => {
    if (isHangingUp) return;
    setTrouble(undefined);
    setHangingUp(true);
    try {
      await sendOnce(phonecallCommands.hangUp, { callId });
      const { state, href } = await cameOf(client, callId, 'end');
      if (state === 'failed' || state === 'unknown') return fail('away');
      const why = await doLocally(state, href);
      if (why === undefined) onEnded();
      else fail(why, href);
    } catch {
      fail('away');
    } finally {
      setHangingUp(false);
    }
  };
  const forget = (): void => setTrouble(undefined);
  /** The person has opened the address that ends the call. */
  const opened = (): void => {
    forget();
    onEnded();
  };
  return { trouble, isHangingUp, hangUp, opened, forget };
}
