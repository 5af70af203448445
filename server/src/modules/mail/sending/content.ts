import type { HtmlToTextOptions } from 'html-to-text';
import { limitDepth } from '../../../platform/mailparse/index.ts';
import { cleanWritten, quotesIn } from '../writing/clean.ts';

/** What stands behind the marks that a written mail bears in place of addresses. */
export interface Marks {
  /** Content ids of pictures, by `upload:{id}` and `inline:{storageKey}`. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The mail that a quote is of, as it was cleaned when it came; undefined where it is not to be had. */
  readonly quoted: (aggregateId: string) => { readonly html: string; readonly images: readonly string[] } | undefined;
}

/** Pictures that a text names: uploads and those of the answered mail. */
export function picturesIn(content: string): {
  readonly uploads: readonly string[];
  readonly inline: readonly string[];
} {
  const named = (attribute: string) =>
    [...content.matchAll(new RegExp(`${attribute}="([\\w-]{1,64})"`, 'g'))].map((match) => match[1] ?? '');
  return {
    uploads: [...new Set(named('data-kontor-upload'))],
    inline: [...new Set(named('data-kontor-inline'))],
  };
}

/** Whether a placeholder stands in a text that was never filled. */
export const hasPlaceholder = (content: string): boolean => /<span\b[^>]*\bdata-kontor-field\s*=/i.test(content);

/** The mails that a text quotes, as it names them. */
export const quotedIn = (content: string): readonly string[] => [
  ...new Set(quotesIn(limitDepth(content)).flatMap(({ of }) => (of === '' ? [] : [of]))),
];

const QUOTE_STYLE = 'margin:0 0 0 8px;padding:0 0 0 8px;border-left:2px solid #cccccc';

/** The HTML of a mail as it leaves: cleaned as drafts are, with what its marks stand for, and without the marks. */
export function writtenHtml(content: string, marks: Marks): string {
  const clean = cleanWritten(content);
  let body = '';
  let at = 0;
  for (const { start, from, to, end, of, isWhole } of quotesIn(clean)) {
    const original = marks.quoted(of);
    const html = isWhole && original !== undefined ? original.html : clean.slice(from, to);
    const quote = withAddresses(unfolded(html), original?.images ?? [], marks);
    body += `${withAddresses(clean.slice(at, start), [], marks)}<blockquote type="cite" style="${QUOTE_STYLE}">${quote}</blockquote>`;
    at = end;
  }
  body += withAddresses(clean.slice(at), [], marks);
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>${body}</body></html>`;
}

/** What the reader folds away stands open in a mail. */
const unfolded = (html: string): string =>
  html
    .replace(/<details data-kontor-quote=""><summary>[^<]*<\/summary>/g, '<div>')
    .replace(/<details\b[^>]*>/g, '<div>')
    .replace(/<\/details>/g, '</div>')
    .replace(/<\/?summary\b[^>]*>/g, '');

const escapeAttribute = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Puts addresses in place of marks. What is read here was cleaned: there is no `>` within a tag but its end. */
const withAddresses = (html: string, images: readonly string[], { pictures }: Marks): string =>
  html.replace(/<[^>]*>/g, (tag) => {
    const bare = tag.replace(/ data-kontor-[a-z-]+="[^"]*"/g, '');
    if (!tag.startsWith('<img')) return bare;
    const id = pictures[pictureOf(tag)];
    const external = /\bdata-kontor-external="(\d+)"/.exec(tag)?.[1];
    const source = id === undefined ? images[Number(external ?? -1)] : `cid:${id}`;
    // One that is not to be had would be a broken one at whoever gets the mail.
    if (source === undefined) return /\ssrc="data:/.test(bare) ? bare : '';
    return bare.replace(/ src="[^"]*"/, '').replace(/^<img/, `<img src="${escapeAttribute(source)}"`);
  });

/** What a picture is called in `pictures`. */
function pictureOf(tag: string): string {
  const inline = /\bdata-kontor-inline="(\d+)"/.exec(tag)?.[1];
  if (inline !== undefined) return `inline:${inline}`;
  const [, upload = ''] = /(?:\bdata-kontor-upload="|\ssrc="cid:)([\w-]{1,40})"/.exec(tag) ?? [];
  return `upload:${upload.toLowerCase()}`;
}

const TEXT_OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: 4_000_000, maxDepth: 200, ellipsis: '' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** The plain text beside the HTML of a mail. */
export async function textBeside(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  return convert(html, TEXT_OPTIONS);
}
