import { describe, expect, test } from 'vitest';
import { quotedIn, textBeside, writtenHtml, type Marks } from './content.ts';

const none: Marks = { pictures: {}, quoted: () => undefined };
const body = (content: string, marks: Partial<Marks> = {}): string =>
  /<body>([\s\S]*)<\/body>/.exec(writtenHtml(content, { ...none, ...marks }))?.[1] ?? '';
const ID = '{&quot;entryId&quot;:17}';
const quote = (inner: string, more = '') =>
  `<blockquote type="cite" data-kontor-quote="${ID}"${more}>${inner}</blockquote>`;
const quoted = (inner: string) =>
  `<blockquote type="cite" style="margin:0 0 0 8px;padding:0 0 0 8px;border-left:2px solid #cccccc">${inner}</blockquote>`;

describe('a mail as it leaves', () => {
  test.each([
    [
      'text as it was written',
      '<p style="margin:0">Guten <b>Tag</b></p>',
      '<p style="margin:0">Guten <strong>Tag</strong></p>',
    ],
    ['nothing that runs', '<p onclick="x">a<script>x</script></p>', '<p>a</p>'],
    ['no marks', '<div data-kontor-signature="3"><p>Anna</p></div>', '<div><p>Anna</p></div>'],
    ['words that look like a mark', '<p>x data-kontor-x="1" y</p>', '<p>x data-kontor-x="1" y</p>'],
    ['no picture that is not there', '<p>a<img data-kontor-upload="9" alt="b">c</p>', '<p>ac</p>'],
    ['no picture from elsewhere', '<p>a<img src="https://boese.example/x.png">b</p>', '<p>ab</p>'],
    [
      'quotes with what was left in them',
      `<p>Ja</p>${quote('<p>Frage<script>x</script></p>')}`,
      `<p>Ja</p>${quoted('<p>Frage</p>')}`,
    ],
    ['what was written under a quote', `${quote('a')}<p>b</p>`, `${quoted('a')}<p>b</p>`],
    ['a quote in a quote', quote(`a${quote('b')}`), quoted('a<blockquote>b</blockquote>')],
    ['a quote that never ends', '<p>a</p><blockquote data-kontor-quote="1"><p>b', `<p>a</p>${quoted('<p>b</p>')}`],
  ])('has %s', (_what, content, html) => expect(body(content)).toBe(html));

  test('has pictures by their content ids', () => {
    const pictures = { 'upload:5d2f6f4e-8a53': 'a@x', 'upload:7': 'b@x', 'inline:2': 'c@x' };
    const content =
      '<p><img data-kontor-upload="5D2F6F4E-8A53" width="10"><img src="cid:7" alt="d"><img data-kontor-inline="2"></p>';
    expect(body(content, { pictures })).toBe(
      '<p><img src="cid:a@x" width="10" /><img src="cid:b@x" alt="d" /><img src="cid:c@x" /></p>',
    );
    expect(body(quote('<img data-kontor-inline="2">'), { pictures })).toBe(quoted('<img src="cid:c@x">'));
  });

  test('has the whole mail where the quote says so, and only then', () => {
    const original = {
      html: '<p>Ganz</p><img data-kontor-external="0"><details data-kontor-quote=""><summary>…</summary><p>alt</p></details>',
      images: ['https://werft.example/a.png?b=1&c="2"'],
    };
    const marks = { quoted: (id: string) => (id === '{"entryId":17}' ? original : undefined) };
    const whole = '<p>Ganz</p><img src="https://werft.example/a.png?b=1&amp;c=&quot;2&quot;"><div><p>alt</p></div>';
    expect(body(quote('gekürzt', ' data-kontor-whole="true"'), marks)).toBe(quoted(whole));
    expect(body(quote('gekürzt', ' data-kontor-whole=""'), marks)).toBe(quoted(whole));
    expect(body(quote('gekürzt'), marks)).toBe(quoted('gekürzt'));
    // Who does not see it any more sends what stands there.
    expect(body(quote('gekürzt', ' data-kontor-whole="true"'))).toBe(quoted('gekürzt'));
  });
});

test('the mails that a text quotes are named once, and not those that they quote', () => {
  const content = `${quote(`a${quote('b').replace('17', '18')}`)}${quote('c')}<blockquote data-kontor-quote="">d</blockquote>`;
  expect(quotedIn(content)).toEqual(['{"entryId":17}']);
  expect(quotedIn('<blockquote data-kontor-quote="1">'.repeat(20_000))).toEqual(['1']);
});

test('the text beside it says the same', async () => {
  expect(await textBeside(writtenHtml('<p>Guten Tag</p><ul><li>eins</li></ul>', none))).toBe('Guten Tag\n\n * eins');
});
