import { NOTE_HTML } from '@kontor/contract/kernel';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { cleanNote } from './index.ts';

const UPLOAD = '5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10';
const nothing = { mentions: [], tasks: { done: 0, all: 0 }, uploads: [], inline: [] };

describe('a note keeps', () => {
  test.each([
    ['text with its looks', '<p style="text-align:center">Guten <strong>Tag</strong></p><h2>Titel</h2>'],
    [
      'check-lists in check-lists',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">a<ul data-type="taskList"><li data-type="taskItem" data-checked="false">b</li></ul></li></ul>',
    ],
    ['people', '<p>Mit <span data-mention="7">@Anna Berger</span></p>'],
    ['records', '<p>Zu <span data-record="1-70021">#Werft Neumann &amp; Söhne</span></p>'],
    ['a picture on its way', `<p><img data-kontor-upload="${UPLOAD}" width="10" height="20" alt="Plan" /></p>`],
    ['a picture that it has', '<p><img data-kontor-inline="k7-a_b" width="10" height="20" alt="" /></p>'],
    ['tables', '<table border="1" cellpadding="6"><tbody><tr><td bgcolor="#ffffff">1</td></tr></tbody></table>'],
  ])('%s', (_what, html) => expect(cleanNote(html).html).toBe(html));
});

describe('a note loses', () => {
  test.each([
    ['scripts', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    [
      'handlers',
      '<ul data-type="taskList" onclick="x"><li onfocus=x data-checked="true">a</li></ul>',
      '<ul data-type="taskList"><li data-checked="true">a</li></ul>',
    ],
    ['links that run', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['pictures from elsewhere', '<img src="https://boese.example/x.png">a', 'a'],
    ['pictures of mails', '<img src="cid:a@b">a', 'a'],
    [
      'addresses beside a mark',
      `<img data-kontor-upload="${UPLOAD}" src="https://boese.example">`,
      `<img data-kontor-upload="${UPLOAD}" />`,
    ],
    ['uploads that are none', '<img data-kontor-upload="../../etc">a', 'a'],
    ['keys that are none', '<img data-kontor-inline="a/b?c">a', 'a'],
    [
      'people who are none',
      '<span data-mention="0">a</span><span data-mention="7 or 1">b</span>',
      '<span>a</span><span>b</span>',
    ],
    [
      'records that are none',
      ['0-7', '1-0', '1', '1-7-2', '1-7 ', 'a-7', '1-7a', '-1-7', '1234567890-7', '1-1234567890123456', '1-7\n', '']
        .map((key) => `<span data-record="${key}">#a</span>`)
        .join(''),
      '<span>#a</span>'.repeat(12),
    ],
    [
      'records of other tags',
      '<p data-record="1-7">a</p><a data-record="1-7" href="https://a.example">b</a><img data-record="1-7"><li data-record="1-7">c</li>',
      '<p>a</p><a href="https://a.example">b</a><li>c</li>',
    ],
    [
      'what runs beside a record',
      '<span data-record="1-7" onclick="x" data-kind="1">#a</span>',
      '<span data-record="1-7">#a</span>',
    ],
    ['other types', '<ul data-type="x"><li data-type="taskList" data-checked="1">a</li></ul>', '<ul><li>a</li></ul>'],
    [
      'marks of mails',
      '<blockquote data-kontor-quote="1">a</blockquote><div data-kontor-signature="1">b</div>',
      '<blockquote>a</blockquote><div>b</div>',
    ],
    [
      'boxes to tick',
      '<li><label><input type="checkbox" checked><span></span></label><div>a</div></li>',
      '<li><span></span><div>a</div></li>',
    ],
  ])('%s', (_what, html, clean) => expect(cleanNote(html).html).toBe(clean));
});

describe('of a note is known', () => {
  test('what search finds it by', () =>
    expect(
      cleanNote(
        '<h1>Titel</h1><p>eins&nbsp;&amp; zwei<br>drei</p><ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><table><tbody><tr><td>x</td><td>y</td></tr></tbody></table><p><img data-kontor-inline="1" alt="Plan"><span data-mention="7">@Anna</span> <span data-record="1-7">#Werft</span></p>',
      ).text,
    ).toBe('Titel\neins & zwei\ndrei\na\nb\nc\nx\ty\nPlan@Anna #Werft'));
  test('whom it mentions, each once', () =>
    expect(
      cleanNote('<span data-mention="7">@A</span><span data-mention="3">@B</span><span data-mention="7">@A</span>')
        .mentions,
    ).toEqual([7, 3]));
  test('what is done of it', () => {
    const item = (checked: string): string => `<li data-type="taskItem" data-checked="${checked}">a</li>`;
    expect(
      cleanNote(`<ul data-type="taskList">${item('true')}${item('false')}${item('true')}</ul><ul>${item('true')}</ul>`)
        .tasks,
    ).toEqual({ done: 2, all: 3 });
  });
  test('which pictures it has', () =>
    expect(
      cleanNote(`<img data-kontor-upload="${UPLOAD}"><img data-kontor-inline="a"><img data-kontor-inline="a">`),
    ).toMatchObject({
      uploads: [UPLOAD],
      inline: ['a'],
    }));
  test('that it is empty', () => expect(cleanNote('')).toEqual({ html: '', text: '', ...nothing }));
});

/** Tags, attributes and values that are not in the list. */
function strangers(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const rules = Object.hasOwn(NOTE_HTML, name) ? NOTE_HTML[name] : undefined;
      if (rules === undefined) found.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key === 'style')
          for (const line of value.split(';')) {
            const [property = '', given = ''] = line.split(/:(.*)/s);
            if (!new RegExp(`^(?:${rules?.style?.[property] ?? '(?!)'})$`, 'i').test(given)) found.push(line);
          }
        else if (!new RegExp(`^(?:${rules?.attributes?.[key] ?? '(?!)'})$`, 'i').test(value))
          found.push(`${key}=${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}
const pieces = fc.constantFrom(
  '<p>',
  '</p>',
  '<ul data-type="taskList">',
  '</ul>',
  '<li data-type=taskItem data-checked=true>',
  '<span data-mention=7>',
  '<span data-record=1-7>',
  '<span data-record=1>',
  '</span>',
  '<svg>',
  '<math>',
  '<style>',
  '</style>',
  '<noscript>',
  '<template>',
  '<img src=x onerror=alert(1)>',
  '<img data-kontor-inline=a onload=x>',
  '<a href=javascript:x>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '"',
  "'",
  '<',
  '>',
  '&lt;',
  '&#x3c;script>',
  '<script>',
  '</script>',
  '<textarea>',
  '</textarea>',
  '<b',
  ' style="margin:0;background:url(//x)"',
  'Wort',
  '\0',
  '<xmp>',
  '<table><td>',
);
test('whatever is put together, nothing but the list is left, and cleaning again changes nothing', () =>
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (list) => {
      const { html } = cleanNote(list.join(''));
      expect(strangers(html)).toEqual([]);
      expect(cleanNote(html).html).toBe(html);
    }),
    { numRuns: 1000 },
  ));
