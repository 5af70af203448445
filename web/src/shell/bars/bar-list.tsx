import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Button, Icon } from '../../ui/parts.tsx';
import { loadDialogs } from './load-dialogs.ts';
import { Boundary } from '../failures/boundary.tsx';
import { useShell, useTexts } from '../context.tsx';
import { InstallBanner, UpdateBanner } from './banners.tsx';
import { barTexts } from './bar-texts.ts';
import { useRefusing } from './refusing.ts';

const WaitingDialog = lazily(() => loadDialogs().then((module) => module.WaitingDialog));

/** How long a command may take before it counts as waiting, in milliseconds. */
const PATIENCE_MS = 3000;

/** True once something has taken longer than it should. */
function useLate(since: number | undefined): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (since === undefined) return undefined;
    const timer = setTimeout(() => setLate(true), Math.max(0, since + PATIENCE_MS - Date.now()));
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [since]);
  return late;
}

/** Why changes cannot be sent now, and how many wait. */
function Waiting({
  icon,
  why,
  hint,
  unsent,
  show,
}: {
  icon: IconName;
  why: string;
  hint: string;
  unsent: number;
  show: ReactNode;
}) {
  const t = useTexts(barTexts);
  return (
    <div className="bar">
      <Icon name={icon} />
      <span className="grow">
        <strong>{why}</strong> {unsent > 0 ? t.waiting(unsent) : null} <span className="bar-hint">{hint}</span>
      </span>
      {unsent > 0 ? show : null}
    </div>
  );
}

/** What stands over the whole page: offline, a server with too much to do, refused changes, real time lost, a newer version. */
export function BarList() {
  const t = useTexts(barTexts);
  const client = useClient();
  const connection = useValue(client.connection);
  const waiting = useValue(client.waiting);
  const isSilent = useValue(client.silent);
  const refusing = useRefusing();
  const { navigator, pwa } = useShell();
  const update = useValue(pwa.update);
  const install = useValue(pwa.install);
  const [open, setOpen] = useState(false);
  const refused = waiting.filter((command) => command.state === 'refused');
  const unsent = waiting.filter((command) => command.state !== 'refused');
  const inMemory = unsent.filter((command) => command.kept === 'memory').length;
  const late = useLate(unsent[0]?.createdAt);
  const isBusy = useLate(connection.busySince) && connection.online;
  // What the device does not store is sent later, too: that is said in its own words.
  const isOffline = !connection.online || (late && !isSilent && !isBusy);
  const show = (
    <Button kind="plain" onClick={() => setOpen(true)}>
      {t.showWaiting}
    </Button>
  );
  return (
    <>
      {refusing.isAny ? (
        <div className="bar">
          <Icon name="arrow-clockwise" />
          <span className="grow">{refusing.names === undefined ? t.newVersion : t.otherVersion(refusing.names)}</span>
          <Button onClick={() => navigator.go('/versionMismatch')}>{t.newVersionAction}</Button>
        </div>
      ) : null}
      {update === undefined ? null : <UpdateBanner />}
      {install === undefined ? null : <InstallBanner />}
      {isOffline ? (
        <Waiting icon="cloud-slash" why={t.offline} hint={t.offlineHint} unsent={unsent.length} show={show} />
      ) : null}
      {isBusy ? <Waiting icon="spinner" why={t.busy} hint={t.busyHint} unsent={unsent.length} show={show} /> : null}
      {isSilent ? (
        <div className="bar" data-tone="fault">
          <Icon name="warning" />
          <span className="grow">
            <strong>{t.silent}</strong> {inMemory > 0 ? t.silentWaiting(inMemory) : null} {t.silentHint}
          </span>
          {inMemory > 0 ? show : null}
        </div>
      ) : null}
      {inMemory > 0 && late && !isSilent ? (
        <div className="bar" data-tone="fault">
          <Icon name="warning" />
          <span className="grow">{t.notKept(inMemory)}</span>
          {show}
        </div>
      ) : null}
      {refused.length > 0 ? (
        <div className="bar" data-tone="fault">
          <Icon name="warning" />
          <span className="grow">{refused.length === 1 ? t.refused : t.refusedMany(refused.length)}</span>
          {show}
        </div>
      ) : null}
      {connection.realtime === 'refused' ? (
        <div className="bar">
          <Icon name="cloud-slash" />
          <span className="grow">{t.realtimeRefused}</span>
          <Button onClick={() => client.retryRealtime()}>{t.retry}</Button>
        </div>
      ) : null}
      {open ? (
        <Boundary>
          <Suspense>
            <WaitingDialog onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      ) : null}
    </>
  );
}
