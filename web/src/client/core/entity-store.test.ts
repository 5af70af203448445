import { describe, expect, test, vi } from 'vitest';
import { EntityStore } from './entity-store.ts';
import { aRow } from '../testing/rows.ts';

const KEY = 'email:1';
const filled = (): EntityStore => {
  const store = new EntityStore();
  store.put([aRow(1)], store.tick());
  return store;
};

describe('versions', () => {
  test('an older copy never replaces a newer one', () => {
    const store = filled();
    store.put([aRow(1, { aggregateVersion: 3, status: 3 })], store.tick());
    store.put([aRow(1, { aggregateVersion: 2, status: 1 })], store.tick());
    expect(store.get(KEY)?.status).toBe(3);
  });

  test('an answer that was read before a command took effect does not take it back', () => {
    const store = filled();
    const sentAt = store.tick();
    store.applyOptimistic('p1', [[KEY, { status: 3 }]]);
    store.fold('p1');
    store.put([aRow(1)], sentAt);
    expect(store.get(KEY)?.status).toBe(3);
    store.put([aRow(1, { status: 2 })], store.tick());
    expect(store.get(KEY)?.status).toBe(2);
  });

  test('a removed item is not brought back by an answer that was on its way', () => {
    const store = filled();
    const sentAt = store.tick();
    store.remove([KEY]);
    store.put([aRow(1)], sentAt);
    expect(store.get(KEY)).toBeUndefined();
    store.put([aRow(1)], store.tick());
    expect(store.get(KEY)).toBeDefined();
  });

  test('the event of an earlier own command does not undo a later one', () => {
    const store = filled();
    store.applyOptimistic('p1', [[KEY, { status: 2 }]]);
    store.fold('p1');
    store.applyOptimistic('p2', [[KEY, { status: 3 }]]);
    store.fold('p2');
    store.report([{ key: KEY, aggregateVersion: 2, status: 2 }], 'p1');
    expect(store.get(KEY)?.status).toBe(3);
    store.report([{ key: KEY, aggregateVersion: 3, status: 3 }], 'p2');
    expect(store.get(KEY)).toMatchObject({ status: 3, aggregateVersion: 3 });
  });
});

describe('overlay', () => {
  test('patches apply in order, survive a reload and go when they are lifted', () => {
    const store = filled();
    store.applyOptimistic('p1', [[KEY, { status: 2 }]]);
    store.applyOptimistic('p2', [[KEY, { archived: true }]]);
    store.put([aRow(1, { aggregateVersion: 5, contact: 'Anna' })], store.tick());
    expect(store.get(KEY)).toMatchObject({ status: 2, archived: true, contact: 'Anna' });
    store.lift('p1');
    expect(store.get(KEY)).toMatchObject({ status: 1, archived: true });
    store.lift('p2');
    expect(store.get(KEY)).toMatchObject({ status: 1, archived: false });
    expect(store.isPending(KEY)).toBe(false);
  });

  test('laying the same command twice changes nothing', () => {
    const store = filled();
    store.applyOptimistic('p1', [[KEY, { status: 2 }]]);
    store.applyOptimistic('p1', [[KEY, { status: 2 }]]);
    store.lift('p1');
    expect(store.get(KEY)?.status).toBe(1);
  });
});

describe('telling', () => {
  test('a transaction tells once, observers before rows', () => {
    const store = filled();
    const calls: string[] = [];
    store.observe((changed) => calls.push([...changed].join()));
    store.subscribe(KEY, () => calls.push('row'));
    store.tx(() => {
      store.applyOptimistic('p1', [[KEY, { status: 2 }]]);
      store.applyOptimistic('p2', [[KEY, { status: 3 }]]);
    });
    expect(calls).toEqual([KEY, 'row']);
  });

  test('a copy that says the same tells nobody', () => {
    const store = filled();
    const listener = vi.fn<() => void>();
    store.subscribe(KEY, listener);
    store.put([aRow(1)], store.tick());
    expect(listener).not.toHaveBeenCalled();
  });
});

test('those who were equally far are taken along, those who were not stay where they are', () => {
  const store = new EntityStore();
  store.put(
    [
      aRow(1, {
        userList: [
          [1, 1],
          [2, 1],
        ],
      }),
      aRow(2, {
        userList: [
          [1, 1],
          [2, 3],
        ],
      }),
      // Of many only some are named, and they do not stand for the others.
      aRow(3, { userList: [[1, 1]], extras: { userCounts: [40, 20, 0] } }),
    ],
    store.tick(),
  );
  store.applyOptimistic('p1', [
    ['email:1', { status: 2 }],
    ['email:2', { status: 2 }],
    ['email:3', { status: 2 }],
  ]);
  store.fold('p1');
  expect(store.get('email:1')?.userList).toEqual([
    [1, 2],
    [2, 2],
  ]);
  expect(store.get('email:2')?.userList).toEqual([
    [1, 1],
    [2, 3],
  ]);
  expect(store.get('email:3')).toMatchObject({ status: 2, userList: [[1, 1]] });
});
