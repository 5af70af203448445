import { SNOOZE_MINUTES, type Alarm } from '@kontor/contract/alarm';
import { useState } from 'react';
import { useTexts, useZone } from '../../shell/index.ts';
import { Requested } from '../../ui/held-keys.tsx';
import { momentsOf } from '../../ui/when.ts';
import { MomentDialog } from '../activity/index.tsx';
import type { Until } from './acts.ts';
import { texts } from './texts.ts';

const OWN_KEY = String(SNOOZE_MINUTES.length + 1);

type Span = `${(typeof SNOOZE_MINUTES)[number]}`;

/** How long an alarm is put off by a key: `1` to `7`; `own` for `8`, and undefined for any other. */
export function snoozeOfKey(key: string): { readonly minutes: number } | 'own' | undefined {
  if (key === OWN_KEY) return 'own';
  const minutes = SNOOZE_MINUTES[Number(key) - 1];
  return minutes === undefined ? undefined : { minutes };
}

/** The choices of when to be called again, each with its key. */
export function SnoozeChoices({
  alarm,
  onUntil,
  onOwn,
}: {
  alarm: Pick<Alarm, 'title'>;
  onUntil: (until: Until) => void;
  onOwn: () => void;
}) {
  const t = useTexts(texts);
  return (
    <div className="alarm-spans" role="group" aria-label={t.laterOf(alarm.title === '' ? t.untitled : alarm.title)}>
      <span className="quiet" aria-hidden="true">
        {t.laterIn}
      </span>
      {SNOOZE_MINUTES.map((minutes, index) => (
        <button
          key={minutes}
          type="button"
          className="alarm-span"
          title={t.spansLong[`${minutes}` satisfies Span]}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onUntil({ minutes })}
        >
          {t.spans[`${minutes}` satisfies Span]}
          <kbd aria-hidden="true">{index + 1}</kbd>
        </button>
      ))}
      <button
        type="button"
        className="alarm-span"
        title={t.ownTitle}
        aria-haspopup="dialog"
        aria-keyshortcuts={OWN_KEY}
        onClick={onOwn}
      >
        {t.own}
        <kbd aria-hidden="true">{OWN_KEY}</kbd>
      </button>
    </div>
  );
}

/** Asks for a time of one's own, as lists do for what is put off. */
export function OwnTime({ onUntil, onClose }: { onUntil: (until: Until) => void; onClose: () => void }) {
  const t = useTexts(texts);
  const zone = useZone();
  const [now] = useState(() => Temporal.Now.zonedDateTimeISO(zone));
  return (
    <Requested>
      <MomentDialog
        title={t.ownTitle}
        set={t.ownSet}
        now={now}
        years={2}
        moments={momentsOf(now).map(([name, moment]) => [t.moments[name], moment] as const)}
        onMoment={(moment) => onUntil({ at: Math.floor(Date.parse(moment) / 1000) })}
        onClose={onClose}
      />
    </Requested>
  );
}
