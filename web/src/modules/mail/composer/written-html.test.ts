import { WRITTEN_HTML } from '@kontor/contract/kernel';
import { getSchema } from '@tiptap/core';
import { Node as DocumentNode } from '@tiptap/pm/model';
import { caniemail, rawData } from 'caniemail';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WrittenNode } from '../../../editor/document.ts';
import { mailExtensions } from './editor/nodes.ts';
import { QuotedMail } from './editor/quote.ts';
import { toHtml } from './editor/to-html.ts';
import { documentsOf } from '../../../editor/testing/documents.ts';

const field = fc.constant<WrittenNode>({ type: 'field', attrs: { name: 'receiver.name', label: 'Name' } });

/** Those that nearly all of our receivers read mails with. */
const CLIENTS: readonly (readonly [family: string, platform: string])[] = [
  ...['windows', 'windows-mail', 'macos', 'ios', 'android', 'outlook-com'].map(
    (platform) => ['outlook', platform] as const,
  ),
  ...['desktop-webmail', 'mobile-webmail', 'ios', 'android'].map((platform) => ['gmail', platform] as const),
  ...['macos', 'ios'].map((platform) => ['apple-mail', platform] as const),
];

/** What the tables call each tag, attribute and property; null for what they do not know, which is older than they are. */
const SLUGS: Readonly<Record<string, string | null>> = {
  div: 'html-div',
  p: 'html-p',
  h1: 'html-h1-h6',
  h2: 'html-h1-h6',
  h3: 'html-h1-h6',
  strong: 'html-strong',
  em: null,
  u: null,
  del: 'html-del',
  code: 'html-code',
  sup: null,
  sub: null,
  br: null,
  hr: 'html-hr',
  pre: 'html-pre',
  span: 'html-span',
  a: 'html-mailto-links',
  ul: 'html-lists',
  ol: 'html-lists',
  li: 'html-lists',
  blockquote: 'html-blockquote',
  table: 'html-table',
  tbody: 'html-table',
  tr: 'html-table',
  th: 'html-table',
  td: 'html-table',
  img: 'html-img',
  '@dir': 'html-dir',
  '@lang': 'html-lang',
  '@href': null,
  '@start': null,
  '@type': null,
  '@border': null,
  '@cellpadding': 'html-cellpadding',
  '@cellspacing': 'html-cellspacing',
  '@width': 'html-width',
  '@height': 'html-height',
  '@align': 'html-align',
  '@valign': 'html-valign',
  '@bgcolor': null,
  '@colspan': null,
  '@rowspan': null,
  '@src': null,
  '@alt': null,
  'margin:': 'css-margin',
  'text-align:': 'css-text-align',
  'line-height:': 'css-line-height',
  'font-family:': null,
  'font-size:': 'css-font-size',
  'color:': null,
  'background-color:': 'css-background-color',
  'list-style-type:': 'css-list-style-type',
  'padding:': 'css-padding',
  'border:': 'css-border',
  'border-left:': 'css-border',
  'border-collapse:': 'css-border-collapse',
  'vertical-align:': 'css-vertical-align',
};

const WORD = ['outlook.windows', 'outlook.windows-mail'];
const OUTLOOK = [...WORD, 'outlook.macos', 'outlook.ios', 'outlook.android', 'outlook.outlook-com'];
const GMAIL = ['gmail.desktop-webmail', 'gmail.mobile-webmail', 'gmail.ios', 'gmail.android'];

/** What is supported in part, and why that does no harm. `clients` are all that say so: one more or less is news. */
const ACCEPTED: Readonly<Record<string, { readonly clients: readonly string[]; readonly why: string }>> = {
  'css-margin': { clients: [...OUTLOOK, ...GMAIL], why: 'negative and auto values only' },
  'css-padding': { clients: WORD, why: 'outside of cells it is ignored: a quote then stands nearer to its line' },
  'css-border': { clients: WORD, why: 'over 8 px, or on p and div: neither is used' },
  'css-font-size': { clients: WORD, why: 'rem and percent: neither is used' },
  'css-line-height': { clients: WORD, why: 'in pixels: not used' },
  'css-text-align': {
    clients: [...WORD, 'outlook.android', 'gmail.mobile-webmail', 'gmail.android'],
    why: 'start and end only',
  },
  'html-lists': { clients: [...OUTLOOK, ...GMAIL], why: 'reversed and value only' },
  'html-width': { clients: ['outlook.windows'], why: 'percent on pictures: they have pixels' },
  'html-height': { clients: ['outlook.windows'], why: 'percent on pictures: they have pixels' },
  'html-dir': { clients: [...WORD, 'gmail.mobile-webmail'], why: 'on links and tables: on the wrapper alone' },
  'html-align': { clients: ['outlook.macos'], why: 'tables at the right: not used' },
};

/** What the checker says of a mail in which all of these are, its own mistakes with it, each for some of the clients. */
const KNOWN_WARNINGS = new Set([
  '<body> element',
  'margin',
  'padding',
  'border',
  'font-size',
  'line-height',
  'text-align',
  'background',
  'height',
  'list-style',
  '<ul>, <ol> and <dl>',
  'width attribute',
  'height attribute',
  'dir attribute',
  'align attribute',
]);
/** The checker does not know outlook.com by its own name. */
const CHECKED = [
  'outlook.windows',
  'outlook.windows-mail',
  'outlook.macos',
  'outlook.ios',
  'outlook.android',
  ...GMAIL,
  'apple-mail.macos',
  'apple-mail.ios',
] as Parameters<typeof caniemail>[0]['clients'];

