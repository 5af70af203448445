import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../log/logger.ts';
import type { Instance } from './context.ts';
import { sweepEach } from './sweeping.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const instances = async () => [{ id: 1 }, { id: 2 }] as Instance[];
const complaints: unknown[] = [];
const log = { warn: (...given: unknown[]) => complaints.push(given[1]) } as unknown as Logger;
const about = { instances, everyMs: 1000, log, complaint: 'it cannot be swept' };

test('each instance is swept in turn, and the next turn comes though one failed', async () => {
  const swept: number[] = [];
  const service = sweepEach(about, async ({ id }) => {
    swept.push(id);
    if (swept.length === 1) throw new Error('away');
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect([swept, complaints]).toEqual([[1], ['it cannot be swept']]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(swept).toEqual([1, 1, 2]);
  await service.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(swept).toEqual([1, 1, 2]);
});

test('closing waits for the instance that is being swept, and goes on to no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const swept: number[] = [];
  const service = sweepEach(about, async ({ id }) => {
    swept.push(id);
    await promise;
  });
  await vi.advanceTimersByTimeAsync(1000);
  let isClosed = false;
  const closing = service.close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(isClosed).toBe(false);
  resolve();
  await closing;
  expect(swept).toEqual([1]);
});
