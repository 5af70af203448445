import type { MessageText } from '@kontor/contract/message';
import { describe, expect, test, vi } from 'vitest';
import { aText } from '../../../testing/messages.ts';
import { createThread } from './thread-store.ts';

const text = (no: number, sendBy: 1 | 2 = 2): MessageText => aText(no, sendBy, String(no));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, index) => text(from + index));

/** A thread of which the server has so many texts. */
function open({ isVisible = true, count = 300 } = {}) {
  const ask = vi.fn(({ before, after, limit }: { before?: number; after?: number; limit: number }) => {
    const all = range(0, count - 1).filter(({ no }) => no < (before ?? count) && no > (after ?? -1));
    return Promise.resolve(after === undefined ? all.slice(-limit) : all.slice(0, limit));
  });
  const thread = createThread({ ownId: 1, ask, prepare: () => Promise.resolve(), isVisible: () => isVisible });
  const numbers = () => thread.state.get().texts.map(({ no }) => no);
  /** Numbers of the first and the last text that are shown. */
  const ends = () => [numbers().at(0), numbers().at(-1)];
  return { thread, ask, numbers, ends };
}
const end = (from: number, to: number, readNo = to, joinedNo = 0) => ({
  texts: range(from, to),
  hasMore: from > joinedNo,
  readNo,
  joinedNo,
});

test('a text that is known is dropped, and the next one is added without anything being asked', async () => {
  const { thread, ask, numbers } = open();
  await thread.take(end(0, 2));
  await thread.receive(2, text(2));
  await thread.receive(3, text(3));
  await thread.receive(3, text(3));
  expect(numbers()).toEqual([0, 1, 2, 3]);
  expect(ask).not.toHaveBeenCalled();
});

test('a gap is asked for, as much as it takes', async () => {
  const { thread, ask, numbers } = open();
  await thread.take(end(0, 2));
  await thread.receive(250, text(250));
  expect(numbers()).toEqual(range(0, 299).map(({ no }) => no));
  expect(ask.mock.calls.map(([{ after }]) => after)).toEqual([2, 102, 202]);
});

test('a text that was too long to be brought along is asked for', async () => {
  const { thread, ask, numbers } = open();
  await thread.take(end(0, 298));
  await thread.receive(299, null);
  expect(numbers().at(-1)).toBe(299);
  expect(ask).toHaveBeenCalledWith({ after: 298, limit: 100 });
});