/** A mail as the server wraps what is written. */
const wrapped = (html: string): string =>
  `<!doctype html><html lang="de"><head><meta charset="utf-8"></head><body><div dir="ltr" lang="de" style="font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:150%;color:#222222">${html}</div></body></html>`;

/** Attributes for the server alone, which takes them out or puts something in their place. */
const FOR_SERVER = /^data-kontor-(upload|inline|field|quote|whole|signature)$/;

/** What is in a text of ours and not in the list. */
function notAllowed(html: string): readonly string[] {
  const faults: string[] = [];
  for (const [, tag = '', rest = ''] of html.matchAll(/<([a-z][a-z\d]*)((?:\s+[\w-]+="[^"]*")*)\s*>/g)) {
    const rules = WRITTEN_HTML[tag];
    if (rules === undefined) faults.push(`<${tag}>`);
    for (const [, name = '', value = ''] of rest.matchAll(/([\w-]+)="([^"]*)"/g)) {
      if (FOR_SERVER.test(name)) continue;
      const plain = value.replace(
        /&(amp|lt|gt|quot);/g,
        (_, one: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[one] ?? '',
      );
      if (name === 'style') {
        for (const line of plain.split(';')) {
          const [property = '', given = ''] = line.split(/:(.*)/);
          if (!new RegExp(`^(?:${rules?.style?.[property] ?? '(?!)'})$`).test(given)) faults.push(`${tag} ${line}`);
        }
      } else if (!new RegExp(`^(?:${rules?.attributes?.[name] ?? '(?!)'})$`).test(plain))
        faults.push(`${tag} ${name}=${plain}`);
    }
  }
  if (/[<>]/.test(html.replace(/<\/?[a-z][a-z\d]*(?:\s+[\w-]+="[^"]*")*\s*>/g, ''))) faults.push('a tag that is none');
  return faults;
}

/** The answers for the newest version that was looked at: `y`, `a`, `n`, `u`, with the numbers of notes behind. */
function answersOf(slug: string): readonly (readonly [client: string, answer: string])[] {
  const feature = rawData.data.find((one) => one.slug === slug);
  if (feature === undefined) throw new Error(`The tables do not have ${slug} any more`);
  const stats = feature.stats as Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  return CLIENTS.map(([family, platform]) => {
    const versions = Object.entries(stats[family]?.[platform] ?? {});
    return [`${family}.${platform}`, versions.at(-1)?.[1] ?? 'u'] as const;
  });
}

const linesOf = (): readonly string[] => [
  ...new Set(
    Object.entries(WRITTEN_HTML).flatMap(([tag, { attributes = {}, style = {} }]) => [
      tag,
      ...Object.keys(attributes).map((name) => `@${name}`),
      ...Object.keys(style).map((name) => `${name}:`),
    ]),
  ),
];

describe('what mails may use', () => {
  test('each tag, attribute and property is looked up', () => {
    expect(linesOf().filter((line) => !(line in SLUGS))).toEqual([]);
    expect(Object.keys(SLUGS).filter((line) => !linesOf().includes(line))).toEqual([]);
  });

  test('each is supported by all, or by less in a way that does no harm', () => {
    const lacking: Record<string, string[]> = {};
    for (const slug of new Set(Object.values(SLUGS))) {
      if (slug === null) continue;
      const clients = answersOf(slug).flatMap(([client, answer]) => (answer.startsWith('y') ? [] : [client]));
      if (clients.length > 0) lacking[slug] = clients;
    }
    expect(lacking).toEqual(Object.fromEntries(Object.entries(ACCEPTED).map(([slug, { clients }]) => [slug, clients])));
  });

  test('whatever is written, nothing else leaves the editor, and the checker knows no worse of it', () => {
    const schema = getSchema([...mailExtensions(), QuotedMail]);
    fc.assert(
      fc.property(documentsOf({ inline: field }), (doc: WrittenNode) => {
        // The editor may hold it at all.
        const node = DocumentNode.fromJSON(schema, doc);
        node.check();
        const html = toHtml(node.toJSON() as WrittenNode);
        expect(notAllowed(html)).toEqual([]);
        const { issues } = caniemail({ clients: CHECKED, html: wrapped(html) });
        const said = (of: typeof issues.errors): string[] => [
          ...new Set([...of.values()].flat().map(({ title }) => title)),
        ];
        expect(said(issues.errors).filter((title) => title !== '<body> element')).toEqual([]);
        expect(said(issues.warnings).filter((title) => !KNOWN_WARNINGS.has(title))).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  test('a property or tag that is not in the list is seen', () => {
    expect(notAllowed('<p style="margin:0 0 10px;float:left">a</p>')).toEqual(['p float:left']);
    expect(notAllowed('<section>a</section>')).toEqual(['<section>']);
    expect(notAllowed('<a href="javascript:alert(1)">a</a>')).toEqual(['a href=javascript:alert(1)']);
    const { issues } = caniemail({ clients: CHECKED, html: wrapped('<p style="float:left">a</p>') });
    expect([...issues.warnings.values()].flat().map(({ title }) => title)).toContain('float');
  });
});
