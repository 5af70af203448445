import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeOver } from './updates.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(state: ServiceWorkerState) {
  const worker = { state, postMessage: vi.fn<(message: unknown) => void>() };
  const container = new EventTarget();
  const load = vi.fn<() => void>();
  takeOver(worker, container, load);
  return { worker, container, load };
}

test('the page of a worker that has taken over is loaded', () => {
  const { worker, container, load } = setUp('installed');
  expect([worker.postMessage.mock.calls, load.mock.calls.length]).toEqual([[['take-over']], 0]);
  container.dispatchEvent(new Event('controllerchange'));
  expect(load).toHaveBeenCalledOnce();
});

test('where nobody says that it has taken over, the page is loaded all the same', () => {
  const { load } = setUp('installed');
  vi.advanceTimersByTime(8000);
  expect(load).toHaveBeenCalledOnce();
});

test.each(['activating', 'activated', 'redundant'] as const)('a worker that is %s waits for nobody', (state) => {
  const { worker, load } = setUp(state);
  expect(load).toHaveBeenCalledOnce();
  expect(worker.postMessage).not.toHaveBeenCalled();
});
