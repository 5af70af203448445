import { expect, test } from 'vitest';
import { noteOf } from './shared-text.ts';

test.each([
  [
    'a link with its title',
    { title: 'Messe Kiel', texts: ['https://example.com/messe?a=1&b=2'] },
    {
      title: 'Messe Kiel',
      content: '<p><a href="https://example.com/messe?a=1&amp;b=2">https://example.com/messe?a=1&amp;b=2</a></p>',
    },
  ],
  [
    'a text of several lines, titled by its first one',
    { title: '', texts: ['Kabel NYM\n\n3 x 1,5'] },
    { title: 'Kabel NYM', content: '<p>Kabel NYM</p><p></p><p>3 x 1,5</p>' },
  ],
  [
    'what is said twice',
    { title: '', texts: ['Siehe https://example.com.', 'https://example.com'] },
    {
      title: 'Siehe https://example.com.',
      content: '<p>Siehe <a href="https://example.com">https://example.com</a>.</p>',
    },
  ],
  [
    'markup, which is text',
    { title: '<b>', texts: ['<img src=x onerror=alert(1)> "&'] },
    { title: '<b>', content: '<p>&lt;img src=x onerror=alert(1)&gt; &quot;&amp;</p>' },
  ],
  [
    'no link that is none',
    { title: '', texts: ['javascript:alert(1)'] },
    { title: 'javascript:alert(1)', content: '<p>javascript:alert(1)</p>' },
  ],
])('a note of %s', (_, given, wanted) => expect(noteOf(given)).toEqual(wanted));

test('a title is cut', () => expect(Array.from(noteOf({ title: 'ä'.repeat(400), texts: [] }).title)).toHaveLength(200));
