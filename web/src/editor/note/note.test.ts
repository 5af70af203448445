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
      '<p>Mit\u00a0<span data-mention="7">@Anna &lt;B&gt;</span></p>' +
        '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">a<ul data-type="taskList"><li data-type="taskItem" data-checked="false">b</li></ul></li><li data-type="taskItem" data-checked="false"><br></li></ul>' +
        '<p><img width="10" height="20" alt="Plan" data-kontor-inline="k1"></p>',
    ));
  test('has what somebody has chosen of its look, and nothing of a mail’s', () => {
    const attrs = { indent: 2, align: 'center' };
    const cell = (text: string, more = {}): WrittenNode => ({ type: 'tableCell', attrs: more, content: [p(t(text))] });
    const list = (type: string): WrittenNode => ({ type, content: [{ type: 'listItem', content: [p(t('x'))] }] });
    const given: WrittenNode = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [t('Plan')] },
        { type: 'paragraph', attrs, content: [t('a')] },
        { type: 'blockquote', content: [p(t('b'))] },
        list('bulletList'),
        list('orderedList'),
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [cell('c'), cell('d', { border: '2px solid #000000' })] }],
        },
      ],
    };
    expect(htmlOfDoc(given)).toBe(
      '<h2>Plan</h2><p style="margin:0 0 0 80px;text-align:center">a</p><blockquote><p>b</p></blockquote>' +
        '<ul><li>x</li></ul><ol><li>x</li></ol>' +
        '<table border="1"><tbody><tr><td>c</td><td style="border:2px solid #000000">d</td></tr></tbody></table>',
    );
  });
  test('names a record by its kind and number, and reads as its title', () => {
    const given = (attrs: object): WrittenNode => ({
      type: 'doc',
      content: [p(t('Zu '), { type: 'record', attrs: { ...attrs } })],
    });
    const named = given({ key: '1-70021', label: 'Werft <Neumann> & Co' });
    expect(htmlOfDoc(named)).toBe('<p>Zu\u00a0<span data-record="1-70021">#Werft &lt;Neumann&gt; &amp; Co</span></p>');
    expect(textOfDoc(named)).toBe('Zu #Werft <Neumann> & Co');
    expect(htmlOfDoc(given({ key: '1-7"onclick', label: '' }))).toContain('data-record="1-7&quot;onclick"');
  });
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
