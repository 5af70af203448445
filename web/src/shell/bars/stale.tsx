import type { Failure } from '../../client/failure.ts';
import { useClient, useValue } from '../../client/react.tsx';
import { Button } from '../../ui/parts.tsx';
import { useFormats, useMinute, useTexts } from '../context.tsx';
import { FaultId } from '../failures/fault-id.tsx';
import { texts } from '../texts.ts';
import { staleTexts } from './stale-texts.ts';

/** Says how old what is shown is, where nobody could say whether it still is so. Nothing while it is current. */
export function Stale({ at, failure, onRetry }: { at: number; failure: Failure | undefined; onRetry: () => void }) {
  const t = useTexts(texts);
  const s = useTexts(staleTexts);
  const formats = useFormats();
  const now = useMinute();
  const { online } = useValue(useClient().connection);
  if (at === 0 || (online && failure === undefined)) return null;
  const time = formats.short(at / 1000, now);
  if (!online || failure?.kind === 'offline') return <p className="stale">{s.asOf(time)}</p>;
  return (
    <p className="stale" role="alert">
      {s.notRenewed(time)}
      <Button kind="plain" onClick={onRetry}>
        {t.retry}
      </Button>
      <FaultId failure={failure} />
    </p>
  );
}
