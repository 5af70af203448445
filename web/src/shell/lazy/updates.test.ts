import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(state: ServiceWorkerState) {
  const worker = { state, postMessage: vi.fn<(message: unknown) => void>() };
  const container = new EventTarget();
  const load = { again: vi.fn<() => void>(), afresh: vi.fn<() => Promise<void>>(async () => undefined) };
  const loads = (): number[] => [load.again.mock.calls.length, load.afresh.mock.calls.length];
  return { worker, container, load, loads, over: takeOver(worker, container, load) };
}

test('the page of a worker that has taken over is loaded', async () => {
  const { worker, container, loads, over } = setUp('installed');
  expect([worker.postMessage.mock.calls, loads()]).toEqual([[['take-over']], [0, 0]]);
  container.dispatchEvent(new Event('controllerchange'));
  await over;
  expect(loads()).toEqual([1, 0]);
});

test('where it does not take over the page is loaded without it, or it is told that it cannot be', async () => {
  const first = setUp('installed');
  vi.advanceTimersByTime(4000);
  await first.over;
  expect(first.loads()).toEqual([0, 1]);
  const second = setUp('installed');
  second.load.afresh.mockRejectedValueOnce(new TypeError('no network'));
  vi.advanceTimersByTime(4000);
  await expect(second.over).rejects.toThrow('no network');
});

test.each(['activating', 'activated', 'redundant'] as const)('a worker that is %s waits for nobody', async (state) => {
  const { worker, loads, over } = setUp(state);
  await over;
  expect(loads()).toEqual([1, 0]);
  expect(worker.postMessage).not.toHaveBeenCalled();
});
