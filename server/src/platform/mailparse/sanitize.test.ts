import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { safeDeclarations } from './css.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, sanitizeMailHtml } from './sanitize.ts';
import { textToHtml } from './text-to-html.ts';

const VectorsSchema = v.array(v.object({ payload: v.string() }));
const vectors = (file: string): string[] =>
  v
    .parse(VectorsSchema, JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')))
    .map(({ payload }) => payload);
const corpus = ['html-xss.json', 'html-beacons.json', 'html-requests.json', 'html-dompurify.json'].flatMap(vectors);

const URL_ATTRIBUTES =
  /^(href|src|srcset|background|poster|data|action|formaction|ping|lowsrc|dynsrc|longdesc|cite|profile)$/;

/** What a browser could run, fetch or misread in this HTML; empty when it is safe. */
function live(html: string): string[] {
  const faults: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if (!('attribs' in node)) {
        if (!('data' in node) || html.includes('<!')) faults.push(`node ${node.type}`);
        continue;
      }
      const allowed = [...(ALLOWED_ATTRIBUTES['*'] ?? []), ...(ALLOWED_ATTRIBUTES[node.name] ?? [])];
      if (!ALLOWED_TAGS.includes(node.name)) faults.push(`element ${node.name}`);
      for (const [name, value] of Object.entries(node.attribs)) {
        if (!allowed.includes(name)) faults.push(`attribute ${name}`);
        if (name === 'href' && !/^(https?:\/\/|mailto:|tel:)/.test(value)) faults.push(`href ${value}`);
        if (name === 'src' && !/^data:image\/(png|jpe?g|gif|webp);base64,/.test(value)) faults.push(`src ${value}`);
        if (URL_ATTRIBUTES.test(name) && name !== 'href' && name !== 'src') faults.push(`address ${name}`);
        if (name === 'style' && /url|image|\\|@|expression|var\(|import|javascript|position/i.test(value))
          faults.push(`style ${value}`);
      }
      walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return faults;
}

/** What was given out before is sanitised as that. */
const OWN = { folds: false };

describe('every hostile vector', () => {
  it('comes out dead, and the same when sanitised again', () => {
    expect(corpus.length).toBeGreaterThan(430);
    for (const payload of corpus) {
      const { html } = sanitizeMailHtml(payload);
      expect({ payload, live: live(html) }).toEqual({ payload, live: [] });
      expect(sanitizeMailHtml(html, undefined, OWN).html).toBe(html);
    }
  });

  it('names no address that a browser would fetch', () => {
    for (const payload of [...vectors('html-beacons.json'), ...vectors('html-requests.json')]) {
      const { html } = sanitizeMailHtml(payload.replaceAll(/\{\{(?:HOST|NAME)\}\}/g, 'sink.example'));
      expect(html.replace(/ href="[^"]*"/g, '').replace(/>[^<]*/g, '>')).not.toContain('sink.example');
    }
  });

  it('comes out dead when vectors are cut and joined', () => {
    const piece = fc.constantFrom(...corpus).chain((text) => fc.nat(text.length).map((end) => text.slice(0, end)));
    const property = fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      const { html } = sanitizeMailHtml(pieces.join(''));
      expect(live(html)).toEqual([]);
      expect(sanitizeMailHtml(html, undefined, OWN).html).toBe(html);
    });
    fc.assert(property, { numRuns: 400 });
  });
});

it.each([
  ['color: red; background: url(http://x/)', 'color:red'],
  ['background-image: image-set("a" 1x)', ''],
  ['width: calc(100% - 2px)', 'width:calc(100% - 2px)'],
  ['color: var(--x)', ''],
  ['co\\6cor: red', ''],
  ['color: r\\65 d', ''],
  ['position: fixed; top: 0', ''],
  ['color/**/: blue', 'color:blue'],
  ['width: expression(alert(1))', ''],
  ['font-family: "Segoe UI", Arial', 'font-family:"Segoe UI", Arial'],
  ['display: grid', ''],
  ['display: none', 'display:none'],
])('style %s', (style, kept) => {
  const declarations = [...safeDeclarations(style)].map(([name, value]) => `${name}:${value}`);
  expect(declarations.join(';')).toBe(kept);
});

describe('images', () => {
  it('are numbered when they are external, and fetched by nobody', () => {
    const { html, externalImages } = sanitizeMailHtml(
      '<img src="https://a.example/1.png" width=60 alt=A><img src="//b.example/2.png"><img src="https://a.example/1.png">',
    );
    expect(externalImages).toEqual(['https://a.example/1.png', 'https://b.example/2.png']);
    expect(html).toBe(
      '<img width="60" alt="A" data-kontor-external="0"><img data-kontor-external="1"><img data-kontor-external="0">',
    );
  });

  it('of one pixel are dropped and counted', () => {
    expect(sanitizeMailHtml('a<img src="https://t.example/p" width=1 height="1">')).toEqual({
      html: 'a',
      externalImages: [],
      trackers: 1,
    });
  });

  it('inside the mail are named by their part', () => {
    const part = (id: string) => (id === 'logo@x' ? 2 : undefined);
    expect(sanitizeMailHtml('<img src="cid:logo%40x"><img src="CID:other">', part).html).toBe(
      '<img data-kontor-inline="2">',
    );
  });
});

describe('quotes', () => {
  it.each([
    ['<p>Ja.</p><blockquote type="cite">alt</blockquote>'],
    ['<p>Ja.</p><div class=gmail_quote><blockquote class=gmail_quote>alt</blockquote></div>'],
    ['<p>Ja.</p><hr><p><b>Von:</b> Anna<br><b>Gesendet:</b> Montag</p><p>alt</p>'],
    [
      '<p>Ja.</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Anna<br><b>Sent:</b> Mon</p></div></div><p>alt</p>',
    ],
    ['<p>Ja.</p><p>-----Ursprüngliche Nachricht-----</p><p>alt</p>'],
  ])('fold in %s', (html) => {
    const folded = sanitizeMailHtml(html).html;
    expect(folded.indexOf('<details data-kontor-quote="">')).toBeGreaterThan(folded.indexOf('Ja.'));
    expect(folded.slice(folded.indexOf('<details')).includes('alt')).toBe(true);
  });

  it('stay open where there is nothing else', () => {
    expect(sanitizeMailHtml('<blockquote>alles</blockquote>').html).toContain('open=""');
  });
});

it('keeps what a newsletter looks like', () => {
  const newsletter = `<html><head><style>.btn{background-color:#0a0;padding:8px 12px}
    @media(max-width:600px){.btn{display:none}} td.cell{color:#333}</style></head><body bgcolor="#eee">
    <table width="600" cellpadding="0" bgcolor="#ffffff"><tr><td class="cell" style="font-size:14px" align=center>
    <a class=btn href="https://shop.example/?a=1&amp;b=2">Jetzt</a></td></tr></table></body></html>`;
  const { html } = sanitizeMailHtml(newsletter);
  expect(html).toContain('<div bgcolor="#eee">');
  expect(html).toContain('<table width="600" bgcolor="#ffffff" cellpadding="0">');
  expect(html).toContain('style="color:#333;font-size:14px"');
  expect(html).toContain('style="background-color:#0a0;padding:8px 12px"');
  expect(html).toContain('href="https://shop.example/?a=1&amp;b=2"');
});

it('says where a link really leads when its text names another host', () => {
  expect(sanitizeMailHtml('<a href="https://evil.example/x">www.bank.example</a>').html).toContain(
    'data-kontor-other-host="evil.example"',
  );
  expect(sanitizeMailHtml('<a href="https://bank.example/x">www.bank.example</a>').html).not.toContain('other-host');
});

describe('plain text', () => {
  it('is linked, folded and signed', () => {
    const html = textToHtml('Siehe (https://a.example/x?b=1&c), <b>\n> alt\n>> älter\nGruß\n-- \nAnna anna@x.example');
    expect(html).toContain('(<a href="https://a.example/x?b=1&amp;c"');
    expect(html).toContain('&lt;b&gt;');
    expect(html.match(/<details data-kontor-quote=""/g)).toHaveLength(1);
    expect(html).toContain('<div data-kontor-signature="">');
    expect(html).toContain('href="mailto:anna@x.example"');
    expect(live(html)).toEqual([]);
  });

  it('stays dead whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const html = textToHtml(text);
        expect(live(html)).toEqual([]);
        expect(sanitizeMailHtml(html, undefined, OWN).html).toBe(html);
      }),
      { numRuns: 300 },
    );
  });
});

