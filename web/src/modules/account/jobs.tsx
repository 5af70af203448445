import './jobs.css';
import { jobCommands, jobQueries, type FailedJob } from '@kontor/contract/account';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useState } from 'react';
import { useAsk, useClient } from '../../client/react.tsx';
import { Link } from '../../shell/link.tsx';
import { detailHref, useFormats, useShell, useTexts } from '../../shell/index.ts';
import { Answer } from '../../shell/failures/answer.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, StatePage } from '../../ui/parts.tsx';
import { jobTexts } from './job-texts.ts';

/** Work of the instance that was given up, to try again or to forget. */
export function Jobs() {
  const t = useTexts(jobTexts);
  const answer = useAsk(jobQueries.failedJobs, {});
  return (
    <Answer answer={answer}>
      {(jobs) =>
        jobs.length === 0 ? (
          <StatePage icon="check-circle" title={t.none}>
            {t.noneHint}
          </StatePage>
        ) : (
          <JobList jobs={jobs} onChanged={answer.retry} />
        )
      }
    </Answer>
  );
}

function JobList({ jobs, onChanged }: { jobs: readonly FailedJob[]; onChanged: () => void }) {
  const t = useTexts(jobTexts);
  const client = useClient();
  const { notices } = useShell();
  const [discarding, setDiscarding] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const run = async (way: 'retry' | 'discard', jobIds: readonly string[]): Promise<void> => {
    setBusy(true);
    setDiscarding(undefined);
    const command = way === 'retry' ? jobCommands.retryFailedJobs : jobCommands.discardFailedJobs;
    try {
      const { count } = await client.sendNow(command, { jobIds: [...jobIds] });
      notices.show({ text: way === 'retry' ? t.retried(count) : t.discarded(count) });
      onChanged();
    } catch {
      notices.show({ text: t.problem, tone: 'fault' });
    }
    setBusy(false);
  };
  const all = jobs.map(({ jobId }) => jobId);
  return (
    <section className="jobs">
      <p className="quiet">{t.intro}</p>
      <ul>
        {jobs.map((job) => (
          <Job
            key={job.jobId}
            job={job}
            disabled={busy}
            onRetry={() => void run('retry', [job.jobId])}
            onDiscard={() => setDiscarding([job.jobId])}
          />
        ))}
      </ul>
      {all.length < 2 ? null : (
        <footer>
          <Button icon="arrow-clockwise" disabled={busy} onClick={() => void run('retry', all)}>
            {t.retryAll}
          </Button>
          <Button kind="danger" icon="trash" disabled={busy} onClick={() => setDiscarding(all)}>
            {t.discardAll}
          </Button>
        </footer>
      )}
      {discarding === undefined ? null : (
        <Dialog title={t.discardTitle(discarding.length)} closeLabel={t.close} onClose={() => setDiscarding(undefined)}>
          <p>{t.discardText}</p>
          <footer>
            <Button onClick={() => setDiscarding(undefined)}>{t.cancel}</Button>
            <Button kind="danger" onClick={() => void run('discard', discarding)}>
              {t.discard}
            </Button>
          </footer>
        </Dialog>
      )}
    </section>
  );
}

function Job({
  job,
  disabled,
  onRetry,
  onDiscard,
}: {
  job: FailedJob;
  disabled: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const t = useTexts(jobTexts);
  const formats = useFormats();
  const item = job.aggregateId === null ? undefined : parseAggregateId(job.aggregateId);
  const target =
    item === undefined || job.aggregateId === null
      ? undefined
      : detailHref({ module: item.module, aggregateId: job.aggregateId }, 'jobs');
  const tasks: Readonly<Record<string, string>> = t.tasks;
  return (
    <li>
      <h2>{tasks[job.task] ?? t.otherTask(job.task)}</h2>
      <code>{job.error}</code>
      <p className="quiet small">
        {[t.attempts(job.attempts), t.failedAt(formats.full(Date.parse(job.failedAt) / 1000))].join(' · ')}
        {target === undefined ? null : (
          <>
            {' · '}
            <Link to={target}>{t.open}</Link>
          </>
        )}
      </p>
      <footer>
        <Button icon="arrow-clockwise" disabled={disabled} onClick={onRetry}>
          {t.retry}
        </Button>
        <Button kind="danger" icon="trash" disabled={disabled} onClick={onDiscard}>
          {t.discard}
        </Button>
      </footer>
    </li>
  );
}
