import { useState } from 'react';
import { useValue } from '../../client/react.tsx';
import { Button, Icon } from '../../ui/parts.tsx';
import { useMinute, useSettings, useShell, useTexts } from '../context.tsx';
import { texts } from './dialog-texts.ts';

const WEEK_MS = 7 * 86_400_000;

/** A newer version is ready: now, or not while this page lives. */
export function UpdateBanner() {
  const t = useTexts(texts);
  const { pwa, unsaved } = useShell();
  const update = useValue(pwa.update);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  if (update === undefined) return null;
  return (
    <div className="bar">
      <Icon name="arrow-clockwise" />
      <span className="grow">
        <strong>{t.updateReady}</strong>{' '}
        <span className="bar-hint" role="status">
          {state === 'failed' ? t.updateFailed : t.updateHint}
        </span>
      </span>
      <Button
        kind="primary"
        disabled={state === 'busy'}
        onClick={() => {
          const now = (): void => {
            setState('busy');
            void update().catch(() => setState('failed'));
          };
          unsaved.leave(() => true, now);
        }}
      >
        {state === 'busy' ? t.updating : t.updateNow}
      </Button>
      <Button kind="plain" onClick={() => pwa.update.set(undefined)}>
        {t.no}
      </Button>
    </div>
  );
}

/** The browser offers to install the app: yes, in a week, or never. */
export function InstallBanner() {
  const t = useTexts(texts);
  const { pwa, settings } = useShell();
  const offer = useValue(pwa.install);
  const { install } = useSettings();
  const now = useMinute();
  if (offer === undefined || install === 'never' || install > now) return null;
  return (
    <div className="bar">
      <Icon name="download-simple" />
      <span className="grow">
        <strong>{t.install}</strong> <span className="bar-hint">{t.installHint}</span>
      </span>
      <Button
        kind="primary"
        onClick={() => {
          pwa.install.set(undefined);
          void offer.prompt();
        }}
      >
        {t.yes}
      </Button>
      <Button onClick={() => settings.change({ install: Date.now() + WEEK_MS })}>{t.later}</Button>
      <Button kind="plain" onClick={() => settings.change({ install: 'never' })}>
        {t.never}
      </Button>
    </div>
  );
}
