import type { Failure } from '../../client/failure.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import { useTexts } from '../context.tsx';
import { failedTexts } from './failed-texts.ts';
import { FaultId } from './fault-id.tsx';

/**
 * In the place of what was asked for and could not be had: what went wrong, and again. `title`: what it was that failed; `offline`: what there is to
 * know while there is no connection, both where the place has something better to say.
 */
export function Failed({
  failure,
  title,
  offline,
  onRetry,
}: {
  failure: Failure;
  title?: string;
  offline?: string;
  onRetry: () => void;
}) {
  const t = useTexts(failedTexts);
  const isOffline = failure.kind === 'offline';
  const isRefused = failure.status === 403;
  return (
    <StatePage
      icon={isOffline ? 'cloud-slash' : 'warning'}
      title={isRefused ? t.refused : (title ?? t.failed)}
      action={<Button onClick={onRetry}>{t.retry}</Button>}
    >
      {isOffline ? (offline ?? t.offline) : isRefused ? '' : t.failedHint} <FaultId failure={failure} />
    </StatePage>
  );
}
