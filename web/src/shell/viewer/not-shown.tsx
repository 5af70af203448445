import type { Failure } from '../../client/failure.ts';
import { FaultId, useTexts } from '../index.ts';
import { SkeletonBlock, Button, StatePage } from '../../ui/parts.tsx';
import { mayHelp, whyNot, type WhyNot } from './rules.ts';
import { viewerTexts } from './texts.ts';

/** Says why a file is not shown, and what can be done instead. */
export function NotShown({
  why,
  failure,
  onRetry,
  onDownload,
}: {
  why: WhyNot;
  failure?: Failure | undefined;
  onRetry: () => void;
  onDownload: () => void;
}) {
  const t = useTexts(viewerTexts);
  return (
    <div role="alert" className="viewer-not">
      <StatePage
        icon={why === 'offline' ? 'cloud-slash' : 'file'}
        title={t.notShown}
        action={
          <span className="viewer-acts">
            {mayHelp(why) ? <Button onClick={onRetry}>{t.retry}</Button> : null}
            <Button icon="download-simple" kind="primary" onClick={onDownload}>
              {t.download}
            </Button>
          </span>
        }
      >
        {t.why[why]} {why === 'failed' && failure !== undefined ? <FaultId failure={failure} /> : null}
      </StatePage>
    </div>
  );
}

/** The same for what a query failed with. */
export const Failed = (given: { failure: Failure; onRetry: () => void; onDownload: () => void }) => (
  <NotShown why={whyNot(given.failure)} {...given} />
);

/** Stands where a file comes. */
export function Waiting() {
  const t = useTexts(viewerTexts);
  return (
    <div className="delayed viewer-waiting" role="status" aria-label={t.loading}>
      <SkeletonBlock width="100%" height={320} />
    </div>
  );
}
