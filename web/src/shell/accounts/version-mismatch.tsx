import { COMPATIBILITY_VERSION, HEADERS } from '@kontor/contract/kernel';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useKontor } from '../../client/react.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { useShell, useTexts } from '../context.tsx';
import { useRefusing } from '../bars/refusing.ts';
import { texts } from '../bars/dialog-texts.ts';
import { loadNewer } from '../background/updates.ts';

const EVERY_MS = 60_000;

/** True where the server speaks this client's version after all: it was set back, or another one has answered. */
async function isAccepted(server: string): Promise<boolean> {
  const response = await fetch(`${server}/client.json`, { cache: 'no-store', credentials: 'omit' });
  return response.headers.get(HEADERS.compatibility) === COMPATIBILITY_VERSION;
}

/** Page for a client that a server does not speak to any more. It updates itself where the new files can be had. */
export function VersionMismatch() {
  const t = useTexts(texts);
  const { navigator } = useShell();
  const kontor = useKontor();
  const client = useClient();
  const { names } = useRefusing();
  const [state, setState] = useState<'looking' | 'none' | 'offline'>('looking');
  const busy = useRef(false);

  const check = useCallback(async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    try {
      // Who came by the address asks the server of what is shown.
      const refusing = kontor.versionMismatch.get();
      const servers = refusing.length === 0 ? [client.account.url] : refusing;
      const answers = await Promise.allSettled(servers.map(isAccepted));
      servers.forEach((server, index) => {
        const answer = answers[index];
        if (answer?.status === 'fulfilled' && answer.value) kontor.accepted(server);
      });
      const failed = answers.find((answer) => answer.status === 'rejected');
      if (failed === undefined && answers.every((answer) => answer.status === 'fulfilled' && answer.value))
        navigator.go('/', { replace: true });
      else if (!(await loadNewer(kontor.beforeLeaving))) setState(failed === undefined ? 'none' : 'offline');
    } catch {
      setState('offline');
    } finally {
      busy.current = false;
    }
  }, [client, kontor, navigator]);

  useEffect(() => {
    const first = setTimeout(() => void check(), 0);
    const timer = setInterval(() => void check(), EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [check]);

  const hint = { looking: t.mismatchLooking, none: t.mismatchNone, offline: t.mismatchOffline };
  const again = (): void => {
    setState('looking');
    void check();
  };
  return (
    <StatePage
      whole
      icon="arrow-clockwise"
      title={names === undefined ? t.mismatch : t.mismatchAt(names)}
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
