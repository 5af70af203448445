import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useClient, useKontor, useValue } from '../client/react.tsx';
import type { IconName } from '../ui/icon-names.ts';
import { Button, Icon, IconButton } from '../ui/parts.tsx';
import { useShell, useTexts } from './context.tsx';
import { texts } from './texts.ts';
import { Boundary } from './boundary.tsx';
import { lazily } from '../ui/lazily.tsx';

/** Loaded while the page has nothing else to do: when it is wanted there may be no connection. */
export const loadDialogs = () => import('./lazy/dialogs.tsx');
const WaitingDialog = lazily(() => loadDialogs().then((module) => module.WaitingDialog));

const banners = () => import('./lazy/banners.tsx');
const UpdateBanner = lazily(() => banners().then((module) => module.UpdateBanner));
const InstallBanner = lazily(() => banners().then((module) => module.InstallBanner));

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
  const t = useTexts(texts);
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
export function Bars() {
  const t = useTexts(texts);
  const client = useClient();
  const { versionMismatch } = useKontor();
  const connection = useValue(client.connection);
  const waiting = useValue(client.waiting);
  const isSilent = useValue(client.silent);
  const mismatch = useValue(versionMismatch);
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
    <div className="shell-bars" aria-live="polite">
      {mismatch ? (
        <div className="bar">
          <Icon name="arrow-clockwise" />
          <span className="grow">{t.mismatch}</span>
          <Button onClick={() => navigator.go('/versionMismatch')}>{t.mismatchAction}</Button>
        </div>
      ) : null}
      <Suspense>
        {update === undefined ? null : <UpdateBanner />}
        {install === undefined ? null : <InstallBanner />}
      </Suspense>
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
    </div>
  );
}

/** The notices at the bottom, read out as they come. */
export function NoticeStack() {
  const t = useTexts(texts);
  const { notices } = useShell();
  const shown = useValue(notices.shown);
  return (
    <div className="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <div key={notice.id} className="notice" data-tone={notice.tone}>
          <span>{notice.text}</span>
          {notice.action === undefined ? null : (
            <Button kind="plain" onClick={notice.action.run}>
              {notice.action.label}
            </Button>
          )}
          <IconButton icon="x" label={t.close} onClick={() => notices.hide(notice.id)} />
        </div>
      ))}
    </div>
  );
}
