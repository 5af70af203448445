import { COMPATIBILITY_VERSION, HEADERS } from '@kontor/contract/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useKontor } from '../../client/react.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { useShell, useTexts } from '../context.tsx';
import { texts } from './texts.ts';
import { loadNewer } from './updates.ts';

const EVERY_MS = 60_000;

/** True where the server speaks this client's version after all: it was set back, or another one has answered. */
async function isAccepted(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/client.json`, { cache: 'no-store', credentials: 'omit' });
  return response.headers.get(HEADERS.compatibility) === COMPATIBILITY_VERSION;
}

/** Page for a client that the server does not speak to any more. It updates itself where the new files can be had. */
export function VersionMismatch() {
  const t = useTexts(texts);
  const { navigator } = useShell();
  const kontor = useKontor();
  const client = useClient();
  const [state, setState] = useState<'looking' | 'none' | 'offline'>('looking');
  const busy = useRef(false);

  const look = useCallback(async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      if (await isAccepted(client.account.url)) {
        kontor.accepted();
        navigator.go('/', { replace: true });
      } else if (!(await loadNewer(() => client.beforeLeaving()))) setState('none');
    } catch {
      setState('offline');
    } finally {
      busy.current = false;
    }
  }, [client, kontor, navigator]);

  useEffect(() => {
    const first = setTimeout(() => void look(), 0);
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [look]);

  const hint = { looking: t.mismatchLooking, none: t.mismatchNone, offline: t.mismatchOffline };
  const again = (): void => {
    setState('looking');
    void look();
  };
  return (
    <StatePage
      whole
      icon="arrow-clockwise"
      title={t.mismatch}
      action={
        <Button kind="primary" disabled={state === 'looking'} onClick={again}>
          {t.lookAgain}
        </Button>
      }
    >
      {hint[state]}
    </StatePage>
  );
}
