import { describe, expect, test } from 'vitest';
import type { WrittenNode } from '../document.ts';
import { htmlOfDoc, textOfDoc } from './html.ts';
import { namedLike } from './people.tsx';

const p = (...content: WrittenNode[]): WrittenNode => ({ type: 'paragraph', content });
const t = (text: string): WrittenNode => ({ type: 'text', text });
const item = (checked: boolean, ...content: WrittenNode[]): WrittenNode => ({
  type: 'taskItem',
  attrs: { checked },
  content,
});
const note: WrittenNode = {
  type: 'doc',
  content: [
    p(t('Mit '), { type: 'mention', attrs: { userId: 7, label: 'Anna <B>' } }),
    {
      type: 'taskList',
      content: [
        item(true, p(t('a')), { type: 'taskList', content: [item(false, p(t('b')))] }),
        item(false, { type: 'paragraph' }),
      ],
    },
    p({ type: 'image', attrs: { inline: 'k1', width: 10, height: 20, alt: 'Plan', src: 'blob:x' } }),
  ],
};

describe('a note', () => {
  test('is sent as the server keeps it', () =>
    expect(htmlOfDoc(note)).toBe(
      '<p style="margin:0 0 10px">Mit\u00a0<span data-mention="7">@Anna &lt;B&gt;</span></p>' +
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">a<ul data-type="taskList"><li data-type="taskItem" data-checked="false">b</li></ul></li><li data-type="taskItem" data-checked="false"><br></li></ul>' +
        '<p style="margin:0 0 10px"><img width="10" height="20" alt="Plan" data-kontor-inline="k1"></p>',
    ));
  test('is read without a look', () => expect(textOfDoc(note)).toBe('Mit @Anna <B>\n\n[x] a\n    [ ] b\n[ ] \n\nPlan'));
  test('of which nothing is written is nothing', () =>
    expect(htmlOfDoc({ type: 'doc', content: [{ type: 'paragraph' }] })).toBe(''));
});

test.each([
  ['', ['Anna Berger', 'Ben Öztürk-Adam', 'Carla Berg']],
  ['ber', ['Anna Berger', 'Carla Berg']],
  ['ÖZ', ['Ben Öztürk-Adam']],
  ['ad', ['Ben Öztürk-Adam']],
  ['erg', []],
])('"%s" may mean %j', (typed, names) => {
  const people = ['Anna Berger', 'Ben Öztürk-Adam', 'Carla Berg'].map((name, userId) => ({ userId, name }));
  expect(namedLike(people, typed).map(({ name }) => name)).toEqual(names);
});
