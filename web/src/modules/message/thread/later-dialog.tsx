import { useState } from 'react';
import { useTexts, useZone } from '../../../shell/index.ts';
import { momentsOf } from '../../../ui/when.ts';
import { MomentDialog } from '../../activity/index.tsx';
import { texts } from '../texts.ts';

/** When a text is to be sent. */
export function LaterDialog({
  onClose,
  onLater,
}: {
  onClose: () => void;
  /** `moment`: ISO 8601. */
  onLater: (moment: string) => void;
}) {
  const t = useTexts(texts);
  const zone = useZone();
  const [now] = useState(() => Temporal.Now.zonedDateTimeISO(zone));
  return (
    <MomentDialog
      title={t.laterTitle}
      set={t.laterSet}
      now={now}
      years={1}
      moments={momentsOf(now).map(([key, moment]) => [t.laterKeys[key], moment] as const)}
      onMoment={onLater}
      onClose={onClose}
    />
  );
}
