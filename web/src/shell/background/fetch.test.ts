import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceDevice } from '../../device/index.ts';
import { createFakePhone } from '../../device/testing/fake-device.ts';
import { onFetch } from './fetch.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function onPhone() {
  const phone = createFakePhone();
  const start = vi.spyOn(phone.device.backgroundFetch, 'start');
  onTestFinished(replaceDevice(phone.device));
  return { phone, start };
}

test('a phone is told once, and does all tasks, whatever becomes of one', async () => {
  const { phone, start } = onPhone();
  const done: string[] = [];
  const stops = [
    onFetch(() => {
      throw new Error('at once');
    }),
    onFetch(() => Promise.reject(new Error('no network'))),
    onFetch(async () => {
      await settle();
      done.push('third');
    }),
  ];
  await settle();
  await phone.wake();
  expect([done, start.mock.calls.length]).toEqual([['third'], 1]);
  stops[2]?.();
  await phone.wake();
  expect(done).toEqual(['third']);
  for (const stop of stops) stop();
});

test('with the last task it ends, and begins anew with the next', async () => {
  const { phone, start } = onPhone();
  let count = 0;
  const task = async (): Promise<void> => void (count += 1);
  onFetch(task)();
  const stop = onFetch(task);
  await settle();
  await phone.wake();
  expect([count, start.mock.calls.length]).toEqual([1, 2]);
  stop();
  await settle();
  await phone.wake();
  expect(count).toBe(1);
});
