import type { Health } from '@kontor/contract/account';

/** What of the system's state may need somebody. */
export type Verdict =
  | 'pressure'
  | 'connections'
  | 'jobs'
  | 'failedJobs'
  | 'outbox'
  | 'mailboxes'
  | 'phoneLines'
  | 'disk'
  | 'backup';

const MIN_FREE = 0.1;
const OLDEST_BACKUP_MS = 3 * 24 * 60 * 60_000;
const OLDEST_JOB_SECONDS = 15 * 60;
const OLDEST_EVENT_SECONDS = 30;
const MAX_WAIT_MS = 1000;

/** What needs somebody, the most urgent first. `now` in milliseconds since 1970. */
export function judge(health: Health, now: number): readonly Verdict[] {
  const { disk, jobs, mailboxes, phoneLines, connections, lastBackup, outboxSeconds, pressure } = health;
  const tests: readonly (readonly [Verdict, boolean])[] = [
    ['disk', disk.freeBytes < disk.totalBytes * MIN_FREE],
    ['pressure', pressure !== 'calm'],
    ['connections', connections.waitMs > MAX_WAIT_MS],
    ['outbox', (outboxSeconds ?? 0) > OLDEST_EVENT_SECONDS],
    ['failedJobs', jobs.failed > 0],
    ['jobs', (jobs.oldestSeconds ?? 0) > OLDEST_JOB_SECONDS],
    ['mailboxes', mailboxes.failing > 0],
    ['phoneLines', phoneLines.failing > 0],
    ['backup', lastBackup === null || now - Date.parse(lastBackup) > OLDEST_BACKUP_MS],
  ];
  return tests.filter(([, needs]) => needs).map(([verdict]) => verdict);
}
