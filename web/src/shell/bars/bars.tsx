import { Suspense, useEffect, useState } from 'react';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Button, IconButton } from '../../ui/parts.tsx';
import { Boundary, Extra } from '../failures/boundary.tsx';
import { useShell, useTexts } from '../context.tsx';
import { texts } from '../texts.ts';

// Loaded while the page has nothing else to do: when they are wanted there may be no connection.
export const BarList = lazily(() => import('./bar-list.tsx').then((module) => module.BarList));

/** The bars of the modules come after the first screen, in milliseconds. */
const MODULES_AFTER_MS = 600;

function ModuleBars() {
  const { modules } = useShell();
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), MODULES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isTime) return null;
  return modules.map(({ name, bar: Bar }) =>
    Bar === undefined ? null : (
      <Extra key={name}>
        <Bar />
      </Extra>
    ),
  );
}

/** What stands over the whole page: offline, a server with too much to do, refused changes, real time lost, a newer version. */
export function Bars() {
  const client = useClient();
  const { pwa } = useShell();
  const { online, busySince, realtime } = useValue(client.connection);
  const [shown, setShown] = useState(false);
  const isQuiet = [
    online && busySince === undefined && realtime !== 'refused',
    useValue(client.waiting).length === 0,
    !useValue(client.silent),
    useValue(useKontor().versionMismatch).length === 0,
    useValue(pwa.update) === undefined,
    useValue(pwa.install) === undefined,
  ].every(Boolean);
  // What was opened from a bar outlives its reason.
  if (!isQuiet && !shown) setShown(true);
  return (
    <div className="shell-bars" aria-live="polite">
      {shown ? (
        <Boundary>
          <Suspense>
            <BarList />
          </Suspense>
        </Boundary>
      ) : null}
      <ModuleBars />
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
          <span aria-live={notice.isCounting === true ? 'off' : undefined}>{notice.text}</span>
          {notice.action === undefined ? null : (
            <Button
              kind="plain"
              onClick={() => {
                notices.hide(notice.id);
                notice.action?.run();
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <IconButton icon="x" label={t.close} onClick={() => notices.hide(notice.id)} />
        </div>
      ))}
    </div>
  );
}
