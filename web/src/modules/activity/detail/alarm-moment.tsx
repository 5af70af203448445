import { useState } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { MomentDialog } from '../actions/moment-dialog.tsx';
import { snoozeMoments } from '../actions/snooze-moments.ts';
import { snoozeTexts } from '../actions/snooze-texts.ts';

/** When somebody is to be reminded: one of the moments near at hand, typed, or of the calendar. */
export function AlarmMoment({
  title,
  set,
  onMoment,
  onClose,
}: {
  title: string;
  set: string;
  /** An ISO instant. */
  onMoment: (moment: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(snoozeTexts);
  const zone = useZone();
  const [now] = useState(() => Temporal.Now.zonedDateTimeISO(zone));
  return (
    <MomentDialog
      title={title}
      set={set}
      now={now}
      years={2}
      moments={snoozeMoments(now).map(([key, moment]) => [t.keys[key], moment] as const)}
      // As the server says it.
      onMoment={(moment) => onMoment(new Date(moment).toISOString())}
      onClose={onClose}
    />
  );
}
