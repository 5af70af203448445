import { describe, expect, test } from 'vitest';
import { CalmOrder, hold } from './calm.ts';

const list = (text: string): string[] => (text === '' ? [] : text.split(' '));

/** shown, next, own → ids, ghosts, waiting */
const CASES: Record<string, readonly [string, string, string, string, string, number]> = {
  'nothing has changed': ['a b c', 'a b c', '', 'a b c', '', 0],
  'what comes above waits': ['b c', 'a b c', '', 'b c', '', 1],
  'what comes between waits': ['a c', 'a b c', '', 'a c', '', 1],
  'what comes behind all is there at once': ['a b', 'a b c d', '', 'a b c d', '', 0],
  'what left stays as a ghost': ['a b c', 'a c', '', 'a b c', 'b', 0],
  'what the person did leaves at once': ['a b c', 'a c', 'b', 'a c', '', 0],
  'what the person takes back comes to its place': ['a c', 'a b c', 'b', 'a b c', '', 0],
  'what the person takes back comes to the top': ['b c', 'a b c', 'a', 'a b c', '', 0],
  'own and others’ changes at once': ['a b c d', 'x a d', 'b', 'a c d', 'c', 1],
  'a new order waits': ['a b c', 'c b a', '', 'a b c', '', 0],
  'all has gone': ['a b', '', '', 'a b', 'a b', 0],
  'all is new': ['', 'a b', '', 'a b', '', 0],
  'own ones come back between what waits': ['a d', 'a b c d', 'c', 'a c d', '', 1],
  'what was last has gone: what comes behind it is there at once': ['a b', 'a c', '', 'a b c', 'b', 0],
};

test.each(Object.entries(CASES))('%s', (_name, [shown, next, own, ids, ghosts, waiting]) => {
  const before = list(shown);
  const calm = hold(before, list(next), (key) => list(own).includes(key));
  expect([calm.ids.join(' '), [...calm.ghosts].join(' '), calm.waiting]).toEqual([ids, ghosts, waiting]);
  if (ids === shown) expect(calm.ids).toBe(before);
});

function setUp(own: readonly string[] = []) {
  let now = 1_000_000;
  let timer: { at: number; run: () => void } | undefined;
  const order = new CalmOrder({
    now: () => now,
    later: (ms, run) => {
      const mine = { at: now + ms, run };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    isOwn: (key) => own.includes(key),
  });
  const pass = (ms: number): void => {
    const until = now + ms;
    while (timer !== undefined && timer.at <= until) {
      now = timer.at;
      const { run } = timer;
      timer = undefined;
      run();
    }
    now = until;
  };
  return { order, pass, shown: () => order.snapshot().ids.join(' ') };
}

describe('the order that is shown', () => {
  test('follows at once while nobody has touched the list', () => {
    const { order, shown } = setUp();
    order.feed(list('a b'));
    order.feed(list('x a b'));
    expect(shown()).toBe('x a b');
  });

  test('waits under the pointer until nothing has come for a second', () => {
    const { order, pass, shown } = setUp();
    order.feed(list('a b c'));
    order.touch(true);
    for (let n = 0; n < 1000; n += 1) {
      order.feed(list(`x${n} a c`));
      pass(5);
      expect(shown()).toBe('a b c');
    }
    expect(order.snapshot()).toMatchObject({ waiting: 1, ghosts: new Set(['b']) });
    pass(990);
    expect(shown()).toBe('a b c');
    pass(20);
    expect(shown()).toBe('x999 a c');
    expect(order.snapshot()).toMatchObject({ waiting: 0, ghosts: new Set() });
  });

  test('does not change under a pointer that still moves', () => {
    const { order, pass, shown } = setUp();
    order.feed(list('a b'));
    order.touch(true);
    order.feed(list('x a b'));
    for (let n = 0; n < 20; n += 1) {
      pass(300);
      order.touch(true);
    }
    expect(shown()).toBe('a b');
    pass(1001);
    expect(shown()).toBe('x a b');
  });

  test('is the list’s own as soon as the pointer has left', () => {
    const { order, shown } = setUp();
    order.feed(list('a b'));
    order.touch(true);
    order.feed(list('x a b'));
    expect(shown()).toBe('a b');
    order.leave(true);
    expect(shown()).toBe('x a b');
    order.feed(list('y x a b'));
    expect(shown()).toBe('y x a b');
  });

  test('stays while the keys leave and the pointer does not', () => {
    const { order, shown } = setUp();
    order.feed(list('a b'));
    order.touch(true);
    order.feed(list('x a b'));
    order.leave();
    expect(shown()).toBe('a b');
  });

  test('shows what the person does at once, in the middle of a storm', () => {
    const { order, pass, shown } = setUp(['b']);
    order.feed(list('a b c'));
    order.touch(true);
    order.feed(list('x a b c'));
    pass(100);
    order.feed(list('x a c'));
    expect(shown()).toBe('a c');
  });

  test('shows what a colleague has brought back as soon as the person wants it back', () => {
    const own: string[] = [];
    const { order, pass, shown } = setUp(own);
    order.feed(list('a b c'));
    order.touch(true);
    order.feed(list('x a c'));
    pass(100);
    expect(shown()).toBe('a b c');
    own.push('b');
    order.reconsider();
    expect(shown()).toBe('a c');
    own.pop();
    order.feed(list('x a b c'));
    expect(shown()).toBe('a c');
    own.push('b');
    order.reconsider();
    expect(shown()).toBe('a b c');
  });

  test('is not held for ever for somebody who has gone', () => {
    const { order, pass, shown } = setUp();
    order.feed(list('a b'));
    order.touch(true);
    for (let n = 0; n < 61; n += 1) {
      pass(500);
      order.feed(list(`x${n} a b`));
    }
    expect(shown()).toBe('x60 a b');
  });
});
