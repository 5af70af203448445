import { useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { timeLeft } from './rules.ts';
import { texts } from './texts.ts';
import { useClockUntil } from './use-sign-in.ts';

/** The button that signs in. Where nobody need try before `until` (milliseconds since 1970), it says how long that still is. */
export function SubmitButton({ until, busy, working }: { until: number; busy: boolean; working: boolean }) {
  const t = useTexts(texts);
  const left = timeLeft(until, useClockUntil(until));
  if (left === undefined)
    return (
      <Button kind="primary" type="submit" aria-disabled={busy}>
        {working ? t.signingIn : t.signIn}
      </Button>
    );
  const seconds = String(left.seconds).padStart(2, '0');
  return (
    <Button kind="primary" type="submit" aria-disabled>
      {t.againIn(left.minutes === 0 ? t.seconds(left.seconds) : t.minutes(left.minutes, seconds))}
    </Button>
  );
}
