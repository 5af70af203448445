import { describe, expect, test, vi } from 'vitest';
import type { EntryRow } from '@kontor/contract/activity';
import { EntityStore, rowKey } from './entity-store.ts';
import { ListStore, newestFirst } from './list-store.ts';
import { aRow } from '../testing/rows.ts';

const isOpen = (row: EntryRow): boolean => row.status !== 3 && !row.trashed;
const rowsFrom = (from: number, count: number): EntryRow[] =>
  Array.from({ length: count }, (_, index) => aRow(from - index));

function open(rows: readonly EntryRow[], total = rows.length, limit = 100) {
  const store = new EntityStore();
  const lists = new ListStore(store);
  lists.open({ id: 'open', keep: isOpen, compare: newestFirst });
  store.put(rows, store.tick());
  lists.putTop('open', rows.map(rowKey), total, limit);
  return { store, lists, ids: () => lists.snapshot('open').ids };
}

describe('membership', () => {
  test('an item that is done leaves, and comes back to its place when that is undone', () => {
    const { store, lists, ids } = open(rowsFrom(5, 5));
    store.applyOptimistic('p1', [['email:3', { status: 3 }]]);
    expect(ids()).toEqual(['email:5', 'email:4', 'email:2', 'email:1']);
    expect(lists.snapshot('open').total).toBe(4);
    store.lift('p1');
    expect(ids()).toEqual(['email:5', 'email:4', 'email:3', 'email:2', 'email:1']);
    expect(lists.snapshot('open').total).toBe(5);
  });

  test('a reload that still holds what waits to leave does not show it', () => {
    const { store, lists, ids } = open(rowsFrom(3, 3));
    store.applyOptimistic('p1', [['email:2', { trashed: true }]]);
    lists.putTop('open', ['email:3', 'email:2', 'email:1'], 3, 100);
    expect(ids()).toEqual(['email:3', 'email:1']);
    expect(lists.snapshot('open').total).toBe(2);
  });

  test('an item that a list was never given does not enter it', () => {
    const { store, ids } = open(rowsFrom(3, 2));
    store.put([aRow(9)], store.tick());
    store.applyOptimistic('p1', [['email:9', { archived: true }]]);
    expect(ids()).toEqual(['email:3', 'email:2']);
  });

  test('an item that is removed leaves', () => {
    const { store, ids } = open(rowsFrom(2, 2));
    store.remove(['email:2']);
    expect(ids()).toEqual(['email:1']);
  });

  test('a change that moves nothing tells no list', () => {
    const { store, lists } = open(rowsFrom(2, 2));
    const listener = vi.fn<() => void>();
    lists.subscribe('open', listener);
    store.applyOptimistic('p1', [['email:1', { status: 2 }]]);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('pages', () => {
  test('asks again for the page that items have slipped into', () => {
    const { store, lists } = open(rowsFrom(300, 100), 300);
    expect(lists.nextPage('open')).toBe(2);
    store.applyOptimistic('p1', [['email:300', { status: 3 }]]);
    expect(lists.nextPage('open')).toBe(1);
  });

  test('a page that brings nothing new is not asked for for ever', () => {
    const { store, lists } = open(rowsFrom(300, 100), 300);
    store.applyOptimistic('p1', [['email:300', { status: 3 }]]);
    lists.putPage('open', 1, rowsFrom(300, 100).map(rowKey), 300);
    expect(lists.nextPage('open')).toBe(2);
  });

  test('go on in larger ones, which read again what does not fill one', () => {
    const { store, lists, ids } = open(rowsFrom(2500, 100), 2500);
    expect(lists.nextPage('open', 1000)).toBe(1);
    for (const [page, from] of [
      [1, 2500],
      [2, 1500],
      [3, 500],
    ] as const) {
      const rows = rowsFrom(from, Math.min(from, 1000));
      store.put(rows, store.tick());
      expect(lists.nextPage('open', 1000)).toBe(page);
      expect(lists.putPage('open', page, rows.map(rowKey), 2500, 1000)).toBe(true);
    }
    expect([ids().length, new Set(ids()).size, lists.snapshot('open').complete]).toEqual([2500, 2500, true]);
  });

  test('a reload keeps what is loaded beyond it', () => {
    const { store, lists, ids } = open(rowsFrom(200, 100), 200);
    const second = rowsFrom(100, 100);
    store.put(second, store.tick());
    lists.putPage('open', 2, second.map(rowKey), 200);
    expect(ids()).toHaveLength(200);
    store.put([aRow(201)], store.tick());
    lists.putTop('open', [aRow(201), ...rowsFrom(200, 99)].map(rowKey), 201, 100);
    expect(ids().slice(0, 2)).toEqual(['email:201', 'email:200']);
    expect(ids()).toHaveLength(201);
  });

  test('a reload leaves no gap before what it has pushed out of the end', () => {
    const { store, lists, ids } = open([...rowsFrom(203, 98), aRow(104), aRow(103)], 200);
    // 105 has come in, at its place before 104, together with the two at the top.
    const rows = [aRow(205), aRow(204), ...rowsFrom(203, 98)];
    store.put(rows, store.tick());
    lists.putTop('open', rows.map(rowKey), 203, 100);
    expect(ids()).toEqual(rows.map(rowKey));
    expect(lists.snapshot('open')).toMatchObject({ total: 203, complete: false });
    expect(lists.nextPage('open')).toBe(2);
  });

  test('a short page ends the list', () => {
    expect(open(rowsFrom(5, 5)).lists.snapshot('open')).toMatchObject({ complete: true, total: 5 });
    const more = open(rowsFrom(300, 100), 10_001);
    more.store.applyOptimistic('p1', [['email:250', { status: 3 }]]);
    expect(more.lists.snapshot('open')).toMatchObject({ total: 10_001, capped: true });
    expect(open(rowsFrom(300, 100), 10_001).lists.snapshot('open')).toMatchObject({ complete: false, capped: true });
  });
});

test.each([
  ['of more than are counted, is loaded further', 10_001, false],
  ['of as many as there are here, is whole', 250, true],
] as const)('a list that was whole, and is answered anew as one %s', (_, total, isWhole) => {
  const { store, lists, ids } = open(rowsFrom(250, 250), 250, 300);
  const top = rowsFrom(250, 100);
  store.put(top, store.tick());
  lists.putTop('open', top.map(rowKey), total, 100);
  expect(lists.snapshot('open').complete).toBe(isWhole);
  expect(ids()).toHaveLength(isWhole ? 250 : 100);
});

// What it takes in time is measured in bench/.
test('100 items of ten lists of 5,000 change without looking through the lists', () => {
  let checks = 0;
  const store = new EntityStore();
  const lists = new ListStore(store);
  const rows = rowsFrom(5000, 5000);
  store.put(rows, store.tick());
  for (let index = 0; index < 10; index += 1) {
    const keep: typeof isOpen = (row) => {
      checks += 1;
      return isOpen(row);
    };
    lists.open({ id: String(index), keep, compare: newestFirst });
    lists.putTop(String(index), rows.map(rowKey), 5000, 5000);
  }
  checks = 0;
  for (let round = 0; round < 9; round += 1) {
    const keys = rows
      .slice(round * 100, round * 100 + 100)
      .map((row) => [rowKey(row), { status: 3 as const }] as const);
    store.applyOptimistic(`p${round}`, keys);
  }
  expect(lists.snapshot('4').ids).toHaveLength(5000 - 900);
  expect(checks).toBe(10 * 900);
});
