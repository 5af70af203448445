import './jobs.css';
import { jobCommands, jobQueries, type FailedJob } from '@kontor/contract/account';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useEffect, useId, useRef, useState } from 'react';
import { useAsk, useClient } from '../../client/react.tsx';
import { Link } from '../../shell/link.tsx';
import { detailHref, useFormats, useShell, useTexts } from '../../shell/index.ts';
import { Answer } from '../../shell/failures/answer.tsx';
import { Confirm } from '../../shell/forms/confirm.tsx';
import { useAttempt } from '../../shell/forms/use-attempt.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import { Section } from '../../ui/section.tsx';
import { jobTexts } from './job-texts.ts';

/** Work of the instance that was given up, to try again or to forget. */
export function Jobs() {
  const t = useTexts(jobTexts);
  const answer = useAsk(jobQueries.failedJobs, {});
  const region = useRef<HTMLDivElement>(null);
  const [changes, setChanges] = useState(0);
  const { data } = answer;
  // What was decided on goes away with the button that had the focus.
  useEffect(() => {
    if (changes === 0 || data === undefined || document.activeElement !== document.body) return;
    region.current?.focus({ preventScroll: true });
  }, [changes, data]);
  return (
    <div ref={region} className="jobs" tabIndex={-1}>
      <Answer answer={answer}>
        {(jobs) =>
          jobs.length === 0 ? (
            <StatePage icon="check-circle" title={t.none}>
              {t.noneHint}
            </StatePage>
          ) : (
            <JobList
              jobs={jobs}
              onChanged={() => {
                setChanges((before) => before + 1);
                answer.retry();
              }}
            />
          )
        }
      </Answer>
    </div>
  );
}

function JobList({ jobs, onChanged }: { jobs: readonly FailedJob[]; onChanged: () => void }) {
  const t = useTexts(jobTexts);
  const client = useClient();
  const { notices } = useShell();
  const { attempt } = useAttempt(() => t.problem);
  const [discarding, setDiscarding] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const retry = async (jobIds: readonly string[]): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await attempt(async () => {
      const { count } = await client.sendNow(jobCommands.retryFailedJobs, { jobIds: [...jobIds] });
      notices.show({ text: t.retried(count) });
      onChanged();
    });
    setBusy(false);
  };
  const all = jobs.map(({ jobId }) => jobId);
  return (
    <Section intro={t.intro}>
      <ul>
        {jobs.map((job) => (
          <Job
            key={job.jobId}
            job={job}
            isBusy={busy}
            onRetry={() => void retry([job.jobId])}
            onDiscard={() => setDiscarding([job.jobId])}
          />
        ))}
      </ul>
      {all.length < 2 ? null : (
        <div className="form-buttons">
          <Button icon="arrow-clockwise" aria-disabled={busy} onClick={() => void retry(all)}>
            {t.retryAll}
          </Button>
          <Button kind="danger" icon="trash" onClick={() => setDiscarding(all)}>
            {t.discardAll}
          </Button>
        </div>
      )}
      {discarding === undefined ? null : (
        <Confirm
          title={t.discardTitle(discarding.length)}
          action={t.discard}
          danger
          say={() => t.problem}
          run={async () => {
            const { count } = await client.sendNow(jobCommands.discardFailedJobs, { jobIds: [...discarding] });
            setDiscarding(undefined);
            notices.show({ text: t.discarded(count) });
            onChanged();
          }}
          onClose={() => setDiscarding(undefined)}
        >
          <p>{t.discardText}</p>
        </Confirm>
      )}
    </Section>
  );
}

function Job({
  job,
  isBusy,
  onRetry,
  onDiscard,
}: {
  job: FailedJob;
  isBusy: boolean;
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
  const id = useId();
  const tasks: Readonly<Record<string, string>> = t.tasks;
  const others: Readonly<Record<string, string>> = t.otherTasks;
  return (
    <li>
      <h2 id={id}>{tasks[job.task] ?? others[job.task.split('.')[0] ?? ''] ?? t.otherTask}</h2>
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
      <div className="form-buttons">
        <Button icon="arrow-clockwise" aria-describedby={id} aria-disabled={isBusy} onClick={onRetry}>
          {t.retry}
        </Button>
        <Button kind="danger" icon="trash" aria-describedby={id} onClick={onDiscard}>
          {t.discard}
        </Button>
      </div>
    </li>
  );
}
