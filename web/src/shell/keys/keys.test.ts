import { expect, test, vi } from 'vitest';
import { createKeys, type KeyPress } from './keys.ts';
import { createNotices } from '../bars/notices.ts';

const key = (name: string, part: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  target: null,
  preventDefault: () => undefined,
  ...part,
});

test('what was added last is asked first, and sequences wait a second', () => {
  let now = 0;
  const keys = createKeys(() => now);
  const log: string[] = [];
  keys.add({ current: { e: () => log.push('outer'), 'g i': () => log.push('inbox'), i: () => log.push('process') } });
  const remove = keys.add({ current: { e: () => log.push('inner') } });
  keys.press(key('e'));
  remove();
  keys.press(key('e'));
  keys.press(key('g'));
  keys.press(key('i'));
  keys.press(key('g'));
  now = 2000;
  keys.press(key('i'));
  expect(log).toEqual(['inner', 'outer', 'inbox', 'process']);
});

test('keys of the browser are left alone', () => {
  const keys = createKeys(() => 0);
  const act = vi.fn<() => void>();
  keys.add({ current: { e: act } });
  keys.press(key('e', { ctrlKey: true }));
  expect(act).not.toHaveBeenCalled();
});

test('behind a dialog no key does anything but the one that opens the palette', () => {
  let isCovered = true;
  const keys = createKeys(
    () => 0,
    undefined,
    () => isCovered,
  );
  const log: string[] = [];
  const preventDefault = vi.fn<() => void>();
  keys.add({ current: { Escape: () => log.push('let go'), 'Ctrl+k': () => log.push('palette') } });
  keys.press(key('Escape', { preventDefault }));
  expect(preventDefault).not.toHaveBeenCalled();
  keys.press(key('k', { ctrlKey: true }));
  isCovered = false;
  keys.press(key('Escape'));
  expect(log).toEqual(['palette', 'let go']);
});

test('the last thing done is undone first, once', async () => {
  const notices = createNotices(() => undefined);
  const log: string[] = [];
  notices.done(() => log.push('a'), Promise.resolve({ text: 'a', undo: 'undo' }));
  notices.done(() => log.push('b'), Promise.resolve({ text: 'b', undo: 'undo' }));
  await Promise.resolve();
  expect(notices.shown.get()).toHaveLength(1);
  notices.shown.get()[0]?.action?.run();
  expect([notices.undoLast(), notices.undoLast()]).toEqual([true, false]);
  expect(log).toEqual(['b', 'a']);
});

test('what is not safe yet is not said, and undone all the same', async () => {
  const notices = createNotices(() => undefined);
  const safe = Promise.withResolvers<void>();
  const undo = vi.fn<() => void>();
  notices.done(
    undo,
    safe.promise.then(() => ({ text: 'a', undo: 'undo' })),
  );
  expect([notices.shown.get().length, notices.undoLast()]).toEqual([0, true]);
  expect(undo).toHaveBeenCalledTimes(1);
  safe.resolve();
  await safe.promise;
  expect(notices.shown.get()).toEqual([]);
});

test('what is said again takes the place of what was said; each offer stands for itself', () => {
  const notices = createNotices(() => undefined);
  const action = { label: 'again', run: () => undefined };
  for (const notice of [{ text: 'saved' }, { text: 'no', action }, { text: 'saved' }, { text: 'no', action }])
    notices.show(notice);
  expect(notices.shown.get().map(({ id, text }) => [id, text])).toEqual([
    [2, 'no'],
    [3, 'saved'],
    [4, 'no'],
  ]);
});

test('what lasts is reworded, outlives what is done meanwhile, and goes when it is hidden', async () => {
  const timers: (() => void)[] = [];
  const notices = createNotices((_ms, run) => void timers.push(run));
  const id = notices.show({ text: '1 of 2', action: { label: 'stop', run: () => undefined }, lasts: true });
  notices.done(() => undefined, Promise.resolve({ text: 'a', undo: 'undo' }));
  await Promise.resolve();
  notices.reword(id, '2 of 2');
  expect(notices.shown.get().map(({ text }) => text)).toEqual(['2 of 2', 'a']);
  for (const run of timers) run();
  expect(notices.shown.get().map(({ text }) => text)).toEqual(['2 of 2']);
  notices.hide(id);
  notices.reword(id, '3 of 2');
  expect(notices.shown.get()).toEqual([]);
});

test('what is done in some seconds says how many are left, by the clock, until there are none', async () => {
  let now = 0;
  let timers: (() => void)[] = [];
  const notices = createNotices(
    (_ms, run) => void timers.push(run),
    () => now,
  );
  const shown = () => notices.shown.get().map(({ text }) => text);
  const passes = (ms: number): void => {
    now += ms;
    const due = timers;
    timers = [];
    for (const run of due) run();
  };
  const counting = { seconds: 20, text: (left: number) => `in ${left} s` };
  notices.done(() => undefined, Promise.resolve({ text: 'sent', undo: 'undo', counting }));
  await Promise.resolve();
  expect(shown()).toEqual(['in 20 s']);
  passes(1000);
  expect(shown()).toEqual(['in 19 s']);
  // A page in the background is called late.
  passes(15_500);
  expect(shown()).toEqual(['in 4 s']);
  passes(4000);
  expect([shown(), timers.length]).toEqual([[], 0]);
});

test('what was not done after all is neither said nor undone; what was done in part is said so, also before it is said', async () => {
  const notices = createNotices(() => undefined);
  const undo = vi.fn<() => void>();
  const refused = notices.done(undo, Promise.resolve({ text: 'a', undo: 'undo' }));
  await Promise.resolve();
  refused.reword('half of a');
  expect(notices.shown.get().map(({ text }) => text)).toEqual(['half of a']);
  refused.takeBack();
  expect([notices.shown.get().length, notices.undoLast()]).toEqual([0, false]);
  notices.done(undo, Promise.resolve({ text: 'b', undo: 'undo' })).reword('half of b');
  notices.done(undo, Promise.resolve({ text: 'c', undo: 'undo' })).takeBack();
  await Promise.resolve();
  expect(notices.shown.get().map(({ text }) => text)).toEqual(['half of b']);
  expect(undo).not.toHaveBeenCalled();
});
