import { formatAggregateId } from '@kontor/contract/kernel';
import { describe, expect, test } from 'vitest';
import { detailHref } from '../routes.ts';
import { isDrawn } from '../screens.ts';
import {
  MAX_TABS,
  NO_TABS,
  alone,
  isOnlyPreview,
  kept,
  listed,
  neighbour,
  opened,
  stepped,
  tabKey,
  without,
  type HowOpened,
  type TabState,
} from './tab-rules.ts';

const at = (entryId: number, from = 'inbox'): string =>
  detailHref({ module: 'email', aggregateId: formatAggregateId({ module: 'email', entryId, userId: 1 }) }, from);
const key = (entryId: number): string => tabKey(at(entryId));
const nobody: (key: string) => boolean = () => false;
const editing =
  (...ids: number[]) =>
  (one: string): boolean =>
    ids.map(key).includes(one);
/** What is open: `3` a preview, `3!` kept, `[3]` shown. */
const drawn = ({ tabs, active }: TabState): string =>
  tabs
    .map((tab) => {
      const id = tab.key.split(':').at(-1) ?? '';
      const text = `${id}${tab.kept ? '!' : ''}`;
      return tab.key === active ? `[${text}]` : text;
    })
    .join(' ');
const open = (
  steps: readonly (readonly [number, HowOpened])[],
  isEdited = nobody,
  state: TabState = NO_TABS,
): TabState => steps.reduce((now, [id, how]) => opened(now, at(id), how, isEdited), state);

describe('opening', () => {
  test.each<[string, readonly (readonly [number, HowOpened])[], string]>([
    [
      'a preview takes the place of the preview',
      [
        [1, 'preview'],
        [2, 'preview'],
      ],
      '[2]',
    ],
    [
      'what is kept stays',
      [
        [1, 'keep'],
        [2, 'preview'],
      ],
      '1! [2]',
    ],
    [
      'a preview is kept by opening it so again',
      [
        [1, 'preview'],
        [1, 'keep'],
      ],
      '[1!]',
    ],
    [
      'it stays kept',
      [
        [1, 'keep'],
        [1, 'preview'],
      ],
      '[1!]',
    ],
    [
      'beside leaves the preview where it is',
      [
        [1, 'preview'],
        [2, 'beside'],
      ],
      '1 [2!]',
    ],
    [
      'to keep takes the place of the preview',
      [
        [1, 'preview'],
        [2, 'keep'],
      ],
      '[2!]',
    ],
    [
      'what is open is shown again',
      [
        [1, 'keep'],
        [2, 'keep'],
        [1, 'preview'],
      ],
      '[1!] 2!',
    ],
    [
      'a further one stands to the right of what is shown',
      [
        [1, 'keep'],
        [2, 'keep'],
        [1, 'preview'],
        [3, 'beside'],
      ],
      '1! [3!] 2!',
    ],
  ])('%s', (_name, steps, result) => {
    expect(drawn(open(steps))).toBe(result);
  });

  test('the same item from another list is the same tab', () => {
    const state = opened(open([[1, 'keep']]), at(1, 'filter'), 'preview', nobody);
    expect([drawn(state), state.tabs[0]?.address]).toEqual(['[1!]', at(1, 'filter')]);
  });

  test('a preview that is edited keeps its place', () => {
    expect(
      drawn(
        open(
          [
            [1, 'preview'],
            [2, 'preview'],
          ],
          editing(1),
        ),
      ),
    ).toBe('1 [2]');
  });

  test('of too many the oldest goes, but none that is edited', () => {
    const all = Array.from({ length: MAX_TABS + 1 }, (_, n) => [n + 1, 'beside'] as const);
    expect(open(all).tabs.map((tab) => tab.key)).toEqual(all.slice(1).map(([id]) => key(id)));
    const state = open(all, editing(1, 3));
    expect(state.tabs.some((tab) => tab.key === key(1))).toBe(true);
    expect(state.tabs.some((tab) => tab.key === key(2))).toBe(false);
    const every = all.map(([id]) => id);
    expect(open(all, editing(...every)).tabs).toHaveLength(MAX_TABS + 1);
  });
});

