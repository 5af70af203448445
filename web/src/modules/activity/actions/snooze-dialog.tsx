import { useState } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { Button } from '../../../ui/parts.tsx';
import type { SnoozeEnd } from './choices.ts';
import { MomentDialog } from './moment-dialog.tsx';
import { SPANS, snoozeMoments } from './snooze-moments.ts';
import { snoozeTexts } from './snooze-texts.ts';

/** Until when items are put off; where any of them is already, it can be brought back instead. */
export function SnoozeDialog({
  count,
  isSnoozed,
  onEnd,
  onWake,
  onClose,
}: {
  count: number;
  isSnoozed: boolean;
  onEnd: (end: SnoozeEnd) => void;
  onWake: () => void;
  onClose: () => void;
}) {
  const t = useTexts(snoozeTexts);
  const zone = useZone();
  const [now] = useState(() => Temporal.Now.zonedDateTimeISO(zone));
  const [untilAnswered, setUntilAnswered] = useState(false);
  const take = (until: string): void => onEnd({ until, untilAnswered });
  return (
    <MomentDialog
      title={t.title(count)}
      set={t.set}
      now={now}
      years={2}
      moments={snoozeMoments(now).map(([key, moment]) => [t.keys[key], moment] as const)}
      onMoment={take}
      onClose={onClose}
    >
      <div className="moment-spans" role="group" aria-label={t.in}>
        {SPANS.map((span) => (
          <Button
            key={span}
            onClick={() => {
              onClose();
              take(Temporal.Now.instant().toZonedDateTimeISO(zone).add(span).toInstant().toString());
            }}
          >
            {t.spans[span]}
          </Button>
        ))}
      </div>
      <Check
        label={t.untilAnswered}
        checked={untilAnswered}
        onChange={(event) => setUntilAnswered(event.currentTarget.checked)}
      />
      <Button
        kind="plain"
        icon="arrow-u-up-left"
        onClick={() => {
          onClose();
          onEnd({ until: null, untilAnswered: true });
        }}
      >
        {t.onlyAnswered}
      </Button>
      {isSnoozed ? (
        <Button
          kind="plain"
          icon="tray"
          onClick={() => {
            onClose();
            onWake();
          }}
        >
          {t.wake}
        </Button>
      ) : null}
    </MomentDialog>
  );
}