test('a text that comes late fills the gap that could not be asked for', async () => {
  const { thread, ask, numbers } = open({ count: 6 });
  await thread.take(end(0, 3));
  ask.mockRejectedValueOnce(new Error('offline'));
  await thread.receive(5, text(5));
  expect(numbers()).toEqual([0, 1, 2, 3, 5]);
  await thread.receive(4, text(4));
  expect(numbers()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('what becomes of older texts while they are asked for is not undone by the answer', async () => {
  const own = (no: number) => aText(no, 1, String(no), { receiverData: { readAt: null } });
  const { thread, ask } = open();
  await thread.take(end(60, 109));
  const older = Promise.withResolvers<MessageText[]>();
  ask.mockImplementationOnce(() => older.promise);
  const loading = thread.loadOlder();
  await thread.change(40, () => ({ ...own(40), message: '<p>anders</p>', edit: 1, receiverData: null }));
  const readAt = '2026-11-23T10:00:00.000Z';
  thread.readBy({ no: 45, readAt });
  older.resolve(Array.from({ length: 50 }, (_one, index) => own(10 + index)));
  await loading;
  const shown = (no: number) => thread.state.get().texts.find((one) => one.no === no);
  expect(shown(40)).toMatchObject({ message: '<p>anders</p>', edit: 1, receiverData: { readAt } });
  expect([shown(45), shown(46)]).toMatchObject([{ receiverData: { readAt } }, { receiverData: { readAt: null } }]);
});

test('older ones come before those that are known, until there are none', async () => {
  const { thread, numbers } = open();
  await thread.take(end(60, 109));
  await thread.loadOlder();
  expect(numbers()[0]).toBe(10);
  expect(thread.state.get().hasMore).toBe(true);
  await thread.loadOlder();
  expect(numbers()[0]).toBe(0);
  expect(thread.state.get().hasMore).toBe(false);
});

test('who came later has none before they came, until they are given them', async () => {
  const { thread, ask, numbers } = open();
  ask.mockImplementationOnce(() => Promise.resolve(range(40, 59)));
  await thread.take(end(60, 109, 109, 40));
  await thread.loadOlder();
  expect(numbers()[0]).toBe(40);
  expect(thread.state.get().hasMore).toBe(false);
  await thread.take(end(60, 109, 109, 0));
  expect(thread.state.get().hasMore).toBe(true);
});

test('that older ones could not be had is said, and they are asked for again', async () => {
  const { thread, ask } = open();
  await thread.take(end(60, 109));
  ask.mockRejectedValueOnce(new Error('offline'));
  await thread.loadOlder();
  expect(thread.state.get().older).toBe('failed');
  await thread.loadOlder();
  expect(thread.state.get()).toMatchObject({ older: 'rest', hasMore: true });
});

test('what was not read is shown from its first text on, also where that stands before what comes first', async () => {
  const near = open({ count: 100 });
  await near.thread.take(end(50, 99, 9));
  expect(near.thread.state.get()).toMatchObject({ newFrom: 10, hasMore: false, hasNewer: false });
  expect(near.numbers()).toEqual(range(0, 99).map(({ no }) => no));
  const far = open({ count: 2000 });
  await far.thread.take(end(1950, 1999, 999));
  expect(far.thread.state.get()).toMatchObject({ newFrom: 1000, hasMore: true, hasNewer: true });
  expect(far.ends()).toEqual([975, 1024]);
  far.thread.showEnd();
  expect(far.ends()).toEqual([1950, 1999]);
  expect(far.thread.state.get().wentToEnd).toBe(true);
});

test('where what was not read cannot be had, the end of the thread is shown', async () => {
  for (const count of [100, 2000]) {
    const { thread, ask, ends } = open({ count });
    ask.mockRejectedValueOnce(new Error('offline'));
    await thread.take(end(count - 50, count - 1, 9));
    expect(ends()).toEqual([count - 50, count - 1]);
    expect(thread.state.get()).toMatchObject({ hasMore: true, hasNewer: false, wentToEnd: false });
  }
});

test('a text that comes while the page is looked at is no new one; while it is not, it is', async () => {
  const seen = open();
  await seen.thread.take(end(0, 5));
  await seen.thread.receive(6, text(6));
  expect(seen.thread.state.get().newFrom).toBeUndefined();
  const hidden = open({ isVisible: false });
  await hidden.thread.take(end(0, 5));
  await hidden.thread.receive(6, text(6, 1));
  await hidden.thread.receive(7, text(7));
  await hidden.thread.receive(8, text(8));
  expect(hidden.thread.state.get().newFrom).toBe(7);
});

test('what the server says of a text later stands in its place', async () => {
  const { thread } = open();
  await thread.take({ texts: [text(0, 1)], hasMore: false, readNo: 0, joinedNo: 0 });
  thread.readBy({ no: 0, readAt: '2026-11-23T10:00:00.000Z' });
  expect(thread.state.get().texts[0]?.receiverData).toEqual({ readAt: '2026-11-23T10:00:00.000Z' });
});

test('a text that is near is loaded with those on the way to it, one that is far is shown by itself', async () => {
  const { thread, ask, ends } = open();
  await thread.take(end(250, 299));
  expect(await thread.showAround(200)).toBe(true);
  expect(ends()).toEqual([175, 299]);
  expect(thread.state.get().hasNewer).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a far text is shown with what stands around it; what comes meanwhile belongs to the end', async () => {
  const { thread, ends } = open({ count: 2000 });
  await thread.take(end(1950, 1999));
  expect(await thread.showAround(1000)).toBe(true);
  expect(ends()).toEqual([975, 1024]);
  expect(thread.state.get()).toMatchObject({ hasNewer: true, hasMore: true });
  await thread.receive(2000, text(2000));
  expect(ends()).toEqual([975, 1024]);
  await thread.loadNewer();
  expect(ends()).toEqual([975, 1074]);
  expect(await thread.showAround(1960)).toBe(true);
  expect(ends()).toEqual([1950, 2000]);
  await thread.showAround(1000);
  thread.showEnd();
  expect(ends()).toEqual([1950, 2000]);
  expect(thread.state.get().hasNewer).toBe(false);
  expect(await thread.showAround(5000)).toBe(false);
});

test('who scrolls down from a far text comes to the end', async () => {
  const { thread, ends } = open({ count: 500 });
  await thread.take(end(450, 499));
  expect(await thread.showAround(60)).toBe(true);
  expect(thread.state.get().hasNewer).toBe(true);
  for (let i = 0; i < 12 && thread.state.get().hasNewer; i++) await thread.loadNewer();
  expect(ends()).toEqual([35, 499]);
  expect(thread.state.get().texts).toHaveLength(465);
});

test('what has become, while nobody was told, of texts before those at the end is asked for, and nothing where there are none such', async () => {
  const { thread, ask } = open();
  await thread.take({ ...end(250, 299), changes: 4 });
  await thread.take({ ...end(250, 299), changes: 5 });
  expect(ask).not.toHaveBeenCalled();
  await thread.loadOlder();
  const edited = (no: number) => ({ ...text(no), message: '<p>anders</p>', edit: 1 });
  const message = (no: number) => thread.state.get().texts.find((one) => one.no === no)?.message;
  // The first try fails, and the next end of the thread leads to another one.
  ask.mockRejectedValueOnce(new Error('offline'));
  await thread.take({ ...end(250, 299), changes: 7 });
  expect(message(210)).toBe('<p>210</p>');
  ask.mockResolvedValueOnce([edited(3), edited(210)]);
  await thread.take({ ...end(250, 299), changes: 7 });
  expect(ask).toHaveBeenLastCalledWith({ changedAfter: 5, after: -1, limit: 100 });
  expect(message(210)).toBe('<p>anders</p>');
  // One that is not shown makes no gap.
  expect(message(3)).toBeUndefined();
  const calls = ask.mock.calls.length;
  await thread.take({ ...end(250, 299), changes: 7 });
  expect(ask).toHaveBeenCalledTimes(calls);
});

test('of more changes than one answer has the rest is asked for behind its last one', async () => {
  const { thread, ask } = open();
  await thread.take({ ...end(250, 299, 100), changes: 0 });
  await thread.loadOlder();
  ask.mockClear();
  ask.mockResolvedValueOnce(range(0, 99));
  ask.mockResolvedValueOnce([{ ...text(205), message: '<p>anders</p>', edit: 1 }]);
  await thread.take({ ...end(250, 299, 100), changes: 130 });
  expect(ask.mock.calls).toEqual([
    [{ changedAfter: 0, after: -1, limit: 100 }],
    [{ changedAfter: 0, after: 99, limit: 100 }],
  ]);
  expect(thread.state.get().texts.find(({ no }) => no === 205)?.message).toBe('<p>anders</p>');
});

test('what was asked for before changes were counted anew is asked about once more', async () => {
  const { thread, ask } = open();
  await thread.take({ ...end(250, 299), changes: 1 });
  const older = Promise.withResolvers<MessageText[]>();
  ask.mockImplementationOnce(() => older.promise);
  const loading = thread.loadOlder();
  await thread.take({ ...end(250, 299), changes: 2 });
  older.resolve(range(200, 249));
  await loading;
  ask.mockClear();
  await thread.take({ ...end(250, 299), changes: 2 });
  expect(ask).toHaveBeenCalledWith({ changedAfter: 1, after: -1, limit: 100 });
});

describe('the line over what is new', () => {
  const lineOf = ({ thread }: ReturnType<typeof open>) => thread.state.get().newFrom;

  test('stays where it is while the person reads here, also once the server knows of it', async () => {
    const opened = open();
    await opened.thread.take(end(0, 9, 4));
    opened.thread.readHere(9);
    await opened.thread.take(end(0, 9, 9));
    await opened.thread.receive(10, text(10));
    expect(lineOf(opened)).toBe(5);
  });

  test('goes where everything was read elsewhere while this device was away, and stands over what was not', async () => {
    const opened = open();
    await opened.thread.take(end(0, 9, 4));
    await opened.thread.take(end(0, 20, 12));
    expect(lineOf(opened)).toBe(13);
    await opened.thread.take(end(0, 20, 20));
    expect(lineOf(opened)).toBeUndefined();
  });

  test('stays where the person has said something here, which counts as read', async () => {
    const opened = open();
    await opened.thread.take(end(0, 9, 4));
    opened.thread.readHere(9);
    await opened.thread.receive(10, text(10, 1));
    await opened.thread.take({ ...end(0, 9, 10), texts: [...range(0, 9), text(10, 1)] });
    expect(lineOf(opened)).toBe(5);
  });

  test('does not go back where an older answer comes late', async () => {
    const opened = open();
    await opened.thread.take(end(0, 9, 9));
    await opened.thread.take(end(0, 9, 4));
    expect(lineOf(opened)).toBeUndefined();
  });

  test('stands over nothing that was read elsewhere before it is heard of here', async () => {
    const opened = open({ isVisible: false });
    await opened.thread.take(end(0, 9, 12));
    await opened.thread.receive(10, text(10));
    expect(lineOf(opened)).toBeUndefined();
    await opened.thread.receive(13, text(13));
    expect(lineOf(opened)).toBe(13);
  });
});
