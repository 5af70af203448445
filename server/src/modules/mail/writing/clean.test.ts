import { WRITTEN_HTML } from '@kontor/contract/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { sanitizeMailHtml } from '../../../platform/mailparse/index.ts';
import { cleanWritten, fieldsIn, fillFields } from './clean.ts';

describe('a mail of ours keeps', () => {
  test.each([
    ['text with its tags', '<p>Guten <strong>Tag</strong>,<br /><em>Anna</em></p>'],
    [
      'looks that all programs show',
      '<p style="margin:0 0 12px;text-align:center"><span style="color:#aa0000">x</span></p>',
    ],
    ['faces', '<div lang="de" style="font-family:Arial,Helvetica,sans-serif;font-size:14px">x</div>'],
    ['links', '<a href="https://werft.example/a?b=1&amp;c=2">Werft</a> <a href="mailto:a@b.example">a</a>'],
    [
      'tables',
      '<table border="1" width="100%"><tbody><tr><td bgcolor="#ffffff" colspan="2">1</td></tr></tbody></table>',
    ],
    ['lists', '<ol start="3" type="a"><li>eins</li></ol>'],
    ['its own pictures', '<p><img src="cid:bild1@nordwerk.example" width="10" height="20" alt="Plan" /></p>'],
    ['pictures on their way', '<p><img data-kontor-upload="5d2f6f4e-8a53-4b8d-9a34-1f2d9c3b7a10" alt="" /></p>'],
    ['pictures of the mail that is quoted', '<p><img data-kontor-inline="2" /></p>'],
    ['placeholders', '<p>Guten Tag, <span data-kontor-field="receiver.name">Name</span></p>'],
    ['the signature', '<div data-kontor-signature="3"><p>Anna</p></div>'],
    ['signs that mean something in HTML', '<p>1 &lt; 2 &amp; "3"</p>'],
  ])('%s', (_what, html) => {
    expect(cleanWritten(html)).toBe(html);
  });

  test('what a quoted mail looks like, byte for byte', () => {
    const quoted =
      '<div style="background-color:#eeeeee"><font color="red" size="2">Hallo</font><blockquote>älter</blockquote><img data-kontor-inline="1"></div>';
    const html = `<p>Antwort</p><blockquote type="cite" data-kontor-quote="{&quot;entryId&quot;:17}">${quoted}</blockquote><p>unten</p>`;
    expect(cleanWritten(html)).toBe(html);
  });

  test('the mark of a quote that the server puts in', () => {
    const html = '<blockquote type="cite" data-kontor-quote="17" data-kontor-whole="true"></blockquote>';
    expect(cleanWritten(html)).toBe(html);
  });

  test('names that programs write otherwise', () => {
    expect(cleanWritten('<b>a</b><i>b</i><s>c</s>')).toBe('<strong>a</strong><em>b</em><del>c</del>');
    expect(cleanWritten('<span style=\'font-family: "Segoe UI", Helvetica, sans-serif\'>x</span>')).toBe(
      '<span style="font-family:Segoe UI,Helvetica,sans-serif">x</span>',
    );
  });
});