test('what a sender says in our own marks says nothing', () => {
  const foreign =
    '<details data-kontor-quote="" open><summary>x</summary>y</details><div DATA-kontor-signature="">z</div>' +
    '<img alt="a" data-kontor-inline="0" data-kontor-external="0"><a href="https://a.example" data-kontor-other-host="b.example">c</a><p class="kontor-x" id="y">d</p>';
  const { html } = sanitizeMailHtml(foreign);
  expect(html).not.toMatch(/data-kontor|class=|id=/);
  expect(html).toContain('<details open="">');
});

test.each([
  ['line-height:0', ''],
  ['line-height:0px !important', ''],
  ['line-height:.4', ''],
  ['line-height:30%', ''],
  ['line-height:0.5em', ''],
  ['line-height:1px', ''],
  ['line-height:calc(0px)', ''],
  ['line-height:0.01cm', ''],
  ['line-height:10px;font-size:16px', 'font-size:16px'],
  ['line-height:5px;font-size:5px', 'font-size:5px'],
  ['line-height:20px;font-size:16px', 'line-height:1.25;font-size:16px'],
  ['font-size:12px;line-height:18px', 'font-size:12px;line-height:1.5'],
  ['font:14px Arial;line-height:21px', 'font:14px Arial;line-height:1.5'],
  ['line-height:9px', ''],
  ['line-height:24px', 'line-height:1.5'],
  ['line-height:18pt !important', 'line-height:1.5 !important'],
  ['line-height:1.5rem;font-size:12px', 'line-height:2;font-size:12px'],
  ['line-height:20px;font-size:1px', 'line-height:1.25;font-size:1px'],
  ['line-height:.9', 'line-height:1'],
  ['line-height:0.8em', 'line-height:1'],
  ['line-height:14px', 'line-height:1'],
  ['line-height:0.79', ''],
  ['line-height:1vh', ''],
  ['line-height:-1', ''],
  ['line-height:calc(1em - 12px)', ''],
  ['line-height:inherit', 'line-height:inherit'],
  ['letter-spacing:calc(0px - 9px)', ''],
  ['word-spacing:calc(-1em)', ''],
  ['text-indent:calc(0px - 300px)', ''],
  ['text-indent:-100%', ''],
  ['vertical-align:calc(1px - 50px)', ''],
  ['letter-spacing:-9px', ''],
  ['letter-spacing:-0.5px', 'letter-spacing:-0.5px'],
  ['text-indent:-9999px', ''],
  ['text-indent:-18pt', 'text-indent:-18pt'],
  ['vertical-align:-50px', ''],
  ['vertical-align:middle', 'vertical-align:middle'],
  ['height:0', ''],
  ['max-height:0;overflow:hidden', 'display:none'],
  ['line-height:1', 'line-height:1'],
  ['line-height:120%', 'line-height:1.2'],
  ['line-height:normal', 'line-height:normal'],
  ['font:12px/0 Arial', 'font:12px Arial'],
  ['font:12px/1.5 Arial', 'font:12px/1.5 Arial'],
  ['font:bold 12px / 18px Arial', 'font:bold 12px/1.5 Arial'],
  ['font:16px/9px Arial', 'font:16px Arial'],
  ['font:12px/90% Arial', 'font:12px/1 Arial'],
  ['font:12px/calc(1px - 9px) Arial', ''],
  ['margin-top:-20px', ''],
  ['margin:-20px 0 0', ''],
  ['margin:0 0 -20px', ''],
  ['margin:0 -8px', 'margin:0 -8px'],
  ['margin-top:calc(0px - 40px)', ''],
  ['margin-top:calc(-1 * 40px)', ''],
  ['margin-bottom:calc(40px*-1) !important', ''],
  ['margin-top:calc(10px + 2px)', 'margin-top:calc(10px + 2px)'],
  ['margin:calc(1px - 40px) 0', ''],
  ['margin:0 0 calc(1px - (2px + 4px))', ''],
  ['margin:0 calc(1px - 400px)', ''],
  ['margin:0 auto', 'margin:0 auto'],
  ['margin:-0.5em 0 0', ''],
  ['margin-left:-9999px', ''],
  ['margin-left:-60%', ''],
  ['margin-right:-18pt', 'margin-right:-18pt'],
  ['margin-left:calc(50% - 300px)', ''],
  ['margin-left:max-content', 'margin-left:max-content'],
  ['margin-top:min(0px, -40px)', ''],
  ['height:1px', 'min-height:1px'],
  ['height:40px !important', 'min-height:40px !important'],
  ['height:auto', 'height:auto'],
  ['height:calc(1px + 1px)', 'min-height:calc(1px + 1px)'],
  ['max-height:5px', ''],
  ['max-height:none', 'max-height:none'],
  ['width:1px;white-space:nowrap', 'white-space:nowrap'],
  ['width:40px', 'width:40px'],
])('%s lays no lines over each other', (style, kept) => {
  expect(sanitizeMailHtml(`<p style="${style}">x</p>`).html).toBe(
    kept === '' ? '<p>x</p>' : `<p style="${kept}">x</p>`,
  );
});

