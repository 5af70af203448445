import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recover, takeOver } from './updates.ts';

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

describe('a file that is not there any more', () => {
  const tab = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };
  const page = { querySelector: () => ({ getAttribute: () => '/assets/one.js' }) } as unknown as Document;
  beforeEach(() => void vi.stubGlobal('document', page));
  afterEach(() => void vi.unstubAllGlobals());

  test('the newer version is loaded once, after what is typed was kept', async () => {
    const log: string[] = [];
    const load = async (before: () => Promise<void>): Promise<boolean> => {
      await before();
      log.push('loaded');
      return true;
    };
    const storage = tab();
    const run = () =>
      recover(
        async () => void log.push('kept'),
        () => false,
        storage,
        (state) => log.push(state),
        load,
      );
    await run();
    await run();
    expect(log).toEqual(['loads', 'kept', 'loaded']);
  });

  test('nothing is loaded over what is edited, nor where there is no newer version', async () => {
    const log: string[] = [];
    const load = async (): Promise<boolean> => {
      log.push('looked');
      return false;
    };
    const nothing = async (): Promise<void> => undefined;
    await recover(
      nothing,
      () => true,
      tab(),
      (state) => log.push(state),
      load,
    );
    await recover(
      nothing,
      () => false,
      tab(),
      (state) => log.push(state),
      load,
    );
    expect(log).toEqual(['edited', 'looked']);
  });
});
