import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { dialTexts } from './texts.ts';
import { TroubleNote } from './trouble.tsx';
import { useHangUp } from './use-hang-up.ts';

/** Ends a call that the person began from here, and says what came of that. `callId`: its `hangUpId`. */
export function HangUp({ callId }: { callId: number }) {
  const t = useTexts(dialTexts);
  const [isEnded, setEnded] = useState(false);
  const { trouble, isHangingUp, hangUp, opened } = useHangUp(() => setEnded(true));
  const end = (): void => void hangUp(callId);
  // The telephone system tells a moment later that the call is over.
  if (isEnded)
    return (
      <p className="quiet" role="status">
        {t.ended}
      </p>
    );
  return (
    <>
      <Button kind="danger" icon="phone-disconnect" aria-disabled={isHangingUp} onClick={end}>
        {isHangingUp ? t.hangingUp : t.hangUp}
      </Button>
      {trouble === undefined ? null : <TroubleNote trouble={trouble} onOpened={opened} onRetry={end} />}
    </>
  );
}