test.each([
  ['<style>p{line-height:9px}</style><p>x</p>', '<p>x</p>'],
  [
    '<style>.a{font:16px/20px Arial;height:3px}</style><p class="a">x</p>',
    '<p style="font:16px/1.25 Arial;min-height:3px">x</p>',
  ],
  ['<style>p{margin:0 0 calc(1px - 9px)}p{line-height:150%}</style><p>x</p>', '<p style="line-height:1.5">x</p>'],
  ['<div style="font-size:16px"><p style="line-height:9px">x</p></div>', '<div style="font-size:16px"><p>x</p></div>'],
  // What is in a table makes it higher, and a picture is as high as it is.
  ['<table><tr><td style="height:1px">x</td></tr></table>', '<table><tr><td style="height:1px">x</td></tr></table>'],
  [
    '<table><tr><td style="display:block;height:1px">x</td></tr></table>',
    '<table><tr><td style="display:block;min-height:1px">x</td></tr></table>',
  ],
  [
    '<img style="height:30px;max-height:50px" src="https://a.example/1.png">',
    '<img data-kontor-external="0" style="height:30px;max-height:50px">',
  ],
])('%s lays no lines over each other either', (given, kept) => {
  const { html } = sanitizeMailHtml(given);
  expect(html).toBe(kept);
  expect(sanitizeMailHtml(html, undefined, OWN).html).toBe(html);
});
