import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(state: ServiceWorkerState) {
  const worker = { state, postMessage: vi.fn<(message: unknown) => void>() };
  const container = new EventTarget();
  const load = vi.fn<() => void>();
  return { worker, container, load, over: takeOver(worker, container, load) };
}

test('the page of a worker that has taken over is loaded', async () => {
  const { worker, container, load, over } = setUp('installed');
  expect([worker.postMessage.mock.calls, load.mock.calls.length]).toEqual([[['take-over']], 0]);
  container.dispatchEvent(new Event('controllerchange'));
  await over;
  expect(load).toHaveBeenCalledOnce();
});

test('a worker that does not take over is told of', async () => {
  const { load, over } = setUp('installed');
  setTimeout(() => vi.advanceTimersByTime(15_000), 0);
  vi.advanceTimersByTime(0);
  await expect(over).rejects.toThrow('did not take over');
  expect(load).not.toHaveBeenCalled();
});

test.each(['activating', 'activated', 'redundant'] as const)('a worker that is %s waits for nobody', async (state) => {
  const { worker, load, over } = setUp(state);
  await over;
  expect(load).toHaveBeenCalledOnce();
  expect(worker.postMessage).not.toHaveBeenCalled();
});