describe('a mail of ours loses', () => {
  test.each([
    ['scripts', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['handlers', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['links that run', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['pictures from elsewhere', '<p>a<img src="https://boese.example/x.png"></p>', '<p>a</p>'],
    ['pictures in the text itself', '<img src="data:image/png;base64,AAAA">', ''],
    ['looks that reach out', '<p style="background:url(https://boese.example)">a</p>', '<p>a</p>'],
    ['looks that lie over others', '<p style="position:fixed;top:0;margin:0">a</p>', '<p style="margin:0">a</p>'],
    ['forms', '<form action="https://boese.example"><input name="a"><button>b</button></form>', 'b'],
    ['what is no mark', '<p data-kontor-quote="1" data-x="2">a</p>', '<p>a</p>'],
    ['marks with other things in them', '<img data-kontor-upload="x&quot; onerror=&quot;alert(1)">', ''],
    ['tags that are called as what objects have', '<constructor>a</constructor><valueof>b</valueof>', 'ab'],
    ['attributes that are called so', '<p constructor="1" __proto__="2">a</p>', '<p>a</p>'],
    [
      'frames in a quote',
      '<blockquote data-kontor-quote="1"><iframe src="https://boese.example"></iframe>a</blockquote>',
      '<blockquote data-kontor-quote="1">a</blockquote>',
    ],
    [
      'scripts in a quote in a quote',
      '<blockquote data-kontor-quote="1"><blockquote data-kontor-quote="2"><script>x</script>a</blockquote></blockquote>',
      '<blockquote data-kontor-quote="1"><blockquote>a</blockquote></blockquote>',
    ],
  ])('%s', (_what, html, clean) => {
    expect(cleanWritten(html)).toBe(clean);
  });

  test('nothing of a quote that is never closed', () => {
    const clean = cleanWritten('<p>a</p><blockquote data-kontor-quote="1"><p>b<script>x</script>');
    expect(clean).toBe('<p>a</p><blockquote data-kontor-quote="1"><p>b</p></blockquote>');
  });
});

/** What no output may hold, whatever came in. */
const HARM =
  /<(?:script|iframe|object|embed|form|style|link|meta|base|svg|math)\b|\son\w+\s*=\s*["']|\b(?:href|src)\s*=\s*["']?\s*javascript:|url\s*\(/i;

const fixtures = join(import.meta.dirname, '..', '..', '..', 'platform', 'mailparse', 'fixtures');
const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];
describe.each(['html-xss.json', 'html-dompurify.json', 'html-requests.json', 'html-beacons.json'])('%s', (name) => {
  const inputs = strings(JSON.parse(readFileSync(join(fixtures, name), 'utf8'))).filter((text) => text.includes('<'));

  test('leaves nothing that runs or is fetched, and cleaning it again changes nothing', () => {
    expect(inputs.length).toBeGreaterThan(10);
    for (const input of inputs) {
      for (const html of [input, `<blockquote data-kontor-quote="1">${input}</blockquote>`, `<p>${input}`]) {
        const clean = cleanWritten(html);
        const tags = [...clean.matchAll(/<[^>]*>/g)].map(([tag]) => tag).join('\n');
        expect([html, HARM.exec(tags)?.[0]]).toEqual([html, undefined]);
        for (const [, source] of clean.matchAll(/<img\b[^>]*\bsrc="([^"]*)"/g))
          expect([html, /^(?:cid|data:image\/(?:png|jpe?g|gif|webp);)/i.test(source ?? '')]).toEqual([html, true]);
        expect(cleanWritten(clean)).toBe(clean);
      }
    }
  });
});

test('what nests without end is no reason to work without end', () => {
  const deep = '<blockquote data-kontor-quote="1">'.repeat(20_000);
  expect(cleanWritten(`${deep}x`)).toContain('x');
  expect(cleanWritten(`${'<p><span>'.repeat(50_000)}x`)).toContain('x');
});

test('every tag of the list is kept by its own name', () => {
  for (const tag of Object.keys(WRITTEN_HTML).filter((name) => name !== 'img'))
    expect(cleanWritten(`<${tag}>x</${tag}>`)).toContain(`<${tag}`);
});

describe('placeholders', () => {
  const html =
    '<p><span data-kontor-field="receiver.name">Name</span> und <span data-kontor-field="sender.phone">Telefon</span></p>';

  test('are named once each', () => {
    expect(fieldsIn(html + html)).toEqual(['receiver.name', 'sender.phone']);
  });

  test('become what they stand for, and stay where nothing is known', () => {
    const filled = fillFields(html, { 'receiver.name': '<b>Paul</b> & "Co"', 'sender.phone': '' });
    expect(filled).toBe(
      '<p>&lt;b&gt;Paul&lt;/b&gt; &amp; &quot;Co&quot; und <span data-kontor-field="sender.phone">Telefon</span></p>',
    );
    expect(fieldsIn(filled)).toEqual(['sender.phone']);
  });

  test('are not those of every object', () => {
    const odd = '<span data-kontor-field="constructor">x</span>';
    expect(fillFields(odd, {})).toBe(odd);
  });
});

describe('whatever is made by the list', () => {
  const INLINE = ['strong', 'em', 'u', 'del', 'code', 'sup', 'sub', 'span', 'a'] as const;
  const BLOCKS = ['p', 'h1', 'h2', 'h3', 'blockquote'] as const;
  const text = fc.constantFrom('Guten Tag', 'a &amp; b', '1 &lt; 2', 'Größe', '日本');
  // Made once a pattern: to take one apart takes longer than a hundred values of it.
  const patterns = new Map<string, fc.Arbitrary<string>>();
  const matching = (pattern: string): fc.Arbitrary<string> => {
    const known = patterns.get(pattern) ?? fc.stringMatching(new RegExp(`^(?:${pattern})$`));
    patterns.set(pattern, known);
    return known;
  };
  const valuesOf = (rules: Readonly<Record<string, string>> = {}): fc.Arbitrary<[string, string][]> =>
    fc
      .tuple(
        ...Object.entries(rules).map(([name, pattern]) =>
          fc.option(matching(pattern).map((value): [string, string] => [name, value])),
        ),
      )
      .map((all) => all.filter((one) => one !== null));
  const escaped = (value: string): string => value.replaceAll('&', '&amp;');
  const element = (tag: string, inside: string): fc.Arbitrary<string> => {
    const rules = WRITTEN_HTML[tag] ?? {};
    return fc.tuple(valuesOf(rules.attributes), valuesOf(rules.style)).map(([attributes, style]) => {
      const looks = style.map(([name, value]) => `${name}:${value}`).join(';');
      const all = looks === '' ? attributes : [...attributes, ['style', looks] as const];
      return `<${tag}${all.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')}>${inside}</${tag}>`;
    });
  };
  const inline = fc.tuple(fc.constantFrom(...INLINE), text).chain(([tag, inside]) => element(tag, inside));
  const block = fc.tuple(fc.constantFrom(...BLOCKS), inline).chain(([tag, inside]) => element(tag, inside));
  const list = fc
    .tuple(fc.constantFrom('ul', 'ol'), inline)
    .chain(([tag, inside]) => element(tag, `<li>${inside}</li>`));
  const table = fc
    .tuple(fc.constantFrom('td', 'th'), block)
    .chain(([tag, inside]) => element(tag, inside))
    .chain((cell) => element('table', `<tbody><tr>${cell}</tr></tbody>`));
  const documents = fc.array(fc.oneof(block, list, table), { minLength: 1, maxLength: 4 }).map((all) => all.join(''));

  test('is sent as it is', () => {
    fc.assert(
      fc.property(documents, (html) => {
        expect(cleanWritten(html)).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  test('is kept by what takes mails in: every tag and every look', () => {
    const marks = (html: string): string[] =>
      [...html.replaceAll(/ href="[^"]*"/g, '').matchAll(/<([a-z]\w*)|([a-z-]+):[^;"]+/g)]
        .map(([, tag, property]) => tag ?? property ?? '')
        .sort();
    fc.assert(
      fc.property(documents, (html) => {
        expect(marks(sanitizeMailHtml(html, undefined, { folds: false }).html)).toEqual(marks(html));
      }),
      { numRuns: 150 },
    );
  });
});
