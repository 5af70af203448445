import { healthQueries, type Health } from '@kontor/contract/account';
import { expect, test } from 'vitest';
import { judge } from './system-rules.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const good: Health = { ...healthQueries.health.example.result, jobs: { open: 3, oldestSeconds: 2, failed: 0 } };

test.each([
  [{}, []],
  [{ pressure: 'busy' }, ['pressure']],
  [{ connections: { busy: 10, most: 10, waitMs: 1001 } }, ['connections']],
  [{ jobs: { open: 1, oldestSeconds: 901, failed: 2 } }, ['failedJobs', 'jobs']],
  [{ outboxSeconds: 31 }, ['outbox']],
  [{ mailboxes: { read: 3, failing: 1 } }, ['mailboxes']],
  [{ phoneLines: { on: 2, failing: 1 } }, ['phoneLines']],
  [{ disk: { freeBytes: 9, totalBytes: 100 } }, ['disk']],
  [{ lastBackup: null }, ['backup']],
  [{ lastBackup: '2026-11-17T11:59:00Z' }, ['backup']],
  [{ lastBackup: '2026-11-17T12:01:00Z' }, []],
  [{ lastBackup: null, disk: { freeBytes: 0, totalBytes: 1 } }, ['disk', 'backup']],
] satisfies [Partial<Health>, string[]][])('%j needs %j', (change, verdicts) => {
  expect(judge({ ...good, ...change }, NOW)).toEqual(verdicts);
});