describe('the list', () => {
  const state: TabState = {
    ...open([
      [1, 'keep'],
      [2, 'keep'],
      [3, 'preview'],
    ]),
    entry: 'inbox/',
  };
  test.each<[string, string, readonly number[], string]>([
    ['its own closes the preview', 'inbox/', [], '1! 2!'],
    ['another entry closes all', 'mailList/main', [], ''],
    ['but what is edited', 'mailList/main', [2, 3], '2! 3'],
    ['a preview that is edited stays', 'inbox/', [3], '1! 2! 3'],
  ])('%s', (_name, entry, edited, result) => {
    const next = listed(state, entry, editing(...edited));
    expect([drawn(next), next.active, next.entry]).toEqual([result, undefined, entry]);
  });

  test('the first one after a link to an item is no other', () => {
    expect(drawn(listed(open([[1, 'keep']]), 'inbox/', nobody))).toBe('1!');
  });
});

test('without room for tabs there is what is shown, and what is edited', () => {
  expect(
    drawn(
      alone(
        open([
          [1, 'keep'],
          [2, 'keep'],
          [3, 'keep'],
        ]),
        editing(1),
      ),
    ),
  ).toBe('1! [3!]');
});

test.each<[string, TabState, boolean]>([
  ['nothing', NO_TABS, true],
  ['a preview', open([[1, 'preview']]), true],
  ['what is kept', open([[1, 'keep']]), false],
  [
    'a preview that is not shown, since it is edited',
    listed(open([[1, 'preview']], editing(1)), '/', editing(1)),
    false,
  ],
  [
    'two',
    open([
      [1, 'keep'],
      [2, 'preview'],
    ]),
    false,
  ],
])('no tab needs to be seen where this is open: %s', (_name, { tabs, active }, isOnly) => {
  expect(isOnlyPreview(tabs, active)).toBe(isOnly);
});

describe('closing', () => {
  const state = open([
    [1, 'keep'],
    [2, 'keep'],
    [3, 'keep'],
  ]);
  test.each<[string, number, readonly number[], number | undefined]>([
    ['the next to the right', 1, [1], 2],
    ['else to the left', 3, [3], 2],
    ['none of those that go', 2, [2, 3], 1],
    ['nothing where all go', 2, [1, 2, 3], undefined],
  ])('shows %s', (_name, shown, gone, next) => {
    const now = opened(state, at(shown), 'preview', nobody);
    expect(neighbour(now, gone.map(key))?.key).toBe(next === undefined ? undefined : key(next));
    expect(without(now, gone.map(key)).active).toBeUndefined();
  });

  test('one that is not shown leaves what is', () => {
    expect(drawn(without(state, [key(1)]))).toBe('2! [3!]');
  });
});

test('steps go round', () => {
  const state = open([
    [1, 'keep'],
    [2, 'keep'],
    [3, 'keep'],
  ]);
  expect([stepped(state, 1)?.key, stepped(state, -1)?.key]).toEqual([key(1), key(2)]);
  const none = { ...state, active: undefined };
  expect([stepped(none, 1)?.key, stepped(none, -1)?.key, stepped(NO_TABS, 1)]).toEqual([key(1), key(3), undefined]);
  expect(drawn(kept(open([[1, 'preview']]), key(1)))).toBe('[1!]');
});

test.each([
  ['what is shown', key(1), false, false, true],
  ['what is not', key(2), false, false, false],
  ['what is edited, though another one is shown', key(2), true, false, true],
  ['what is kept alive, as record and memo will be', key(2), false, true, true],
  ['nothing beside a page, but what is edited', undefined, true, false, true],
  ['nothing beside a page', undefined, false, false, false],
])('drawn: %s', (_name, shown, isEdited, isKeptAlive, drawnThen) => {
  expect(isDrawn(key(1), shown, isEdited, isKeptAlive)).toBe(drawnThen);
});
