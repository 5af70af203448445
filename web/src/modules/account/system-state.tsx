import './system-state.css';
import { healthQueries, type Health } from '@kontor/contract/account';
import { useEffect, useEffectEvent } from 'react';
import { useAsk } from '../../client/react.tsx';
import { useFormats, useMinute, useTexts } from '../../shell/index.ts';
import { Answer } from '../../shell/failures/answer.tsx';
import { Icon } from '../../ui/parts.tsx';
import { judge, type Verdict } from './system-rules.ts';
import { systemTexts } from './system-texts.ts';

const LOOK_AGAIN_MS = 10_000;

/** How the server does, for administrators: what needs somebody first stands in words, the numbers below. */
export function SystemState() {
  const answer = useAsk(healthQueries.health, {});
  const refresh = useEffectEvent(() => {
    // Asked anew, a server that takes longer than that would never be heard.
    if (document.visibilityState === 'visible' && !answer.isFetching) answer.retry();
  });
  useEffect(() => {
    const timer = setInterval(refresh, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return <Answer answer={answer}>{(health) => <State health={health} />}</Answer>;
}

function State({ health }: { health: Health }) {
  const t = useTexts(systemTexts);
  const formats = useFormats();
  const number = (value: number) => formats.number(value);
  const size = (bytes: number) => t.gigabytes(formats.number(Math.round(bytes / 100_000_000) / 10));
  const time = (iso: string) => formats.full(Date.parse(iso) / 1000);
  const { connections, requests, jobs, mailboxes, phoneLines, disk } = health;
  const needed = judge(health, useMinute());
  const rows: readonly (readonly [Verdict | 'requests', string])[] = [
    ['pressure', t.pressures[health.pressure]],
    ['requests', t.inWork(number(requests.inWork), number(requests.waiting))],
    ['connections', t.ofMost(number(connections.busy), number(connections.most))],
    ['jobs', t.jobsOpen(number(jobs.open))],
    ['failedJobs', number(jobs.failed)],
    ['outbox', health.outboxSeconds === null ? t.nothingWaits : t.seconds(number(Math.round(health.outboxSeconds)))],
    ['mailboxes', t.mailboxesRead(number(mailboxes.read), number(mailboxes.failing))],
    // Who has none is not told of none.
    ...(phoneLines.on === 0
      ? []
      : ([['phoneLines', t.linesOn(number(phoneLines.on), number(phoneLines.failing))]] as const)),
    ['disk', t.free(size(disk.freeBytes), size(disk.totalBytes))],
    ['backup', health.lastBackup === null ? t.noBackup : time(health.lastBackup)],
  ];
  return (
    <section className="system-state settings-section">
      {needed.length === 0 ? (
        <p className="system-good">
          <Icon name="check-circle" /> {t.allGood}
        </p>
      ) : (
        <ul className="system-needs">
          {needed.map((verdict) => (
            <li key={verdict}>
              <Icon name="warning" /> {t.needs[verdict]}
            </li>
          ))}
        </ul>
      )}
      <dl className="facts">
        {rows.map(([key, value]) => (
          <div key={key} data-needs={needed.some((verdict) => verdict === key)}>
            <dt>{t[key]}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">
        {t.since(health.version, time(health.startedAt))} {t.lag(number(health.lagMs))}
      </p>
    </section>
  );
}
